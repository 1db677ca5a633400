<?php
/**
 * The payments of an order.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * Everything that is known about an order's payments, stored on the order. There may be several payments, since customers try again. Change
 * them only under the order's lock. A payment is an array:
 *
 * - reference, method, mode (test or live), created (seconds)
 * - amount, currency: the total of the order at the start of the payment, a decimal as text
 * - status: starting (the create request was sent), lost (its response was lost), refused (there is no payment), open, failed,
 *   paid, wrong (paid, but not the amount that was expected)
 * - transaction_id, charged_amount, charged_currency: from Peye's response; the wallets charge dollars in gourdes
 * - session_id: of the method `choice`, the checkout session. It has no transaction_id before one of its payments is completed; then its
 *   method is the one that the customer chose
 * - url, or client_secret and publishable_key: where the customer pays, until the payment is final
 * - reason: why the payment failed; paid_amount, paid_currency, settled (seconds)
 */
class Peye_Payments {

	const META = '_peye_payments';
	/**
	 * A field of the order, set while Peye has to be asked about one of its payments.
	 */
	const META_OPEN = '_peye_open';
	const UNSETTLED = array( 'starting', 'lost', 'open' );

	/**
	 * The total of an order now.
	 *
	 * @param WC_Order $order The order.
	 * @return string A decimal with two decimals, as in the API.
	 */
	public static function total( $order ) {
		return wc_format_decimal( $order->get_total(), 2 );
	}

	/**
	 * The order's payments, oldest first.
	 *
	 * @param WC_Order $order The order.
	 * @return array[]
	 */
	public static function of( $order ) {
		$payments = $order->get_meta( self::META );
		return is_array( $payments ) ? array_values( array_filter( $payments, 'is_array' ) ) : array();
	}

	/**
	 * Replaces the payments of an order. The caller saves the order.
	 *
	 * @param WC_Order $order    The order.
	 * @param array[]  $payments All payments of the order.
	 */
	public static function put( $order, array $payments ) {
		$order->update_meta_data( self::META, array_values( $payments ) );
		foreach ( $payments as $payment ) {
			if ( in_array( $payment['status'], self::UNSETTLED, true ) ) {
				$order->update_meta_data( self::META_OPEN, '1' );
				return;
			}
		}
		$order->delete_meta_data( self::META_OPEN );
	}

	/**
	 * Changes one payment of an order, and saves the order.
	 *
	 * @param WC_Order $order     The order, under its lock.
	 * @param string   $reference The reference of the payment.
	 * @param array    $changes   The changed members.
	 */
	public static function change( $order, $reference, array $changes ) {
		$payments = self::of( $order );
		foreach ( $payments as $i => $payment ) {
			if ( $payment['reference'] === $reference ) {
				$payments[ $i ] = array_merge( $payment, $changes );
			}
		}
		self::put( $order, $payments );
		$order->save();
	}

	/**
	 * Finds the payment of an order that a response or a webhook of Peye is about, by its reference. The transaction id has to be the same,
	 * too, as soon as the order knows it.
	 *
	 * @param WC_Order $order          The order.
	 * @param string   $transaction_id From Peye.
	 * @param string   $reference      From Peye.
	 * @return array|null
	 */
	public static function find( $order, $transaction_id, $reference ) {
		foreach ( self::of( $order ) as $payment ) {
			$known = isset( $payment['transaction_id'] ) ? $payment['transaction_id'] : null;
			if ( $payment['reference'] === (string) $reference && ( null === $known || (string) $transaction_id === $known ) ) {
				return $payment;
			}
		}
		return null;
	}

	/**
	 * The payments that still have to be checked with Peye.
	 *
	 * @param WC_Order $order The order.
	 * @return array[]
	 */
	public static function unsettled( $order ) {
		return array_values(
			array_filter(
				self::of( $order ),
				function ( $payment ) {
					return in_array( $payment['status'], self::UNSETTLED, true );
				}
			)
		);
	}

	/**
	 * The order's newest payment.
	 *
	 * @param WC_Order $order The order.
	 * @return array|null
	 */
	public static function last( $order ) {
		$payments = self::of( $order );
		return $payments ? end( $payments ) : null;
	}
}
