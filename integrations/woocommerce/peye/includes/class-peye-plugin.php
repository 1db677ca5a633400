<?php
/**
 * Connects the parts of the plugin.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * Loads the plugin's parts, and hooks them into WordPress and WooCommerce.
 */
class Peye_Plugin {

	/**
	 * The files of the parts. Each may use the ones before it.
	 */
	const PARTS = array(
		'settings',
		'words',
		'lock',
		'reference',
		'api',
		'payments',
		'refunds',
		'settler',
		'refunder',
		'starter',
		'gateway',
		'webhook',
		'return',
		'card-page',
		'reconciler',
	);

	/**
	 * Declares to WooCommerce that the plugin works with its tables of orders and its checkout of blocks.
	 */
	public static function declare_compatibility() {
		if ( class_exists( \Automattic\WooCommerce\Utilities\FeaturesUtil::class ) ) {
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', PEYE_FILE, true );
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', PEYE_FILE, true );
		}
	}

	/**
	 * Loads the parts and hooks them in. Without WooCommerce nothing happens.
	 */
	public static function start() {
		if ( ! class_exists( 'WooCommerce' ) ) {
			return;
		}
		require_once PEYE_DIR . 'lib/Peye.php';
		foreach ( self::PARTS as $part ) {
			require_once PEYE_DIR . "includes/class-peye-$part.php";
		}
		add_filter( 'woocommerce_payment_gateways', array( 'Peye_Gateway', 'add_all' ) );
		add_action( 'woocommerce_blocks_payment_method_type_registration', array( __CLASS__, 'add_blocks' ) );
		Peye_Webhook::hook();
		Peye_Return::hook();
		Peye_Card_Page::hook();
		Peye_Reconciler::hook();
		Peye_Refunder::hook();
		if ( is_admin() ) {
			require_once PEYE_DIR . 'includes/admin/class-peye-order-screen.php';
			Peye_Order_Screen::hook();
			add_filter( 'woocommerce_get_settings_pages', array( __CLASS__, 'add_settings_page' ) );
			add_action( 'wp_ajax_peye_test_connection', array( __CLASS__, 'test_connection' ) );
			add_filter( 'plugin_action_links_' . plugin_basename( PEYE_FILE ), array( __CLASS__, 'add_settings_link' ) );
		}
	}

	/**
	 * Registers the methods with the block checkout.
	 *
	 * @param \Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry $registry The registry of the block checkout.
	 */
	public static function add_blocks( $registry ) {
		require_once PEYE_DIR . 'includes/class-peye-block-method.php';
		foreach ( array_keys( Peye_Gateway::METHODS ) as $method ) {
			$registry->register( new Peye_Block_Method( $method ) );
		}
	}

	/**
	 * Adds the tab of the settings.
	 *
	 * @param array $pages The tabs.
	 * @return array
	 */
	public static function add_settings_page( $pages ) {
		require_once PEYE_DIR . 'includes/admin/class-peye-settings-page.php';
		$pages[] = new Peye_Settings_Page();
		return $pages;
	}

	/**
	 * Handles the button of the settings that tests the connection.
	 */
	public static function test_connection() {
		require_once PEYE_DIR . 'includes/admin/class-peye-connection-test.php';
		Peye_Connection_Test::respond();
	}

	/**
	 * Adds a link to the settings in the list of plugins.
	 *
	 * @param string[] $links The existing links.
	 * @return string[]
	 */
	public static function add_settings_link( $links ) {
		$link = sprintf( '<a href="%s">%s</a>', esc_url( Peye_Settings::page_url() ), esc_html__( 'Settings', 'peye' ) );
		return array_merge( array( $link ), $links );
	}

	/**
	 * Stops the work in the background, in every site of the network if the plugin is deactivated for the network. Settings and orders are
	 * not changed.
	 *
	 * @param bool $for_network Whether the plugin is deactivated for the whole network.
	 */
	public static function deactivate( $for_network = false ) {
		$stop = function () {
			if ( function_exists( 'as_unschedule_all_actions' ) && Peye_Sites::has_schedule() ) {
				as_unschedule_all_actions( '', array(), 'peye' );
			}
			// If the plugin is activated again, or is still active in this site, the next request schedules the rounds.
			delete_option( 'peye_schedule_checked' );
		};
		require_once PEYE_DIR . 'includes/class-peye-sites.php';
		if ( $for_network ) {
			Peye_Sites::each( $stop, array( 'network_id' => get_current_network_id() ) );
		} else {
			$stop();
		}
	}
}
