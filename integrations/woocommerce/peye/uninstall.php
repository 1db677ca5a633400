<?php
/**
 * Removes the settings and the scheduled checks, in every site of a network. The payments stay stored on their orders.
 *
 * @package Peye
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

require_once __DIR__ . '/includes/class-peye-sites.php';

Peye_Sites::each(
	function () {
		global $wpdb;
		foreach ( array( 'peye_settings', 'peye_last_webhook', 'peye_last_refused_webhook', 'peye_last_round', 'peye_waiting_orders', 'peye_schedule_checked' ) as $option ) {
			delete_option( $option );
		}
		foreach ( array( 'choice', 'moncash', 'natcash', 'lakaypay_card', 'card' ) as $method ) {
			delete_option( 'woocommerce_peye_' . $method . '_settings' );
		}
		// phpcs:disable WordPress.DB.DirectDatabaseQuery
		// Locks that were left by processes that died, and the times of the last checks for returning customers.
		foreach ( array( 'peye_lock_', '_transient_peye_', '_transient_timeout_peye_' ) as $prefix ) {
			$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE LEFT(option_name, %d) = %s", strlen( $prefix ), $prefix ) );
		}
		// WooCommerce may be inactive, so its functions cannot be used.
		if ( Peye_Sites::has_schedule() ) {
			$wpdb->query( "DELETE FROM {$wpdb->prefix}actionscheduler_logs WHERE action_id IN (SELECT action_id FROM {$wpdb->prefix}actionscheduler_actions WHERE hook IN ('peye_reconcile', 'peye_reconcile_order'))" );
			$wpdb->query( "DELETE FROM {$wpdb->prefix}actionscheduler_actions WHERE hook IN ('peye_reconcile', 'peye_reconcile_order')" );
			$wpdb->query( "DELETE FROM {$wpdb->prefix}actionscheduler_groups WHERE slug = 'peye'" );
		}
		// phpcs:enable
	}
);
