<?php
/**
 * Starts payments of orders.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * Starts payments of an order, one at a time. An open payment is used again. While a payment is being created, no other one is started. The
 * scheduled check looks for a payment whose create response was lost.
 */
class Peye_Starter {

	/**
	 * After this time a create request can get no response any more: the time is longer than the request may take.
	 */
	const STARTING_SECONDS = 60;

	/**
	 * How long a customer can choose a method. WooCommerce keeps the stock of the order so long.
	 */
	const CHOICE_SECONDS = 3 * HOUR_IN_SECONDS;

	/**
	 * Starts a payment of an order, or continues an open one.
	 *
	 * @param WC_Order $order  The order.
	 * @param string   $method As in the API.
	 * @return string The URL to which the customer is redirected.
	 * @throws Peye_Cannot_Pay Its message is a sentence for the customer.
	 */
	public static function start( $order, $method ) {
		$order_id = $order->get_id();
		try {
			// A customer who has already paid, and does not know it yet, must not pay again.
			foreach ( Peye_Payments::unsettled( $order ) as $open ) {
				if ( isset( $open['transaction_id'] ) || isset( $open['session_id'] ) ) {
					Peye_Settler::ask( $order_id, $open, 'return' );
				}
			}
			$order = wc_get_order( $order_id );
			if ( ! $order->needs_payment() ) {
				return $order->get_checkout_order_received_url();
			}
			$open = self::same( $order, $method );
			if ( $open ) {
				return self::address( $order, $open );
			}
			// The customer cannot pay by a page that is replaced.
			self::end_sessions( $order );
			$order = wc_get_order( $order_id );
			if ( ! $order->needs_payment() ) {
				return $order->get_checkout_order_received_url();
			}
			// Before the request, because its response may be lost.
			Peye_Reconciler::schedule();
			$payment = self::write_down( $order_id, $method );
		} catch ( Peye_Busy $busy ) {
			throw new Peye_Cannot_Pay( __( 'A payment of this order is being started. Please try again in a moment.', 'peye' ) );
		} catch ( Peye_Unreachable $error ) {
			self::log( $order, $error->getMessage() );
			throw new Peye_Cannot_Pay( __( 'The payment service cannot be reached, so we do not know yet whether your last payment went through. Do not pay in another way before you know.', 'peye' ) . ' ' . Peye_Words::try_again( $error->get_retry_after() ) );
		}
		return self::create( $order, $payment );
	}

	/**
	 * The URL at which the customer pays an open payment.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment An open payment.
	 * @return string
	 */
	private static function address( $order, array $payment ) {
		if ( 'card' === $payment['method'] ) {
			return $order->get_checkout_payment_url( true );
		}
		$url = $payment['url'];
		// Peye's own pages are shown in the shop's language; a provider's URL is not changed.
		return 0 === strpos( $url, Peye_Settings::origin() . '/' ) ? add_query_arg( 'lang', Peye_Words::language(), $url ) : $url;
	}

	/**
	 * An open payment by the same method, for the order's total and currency of now.
	 *
	 * @param WC_Order $order  The order.
	 * @param string   $method As in the API.
	 * @return array|null
	 */
	private static function same( $order, $method ) {
		foreach ( array_reverse( Peye_Payments::of( $order ) ) as $payment ) {
			if ( 'open' === $payment['status'] && $payment['method'] === $method && Peye_Settings::mode() === $payment['mode']
				&& ( ! empty( $payment['url'] ) || ! empty( $payment['client_secret'] ) )
				&& Peye_Api::same_money( Peye_Payments::total( $order ), $order->get_currency(), $payment['amount'], $payment['currency'] ) ) {
				return $payment;
			}
		}
		return null;
	}

	/**
	 * Cancels the checkout sessions of an order that may still be paid.
	 *
	 * @param WC_Order $order The order.
	 * @throws Peye_Unreachable When Peye cannot be reached.
	 * @throws Peye_Busy        When another process held the order's lock for too long.
	 */
	private static function end_sessions( $order ) {
		foreach ( Peye_Payments::unsettled( $order ) as $open ) {
			if ( isset( $open['session_id'] ) ) {
				Peye_Api::cancel_session( $open['mode'], $open['session_id'] );
				Peye_Settler::ask( $order->get_id(), $open, 'return' );
			}
		}
	}

	/**
	 * Stores a payment before Peye is asked to create it: after a second click, in a second tab or after a crash it is found.
	 *
	 * @param int    $order_id The order.
	 * @param string $method   As in the API.
	 * @return array The payment.
	 * @throws Peye_Busy When another one is being started.
	 */
	private static function write_down( $order_id, $method ) {
		return Peye_Lock::with_order(
			$order_id,
			function ( $order ) use ( $method ) {
				$payments = Peye_Payments::of( $order );
				foreach ( $payments as $other ) {
					if ( 'starting' === $other['status'] && $other['created'] > time() - self::STARTING_SECONDS ) {
						throw new Peye_Busy( 'A payment is being started.' );
					}
				}
				$payment = array(
					'reference' => Peye_Reference::make( $order->get_id(), count( $payments ) + 1 ),
					'method'    => $method,
					'mode'      => Peye_Settings::mode(),
					'created'   => time(),
					'amount'    => Peye_Payments::total( $order ),
					'currency'  => $order->get_currency(),
					'status'    => 'starting',
				);
				Peye_Payments::put( $order, array_merge( $payments, array( $payment ) ) );
				$order->save();
				return $payment;
			}
		);
	}

	/**
	 * Sends the create request, and stores its response before the customer is redirected to the payment's page.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment As stored with the order.
	 * @return string The URL to which the customer is redirected.
	 * @throws Peye_Cannot_Pay Its message is a sentence for the customer.
	 */
	private static function create( $order, array $payment ) {
		try {
			if ( 'choice' === $payment['method'] ) {
				return self::open_session( $order, $payment );
			}
			$answer = Peye_Api::create( $payment['mode'], self::fields( $order, $payment ) );
		} catch ( Peye_Refused $refused ) {
			/* translators: 1: payment method, 2: code, 3: message of the gateway */
			self::keep( $order, $payment, array( 'status' => 'refused' ), sprintf( __( 'Peye: no payment by %1$s could be started (%2$s). %3$s', 'peye' ), Peye_Words::method( $payment['method'] ), $refused->get_error(), $refused->getMessage() ) );
			throw new Peye_Cannot_Pay( self::sentence( $refused ) );
		} catch ( Peye_Unreachable $error ) {
			$lost = $error instanceof Peye_Lost;
			self::log( $order, $error->getMessage() );
			$changes = array( 'status' => $lost ? 'lost' : 'refused' );
			if ( $lost && null !== $error->get_transaction_id() ) {
				$changes['transaction_id'] = $error->get_transaction_id();
			}
			self::keep( $order, $payment, $changes, $lost ? __( 'Peye: the response to a create request was lost. No one has the address of this payment, so no one can pay it. The scheduled check looks for it.', 'peye' ) : null );
			throw new Peye_Cannot_Pay( __( 'The payment service cannot be reached. You have not been charged.', 'peye' ) . ' ' . Peye_Words::try_again( $error->get_retry_after() ) );
		}
		$open = array(
			'status'           => 'open',
			'transaction_id'   => $answer['transaction_id'],
			'charged_amount'   => $answer['amount'],
			'charged_currency' => $answer['currency'],
		);
		foreach ( array(
			'payment_url'     => 'url',
			'client_secret'   => 'client_secret',
			'publishable_key' => 'publishable_key',
		) as $theirs => $ours ) {
			if ( isset( $answer[ $theirs ] ) ) {
				$open[ $ours ] = $answer[ $theirs ];
			}
		}
		$charged = Peye_Words::money( $answer['amount'], $answer['currency'] );
		/* translators: 1: payment method, 2: amount with currency, 3: transaction id */
		$note = sprintf( __( 'Peye: payment by %1$s started: %2$s. Transaction %3$s.', 'peye' ), Peye_Words::method( $payment['method'] ), $charged, $answer['transaction_id'] );
		if ( $answer['currency'] !== $payment['currency'] ) {
			/* translators: 1: amount in dollars, 2: amount in gourdes */
			$note .= ' ' . sprintf( __( 'For %1$s, the customer is charged %2$s.', 'peye' ), Peye_Words::money( $payment['amount'], $payment['currency'] ), $charged );
		}
		if ( 'test' === $payment['mode'] ) {
			$note .= ' ' . __( 'TEST MODE: no real money.', 'peye' );
		}
		self::keep( $order, $payment, $open, $note );
		return self::address( $order, array_merge( $payment, $open ) );
	}

	/**
	 * Creates a checkout session, and stores it before the customer is redirected to its page.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment As stored with the order.
	 * @return string The URL to which the customer is redirected.
	 * @throws Peye_Cannot_Pay Its message is a sentence for the customer.
	 */
	private static function open_session( $order, array $payment ) {
		$fields = self::fields( $order, $payment );
		unset( $fields['payment_method'] );
		$fields['return_url'] = Peye_Settings::return_url();
		$fields['cancel_url'] = $order->get_checkout_payment_url();
		$fields['expires_at'] = gmdate( 'Y-m-d\TH:i:s\Z', time() + self::CHOICE_SECONDS );
		$session              = Peye_Api::create_session( $payment['mode'], $fields );

		$open = array(
			'status'     => 'open',
			'session_id' => $session['session_id'],
			'url'        => $session['url'],
		);
		/* translators: 1: amount with currency, 2: id of the checkout session */
		$note = sprintf( __( 'Peye: the customer chooses how to pay %1$s. Session %2$s.', 'peye' ), Peye_Words::money( $payment['amount'], $payment['currency'] ), $session['session_id'] );
		if ( 'test' === $payment['mode'] ) {
			$note .= ' ' . __( 'TEST MODE: no real money.', 'peye' );
		}
		self::keep( $order, $payment, $open, $note );
		return self::address( $order, array_merge( $payment, $open ) );
	}

	/**
	 * Stores the outcome of a create request. A webhook may have been faster: a payment that is already final is not changed.
	 *
	 * @param WC_Order    $order   The order.
	 * @param array       $payment As stored with the order.
	 * @param array       $changes The changed members.
	 * @param string|null $note    For the owner.
	 * @throws Peye_Cannot_Pay When it cannot be stored: the customer must not be sent to a payment that the order does not know.
	 */
	private static function keep( $order, array $payment, array $changes, $note ) {
		try {
			Peye_Lock::with_order(
				$order->get_id(),
				function ( $order ) use ( $payment, $changes, $note ) {
					foreach ( Peye_Payments::of( $order ) as $now ) {
						if ( $now['reference'] === $payment['reference'] && in_array( $now['status'], Peye_Payments::UNSETTLED, true ) ) {
							Peye_Payments::change( $order, $payment['reference'], $changes );
						}
					}
					if ( null !== $note ) {
						$order->add_order_note( $note );
					}
				}
			);
		} catch ( Peye_Busy $busy ) {
			self::log( $order, 'The outcome of the create request could not be stored: another process held the order.' );
			throw new Peye_Cannot_Pay( __( 'A payment of this order is being started. Please try again in a moment.', 'peye' ) );
		}
	}

	/**
	 * The fields of the order that are sent to Peye.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment As stored with the order.
	 * @return array
	 */
	private static function fields( $order, array $payment ) {
		$name   = trim( $order->get_formatted_billing_full_name() );
		$email  = $order->get_billing_email();
		$phone  = $order->get_billing_phone();
		$fields = array(
			'amount'         => $payment['amount'],
			'currency'       => $payment['currency'],
			'payment_method' => $payment['method'],
			'customer_name'  => mb_substr( '' === $name ? '#' . $order->get_order_number() : $name, 0, 255 ),
			'reference'      => $payment['reference'],
			/* translators: 1: number of the order, 2: name of the shop */
			'description'    => mb_substr( sprintf( __( 'Order %1$s, %2$s', 'peye' ), $order->get_order_number(), wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ) ), 0, 500 ),
			'metadata'       => array(
				'order_id'     => (string) $order->get_id(),
				'order_number' => (string) $order->get_order_number(),
				'shop'         => (string) get_option( 'home' ),
			),
		);
		if ( is_email( $email ) ) {
			$fields['customer_email'] = $email;
		}
		if ( '' !== $phone && mb_strlen( $phone ) <= 20 ) {
			$fields['customer_phone'] = $phone;
		}
		return $fields;
	}

	/**
	 * The sentence for the customer when Peye refuses to create a payment.
	 *
	 * @param Peye_Refused $refused The refusal.
	 * @return string
	 */
	private static function sentence( $refused ) {
		$error     = $refused->get_error();
		$sentences = array(
			'amount_too_low'               => __( 'The amount is too small for this payment method. Please choose another one.', 'peye' ),
			'amount_too_high'              => __( 'The amount is too large for this payment method. Please choose another one.', 'peye' ),
			'payment_method_not_available' => __( 'This payment method is not available. Please choose another one.', 'peye' ),
			'payment_method_not_approved'  => __( 'This payment method is not available. Please choose another one.', 'peye' ),
			'payment_processing_failed'    => __( 'The payment service did not accept this payment. Please try again, or choose another payment method.', 'peye' ),
			'rate_limit_exceeded'          => __( 'Too many payments are being started at this moment.', 'peye' ) . ' ' . Peye_Words::try_again( $refused->get_retry_after() ),
		);
		return isset( $sentences[ $error ] ) ? $sentences[ $error ] : __( 'The payment could not be started. You have not been charged. Please choose another payment method, or contact the shop.', 'peye' );
	}

	/**
	 * Writes to WooCommerce's log.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $text  A text without secrets.
	 */
	private static function log( $order, $text ) {
		wc_get_logger()->warning( sprintf( 'Order %s: %s', $order->get_order_number(), $text ), array( 'source' => 'peye' ) );
	}
}

/**
 * No payment could be started. The message is for the customer.
 */
class Peye_Cannot_Pay extends RuntimeException {} // phpcs:ignore Generic.Files.OneObjectStructurePerFile.MultipleFound
