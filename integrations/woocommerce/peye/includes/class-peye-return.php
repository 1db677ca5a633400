<?php
/**
 * Customers who return from the payment.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * A customer's return does not prove a payment, so Peye is asked. While Peye does not know the outcome either, the order's page waits and
 * says so.
 */
class Peye_Return {

	/**
	 * Seconds between two questions to Peye about one order, however many windows wait for it.
	 */
	const ASK_AGAIN_SECONDS = 3;

	/**
	 * Registers the hooks.
	 */
	public static function hook() {
		add_action( 'woocommerce_api_peye_return', array( __CLASS__, 'come_back' ) );
		add_action( 'wc_ajax_peye_status', array( __CLASS__, 'tell_status' ) );
		add_action( 'template_redirect', array( __CLASS__, 'before_page' ), 5 );
		add_action( 'woocommerce_before_thankyou', array( __CLASS__, 'show_waiting' ) );
		add_filter( 'woocommerce_thankyou_order_received_title', array( __CLASS__, 'title' ), 10, 2 );
		add_filter( 'woocommerce_thankyou_order_received_text', array( __CLASS__, 'text' ), 10, 2 );
		add_action( 'before_woocommerce_pay_form', array( __CLASS__, 'show_last_failure' ) );
	}

	/**
	 * Peye redirects customers here, with the transaction id and the reference of their payment. No one else knows both.
	 */
	public static function come_back() {
		nocache_headers();
		// phpcs:disable WordPress.Security.NonceVerification
		$reference      = isset( $_GET['reference'] ) ? sanitize_text_field( wp_unslash( $_GET['reference'] ) ) : '';
		$transaction_id = isset( $_GET['transaction_id'] ) ? sanitize_text_field( wp_unslash( $_GET['transaction_id'] ) ) : '';
		// phpcs:enable
		$order_id = Peye_Reference::order_id( $reference );
		$order    = $order_id ? wc_get_order( $order_id ) : false;
		if ( ! $order instanceof WC_Order || ! Peye_Payments::find( $order, $transaction_id, $reference ) ) {
			wp_safe_redirect( wc_get_page_permalink( 'shop' ) );
			exit;
		}
		self::check( $order );
		wp_safe_redirect( self::destination( wc_get_order( $order_id ) ) );
		exit;
	}

	/**
	 * The page that the customer of an order is sent to: after a failure the page to pay again, else the page that thanks or waits.
	 *
	 * @param WC_Order $order The order.
	 * @return string
	 */
	private static function destination( $order ) {
		return $order->needs_payment() && ! self::is_waiting( $order ) ? $order->get_checkout_payment_url() : $order->get_checkout_order_received_url();
	}

	/**
	 * Whether the customer may have paid, and the outcome is not known yet.
	 *
	 * @param WC_Order|null|false $order The order.
	 * @return bool
	 */
	private static function is_waiting( $order ) {
		if ( ! $order instanceof WC_Order || ! Peye_Gateway::is_of_peye( $order->get_payment_method() ) || ! $order->needs_payment() ) {
			return false;
		}
		$last = Peye_Payments::last( $order );
		return $last && 'open' === $last['status'];
	}

	/**
	 * Asks Peye about the open payments of an order. If Peye cannot be asked, this is no error: the page waits.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function check( $order ) {
		$asked = 'peye_asked_' . $order->get_id();
		if ( get_transient( $asked ) ) {
			return;
		}
		set_transient( $asked, 1, self::ASK_AGAIN_SECONDS );
		foreach ( Peye_Payments::unsettled( $order ) as $payment ) {
			if ( ! isset( $payment['transaction_id'] ) && ! isset( $payment['session_id'] ) ) {
				continue;
			}
			try {
				Peye_Settler::ask( $order->get_id(), $payment, 'return' );
			} catch ( RuntimeException $error ) {
				wc_get_logger()->notice( sprintf( 'Order %s: a payment could not be checked yet. %s', $order->get_order_number(), $error->getMessage() ), array( 'source' => 'peye' ) );
			}
		}
	}

	/**
	 * Before the page of an order is shown: checks its payments, and redirects a customer who is on the wrong page.
	 */
	public static function before_page() {
		global $wp;
		$received = isset( $wp->query_vars['order-received'] ) ? absint( $wp->query_vars['order-received'] ) : 0;
		$pay      = isset( $wp->query_vars['order-pay'] ) ? absint( $wp->query_vars['order-pay'] ) : 0;
		$order    = self::order_with_key( $received ? $received : $pay );
		if ( ! $order || ! Peye_Gateway::is_of_peye( $order->get_payment_method() ) ) {
			return;
		}
		if ( self::is_waiting( $order ) && $received ) {
			self::check( $order );
			$order = wc_get_order( $order->get_id() );
		}
		if ( $received && $order->needs_payment() && ! self::is_waiting( $order ) && Peye_Payments::last( $order ) ) {
			wp_safe_redirect( $order->get_checkout_payment_url() );
			exit;
		}
		if ( $pay && $order->is_paid() ) {
			wp_safe_redirect( $order->get_checkout_order_received_url() );
			exit;
		}
	}

	/**
	 * Answers a page that waits with the status of its order.
	 */
	public static function tell_status() {
		// phpcs:ignore WordPress.Security.NonceVerification
		$order = self::order_with_key( isset( $_GET['order'] ) ? absint( $_GET['order'] ) : 0 );
		if ( ! $order ) {
			wp_send_json( array( 'state' => 'unknown' ), 404 );
		}
		if ( self::is_waiting( $order ) ) {
			self::check( $order );
			$order = wc_get_order( $order->get_id() );
		}
		wp_send_json(
			array(
				'state' => self::is_waiting( $order ) ? 'waiting' : 'known',
				'url'   => self::destination( $order ),
			)
		);
	}

	/**
	 * The order with an id, if the address contains the order's key.
	 *
	 * @param int $order_id The order.
	 * @return WC_Order|null
	 */
	private static function order_with_key( $order_id ) {
		// phpcs:ignore WordPress.Security.NonceVerification
		$key   = isset( $_GET['key'] ) ? sanitize_text_field( wp_unslash( $_GET['key'] ) ) : '';
		$order = $order_id ? wc_get_order( $order_id ) : false;
		return $order instanceof WC_Order && '' !== $key && hash_equals( $order->get_order_key(), $key ) ? $order : null;
	}

	/**
	 * Prints the part of the order's page that shows that it is waiting.
	 *
	 * @param int $order_id The order.
	 */
	public static function show_waiting( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( ! self::is_waiting( $order ) ) {
			return;
		}
		$last = Peye_Payments::last( $order );
		wp_enqueue_style( 'peye', PEYE_URL . 'assets/peye.css', array(), PEYE_VERSION );
		wp_enqueue_script( 'peye-wait', PEYE_URL . 'assets/wait.js', array(), PEYE_VERSION, true );
		$status = add_query_arg(
			array(
				'order' => $order->get_id(),
				'key'   => $order->get_order_key(),
			),
			WC_AJAX::get_endpoint( 'peye_status' )
		);
		/* translators: %s: payment method */
		$ask  = sprintf( __( 'We are checking your payment (%s). Keep this page open: it continues automatically. Do not pay a second time.', 'peye' ), Peye_Words::method( $last['method'] ) );
		$back = 'card' === $last['method'] ? $order->get_checkout_payment_url( true ) : $last['url'];
		printf(
			'<div class="peye-waiting" role="status" data-peye-status="%1$s"><span class="peye-spinner" aria-hidden="true"></span><div><p>%2$s</p><p class="peye-late" hidden>%3$s</p><p><a href="%4$s">%5$s</a></p></div></div>',
			esc_url( $status ),
			esc_html( $ask ),
			esc_html__( 'This takes longer than usual. You can close this page: we will send you an e-mail as soon as we know the result.', 'peye' ),
			esc_url( $back ),
			esc_html__( 'I have not paid yet: back to the payment', 'peye' )
		);
		echo '<noscript><meta http-equiv="refresh" content="8"></noscript>';
	}

	/**
	 * The title of the waiting page.
	 *
	 * @param string              $title WooCommerce's title.
	 * @param WC_Order|null|false $order The order.
	 * @return string
	 */
	public static function title( $title, $order = null ) {
		return self::is_waiting( $order ) ? esc_html__( 'Waiting for your payment', 'peye' ) : $title;
	}

	/**
	 * The sentence of the page that waits: it does not say that the order is paid before it is.
	 *
	 * @param string              $text  WooCommerce's sentence.
	 * @param WC_Order|null|false $order The order.
	 * @return string
	 */
	public static function text( $text, $order = null ) {
		return self::is_waiting( $order ) ? esc_html__( 'We have your order. Your payment is not confirmed yet.', 'peye' ) : $text;
	}

	/**
	 * Shows, above the form to pay again, why the last payment failed.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function show_last_failure( $order ) {
		$last = Peye_Payments::last( $order );
		if ( ! $last || 'failed' !== $last['status'] ) {
			return;
		}
		if ( isset( $last['session_id'] ) ) {
			wc_print_notice( esc_html__( 'This order is not paid yet. You can pay it now.', 'peye' ), 'notice' );
			return;
		}
		$reason = isset( $last['reason'] ) ? $last['reason'] : null;
		/* translators: 1: payment method, 2: why, a sentence */
		$text = sprintf( __( 'Your payment did not go through (%1$s). %2$s', 'peye' ), Peye_Words::method( $last['method'] ), Peye_Words::reason( $reason ) );
		if ( Peye_Words::is_nothing_paid( $reason ) ) {
			$text .= ' ' . __( 'You have not been charged. You can try again.', 'peye' );
		} else {
			/* translators: %s: transaction id */
			$text .= ' ' . sprintf( __( 'If money left your account anyway, do not pay again: contact the shop, and give it the transaction number %s.', 'peye' ), $last['transaction_id'] );
		}
		wc_print_notice( esc_html( $text ), 'error' );
	}
}
