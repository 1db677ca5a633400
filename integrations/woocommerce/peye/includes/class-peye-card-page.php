<?php
/**
 * The page on which customers enter a card.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * Puts Peye's card form into WooCommerce's page to pay an order. Both checkouts lead to this page, and the customer can open it again.
 */
class Peye_Card_Page {

	/**
	 * Registers the hooks.
	 */
	public static function hook() {
		add_action( 'woocommerce_receipt_peye_card', array( __CLASS__, 'show' ) );
	}

	/**
	 * Shows the card form of an order's open payment. The form's secret is for the customer of this order only: the page needs the order's
	 * key.
	 *
	 * @param int $order_id The order.
	 */
	public static function show( $order_id ) {
		$order   = wc_get_order( $order_id );
		$payment = Peye_Payments::last( $order );
		if ( ! $payment || 'open' !== $payment['status'] || empty( $payment['client_secret'] ) ) {
			printf( '<p><a class="button" href="%s">%s</a></p>', esc_url( $order->get_checkout_payment_url() ), esc_html__( 'Pay', 'peye' ) );
			return;
		}
		wp_enqueue_style( 'peye', PEYE_URL . 'assets/peye.css', array(), PEYE_VERSION );
		// The script comes from the gateway and is not a copy, so that it has the same version as the form inside the frame.
		wp_enqueue_script( 'peye-widget', Peye_Settings::origin() . '/widget/v1/peye.js', array(), null, true ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters
		wp_enqueue_script( 'peye-card', PEYE_URL . 'assets/card.js', array( 'peye-widget' ), PEYE_VERSION, true );
		$done = add_query_arg(
			array(
				'transaction_id' => $payment['transaction_id'],
				'reference'      => $payment['reference'],
			),
			Peye_Settings::return_url()
		);
		printf(
			'<section class="peye-card-page"><h2>%1$s</h2><div id="peye-card" data-client-secret="%2$s" data-publishable-key="%3$s" data-lang="%4$s" data-done="%5$s"></div><p id="peye-card-error" role="alert" hidden>%6$s</p><p class="peye-other"><a href="%7$s">%8$s</a></p></section>',
			esc_html__( 'Pay by card', 'peye' ),
			esc_attr( $payment['client_secret'] ),
			esc_attr( $payment['publishable_key'] ),
			esc_attr( Peye_Words::language() ),
			esc_url( $done ),
			esc_html__( 'The card form could not be loaded. Please check your connection, and load the page again.', 'peye' ),
			esc_url( $order->get_checkout_payment_url() ),
			esc_html__( 'Pay in another way', 'peye' )
		);
	}
}
