<?php
/**
 * Receives Peye's webhooks.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * The URL to which Peye sends webhooks. A signed webhook only causes a read of the payment from Peye; the plugin uses the result of the read.
 */
class Peye_Webhook {

	/**
	 * The times of the last webhook with a good signature and of the last with a bad one. The settings page shows them.
	 */
	const LAST_GOOD = 'peye_last_webhook';
	const LAST_BAD  = 'peye_last_refused_webhook';

	/**
	 * Registers the hooks.
	 */
	public static function hook() {
		add_action( 'woocommerce_api_peye', array( __CLASS__, 'receive' ) );
	}

	/**
	 * Answers a webhook: 2xx when Peye need not send it again.
	 */
	public static function receive() {
		nocache_headers();
		if ( ! isset( $_SERVER['REQUEST_METHOD'] ) || 'POST' !== $_SERVER['REQUEST_METHOD'] ) {
			self::respond( 405, 'This address is for webhooks of Peye.' );
		}
		$secrets = Peye_Settings::webhook_secrets();
		if ( ! $secrets ) {
			self::respond( 503, 'The webhook secret is not set in this shop.' );
		}
		// The signature covers the raw bytes. The SDK refuses more than a megabyte.
		$body  = (string) file_get_contents( 'php://input', false, null, 0, MB_IN_BYTES + 1 ); // phpcs:ignore WordPress.WP.AlternativeFunctions
		$mode  = self::mode();
		$event = Peye_Api::signed_event( $body, $secrets, $mode );
		if ( null === $event ) {
			update_option( self::LAST_BAD, time(), false );
			self::respond( 401, 'The webhook is not signed with this shop\'s secret, or this shop has no key of its mode. The shop\'s log says which.' );
		}
		update_option( self::LAST_GOOD, time(), false );
		if ( 0 === strpos( $event['event'], 'refund.' ) && isset( $event['data']['refund_id'] ) ) {
			list( $status, $text ) = self::process_refund( $event['data'], $mode );
			self::respond( $status, $text );
		}
		if ( ! in_array( $event['event'], array( 'payment.success', 'payment.failed' ), true ) ) {
			self::respond( 200, 'Not an event of a payment or a refund.' );
		}
		list( $status, $text ) = self::process( $event['data'], $mode );
		self::respond( $status, $text );
	}

	/**
	 * The mode that a webhook may have: that of new payments, or the other one if the shop has a key for it, since older payments may be open.
	 *
	 * @return string test or live.
	 */
	private static function mode() {
		$given = isset( $_SERVER['HTTP_X_GATEWAY_MODE'] ) ? sanitize_text_field( wp_unslash( $_SERVER['HTTP_X_GATEWAY_MODE'] ) ) : '';
		return in_array( $given, array( 'test', 'live' ), true ) && '' !== Peye_Settings::api_key( $given ) ? $given : Peye_Settings::mode();
	}

	/**
	 * Processes a signed event.
	 *
	 * @param array  $data The payment in the event.
	 * @param string $mode The mode of the event.
	 * @return array Status and text of the response.
	 */
	private static function process( array $data, $mode ) {
		$reference = isset( $data['reference'] ) ? $data['reference'] : '';
		$order_id  = Peye_Reference::order_id( $reference );
		$order     = $order_id ? wc_get_order( $order_id ) : false;
		$payment   = $order instanceof WC_Order ? Peye_Payments::find( $order, $data['transaction_id'], $reference ) : null;
		// An event of the other mode must not change this payment, whatever its reference.
		if ( ! $payment || $payment['mode'] !== $mode ) {
			wc_get_logger()->notice( sprintf( 'A webhook for transaction %s does not belong to an order of this shop.', $data['transaction_id'] ), array( 'source' => 'peye' ) );
			return array( 200, 'Not an order of this shop.' );
		}
		$payment['transaction_id'] = (string) $data['transaction_id'];
		try {
			$status = Peye_Settler::ask( $order_id, $payment, 'webhook' );
		} catch ( RuntimeException $error ) {
			wc_get_logger()->warning( sprintf( 'Order %s: a webhook could not be processed now; the payment will be checked in a minute. %s', $order->get_order_number(), $error->getMessage() ), array( 'source' => 'peye' ) );
			Peye_Reconciler::check_soon( $order_id );
			return array( 503, 'The payment could not be read from Peye now.' );
		}
		// After a failed payment of a checkout session, the customer can still choose another method.
		return isset( $payment['session_id'] ) || in_array( $status, array( 'completed', 'failed' ), true ) ? array( 200, 'Processed.' ) : array( 503, 'The payment is not final yet.' );
	}

	/**
	 * Processes a signed event of a refund.
	 *
	 * @param array  $data The refund in the event.
	 * @param string $mode The mode of the event.
	 * @return array Status and text of the response.
	 */
	private static function process_refund( array $data, $mode ) {
		$order_id = Peye_Reference::order_id_of_refund( $data['refund_id'] );
		$order    = $order_id ? wc_get_order( $order_id ) : false;
		$refund   = $order instanceof WC_Order ? Peye_Refunds::find( $order, $data['refund_id'] ) : null;
		if ( ! $refund || $refund['mode'] !== $mode ) {
			return array( 200, 'Not a refund of this shop.' );
		}
		try {
			Peye_Refunder::ask( $order_id, $refund );
		} catch ( RuntimeException $error ) {
			wc_get_logger()->warning( sprintf( 'Order %s: a webhook of a refund could not be processed now. %s', $order->get_order_number(), $error->getMessage() ), array( 'source' => 'peye' ) );
			Peye_Reconciler::check_soon( $order_id );
			return array( 503, 'The refund could not be read from Peye now.' );
		}
		return array( 200, 'Processed.' );
	}

	/**
	 * Sends the response and exits.
	 *
	 * @param int    $status HTTP status.
	 * @param string $text   For the delivery log of Peye.
	 */
	private static function respond( $status, $text ) {
		status_header( $status );
		header( 'Content-Type: text/plain; charset=utf-8' );
		echo esc_html( $text );
		exit;
	}
}
