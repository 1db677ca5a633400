<?php
/**
 * The payments of an order.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * Everything that is known of an order's payments, kept on the order: customers try again, so there may be several. Change it only under
 * the order's lock. A payment is an array:
 *
 * - reference, method, mode (test or live), created (seconds)
 * - amount, currency: what the order wanted, a decimal as text
 * - status: starting (its creation was sent), lost (its answer did not come), refused (there is no payment), open, failed,
 *   paid, wrong (paid, but not what it should be)
 * - transaction_id, charged_amount, charged_currency: as Peye answered; dollars are charged in gourdes by the wallets
 * - url, or client_secret and publishable_key: where it is paid, until it is final
 * - reason: why it failed; paid_amount, paid_currency, settled (seconds)
 */
class Peye_Payments {

	const META = '_peye_payments';
	/**
	 * Set while Peye has to be asked about a payment of the order.
	 */
	const META_OPEN = '_peye_open';
	const UNSETTLED = array( 'starting', 'lost', 'open' );

	/**
	 * What an order costs now.
	 *
	 * @param WC_Order $order The order.
	 * @return string A decimal with two digits, as Peye counts.
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
	 * Puts payments on the order. The caller saves it.
	 *
	 * @param WC_Order $order    The order.
	 * @param array[]  $payments All of them.
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
	 * Changes one payment of an order, and saves it.
	 *
	 * @param WC_Order $order     The order, under its lock.
	 * @param string   $reference Of the payment.
	 * @param array    $changes   What is new.
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
	 * The payment of an order that Peye speaks of: by its transaction id, or by its reference while the id is not known here. Never
	 * one whose reference or id is another.
	 *
	 * @param WC_Order $order          The order.
	 * @param string   $transaction_id As Peye says.
	 * @param string   $reference      As Peye says.
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
	 * The payments that Peye still has to be asked about.
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
	 * The customer's last try.
	 *
	 * @param WC_Order $order The order.
	 * @return array|null
	 */
	public static function last( $order ) {
		$payments = self::of( $order );
		return $payments ? end( $payments ) : null;
	}
}
