<?php
/**
 * The payment methods, for the block checkout.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/**
 * One method in the block checkout. Its texts come from the method's gateway object, so the script contains no texts.
 */
final class Peye_Block_Method extends AbstractPaymentMethodType {

	/**
	 * A method.
	 *
	 * @param string $method As in the API.
	 */
	public function __construct( $method ) {
		$this->name = Peye_Gateway::id_of( $method );
	}

	/**
	 * Nothing to prepare.
	 */
	public function initialize() {}

	/**
	 * Whether the method is in the checkout.
	 *
	 * @return bool
	 */
	public function is_active() {
		$gateway = $this->gateway();
		return null !== $gateway && $gateway->is_available();
	}

	/**
	 * The script of all methods.
	 *
	 * @return string[]
	 */
	public function get_payment_method_script_handles() {
		if ( ! wp_script_is( 'peye-blocks', 'registered' ) ) {
			wp_register_script( 'peye-blocks', PEYE_URL . 'assets/blocks.js', array( 'wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities' ), PEYE_VERSION, true );
			wp_enqueue_style( 'peye', PEYE_URL . 'assets/peye.css', array(), PEYE_VERSION );
		}
		return array( 'peye-blocks' );
	}

	/**
	 * The data that the script gets.
	 *
	 * @return array
	 */
	public function get_payment_method_data() {
		$gateway = $this->gateway();
		if ( null === $gateway ) {
			return array();
		}
		return array(
			'title'       => $gateway->get_title(),
			'description' => wp_strip_all_tags( $gateway->get_description() ),
			'test'        => $gateway->test_notice(),
			'icon'        => $gateway->icon,
			'supports'    => array_values( $gateway->supports ),
		);
	}

	/**
	 * The gateway of the method.
	 *
	 * @return Peye_Gateway|null
	 */
	private function gateway() {
		$gateways = WC()->payment_gateways()->payment_gateways();
		return isset( $gateways[ $this->name ] ) ? $gateways[ $this->name ] : null;
	}
}
