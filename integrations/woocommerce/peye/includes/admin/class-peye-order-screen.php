<?php
/**
 * The payments of an order in wp-admin.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * A box next to the order with all of its payments and refunds, and an action that checks them with Peye.
 */
class Peye_Order_Screen {

	/**
	 * Registers the hooks.
	 */
	public static function hook() {
		add_action( 'add_meta_boxes', array( __CLASS__, 'add_box' ), 10, 2 );
		add_filter( 'woocommerce_order_actions', array( __CLASS__, 'add_action' ), 10, 2 );
		add_action( 'woocommerce_order_action_peye_check', array( __CLASS__, 'check' ) );
	}

	/**
	 * Adds the box to orders that have payments by Peye.
	 *
	 * @param string           $screen        The screen of wp-admin.
	 * @param WC_Order|WP_Post $post_or_order The order of the screen.
	 */
	public static function add_box( $screen, $post_or_order ) {
		$order = $post_or_order instanceof WP_Post ? wc_get_order( $post_or_order->ID ) : $post_or_order;
		if ( $order instanceof WC_Order && Peye_Payments::of( $order ) ) {
			wp_enqueue_style( 'peye', PEYE_URL . 'assets/peye.css', array(), PEYE_VERSION );
			add_meta_box( 'peye-payments', __( 'Peye payments', 'peye' ), array( __CLASS__, 'show_box' ), $screen, 'side', 'high' );
		}
	}

	/**
	 * Prints the box.
	 *
	 * @param WC_Order|WP_Post $post_or_order The order of the screen.
	 */
	public static function show_box( $post_or_order ) {
		$order = $post_or_order instanceof WP_Post ? wc_get_order( $post_or_order->ID ) : $post_or_order;
		$paid = array_filter(
			Peye_Payments::of( $order ),
			function ( $payment ) {
				return in_array( $payment['status'], array( 'paid', 'wrong' ), true );
			}
		);
		if ( count( $paid ) > 1 ) {
			echo '<p class="peye-mark">' . esc_html__( 'PAID MORE THAN ONCE: refund all of these payments except one.', 'peye' ) . '</p>';
		}
		echo '<ul class="peye-payments">';
		foreach ( array_reverse( Peye_Payments::of( $order ) ) as $payment ) {
			printf(
				'<li><strong>%1$s</strong> <span class="peye-state peye-state-%2$s">%3$s</span>%4$s<br />%5$s<br /><small>%6$s</small></li>',
				esc_html( Peye_Words::method( $payment['method'] ) ),
				esc_attr( $payment['status'] ),
				esc_html( self::state( $payment ) ),
				'test' === $payment['mode'] ? ' <span class="peye-mark">' . esc_html__( 'TEST MODE', 'peye' ) . '</span>' : '',
				esc_html( self::money( $payment ) ),
				/* translators: %s: transaction id */
				isset( $payment['transaction_id'] ) ? esc_html( sprintf( __( 'Transaction %s', 'peye' ), $payment['transaction_id'] ) ) : esc_html( $payment['reference'] )
			);
		}
		echo '</ul>';
		foreach ( array_reverse( Peye_Refunds::of( $order ) ) as $refund ) {
			printf( '<p class="peye-refund">%s<br /><small>%s</small></p>', esc_html( Peye_Refunder::sentence( $refund ) ), esc_html( $refund['name'] ) );
		}
	}

	/**
	 * The amount that was paid, or is to be paid.
	 *
	 * @param array $payment A payment.
	 * @return string
	 */
	private static function money( array $payment ) {
		foreach ( array( 'paid', 'charged' ) as $which ) {
			if ( isset( $payment[ $which . '_amount' ] ) ) {
				return Peye_Words::money( $payment[ $which . '_amount' ], $payment[ $which . '_currency' ] );
			}
		}
		return Peye_Words::money( $payment['amount'], $payment['currency'] );
	}

	/**
	 * The label of a payment's status.
	 *
	 * @param array $payment A payment.
	 * @return string
	 */
	private static function state( array $payment ) {
		$states = array(
			'starting' => __( 'being started', 'peye' ),
			'lost'     => __( 'response lost', 'peye' ),
			'refused'  => __( 'not created', 'peye' ),
			'open'     => __( 'open', 'peye' ),
			'failed'   => __( 'failed', 'peye' ),
			'paid'     => __( 'paid', 'peye' ),
			'wrong'    => __( 'paid, wrong amount', 'peye' ),
		);
		return $states[ $payment['status'] ];
	}

	/**
	 * Adds the action to orders with an open payment or refund.
	 *
	 * @param array         $actions The existing actions.
	 * @param WC_Order|null $order   The order.
	 * @return array
	 */
	public static function add_action( $actions, $order = null ) {
		if ( $order instanceof WC_Order && Peye_Payments::unsettled( $order ) ) {
			$actions['peye_check'] = __( 'Ask Peye whether it is paid', 'peye' );
		} elseif ( $order instanceof WC_Order && Peye_Refunds::open( $order ) ) {
			$actions['peye_check'] = __( 'Check the refund with Peye', 'peye' );
		}
		return $actions;
	}

	/**
	 * Checks the open payments and refunds of an order with Peye, and adds a note if nothing has changed.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function check( $order ) {
		$ok  = Peye_Reconciler::check( $order->get_id(), 'person' );
		$now  = wc_get_order( $order->get_id() );
		if ( ! $ok ) {
			$now->add_order_note( __( 'Peye could not be asked now. WooCommerce’s log has the reason.', 'peye' ) );
		} elseif ( Peye_Payments::unsettled( $now ) ) {
			$now->add_order_note( __( 'Peye: checked, and the payment is still open.', 'peye' ) );
		} else {
			foreach ( Peye_Refunds::open( $now ) as $refund ) {
				$now->add_order_note( 'Peye: ' . Peye_Refunder::sentence( $refund ) );
			}
		}
	}
}
