<?php
/**
 * The sites of a network.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * Runs work in each site that shares this WordPress. uninstall.php uses it too, when no other part of the plugin is loaded.
 */
class Peye_Sites {

	/**
	 * Runs a function in each site, also in archived ones, and in the only site if there is no network. An error in one site does not
	 * keep the function from the others. Afterwards the current site is the same as before.
	 *
	 * @param callable $work  The function, without arguments.
	 * @param array    $query Which sites, as for get_sites().
	 */
	public static function each( callable $work, array $query = array() ) {
		if ( ! is_multisite() ) {
			$work();
			return;
		}
		$all = array(
			'fields' => 'ids',
			'number' => 0,
		);
		foreach ( get_sites( $all + $query ) as $site_id ) {
			switch_to_blog( $site_id );
			try {
				$work();
			} catch ( Throwable $error ) {
				wp_trigger_error( __METHOD__, sprintf( 'Site %d: %s', $site_id, $error->getMessage() ), E_USER_WARNING );
			} finally {
				restore_current_blog();
			}
		}
	}

	/**
	 * Whether the tables of Action Scheduler exist in the current site. A site in which WooCommerce has never run does not have them.
	 *
	 * @return bool
	 */
	public static function has_schedule() {
		return false !== get_option( 'schema-ActionScheduler_StoreSchema' );
	}
}
