<?php
/**
 * How money is returned.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * Requests refunds from Peye, and records them in the shop. WooCommerce deletes its own refund when a gateway does not return the money at once,
 * so its id names nothing. Each refund has a name that is stored with the order before it is requested: a second click, a crash or a lost
 * response requests the same one again. An order has one open refund at a time. The shop shows a refund only when the customer has the money.
 */
class Peye_Refunder {

	/**
	 * After this time the process of a click has ended: its requests and its wait together take less.
	 */
	const CLICK_SECONDS = 60;
	/**
	 * How long a click waits for a refund that the provider makes at once.
	 */
	const WAIT_SECONDS = 5;
	/**
	 * The most orders whose refunds one round checks.
	 */
	const MOST_ORDERS = 10;

	/**
	 * The refund of WooCommerce that is being made with the gateway's button, and its arguments.
	 *
	 * @var array|null
	 */
	private static $asked = null;

	/**
	 * The name of the refund that this class records now.
	 *
	 * @var string|null
	 */
	private static $recording = null;

	/**
	 * Registers the hooks.
	 */
	public static function hook() {
		add_action( 'woocommerce_create_refund', array( __CLASS__, 'mark' ), 10, 2 );
		add_action( 'woocommerce_order_refunded', array( __CLASS__, 'recorded' ), 10, 2 );
	}

	/**
	 * Requests a refund for WooCommerce's button.
	 *
	 * @param int    $order_id The order.
	 * @param string $amount   A decimal in the currency of the order.
	 * @param string $reason   Any text.
	 * @return true|WP_Error True only when the customer has the money.
	 */
	public static function refund( $order_id, $amount, $reason ) {
		list( $shop_refund, $args ) = self::$asked && self::$asked[0]->get_parent_id() === (int) $order_id ? self::$asked : array( null, array() );
		self::$asked                = null;
		try {
			$refund = self::write_down( $order_id, $amount, $reason, $shop_refund, $args );
			$answer = self::request( $refund );
			$until  = microtime( true ) + self::WAIT_SECONDS;
			while ( in_array( $answer['status'], array( 'approved', 'sent' ), true ) && microtime( true ) < $until ) {
				usleep( 500000 );
				$read   = Peye_Api::read_refund( $refund['mode'], $refund['name'], Peye_Api::QUICK_MS );
				$answer = null === $read ? $answer : $read;
			}
			$now = self::settle( $order_id, $answer, $shop_refund );
		} catch ( Peye_Cannot_Refund $refused ) {
			return new WP_Error( 'peye_refund', $refused->getMessage() );
		} catch ( Peye_Refused $refused ) {
			return self::refuse( $order_id, $refund, $refused );
		} catch ( Peye_Busy $busy ) {
			Peye_Reconciler::check_soon( $order_id );
			return new WP_Error( 'peye_refund', __( 'This order is being changed. Please try again in a moment.', 'peye' ) );
		} catch ( Peye_Unreachable $error ) {
			self::log( $order_id, $error->getMessage() );
			Peye_Reconciler::check_soon( $order_id );
			return new WP_Error( 'peye_refund_open', __( 'Peye has not confirmed the refund. The shop will request the same refund again by itself, and the notes of the order will have the outcome. Do not return the money in another way.', 'peye' ) );
		}
		// Without a refund of WooCommerce, other code has called the gateway, and the plugin has recorded the refund.
		if ( 'succeeded' === $now['status'] && ( ! $now['recorded'] || ! $shop_refund ) ) {
			return true;
		}
		if ( 'succeeded' === $now['status'] ) {
			return new WP_Error( 'peye_refund', __( 'The customer already has this money, and the order has the refund. Reload the page.', 'peye' ) );
		}
		if ( ! in_array( $now['status'], Peye_Refunds::WAITING, true ) ) {
			return new WP_Error( 'peye_refund', self::sentence( $now ) );
		}
		Peye_Reconciler::check_soon( $order_id );
		return new WP_Error( 'peye_refund_open', self::sentence( $now ) . ' ' . __( 'The order will show the refund as soon as the customer has the money. Do not request it again, and do not return the money in another way.', 'peye' ) );
	}

	/**
	 * Asks Peye about the open refunds of an order.
	 *
	 * @param int $order_id The order.
	 * @return bool Whether all of them could be checked.
	 */
	public static function check( $order_id ) {
		$order = wc_get_order( $order_id );
		$ok    = true;
		foreach ( $order instanceof WC_Order ? Peye_Refunds::open( $order ) : array() as $refund ) {
			try {
				if ( ! self::is_running( $order, $refund ) ) {
					self::ask( $order_id, $refund );
				}
			} catch ( Throwable $error ) {
				// Also errors of other plugins' hooks.
				$ok = false;
				self::log( $order_id, 'A refund could not be checked. ' . $error->getMessage() );
			}
		}
		return $ok;
	}

	/**
	 * Reads a refund from Peye, or requests it if it is not known whether the request arrived, and applies it to its order.
	 *
	 * @param int   $order_id The order.
	 * @param array $refund   One of its refunds.
	 * @return string The status at Peye.
	 * @throws Peye_Unreachable When Peye could not be reached.
	 * @throws Peye_Busy        When another process held the order's lock for too long.
	 */
	public static function ask( $order_id, array $refund ) {
		try {
			$answer = 'starting' === $refund['status'] ? null : Peye_Api::read_refund( $refund['mode'], $refund['name'] );
			if ( null === $answer ) {
				$answer = self::request( $refund );
			}
		} catch ( Peye_Refused $refused ) {
			self::refuse( $order_id, $refund, $refused );
			return 'refused';
		}
		self::settle( $order_id, $answer, null );
		return $answer['status'];
	}

	/**
	 * Checks the orders with open refunds whose turn has come.
	 *
	 * @param int $last The time of the last round, in seconds.
	 * @param int $now  The current time, in seconds.
	 */
	public static function check_all( $last, $now ) {
		$ids = wc_get_orders(
			array(
				'type'       => 'shop_order',
				'meta_key'   => Peye_Refunds::META_OPEN, // phpcs:ignore WordPress.DB.SlowDBQuery
				'meta_value' => '1', // phpcs:ignore WordPress.DB.SlowDBQuery
				'orderby'    => 'ID',
				'order'      => 'DESC',
				'limit'      => 500,
				'return'     => 'ids',
			)
		);
		$due = array_filter(
			$ids,
			function ( $id ) use ( $last, $now ) {
				$order = wc_get_order( $id );
				return $order instanceof WC_Order && Peye_Reconciler::is_turn( $id, max( array_merge( array( 0 ), array_column( Peye_Refunds::open( $order ), 'created' ) ) ), $last, $now );
			}
		);
		array_map( array( __CLASS__, 'check' ), array_slice( $due, 0, self::MOST_ORDERS ) );
		if ( intdiv( $now, DAY_IN_SECONDS ) !== intdiv( $last, DAY_IN_SECONDS ) ) {
			array_map( array( __CLASS__, 'find_reversed' ), array( 'test', 'live' ) );
		}
	}

	/**
	 * Looks for refunds that were reversed although no webhook said so.
	 *
	 * @param string $mode test or live.
	 */
	private static function find_reversed( $mode ) {
		try {
			foreach ( '' === Peye_Settings::api_key( $mode ) ? array() : Peye_Api::reversed_refunds( $mode ) as $answer ) {
				$order_id = Peye_Reference::order_id_of_refund( $answer['refund_id'] );
				$order    = $order_id ? wc_get_order( $order_id ) : false;
				$refund   = $order instanceof WC_Order ? Peye_Refunds::find( $order, $answer['refund_id'] ) : null;
				if ( $refund && $refund['mode'] === $mode && 'reversed' !== $refund['status'] ) {
					self::settle( $order_id, $answer, null );
				}
			}
		} catch ( RuntimeException $error ) {
			wc_get_logger()->warning( 'Reversed refunds could not be listed. ' . $error->getMessage(), array( 'source' => 'peye' ) );
		}
	}

	/**
	 * Remembers the refund that WooCommerce makes for its button, and marks the one that this class records.
	 *
	 * @param WC_Order_Refund $shop_refund The refund, before it is saved.
	 * @param array           $args        The arguments of wc_create_refund.
	 */
	public static function mark( $shop_refund, $args ) {
		self::$asked = null;
		if ( null !== self::$recording ) {
			$shop_refund->update_meta_data( Peye_Refunds::META_NAME, self::$recording );
			$shop_refund->set_refunded_payment( true );
		} elseif ( ! empty( $args['refund_payment'] ) ) {
			self::$asked = array( $shop_refund, $args );
		}
	}

	/**
	 * Notes a refund that WooCommerce has recorded: what Peye has returned, or that the owner has to return it.
	 *
	 * @param int $order_id  The order.
	 * @param int $refund_id The refund.
	 */
	public static function recorded( $order_id, $refund_id ) {
		$order       = wc_get_order( $order_id );
		$shop_refund = wc_get_order( $refund_id );
		if ( ! $order || ! $shop_refund || ! Peye_Gateway::is_of_peye( $order->get_payment_method() ) ) {
			return;
		}
		$name = (string) $shop_refund->get_meta( Peye_Refunds::META_NAME );
		if ( '' === $name ) {
			/* translators: %s: amount with currency */
			$order->add_order_note( sprintf( __( 'Peye: a refund of %s was recorded. Peye has not moved any money: return it to the customer yourself, from your wallet or your bank account.', 'peye' ), Peye_Words::money( $shop_refund->get_amount(), $order->get_currency() ) ) );
			return;
		}
		if ( $name === self::$recording ) {
			return;
		}
		try {
			Peye_Lock::with_order(
				$order_id,
				function ( $order ) use ( $name ) {
					$refund = Peye_Refunds::find( $order, $name );
					if ( $refund && ! $refund['recorded'] ) {
						Peye_Refunds::put( $order, array( 'recorded' => true ) + $refund );
					}
				}
			);
		} catch ( Peye_Busy $busy ) {
			// The scheduled check finds WooCommerce's refund by its name.
			self::log( $order_id, $busy->getMessage() );
		}
	}

	/**
	 * Stores a refund before it is requested, or finds the open one that a click repeats.
	 *
	 * @param int                  $order_id    The order.
	 * @param string               $amount      A decimal in the currency of the order.
	 * @param string               $reason      Any text.
	 * @param WC_Order_Refund|null $shop_refund The refund that WooCommerce makes.
	 * @param array                $args        The arguments of wc_create_refund.
	 * @return array The refund.
	 * @throws Peye_Cannot_Refund When nothing may be requested. Its message is for the owner.
	 */
	private static function write_down( $order_id, $amount, $reason, $shop_refund, array $args ) {
		return Peye_Lock::with_order(
			$order_id,
			function ( $order ) use ( $amount, $reason, $shop_refund, $args ) {
				$payment = $order ? Peye_Refunds::payment( $order ) : null;
				$amount  = wc_format_decimal( $amount, 2 );
				if ( ! $payment || (float) $amount <= 0 ) {
					throw new Peye_Cannot_Refund( __( 'Peye has no payment of this order to refund, or the amount is not above zero.', 'peye' ) );
				}
				$refund = current( Peye_Refunds::open( $order ) );
				if ( $refund && ( self::is_running( $order, $refund ) || ! Peye_Api::same_money( $amount, $order->get_currency(), $refund['amount'], $refund['currency'] ) ) ) {
					/* translators: %s: amount with currency */
					throw new Peye_Cannot_Refund( sprintf( __( 'A refund of %s is under way. Wait until it has ended before you request another one.', 'peye' ), Peye_Words::money( $refund['amount'], $refund['currency'] ) ) );
				}
				if ( $refund ) {
					self::drop_unfinished( $order, $refund );
				} else {
					$refund = array(
						'name'             => Peye_Refunds::new_name( $order ),
						'transaction_id'   => $payment['transaction_id'],
						'method'           => $payment['method'],
						'mode'             => $payment['mode'],
						'created'          => time(),
						'amount'           => $amount,
						'currency'         => $order->get_currency(),
						'charged_amount'   => Peye_Refunds::charged( $order, $payment, $amount ),
						'charged_currency' => $payment['paid_currency'],
						'reason'           => mb_substr( trim( preg_replace( '/[[:cntrl:]]+/u', ' ', (string) $reason ) ), 0, 255 ),
						'line_items'       => isset( $args['line_items'] ) ? $args['line_items'] : array(),
						'restock'          => ! empty( $args['restock_items'] ),
						'status'           => 'starting',
						'recorded'         => false,
					);
				}
				$refund['asked'] = time();
				Peye_Refunds::put( $order, $refund );
				if ( $shop_refund ) {
					// After a crash, this mark tells the scheduled check which refund of WooCommerce is unfinished.
					$shop_refund->update_meta_data( Peye_Refunds::META_NAME, $refund['name'] );
					$shop_refund->save();
				}
				return $refund;
			}
		);
	}

	/**
	 * Requests a refund. The same request again returns the same refund.
	 *
	 * @param array $refund As stored with the order.
	 * @return array As in the API.
	 */
	private static function request( array $refund ) {
		$fields = array(
			'transaction_id' => $refund['transaction_id'],
			'amount'         => $refund['charged_amount'],
		);
		if ( '' !== $refund['reason'] ) {
			$fields['reason'] = $refund['reason'];
		}
		return Peye_Api::refund( $refund['mode'], $refund['name'], $fields );
	}

	/**
	 * Whether the click that requested a refund may still be running in another process: WooCommerce deletes or finishes its own refund at the
	 * end.
	 *
	 * @param WC_Order $order  The order.
	 * @param array    $refund One of its refunds.
	 * @return bool
	 */
	private static function is_running( $order, array $refund ) {
		return $refund['asked'] > time() - self::CLICK_SECONDS && ( 'starting' === $refund['status'] || self::made( $order, $refund['name'], false ) );
	}

	/**
	 * Applies a refund to its order.
	 *
	 * @param int                  $order_id    The order.
	 * @param array                $answer      The refund, as read from Peye.
	 * @param WC_Order_Refund|null $shop_refund The refund that WooCommerce makes now, and records if the money was returned; null when there is none.
	 * @return array The refund, as stored with the order.
	 * @throws Peye_Unreachable When Peye returned another refund than the requested one.
	 */
	private static function settle( $order_id, array $answer, $shop_refund ) {
		return Peye_Lock::with_order(
			$order_id,
			function ( $order ) use ( $answer, $shop_refund ) {
				$refund = $order ? Peye_Refunds::find( $order, $answer['refund_id'] ) : null;
				if ( ! $refund || $refund['transaction_id'] !== $answer['transaction_id'] || ! Peye_Api::same_money( $answer['amount'], $answer['currency'], $refund['charged_amount'], $refund['charged_currency'] ) ) {
					throw new Peye_Unreachable( 'The gateway returned another refund than the requested one.' );
				}
				// A response that was read earlier than the stored one changes nothing.
				$is_later = 'succeeded' === $refund['status'] ? 'reversed' === $answer['status'] : ! in_array( $refund['status'], array( 'failed', 'reversed' ), true );
				if ( $is_later && $refund['status'] !== $answer['status'] ) {
					$refund['status'] = $answer['status'];
					Peye_Refunds::put( $order, $refund );
					self::note( $order, $refund );
				}
				if ( $shop_refund || self::is_running( $order, $refund ) ) {
					// The click that requested the refund records it, or WooCommerce deletes its own.
					return $refund;
				}
				if ( 'succeeded' === $refund['status'] && ! $refund['recorded'] ) {
					return self::record( $order, $refund );
				}
				self::drop_unfinished( $order, $refund );
				return $refund;
			}
		);
	}

	/**
	 * Makes WooCommerce's refund for money that Peye has returned.
	 *
	 * @param WC_Order $order  The order, under its lock.
	 * @param array    $refund One of its refunds, which succeeded.
	 * @return array The refund.
	 */
	private static function record( $order, array $refund ) {
		if ( ! self::drop_unfinished( $order, $refund ) ) {
			self::$recording = $refund['name'];
			try {
				$result = wc_create_refund(
					array(
						'order_id'      => $order->get_id(),
						'amount'        => $refund['amount'],
						'reason'        => $refund['reason'],
						'line_items'    => $refund['line_items'],
						'restock_items' => $refund['restock'],
					)
				);
			} finally {
				self::$recording = null;
			}
			$order = wc_get_order( $order->get_id() );
			if ( is_wp_error( $result ) ) {
				/* translators: 1: amount with currency, 2: message of WooCommerce */
				$why = sprintf( __( 'Peye has returned %1$s to the customer, but the shop cannot record the refund: %2$s Record it with “Refund manually” if the order does not have it yet, and return no more money.', 'peye' ), Peye_Words::money( $refund['amount'], $refund['currency'] ), $result->get_error_message() );
				$order->add_order_note( 'Peye: ' . $why );
				self::log( $order->get_id(), $why );
			}
		}
		$refund['recorded'] = true;
		Peye_Refunds::put( $order, $refund );
		return $refund;
	}

	/**
	 * The refunds of WooCommerce with a name: those that it has finished, or those that it has not.
	 *
	 * @param WC_Order $order    The order.
	 * @param string   $name     The name of the refund at Peye.
	 * @param bool     $finished Which.
	 * @return WC_Order_Refund[]
	 */
	private static function made( $order, $name, $finished ) {
		// Not get_refunds(): it may return a list from before another process has changed it.
		return array_filter(
			wc_get_orders(
				array(
					'type'   => 'shop_order_refund',
					'parent' => $order->get_id(),
					'limit'  => -1,
				)
			),
			function ( $shop_refund ) use ( $name, $finished ) {
				return $shop_refund->get_meta( Peye_Refunds::META_NAME ) === $name && $shop_refund->get_refunded_payment() === $finished;
			}
		);
	}

	/**
	 * Deletes the refund that WooCommerce began and did not finish, because its process died: the order would show money as returned.
	 *
	 * @param WC_Order $order  The order, under its lock.
	 * @param array    $refund One of its refunds.
	 * @return bool Whether WooCommerce has finished the refund.
	 */
	private static function drop_unfinished( $order, array $refund ) {
		foreach ( self::made( $order, $refund['name'], false ) as $shop_refund ) {
			$shop_refund->delete( true );
		}
		return array() !== self::made( $order, $refund['name'], true );
	}

	/**
	 * Ends a refund that Peye has refused: there is none.
	 *
	 * @param int          $order_id The order.
	 * @param array        $refund   One of its refunds.
	 * @param Peye_Refused $refused  The refusal.
	 * @return WP_Error
	 */
	private static function refuse( $order_id, array $refund, $refused ) {
		$reason = $refused->getMessage();
		if ( 'action_not_allowed' === $refused->get_error() ) {
			/* translators: %s: name of a scope */
			$reason = sprintf( __( 'The key of this shop may not request refunds: give it the scope “%s” in the console of Peye.', 'peye' ), 'refund' );
		}
		/* translators: %s: message of the gateway */
		$why = sprintf( __( 'Peye refused the refund, and no money was returned. %s', 'peye' ), $reason );
		if ( 'refund_conflict' === $refused->get_error() ) {
			/* translators: %s: name of a refund */
			$why = sprintf( __( 'Peye already has another refund called %s, which this order does not know, for example because the shop was restored from a backup. Look at the refunds of this payment in the console of Peye before you request one again.', 'peye' ), $refund['name'] );
		}
		try {
			Peye_Lock::with_order(
				$order_id,
				function ( $order ) use ( $refund, $why ) {
					$now = Peye_Refunds::find( $order, $refund['name'] );
					if ( $now && 'starting' === $now['status'] ) {
						Peye_Refunds::put( $order, array( 'status' => 'refused' ) + $now );
						$order->add_order_note( 'Peye: ' . $why );
					}
				}
			);
		} catch ( Peye_Busy $busy ) {
			// The scheduled check gets the same refusal.
			Peye_Reconciler::check_soon( $order_id );
		}
		return new WP_Error( 'peye_refund', $why );
	}

	/**
	 * Adds a note for the owner: where a refund stands.
	 *
	 * @param WC_Order $order  The order.
	 * @param array    $refund One of its refunds.
	 */
	private static function note( $order, array $refund ) {
		$note = 'Peye: ' . self::sentence( $refund );
		if ( 'test' === $refund['mode'] ) {
			$note .= ' ' . __( 'TEST MODE: no real money.', 'peye' );
		}
		$order->add_order_note( $note );
		if ( in_array( $refund['status'], array( 'failed', 'reversed' ), true ) ) {
			self::log( $order->get_id(), $note );
		}
	}

	/**
	 * Where a refund stands, for the owner.
	 *
	 * @param array $refund One refund.
	 * @return string
	 */
	public static function sentence( array $refund ) {
		$texts = array(
			/* translators: %s: amount with currency */
			'starting'  => __( 'The refund of %s is being requested.', 'peye' ),
			/* translators: %s: amount with currency */
			'requested' => __( 'The refund of %s was requested, and waits for the approval of the operator.', 'peye' ),
			/* translators: %s: amount with currency */
			'approved'  => __( 'The refund of %s was approved, and will be sent to the provider.', 'peye' ),
			/* translators: %s: amount with currency */
			'sent'      => __( 'The refund of %s was sent to the provider.', 'peye' ),
			/* translators: %s: amount with currency */
			'unknown'   => __( 'The provider did not respond to the refund of %s. Peye looks for it until its outcome is known.', 'peye' ),
			/* translators: %s: amount with currency */
			'manual'    => __( 'The refund of %s waits for the operator, who pays it by hand.', 'peye' ),
			/* translators: %s: amount with currency */
			'succeeded' => __( 'The refund of %s succeeded: the customer has the money.', 'peye' ),
			/* translators: %s: amount with currency */
			'failed'    => __( 'The refund of %s failed: no money was returned.', 'peye' ),
			/* translators: %s: amount with currency */
			'reversed'  => __( 'REFUND REVERSED: the %s came back after the refund had succeeded. The customer does not have the money, although the order shows the refund. Agree with the customer on another way.', 'peye' ),
			/* translators: %s: amount with currency */
			'refused'   => __( 'Peye refused the refund of %s.', 'peye' ),
		);
		$money = Peye_Words::money( $refund['amount'], $refund['currency'] );
		if ( $refund['charged_currency'] !== $refund['currency'] ) {
			$money .= ' (' . Peye_Words::money( $refund['charged_amount'], $refund['charged_currency'] ) . ')';
		}
		return sprintf( isset( $texts[ $refund['status'] ] ) ? $texts[ $refund['status'] ] : '%s: ' . $refund['status'], $money );
	}

	/**
	 * Writes to WooCommerce's log.
	 *
	 * @param int    $order_id The order.
	 * @param string $text     A text without secrets.
	 */
	private static function log( $order_id, $text ) {
		wc_get_logger()->warning( sprintf( 'Order %s: %s', $order_id, $text ), array( 'source' => 'peye' ) );
	}
}

/**
 * No refund may be requested. The message is for the owner.
 */
class Peye_Cannot_Refund extends RuntimeException {} // phpcs:ignore Generic.Files.OneObjectStructurePerFile.MultipleFound
