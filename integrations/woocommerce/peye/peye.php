<?php
/**
 * Plugin Name: Peye for WooCommerce
 * Description: Your customers pay by MonCash, NatCash, LakayPay card or card, in gourdes or dollars, through your Peye gateway.
 * Version: 0.1.0
 * Requires at least: 6.5
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * WC requires at least: 8.6
 * WC tested up to: 11.0
 * Author: Peye
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain: peye
 * Domain Path: /languages
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

define( 'PEYE_VERSION', '0.1.0' );
define( 'PEYE_FILE', __FILE__ );
define( 'PEYE_DIR', plugin_dir_path( __FILE__ ) );
define( 'PEYE_URL', plugin_dir_url( __FILE__ ) );

require_once PEYE_DIR . 'includes/class-peye-plugin.php';

add_action( 'before_woocommerce_init', array( 'Peye_Plugin', 'declare_compatibility' ) );
add_action( 'plugins_loaded', array( 'Peye_Plugin', 'start' ) );
register_deactivation_hook( __FILE__, array( 'Peye_Plugin', 'deactivate' ) );
