<?php
/**
 * Removes the settings. The payments stay stored on their orders.
 *
 * @package Peye
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

foreach ( array( 'peye_settings', 'peye_last_webhook', 'peye_last_refused_webhook', 'peye_last_round', 'peye_waiting_orders' ) as $peye_option ) {
	delete_option( $peye_option );
}
// Locks that were left by processes that died.
$GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE 'peye\\_lock\\_%'" ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
foreach ( array( 'choice', 'moncash', 'natcash', 'lakaypay_card', 'card' ) as $peye_method ) {
	delete_option( 'woocommerce_peye_' . $peye_method . '_settings' );
}
