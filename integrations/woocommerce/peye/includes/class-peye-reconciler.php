<?php
/**
 * Asks Peye about payments whose outcome has not been reported.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * A round every five minutes, run by Action Scheduler. It finds the outcome of a payment whose webhook was lost, and a payment whose
 * create request got no response. An order whose open payment is old is checked less often.
 */
class Peye_Reconciler {

	const ROUND         = 'peye_reconcile';
	const ONE           = 'peye_reconcile_order';
	const ROUND_SECONDS = 300;
	const LAST_ROUND    = 'peye_last_round';
	const WAITING       = 'peye_waiting_orders';
	/**
	 * When a request last made sure that the rounds are scheduled, in seconds. WordPress reads this option with each request anyway.
	 */
	const CHECKED       = 'peye_schedule_checked';
	/**
	 * The most orders that one round checks: Peye accepts 60 requests a minute from one address.
	 */
	const MOST_ORDERS = 20;

	/**
	 * The newest orders of which a round reads when they are due.
	 */
	const MOST_READ = 500;
	/**
	 * Seconds between two checks of a payment, by the age that the payment has not reached yet.
	 */
	const PERIODS = array(
		HOUR_IN_SECONDS     => self::ROUND_SECONDS,
		DAY_IN_SECONDS      => HOUR_IN_SECONDS / 2,
		10 * DAY_IN_SECONDS => 6 * HOUR_IN_SECONDS,
	);

	/**
	 * Registers the hooks.
	 */
	public static function hook() {
		add_action( self::ROUND, array( __CLASS__, 'check_all' ) );
		add_action( self::ONE, array( __CLASS__, 'check' ) );
		add_action( 'admin_init', array( __CLASS__, 'schedule' ) );
		add_action( 'init', array( __CLASS__, 'keep_scheduled' ), 20 );
		add_filter( 'woocommerce_cancel_unpaid_order', array( __CLASS__, 'may_cancel' ), 10, 2 );
	}

	/**
	 * Schedules the rounds, unless they are scheduled.
	 */
	public static function schedule() {
		if ( ! as_has_scheduled_action( self::ROUND ) ) {
			as_schedule_recurring_action( time() + self::ROUND_SECONDS, self::ROUND_SECONDS, self::ROUND, array(), 'peye', true );
		}
	}

	/**
	 * Schedules the rounds once an hour at most, unless they are scheduled. It runs with every request, so a site of a network
	 * whose admin pages no one opens has its rounds.
	 */
	public static function keep_scheduled() {
		if ( abs( time() - (int) get_option( self::CHECKED, 0 ) ) >= HOUR_IN_SECONDS ) {
			self::schedule();
			update_option( self::CHECKED, time(), true );
		}
	}

	/**
	 * Schedules a check of one order in a minute.
	 *
	 * @param int $order_id The order.
	 */
	public static function check_soon( $order_id ) {
		if ( ! as_has_scheduled_action( self::ONE, array( $order_id ) ) ) {
			as_schedule_single_action( time() + MINUTE_IN_SECONDS, self::ONE, array( $order_id ), 'peye' );
		}
	}

	/**
	 * Runs a round. At least half of it is for the newest orders, since their customers wait. The rest is for the orders that earlier rounds
	 * had no room for, those that have waited longest first.
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
				'limit'      => -1,
				'return'     => 'ids',
			)
		);
		$waiting = array_intersect( array_filter( (array) get_option( self::WAITING, array() ), 'is_int' ), $ids );
		$due     = array();
		foreach ( array_diff( array_slice( $ids, 0, self::MOST_READ ), $waiting ) as $id ) {
			if ( self::is_due( $id, $last, $now ) ) {
				$due[] = $id;
			}
		}
		// Older orders are not read, but wait for their turn like the others.
		$older = array_diff( array_slice( $ids, self::MOST_READ ), $waiting );
		$newest  = array_splice( $due, 0, max( self::MOST_ORDERS / 2, self::MOST_ORDERS - count( $waiting ) ) );
		$queue   = array_merge( $waiting, array_reverse( $older ), array_reverse( $due ) );
		$longest = array_splice( $queue, 0, self::MOST_ORDERS - count( $newest ) );
		// The queue is saved before its orders are checked: if a round dies at one of them, the next round must not begin with the same one.
		update_option( self::WAITING, $queue, false );
		array_map( array( __CLASS__, 'check' ), array_merge( $newest, $longest ) );
		Peye_Refunder::check_all( $last, $now );
	}

	/**
	 * Whether a check of an order has become due since the last round.
	 *
	 * @param int $order_id The order.
	 * @param int $last     The time of the last round, in seconds.
	 * @param int $now      The current time, in seconds.
	 * @return bool
	 */
	private static function is_due( $order_id, $last, $now ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			return false;
		}
		return self::is_turn( $order_id, max( array_column( Peye_Payments::unsettled( $order ), 'created' ) ?: array( 0 ) ), $last, $now ); // phpcs:ignore Universal.Operators.DisallowShortTernary
	}

	/**
	 * Whether it is an order's turn, by the age of what it waits for: payments and refunds that are old are checked less often.
	 *
	 * @param int $order_id The order.
	 * @param int $created  When its newest open payment or refund was created, in seconds.
	 * @param int $last     The time of the last round, in seconds.
	 * @param int $now      The current time, in seconds.
	 * @return bool
	 */
	public static function is_turn( $order_id, $created, $last, $now ) {
		$age = $now - $created;
		foreach ( self::PERIODS as $until => $period ) {
			if ( $age < $until ) {
				// Shifts the turns of the orders, so that they are not all checked in the same round.
				$turn = $order_id * 7;
				return $period <= self::ROUND_SECONDS || intdiv( $now + $turn, $period ) !== intdiv( $last + $turn, $period );
			}
		}
		// Peye ends an unpaid payment within hours. An older payment that is still open is checked once a day.
		return intdiv( $now, DAY_IN_SECONDS ) !== intdiv( $last, DAY_IN_SECONDS );
	}

	/**
	 * Checks the open payments and refunds of one order with Peye.
	 *
	 * @param int    $order_id The order.
	 * @param string $source   check, or person.
	 * @return bool Whether all of them could be checked.
	 */
	public static function check( $order_id, $source = 'check' ) {
		$order = wc_get_order( $order_id );
		$ok    = true;
		foreach ( $order instanceof WC_Order ? Peye_Payments::unsettled( $order ) : array() as $payment ) {
			try {
				self::check_payment( $order_id, $payment, 'person' === $source ? 'person' : 'check' );
			} catch ( Throwable $error ) {
				// Also errors of other plugins' hooks, and of an order that is deleted in the meantime: the other payments must not wait for this one.
				$ok = false;
				wc_get_logger()->warning( sprintf( 'Order %s: a payment could not be checked. %s', $order->get_order_number(), $error->getMessage() ), array( 'source' => 'peye' ) );
			}
		}
		return Peye_Refunder::check( $order_id ) && $ok;
	}

	/**
	 * Asks about one payment: by its reference while its id is not known. If Peye does not know the reference, there is no payment.
	 *
	 * @param int    $order_id The order.
	 * @param array  $payment  One of its payments.
	 * @param string $source   check or person.
	 * @throws RuntimeException When the payment could not be checked.
	 */
	private static function check_payment( $order_id, array $payment, $source ) {
		if ( isset( $payment['transaction_id'] ) || isset( $payment['session_id'] ) ) {
			// The provider is asked only after the time that a customer needs to pay.
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
				$order->add_order_note( __( 'Peye: the payment whose create request got no response was never created.', 'peye' ) );
			}
		);
	}

	/**
	 * Stores the id of a payment that Peye created although the create response was lost.
	 *
	 * @param int   $order_id The order.
	 * @param array $payment  One of its payments.
	 * @param array $found    The payment, as read from Peye.
	 * @throws Peye_Busy When another process held the order's lock for too long.
	 */
	private static function adopt( $order_id, array $payment, array $found ) {
		Peye_Lock::with_order(
			$order_id,
			function ( $order ) use ( $payment, $found ) {
				Peye_Payments::change( $order, $payment['reference'], array( 'transaction_id' => $found['transaction_id'] ) );
				/* translators: %s: transaction id */
				$order->add_order_note( sprintf( __( 'Peye: the payment whose create request got no response was found. Transaction %s.', 'peye' ), $found['transaction_id'] ) );
			}
		);
	}

	/**
	 * WooCommerce cancels unpaid orders. An order with an open payment may still be paid: it is not cancelled before Peye has ended
	 * that payment, for a day at most.
	 *
	 * @param bool     $cancel Whether WooCommerce would cancel the order.
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
