<?php
/**
 * How a payment changes its order.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * The only place that changes an order's status. A webhook, a customer who is back, the round in the background and a person in wp-admin
 * may all report a payment, repeatedly and in any sequence: each payment is settled once.
 */
class Peye_Settler {

	/**
	 * Reads a payment from Peye, and applies it to its order.
	 *
	 * @param int    $order_id The order.
	 * @param array  $payment  One of its payments.
	 * @param string $source   The cause of the check: webhook, return, check or person.
	 * @param bool   $verify   Whether Peye should verify the payment with the provider first.
	 * @return string The status at Peye: completed, failed, or one of an open payment. A checkout session is failed when it is over and unpaid.
	 * @throws Peye_Unreachable When Peye could not be reached.
	 * @throws Peye_Busy        When another process held the order's lock for too long.
	 */
	public static function ask( $order_id, array $payment, $source, $verify = false ) {
		$timeout = in_array( $source, array( 'webhook', 'return' ), true ) ? Peye_Api::QUICK_MS : Peye_Api::PATIENT_MS;
		if ( isset( $payment['session_id'] ) ) {
			return self::ask_session( $order_id, $payment, $source, $timeout );
		}
		if ( $verify ) {
			Peye_Api::verify( $payment['mode'], $payment['transaction_id'] );
		}
		return self::read_and_settle( $order_id, $payment, $payment['transaction_id'], $source, $timeout );
	}

	/**
	 * Reads a checkout session from Peye, and applies it to its order: its completed payment, or that it ended without one. A failed payment
	 * of a session changes nothing, because the customer can still choose another method.
	 *
	 * @param int    $order_id The order.
	 * @param array  $payment  One of its payments, of the method `choice`.
	 * @param string $source   The cause of the check.
	 * @param int    $timeout  In milliseconds.
	 * @return string completed, failed or processing.
	 * @throws Peye_Unreachable When Peye could not be reached.
	 * @throws Peye_Busy        When another process held the order's lock for too long.
	 */
	private static function ask_session( $order_id, array $payment, $source, $timeout ) {
		$session = Peye_Api::read_session( $payment['mode'], $payment['session_id'], $timeout );
		if ( $session['session_id'] !== $payment['session_id'] || $session['reference'] !== $payment['reference']
			|| ! Peye_Api::same_money( $session['amount'], $session['currency'], $payment['amount'], $payment['currency'] ) ) {
			throw new Peye_Unreachable( 'The gateway returned another session than the requested one.' );
		}
		if ( 'paid' === $session['status'] ) {
			return self::read_and_settle( $order_id, $payment, $session['transaction_id'], $source, $timeout );
		}
		if ( ! in_array( $session['status'], array( 'expired', 'cancelled' ), true ) ) {
			return 'processing';
		}
		$ended = array(
			'transaction_id' => null,
			'reference'      => $payment['reference'],
			'status'         => 'failed',
			'failure_reason' => $session['status'],
		);
		self::settle( $order_id, $ended, $source );
		return 'failed';
	}

	/**
	 * Reads one payment from Peye, and applies it to its order.
	 *
	 * @param int    $order_id       The order.
	 * @param array  $payment        One of its payments.
	 * @param string $transaction_id The payment's id at Peye.
	 * @param string $source         The cause of the check.
	 * @param int    $timeout        In milliseconds.
	 * @return string The status at Peye.
	 * @throws Peye_Unreachable When Peye could not be reached.
	 * @throws Peye_Busy        When another process held the order's lock for too long.
	 */
	private static function read_and_settle( $order_id, array $payment, $transaction_id, $source, $timeout ) {
		$answer = Peye_Api::read( $payment['mode'], $transaction_id, $timeout );
		if ( $answer['transaction_id'] !== $transaction_id || $answer['reference'] !== $payment['reference'] ) {
			throw new Peye_Unreachable( 'The gateway returned another payment than the requested one.' );
		}
		self::settle( $order_id, $answer, $source );
		return $answer['status'];
	}

	/**
	 * Applies a payment to its order.
	 *
	 * @param int    $order_id The order.
	 * @param array  $answer   The payment, as read from Peye.
	 * @param string $source   The cause of the check.
	 * @throws Peye_Busy When another process held the order's lock for too long.
	 */
	public static function settle( $order_id, array $answer, $source ) {
		Peye_Lock::with_order(
			$order_id,
			function ( $order ) use ( $answer, $source ) {
				$payment = $order ? Peye_Payments::find( $order, $answer['transaction_id'], $answer['reference'] ) : null;
				if ( ! $payment ) {
					return;
				}
				if ( ! isset( $payment['transaction_id'] ) && null !== $answer['transaction_id'] ) {
					$known = array( 'transaction_id' => $answer['transaction_id'] );
					if ( isset( $payment['session_id'] ) ) {
						// Every payment of a session is for the amount of the session, which the wallets charge in gourdes.
						$known += array(
							'method'           => $answer['payment_method'],
							'charged_amount'   => $answer['amount'],
							'charged_currency' => $answer['currency'],
						);
					}
					$payment = array_merge( $payment, $known );
					Peye_Payments::change( $order, $payment['reference'], $known );
				}
				if ( 'failed' === $answer['status'] && in_array( $payment['status'], Peye_Payments::UNSETTLED, true ) ) {
					self::fail( $order, $payment, $answer );
				} elseif ( 'completed' === $answer['status'] && ! self::is_done( $order, $payment ) ) {
					self::complete( $order, $payment, $answer, $source );
				}
			}
		);
	}

	/**
	 * Whether a completed payment has changed its order entirely. It has not when a process stored the payment as paid and died before it
	 * completed the order.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment The payment.
	 * @return bool
	 */
	private static function is_done( $order, array $payment ) {
		if ( ! in_array( $payment['status'], array( 'paid', 'wrong' ), true ) ) {
			return false;
		}
		return 'wrong' === $payment['status'] || ! $order->needs_payment() || '' !== $order->get_transaction_id();
	}

	/**
	 * Records a failed payment. The order becomes failed, unless the customer has cancelled, or another payment of it is under way or paid.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment The payment.
	 * @param array    $answer  The payment, as read from Peye.
	 */
	private static function fail( $order, array $payment, array $answer ) {
		$reason = $answer['failure_reason'];
		if ( isset( $payment['session_id'] ) ) {
			/* translators: 1: why, a sentence, 2: id of the checkout session */
			$note = sprintf( __( 'Peye: the customer did not pay on the page with the choice of methods. %1$s Session %2$s.', 'peye' ), Peye_Words::reason( $reason ), $payment['session_id'] );
		} else {
			/* translators: 1: payment method, 2: why, a sentence, 3: transaction id */
			$note = sprintf( __( 'Peye: the payment by %1$s failed. %2$s Transaction %3$s.', 'peye' ), Peye_Words::method( $payment['method'] ), Peye_Words::reason( $reason ), $payment['transaction_id'] );
		}
		Peye_Payments::change( $order, $payment['reference'], self::closed( 'failed' ) + array( 'reason' => $reason ) );
		// A cancellation by the customer is not a refusal: the order stays pending, until WooCommerce cancels unpaid orders.
		$stays = 'cancelled' === $reason || self::has_other( $order, $payment, array( 'open', 'starting', 'paid', 'wrong' ) );
		if ( $stays || ! $order->has_status( 'pending' ) ) {
			$order->add_order_note( $note );
		} else {
			$order->update_status( 'failed', $note );
		}
	}

	/**
	 * Records a completed payment: completes the order if the money is right, and else alerts the owner to what is wrong.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment The payment.
	 * @param array    $answer  The payment, as read from Peye.
	 * @param string   $source  Who asked.
	 */
	private static function complete( $order, array $payment, array $answer, $source ) {
		$paid   = Peye_Words::money( $answer['amount'], $answer['currency'] );
		$facts  = array(
			'paid_amount'   => $answer['amount'],
			'paid_currency' => $answer['currency'],
		);
		$wrong  = self::what_is_wrong( $order, $payment, $answer );
		$status = $order->get_status();
		self::note_paid( $order, $payment, $paid, $source );

		if ( self::has_other( $order, $payment, array( 'paid', 'wrong' ) ) ) {
			Peye_Payments::change( $order, $payment['reference'], self::closed( null === $wrong ? 'paid' : 'wrong' ) + $facts );
			/* translators: 1: amount with currency, 2: transaction id */
			self::note_problem( $order, sprintf( __( 'PAID MORE THAN ONCE: this order already has another payment. Refund the customer %1$s, transaction %2$s.', 'peye' ), $paid, $payment['transaction_id'] ) );
		} elseif ( null !== $wrong ) {
			Peye_Payments::change( $order, $payment['reference'], self::closed( 'wrong' ) + $facts );
			self::hold( $order, $payment, $wrong );
		} elseif ( in_array( $status, array( 'pending', 'failed', 'on-hold' ), true ) ) {
			// The payment and its order are saved at once: no payment is stored as paid while its order is not completed.
			$payments = Peye_Payments::of( $order );
			foreach ( $payments as $i => $one ) {
				if ( $one['reference'] === $payment['reference'] ) {
					$payments[ $i ] = array_merge( $one, self::closed( 'paid' ), $facts );
				}
			}
			Peye_Payments::put( $order, $payments );
			self::name_method( $order, $payment );
			$order->payment_complete( $payment['transaction_id'] );
		} elseif ( 'cancelled' === $status ) {
			Peye_Payments::change( $order, $payment['reference'], self::closed( 'paid' ) + $facts );
			/* translators: %s: amount with currency */
			self::hold( $order, $payment, sprintf( __( 'PAID AFTER IT WAS CANCELLED: the customer has paid %s for this cancelled order. Deliver the order, or refund the customer.', 'peye' ), $paid ) );
		} else {
			Peye_Payments::change( $order, $payment['reference'], self::closed( 'paid' ) + $facts );
			if ( $order->get_transaction_id() !== $payment['transaction_id'] ) {
				/* translators: 1: amount with currency, 2: status of the order */
				self::note_problem( $order, sprintf( __( 'ALSO PAID THROUGH PEYE: %1$s arrived through Peye when this order was already “%2$s”. If the order had been paid in another way, refund the customer.', 'peye' ), $paid, wc_get_order_status_name( $status ) ) );
			}
		}
	}

	/**
	 * Compares a completed payment with the order as it is now, and as it was when the payment was started.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment The payment.
	 * @param array    $answer  The payment, as read from Peye.
	 * @return string|null A sentence for the owner. Null when the amount is right.
	 */
	private static function what_is_wrong( $order, array $payment, array $answer ) {
		$paid = Peye_Words::money( $answer['amount'], $answer['currency'] );
		// If the create response was lost, only the requested amount is known: then an amount in gourdes for dollars is always reported.
		$amount   = isset( $payment['charged_amount'] ) ? $payment['charged_amount'] : $payment['amount'];
		$currency = isset( $payment['charged_currency'] ) ? $payment['charged_currency'] : $payment['currency'];
		if ( ! Peye_Api::same_money( $answer['amount'], $answer['currency'], $amount, $currency ) ) {
			/* translators: 1: amount paid, 2: amount expected */
			return sprintf( __( 'WRONG AMOUNT: the customer paid %1$s instead of %2$s. Deliver nothing before you have resolved this with the customer.', 'peye' ), $paid, Peye_Words::money( $amount, $currency ) );
		}
		$total = Peye_Words::money( Peye_Payments::total( $order ), $order->get_currency() );
		if ( ! Peye_Api::same_money( Peye_Payments::total( $order ), $order->get_currency(), $payment['amount'], $payment['currency'] ) ) {
			/* translators: 1: amount of the payment, 2: total of the order now */
			return sprintf( __( 'WRONG AMOUNT: the payment was for %1$s, but the order is now %2$s. The order was changed after the payment was started. Deliver nothing before you have resolved this with the customer.', 'peye' ), Peye_Words::money( $payment['amount'], $payment['currency'] ), $total );
		}
		return null;
	}

	/**
	 * Puts an order on hold, so that a person decides.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment The payment.
	 * @param string   $why     For the owner.
	 */
	private static function hold( $order, array $payment, $why ) {
		self::name_method( $order, $payment );
		$order->set_transaction_id( $payment['transaction_id'] );
		if ( $order->is_paid() ) {
			$order->save();
			self::note_problem( $order, $why );
			return;
		}
		self::log( $order, $why );
		$order->update_status( 'on-hold', 'Peye: ' . $why );
	}

	/**
	 * Sets the order's payment method to that of the payment: the customer may have chosen another one since. The caller saves the order.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment The payment.
	 */
	private static function name_method( $order, array $payment ) {
		$id       = Peye_Gateway::id_of( $payment['method'] );
		$gateways = WC()->payment_gateways()->payment_gateways();
		if ( $order->get_payment_method() !== $id && isset( $gateways[ $id ] ) ) {
			$order->set_payment_method( $gateways[ $id ] );
		}
	}

	/**
	 * Adds a note, and writes the same to the log.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $why   For the owner.
	 */
	private static function note_problem( $order, $why ) {
		$order->add_order_note( 'Peye: ' . $why );
		self::log( $order, $why );
	}

	/**
	 * Writes to WooCommerce's log what a person has to decide.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $why   For the owner.
	 */
	private static function log( $order, $why ) {
		wc_get_logger()->warning( sprintf( 'Order %s: %s', $order->get_order_number(), $why ), array( 'source' => 'peye' ) );
	}

	/**
	 * Adds a note to the order: what was paid, and how the shop has learned of it.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment The payment.
	 * @param string   $paid    Amount with currency.
	 * @param string   $source  Who asked.
	 */
	private static function note_paid( $order, array $payment, $paid, $source ) {
		if ( 'paid' === $payment['status'] ) {
			return;
		}
		$sources = array(
			'webhook' => __( 'Received by webhook, then checked with Peye.', 'peye' ),
			'return'  => __( 'Checked with Peye when the customer returned.', 'peye' ),
			'check'   => __( 'Found by the scheduled check: no webhook had arrived.', 'peye' ),
			'person'  => __( 'Checked with Peye at your request.', 'peye' ),
		);
		$test    = 'test' === $payment['mode'] ? ' ' . __( 'TEST MODE: no real money.', 'peye' ) : '';
		/* translators: 1: amount with currency, 2: payment method, 3: transaction id */
		$order->add_order_note( sprintf( __( 'Peye: %1$s was paid by %2$s. Transaction %3$s.', 'peye' ), $paid, Peye_Words::method( $payment['method'] ), $payment['transaction_id'] ) . ' ' . $sources[ $source ] . $test );
	}

	/**
	 * Whether another payment of the order is in one of these states.
	 *
	 * @param WC_Order $order    The order.
	 * @param array    $payment  The payment that does not count.
	 * @param string[] $statuses States.
	 * @return bool
	 */
	private static function has_other( $order, array $payment, array $statuses ) {
		foreach ( Peye_Payments::of( $order ) as $other ) {
			if ( $other['reference'] !== $payment['reference'] && in_array( $other['status'], $statuses, true ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * The changes to a payment that becomes final: its address and its secrets are removed.
	 *
	 * @param string $status New status.
	 * @return array
	 */
	private static function closed( $status ) {
		return array(
			'status'          => $status,
			'settled'         => time(),
			'url'             => null,
			'client_secret'   => null,
			'publishable_key' => null,
		);
	}
}
