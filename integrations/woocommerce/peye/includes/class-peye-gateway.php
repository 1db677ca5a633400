<?php
/**
 * The payment methods, for WooCommerce.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * One method of Peye. Each method has its own object of this class.
 */
class Peye_Gateway extends WC_Payment_Gateway {

	/**
	 * The methods, each with its picture. `choice` is a page of Peye where the customer chooses one.
	 */
	const METHODS = array(
		'choice'        => 'wallet.svg',
		'moncash'       => 'wallet.svg',
		'natcash'       => 'wallet.svg',
		'lakaypay_card' => 'card.svg',
		'card'          => 'card.svg',
	);

	/**
	 * The method's name in the API.
	 *
	 * @var string
	 */
	public $peye_method;

	/**
	 * Adds all methods to WooCommerce's.
	 *
	 * @param array $gateways The existing gateways.
	 * @return array
	 */
	public static function add_all( $gateways ) {
		foreach ( array_keys( self::METHODS ) as $method ) {
			$gateways[] = new self( $method );
		}
		return $gateways;
	}

	/**
	 * A gateway's id.
	 *
	 * @param string $method As in the API.
	 * @return string
	 */
	public static function id_of( $method ) {
		return 'peye_' . $method;
	}

	/**
	 * Whether the gateway of an order is one of Peye's.
	 *
	 * @param string $gateway_id The id of a gateway.
	 * @return bool
	 */
	public static function is_of_peye( $gateway_id ) {
		return 0 === strpos( (string) $gateway_id, 'peye_' ) && isset( self::METHODS[ substr( $gateway_id, 5 ) ] );
	}

	/**
	 * A method.
	 *
	 * @param string $method As in the API.
	 */
	public function __construct( $method ) {
		$this->peye_method = $method;
		$this->id          = self::id_of( $method );
		$this->icon        = PEYE_URL . 'assets/' . self::METHODS[ $method ];
		$this->has_fields  = true;
		$this->supports    = array( 'products', 'refunds' );
		/* translators: %s: payment method */
		$this->method_title       = sprintf( __( '%s (Peye)', 'peye' ), Peye_Words::method( $method ) );
		$this->method_description = $this->about();
		$this->init_form_fields();
		$this->init_settings();
		$this->enabled     = $this->get_option( 'enabled' );
		$this->title       = $this->title_now();
		$this->description = $this->description_now();
		add_action( 'woocommerce_update_options_payment_gateways_' . $this->id, array( $this, 'process_admin_options' ) );
	}

	/**
	 * The description of the method for the owner, above its settings.
	 *
	 * @return string
	 */
	private function about() {
		$texts = array(
			'choice'        => __( 'The customer chooses MonCash, NatCash or LakayPay card on a page of Peye, and can change the method there until the order is paid. Dollars are charged in gourdes by the wallets.', 'peye' ),
			'moncash'       => __( 'The customer pays from a MonCash wallet, on a page of Peye. Dollars are charged in gourdes.', 'peye' ),
			'natcash'       => __( 'The customer pays from a NatCash wallet, on a page of Peye. Dollars are charged in gourdes.', 'peye' ),
			'lakaypay_card' => __( 'The customer pays with a LakayPay card, on a page of Peye.', 'peye' ),
			'card'          => __( 'The customer enters a credit or debit card on your own page. The card number goes to the card provider and never reaches your shop.', 'peye' ),
		);
		return $texts[ $this->peye_method ];
	}

	/**
	 * The settings of one method. The tab "Peye" has the settings that all methods share.
	 */
	public function init_form_fields() {
		$this->form_fields = array(
			'enabled'     => array(
				'title'   => __( 'Enable/Disable', 'peye' ),
				'type'    => 'checkbox',
				/* translators: %s: payment method */
				'label'   => sprintf( __( 'Offer %s at the checkout', 'peye' ), Peye_Words::method( $this->peye_method ) ),
				'default' => 'no',
			),
			'title'       => array(
				'title'       => __( 'Title', 'peye' ),
				'type'        => 'text',
				'description' => __( 'The title that customers see. Leave it empty to show the name of the method in their language.', 'peye' ),
				'placeholder' => Peye_Words::method( $this->peye_method ),
				'default'     => '',
			),
			'description' => array(
				'title'       => __( 'Description', 'peye' ),
				'type'        => 'textarea',
				'description' => __( 'The text that customers see below the title. Leave it empty to show a sentence in their language.', 'peye' ),
				'default'     => '',
			),
		);
	}

	/**
	 * The settings page of the method. If customers do not see the method, the page first says why.
	 */
	public function admin_options() {
		$why = Peye_Settings::why_not( get_woocommerce_currency() );
		if ( null !== $why ) {
			/* translators: %s: why, a sentence */
			echo '<div class="notice notice-warning inline"><p>' . esc_html( sprintf( __( 'Customers do not see this method. %s', 'peye' ), $why ) ) . '</p></div>';
		}
		parent::admin_options();
		printf( '<p><a href="%s">%s</a></p>', esc_url( Peye_Settings::page_url() ), esc_html__( 'Keys, webhook and connection of Peye', 'peye' ) );
	}

	/**
	 * The title: the owner's, or the method's name. In test mode it ends with "(test)", so that test orders can be recognized everywhere.
	 *
	 * @return string
	 */
	private function title_now() {
		$own   = trim( (string) $this->get_option( 'title' ) );
		$title = '' === $own ? Peye_Words::method( $this->peye_method ) : $own;
		/* translators: %s: payment method */
		return Peye_Settings::is_test() ? sprintf( __( '%s (test)', 'peye' ), $title ) : $title;
	}

	/**
	 * The sentence below the title.
	 *
	 * @return string
	 */
	private function description_now() {
		$own = trim( (string) $this->get_option( 'description' ) );
		if ( '' !== $own ) {
			return $own;
		}
		$texts = array(
			'choice'        => __( 'You will choose how to pay on the next page.', 'peye' ),
			'moncash'       => __( 'You will pay with your MonCash wallet on the next page.', 'peye' ),
			'natcash'       => __( 'You will pay with your NatCash wallet on the next page.', 'peye' ),
			'lakaypay_card' => __( 'You will pay with your LakayPay card on the next page.', 'peye' ),
			'card'          => __( 'You will enter your card on the next page.', 'peye' ),
		);
		return $texts[ $this->peye_method ];
	}

	/**
	 * The sentence below the title. For an order in dollars, the wallets' sentences add that it is paid in gourdes.
	 *
	 * @return string
	 */
	public function get_description() {
		$text = parent::get_description();
		if ( 'USD' === $this->currency_to_pay() && in_array( $this->peye_method, array( 'moncash', 'natcash' ), true ) ) {
			$text .= ' ' . __( 'Dollars are paid in gourdes, at the rate that the next page shows.', 'peye' );
		}
		return $text;
	}

	/**
	 * The notice at the checkout in test mode.
	 *
	 * @return string Empty in live mode.
	 */
	public function test_notice() {
		return Peye_Settings::is_test() ? __( 'Test mode: no real money is paid.', 'peye' ) : '';
	}

	/**
	 * Prints the text below the method in the classic checkout.
	 */
	public function payment_fields() {
		wp_enqueue_style( 'peye', PEYE_URL . 'assets/peye.css', array(), PEYE_VERSION );
		echo '<p>' . wp_kses_post( $this->get_description() ) . '</p>';
		if ( '' !== $this->test_notice() ) {
			echo '<p class="peye-test"><strong>' . esc_html( $this->test_notice() ) . '</strong></p>';
		}
	}

	/**
	 * Whether customers can choose the method now.
	 *
	 * @return bool
	 */
	public function is_available() {
		return parent::is_available() && null === Peye_Settings::why_not( $this->currency_to_pay() );
	}

	/**
	 * Whether the list of payment methods in wp-admin sends the owner to the settings first.
	 *
	 * @return bool
	 */
	public function needs_setup() {
		return null !== Peye_Settings::why_not( get_woocommerce_currency() );
	}

	/**
	 * Starts the payment of an order.
	 *
	 * @param int $order_id The order.
	 * @return array
	 * @throws Exception Its message is a sentence for the customer, which both checkouts show.
	 */
	public function process_payment( $order_id ) {
		return array(
			'result'   => 'success',
			'redirect' => Peye_Starter::start( wc_get_order( $order_id ), $this->peye_method ),
		);
	}

	/**
	 * Whether WooCommerce offers the button that refunds through Peye.
	 *
	 * @param WC_Order $order The order.
	 * @return bool
	 */
	public function can_refund_order( $order ) {
		return parent::can_refund_order( $order ) && null !== Peye_Refunds::payment( $order );
	}

	/**
	 * Returns money of an order to its customer.
	 *
	 * @param int               $order_id The order.
	 * @param string|float|null $amount   Amount, in the currency of the order.
	 * @param string            $reason   Reason.
	 * @return true|WP_Error True only when the customer has the money. After an error WooCommerce deletes its refund; the plugin makes it again if
	 *                       the money is returned later.
	 */
	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		return Peye_Refunder::refund( $order_id, (string) $amount, $reason );
	}

	/**
	 * The currency to pay in: on an order's pay page that of the order, else that of the shop.
	 *
	 * @return string
	 */
	private function currency_to_pay() {
		$order_id = absint( get_query_var( 'order-pay' ) );
		$order    = $order_id ? wc_get_order( $order_id ) : false;
		return $order ? $order->get_currency() : get_woocommerce_currency();
	}
}
