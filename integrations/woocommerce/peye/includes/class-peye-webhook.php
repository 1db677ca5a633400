<?php
/**
 * Receives Peye's webhooks.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * The address that Peye sends webhooks to. A signed webhook is a reason to ask Peye; what Peye answers decides.
 */
class Peye_Webhook {

	/**
	 * The times of the last webhook with a good signature and of the last with a bad one. The settings page shows them.
	 */
	const LAST_GOOD = 'peye_last_webhook';
	const LAST_BAD  = 'peye_last_refused_webhook';

	/**
	 * Hooks it in.
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
			self::answer( 405, 'This address is for webhooks of Peye.' );
		}
		$secrets = Peye_Settings::webhook_secrets();
		if ( ! $secrets ) {
			self::answer( 503, 'The webhook secret is not set in this shop.' );
		}
		// The raw bytes: they are what was signed. The SDK refuses more than a megabyte.
		$body  = (string) file_get_contents( 'php://input', false, null, 0, MB_IN_BYTES + 1 ); // phpcs:ignore WordPress.WP.AlternativeFunctions
		$mode  = self::mode();
		$event = Peye_Api::signed_event( $body, $secrets, $mode );
		if ( null === $event ) {
			update_option( self::LAST_BAD, time(), false );
			self::answer( 401, 'Not signed with this shop\'s webhook secret, or of a mode that this shop has no key for. Its log says which.' );
		}
		update_option( self::LAST_GOOD, time(), false );
		if ( ! in_array( $event['event'], array( 'payment.success', 'payment.failed' ), true ) ) {
			self::answer( 200, 'Not an event of a payment.' );
		}
		list( $status, $text ) = self::take_in( $event['data'], $mode );
		self::answer( $status, $text );
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
	 * Takes in a signed event.
	 *
	 * @param array  $data The payment in it.
	 * @param string $mode Of the event.
	 * @return array Status and text of the answer.
	 */
	private static function take_in( array $data, $mode ) {
		$reference = isset( $data['reference'] ) ? $data['reference'] : '';
		$order_id  = Peye_Reference::order_id( $reference );
		$order     = $order_id ? wc_get_order( $order_id ) : false;
		$payment   = $order instanceof WC_Order ? Peye_Payments::find( $order, $data['transaction_id'], $reference ) : null;
		// An event of the other mode must not change this payment, whatever its reference.
		if ( ! $payment || $payment['mode'] !== $mode ) {
			wc_get_logger()->notice( sprintf( 'A webhook of transaction %s is not of an order of this shop.', $data['transaction_id'] ), array( 'source' => 'peye' ) );
			return array( 200, 'Not an order of this shop.' );
		}
		$payment['transaction_id'] = (string) $data['transaction_id'];
		try {
			$status = Peye_Settler::ask( $order_id, $payment, 'webhook' );
		} catch ( RuntimeException $error ) {
			wc_get_logger()->warning( sprintf( 'Order %s: a webhook will be taken in later. %s', $order->get_order_number(), $error->getMessage() ), array( 'source' => 'peye' ) );
			Peye_Reconciler::check_soon( $order_id );
			return array( 503, 'The payment could not be read back now.' );
		}
		return in_array( $status, array( 'completed', 'failed' ), true ) ? array( 200, 'Taken in.' ) : array( 503, 'Read back as not final yet.' );
	}

	/**
	 * Sends the answer and ends.
	 *
	 * @param int    $status HTTP status.
	 * @param string $text   For the delivery log of Peye.
	 */
	private static function answer( $status, $text ) {
		status_header( $status );
		header( 'Content-Type: text/plain; charset=utf-8' );
		echo esc_html( $text );
		exit;
	}
}
