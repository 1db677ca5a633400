<?php
/**
 * Asks about payments that nobody has told of.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * Every five minutes, by Action Scheduler: finds the outcome whose webhook was lost, and the payment whose creation was not answered.
 * Orders with an old open payment are asked about less often.
 */
class Peye_Reconciler {

	const ROUND         = 'peye_reconcile';
	const ONE           = 'peye_reconcile_order';
	const ROUND_SECONDS = 300;
	const LAST_ROUND    = 'peye_last_round';
	const WAITING       = 'peye_waiting_orders';
	/**
	 * In one round. Peye takes 60 requests a minute from one address.
	 */
	const MOST_ORDERS = 20;
	/**
	 * How often Peye is asked about a payment of this age, in seconds.
	 */
	const PERIODS = array(
		HOUR_IN_SECONDS     => self::ROUND_SECONDS,
		DAY_IN_SECONDS      => HOUR_IN_SECONDS / 2,
		10 * DAY_IN_SECONDS => 6 * HOUR_IN_SECONDS,
	);

	/**
	 * Hooks it in.
	 */
	public static function hook() {
		add_action( self::ROUND, array( __CLASS__, 'check_all' ) );
		add_action( self::ONE, array( __CLASS__, 'check' ) );
		add_action( 'admin_init', array( __CLASS__, 'schedule' ) );
		add_filter( 'woocommerce_cancel_unpaid_order', array( __CLASS__, 'may_cancel' ), 10, 2 );
	}

	/**
	 * Sees to it that the rounds take place.
	 */
	public static function schedule() {
		if ( ! as_has_scheduled_action( self::ROUND ) ) {
			as_schedule_recurring_action( time() + self::ROUND_SECONDS, self::ROUND_SECONDS, self::ROUND, array(), 'peye', true );
		}
	}

	/**
	 * Has one order checked in a minute.
	 *
	 * @param int $order_id The order.
	 */
	public static function check_soon( $order_id ) {
		if ( ! as_has_scheduled_action( self::ONE, array( $order_id ) ) ) {
			as_schedule_single_action( time() + MINUTE_IN_SECONDS, self::ONE, array( $order_id ), 'peye' );
		}
	}

	/**
	 * A round. Half of it is for the newest orders, since somebody waits for them; then come those that earlier rounds had no room for,
	 * the first of them first.
	 */
	public static function check_all() {
		$now  = time();
		$last = (int) get_option( self::LAST_ROUND, 0 );
		update_option( self::LAST_ROUND, $now, false );
		$ids = wc_get_orders(
			array(
				'type'       => 'shop_order',
				'meta_key'   => Peye_Payments::META_OPEN, // phpcs:ignore WordPress.DB.SlowDBQuery
				'meta_value' => '1', // phpcs:ignore WordPress.DB.SlowDBQuery
				'orderby'    => 'ID',
				'order'      => 'DESC',
				'limit'      => 500,
				'return'     => 'ids',
			)
		);
		$waiting = array_intersect( array_filter( (array) get_option( self::WAITING, array() ), 'is_int' ), $ids );
		$due     = array();
		foreach ( array_diff( $ids, $waiting ) as $id ) {
			if ( self::is_due( $id, $last, $now ) ) {
				$due[] = $id;
			}
		}
		$newest  = array_splice( $due, 0, max( self::MOST_ORDERS / 2, self::MOST_ORDERS - count( $waiting ) ) );
		$queue   = array_merge( $waiting, array_reverse( $due ) );
		$longest = array_splice( $queue, 0, self::MOST_ORDERS - count( $newest ) );
		// Before they are asked about: a round that dies on one of them must not begin with it for ever.
		update_option( self::WAITING, $queue, false );
		array_map( array( __CLASS__, 'check' ), array_merge( $newest, $longest ) );
	}

	/**
	 * Whether an order's turn has come since the last round.
	 *
	 * @param int $order_id The order.
	 * @param int $last     Seconds of the last round.
	 * @param int $now      Seconds.
	 * @return bool
	 */
	private static function is_due( $order_id, $last, $now ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			return false;
		}
		$age = $now - max( array_column( Peye_Payments::unsettled( $order ), 'created' ) ?: array( 0 ) ); // phpcs:ignore Universal.Operators.DisallowShortTernary
		foreach ( self::PERIODS as $until => $period ) {
			if ( $age < $until ) {
				// Orders take their turns at different times.
				$turn = $order_id * 7;
				return $period <= self::ROUND_SECONDS || intdiv( $now + $turn, $period ) !== intdiv( $last + $turn, $period );
			}
		}
		// Peye ends what nobody pays within hours. What is open still is looked at once a day.
		return intdiv( $now, DAY_IN_SECONDS ) !== intdiv( $last, DAY_IN_SECONDS );
	}

	/**
	 * Asks about the open payments of one order.
	 *
	 * @param int    $order_id The order.
	 * @param string $source   check, or person.
	 * @return bool Whether Peye answered about all of them.
	 */
	public static function check( $order_id, $source = 'check' ) {
		$order = wc_get_order( $order_id );
		$good  = true;
		foreach ( $order instanceof WC_Order ? Peye_Payments::unsettled( $order ) : array() as $payment ) {
			try {
				self::check_payment( $order_id, $payment, 'person' === $source ? 'person' : 'check' );
			} catch ( Throwable $error ) {
				// Also what is wrong in code that hears of orders, or with an order that is deleted meanwhile: the others must not wait for it.
				$good = false;
				wc_get_logger()->warning( sprintf( 'Order %s: the check learned nothing. %s', $order->get_order_number(), $error->getMessage() ), array( 'source' => 'peye' ) );
			}
		}
		return $good;
	}

	/**
	 * Asks about one payment: by its reference when its id is not known. One that Peye does not know either was never made.
	 *
	 * @param int    $order_id The order.
	 * @param array  $payment  One of its payments.
	 * @param string $source   check or person.
	 * @throws RuntimeException When nothing could be learned.
	 */
	private static function check_payment( $order_id, array $payment, $source ) {
		if ( isset( $payment['transaction_id'] ) ) {
			// The provider is asked once the customer should be done.
			$old = $payment['created'] < time() - 10 * MINUTE_IN_SECONDS;
			Peye_Settler::ask( $order_id, $payment, $source, $old || 'person' === $source );
			return;
		}
		if ( $payment['created'] > time() - Peye_Starter::STARTING_SECONDS ) {
			return;
		}
		$found = Peye_Api::find( $payment['mode'], $payment['reference'] );
		if ( null !== $found ) {
			self::adopt( $order_id, $payment, $found );
			Peye_Settler::settle( $order_id, $found, $source );
			return;
		}
		Peye_Lock::with_order(
			$order_id,
			function ( $order ) use ( $payment ) {
				Peye_Payments::change( $order, $payment['reference'], array( 'status' => 'refused' ) );
				$order->add_order_note( __( 'Peye: the payment whose creation was not answered was never made.', 'peye' ) );
			}
		);
	}

	/**
	 * Writes down the payment that was found for a lost answer.
	 *
	 * @param int   $order_id The order.
	 * @param array $payment  One of its payments.
	 * @param array $found    As Peye has it.
	 * @throws Peye_Busy When the order was held for too long.
	 */
	private static function adopt( $order_id, array $payment, array $found ) {
		Peye_Lock::with_order(
			$order_id,
			function ( $order ) use ( $payment, $found ) {
				Peye_Payments::change( $order, $payment['reference'], array( 'transaction_id' => $found['transaction_id'] ) );
				/* translators: %s: transaction id */
				$order->add_order_note( sprintf( __( 'Peye: the payment whose creation was not answered was found. Transaction %s.', 'peye' ), $found['transaction_id'] ) );
			}
		);
	}

	/**
	 * WooCommerce cancels orders that nobody pays. One whose payment is open may be paid: it is left until Peye has ended the payment, for a day at
	 * most.
	 *
	 * @param bool     $cancel Whether it would be cancelled.
	 * @param WC_Order $order  The order.
	 * @return bool
	 */
	public static function may_cancel( $cancel, $order ) {
		foreach ( $cancel ? Peye_Payments::unsettled( $order ) : array() as $payment ) {
			if ( 'open' === $payment['status'] && $payment['created'] > time() - DAY_IN_SECONDS ) {
				self::check_soon( $order->get_id() );
				return false;
			}
		}
		return $cancel;
	}
}
