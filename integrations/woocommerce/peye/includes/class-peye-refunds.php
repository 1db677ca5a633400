<?php
/**
 * The refunds of an order.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * The refunds of an order that were requested from Peye, stored on the order. Change them only under the order's lock. A refund is an array:
 *
 * - name: its id in the API; transaction_id, method and mode (test or live) of its payment; created (seconds)
 * - amount, currency: as in the shop; charged_amount, charged_currency: what Peye returns, in the currency of the payment
 * - reason, line_items, restock: what WooCommerce needs to record the refund
 * - status: starting (the request was sent), refused (there is no refund), or the status in the API
 * - recorded: whether the shop has a refund of WooCommerce for it, or never will; asked (seconds): the last click
 */
class Peye_Refunds {

	const META = '_peye_refunds';
	/**
	 * A field of the order, set while Peye has to be asked about one of its refunds.
	 */
	const META_OPEN = '_peye_refund_open';
	/**
	 * A field of a refund of WooCommerce: the name of the refund at Peye.
	 */
	const META_NAME = '_peye_refund';
	const WAITING   = array( 'starting', 'requested', 'approved', 'sent', 'unknown', 'manual' );

	/**
	 * The order's refunds, oldest first.
	 *
	 * @param WC_Order $order The order.
	 * @return array[]
	 */
	public static function of( $order ) {
		$refunds = $order->get_meta( self::META );
		return is_array( $refunds ) ? array_values( array_filter( $refunds, 'is_array' ) ) : array();
	}

	/**
	 * The refund of an order with this name.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $name  As in the API.
	 * @return array|null
	 */
	public static function find( $order, $name ) {
		foreach ( self::of( $order ) as $refund ) {
			if ( $refund['name'] === (string) $name ) {
				return $refund;
			}
		}
		return null;
	}

	/**
	 * The refunds that wait for Peye, or that the shop has to record.
	 *
	 * @param WC_Order $order The order.
	 * @return array[]
	 */
	public static function open( $order ) {
		return array_values( array_filter( self::of( $order ), array( __CLASS__, 'is_open' ) ) );
	}

	/**
	 * Whether a refund waits for Peye, or the shop has to record it.
	 *
	 * @param array $refund A refund.
	 * @return bool
	 */
	private static function is_open( array $refund ) {
		return in_array( $refund['status'], self::WAITING, true ) || ( 'succeeded' === $refund['status'] && ! $refund['recorded'] );
	}

	/**
	 * Adds a refund to an order, or replaces the one of the same name, and saves the order.
	 *
	 * @param WC_Order $order  The order, under its lock.
	 * @param array    $refund A refund.
	 */
	public static function put( $order, array $refund ) {
		$others = array_filter(
			self::of( $order ),
			function ( $other ) use ( $refund ) {
				return $other['name'] !== $refund['name'];
			}
		);
		$all    = array_merge( $others, array( $refund ) );
		$order->update_meta_data( self::META, array_values( $all ) );
		if ( array_filter( $all, array( __CLASS__, 'is_open' ) ) ) {
			$order->update_meta_data( self::META_OPEN, '1' );
		} else {
			$order->delete_meta_data( self::META_OPEN );
		}
		$order->save();
	}

	/**
	 * The payment of an order that can be refunded: the one that has paid it.
	 *
	 * @param WC_Order $order The order.
	 * @return array|null
	 */
	public static function payment( $order ) {
		foreach ( Peye_Payments::of( $order ) as $payment ) {
			if ( in_array( $payment['status'], array( 'paid', 'wrong' ), true ) && $payment['transaction_id'] === $order->get_transaction_id() ) {
				return $payment;
			}
		}
		return null;
	}

	/**
	 * The amount to request for an amount of the shop, in the currency of the payment: the wallets have charged dollars in gourdes.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment Its payment.
	 * @param string   $amount  A decimal in the currency of the order.
	 * @return string A decimal in the currency of the payment.
	 */
	public static function charged( $order, array $payment, $amount ) {
		if ( $payment['paid_currency'] === $order->get_currency() ) {
			return $amount;
		}
		list( $paid, $total, $part ) = array_map( array( 'Peye\Amounts', 'toMinor' ), array( $payment['paid_amount'], $payment['amount'], $amount ) );
		$before   = 0;
		$returned = 0;
		foreach ( self::of( $order ) as $other ) {
			if ( $other['transaction_id'] === $payment['transaction_id'] && ! in_array( $other['status'], array( 'refused', 'failed', 'reversed' ), true ) ) {
				$before   += \Peye\Amounts::toMinor( $other['amount'] );
				$returned += \Peye\Amounts::toMinor( $other['charged_amount'] );
			}
		}
		// The refund that completes the total returns all that is left, whatever was rounded before.
		$minor = $before + $part === $total ? $paid - $returned : intdiv( $paid * $part, $total );
		return \Peye\Amounts::fromMinor( $minor );
	}

	/**
	 * A new name for a refund of an order, which names the order.
	 *
	 * @param WC_Order $order The order.
	 * @return string
	 */
	public static function new_name( $order ) {
		return Peye_Reference::make_refund( $order->get_id(), count( self::of( $order ) ) + 1 );
	}
}
