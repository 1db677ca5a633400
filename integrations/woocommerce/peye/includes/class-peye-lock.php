<?php
/**
 * A lock for an order.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * A lock on an order. A process acquires it by one statement: an INSERT of an option, whose name is unique. This works on every database
 * that WordPress runs on, whatever caches are in front of it. The lock expires by itself when its holder has died.
 */
class Peye_Lock {

	/**
	 * WooCommerce needs less than this to complete an order and send its mails.
	 */
	const EXPIRES_SECONDS = 120;
	/**
	 * A webhook needs a response within ten seconds: this wait and the request to Peye together take less.
	 */
	const WAIT_SECONDS    = 4;
	const PREFIX          = 'peye_lock_';

	/**
	 * Runs a function while no other process works on the same order.
	 *
	 * @param int      $order_id The order.
	 * @param callable $work     The function. It gets the order as stored in the database now.
	 * @return mixed The result of the function.
	 * @throws Peye_Busy When the order stays locked for longer than this waits.
	 */
	public static function with_order( $order_id, callable $work ) {
		$name = self::PREFIX . (int) $order_id;
		$mine = self::take( $name );
		try {
			return $work( self::fresh_order( $order_id ) );
		} finally {
			self::release( $name, $mine );
		}
	}

	/**
	 * Waits for a lock.
	 *
	 * @param string $name The name of the lock.
	 * @return string The value of the lock: the time when it expires, and random letters for its holder.
	 * @throws Peye_Busy When the lock does not become free in time.
	 */
	private static function take( $name ) {
		global $wpdb;
		$until = microtime( true ) + self::WAIT_SECONDS;
		do {
			$mine = ( time() + self::EXPIRES_SECONDS ) . ' ' . wp_generate_password( 20, false );
			// phpcs:disable WordPress.DB.DirectDatabaseQuery
			if ( 1 === $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, 'no')", $name, $mine ) ) ) {
				return $mine;
			}
			$held = $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM {$wpdb->options} WHERE option_name = %s", $name ) );
			// Several processes may see the same expired lock: only the first of them still finds the value that it has read.
			if ( null !== $held && (int) $held < time() && 1 === $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->options} SET option_value = %s WHERE option_name = %s AND option_value = %s", $mine, $name, $held ) ) ) {
				return $mine;
			}
			// phpcs:enable
			usleep( 50000 );
		} while ( microtime( true ) < $until );
		throw new Peye_Busy( 'Another process is working on the order.' );
	}

	/**
	 * Releases a lock, unless it has expired and another process holds it by now.
	 *
	 * @param string $name The name of the lock.
	 * @param string $mine Its value.
	 */
	private static function release( $name, $mine ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name = %s AND option_value = %s", $name, $mine ) );
	}

	/**
	 * Reads an order from the database again: another request may have changed the order while this one waited.
	 *
	 * @param int $order_id The order.
	 * @return WC_Order|false
	 */
	private static function fresh_order( $order_id ) {
		clean_post_cache( $order_id );
		$store = WC_Data_Store::load( 'order' );
		if ( $store->has_callable( 'clear_cached_data' ) ) {
			$store->clear_cached_data( array( $order_id ) );
		}
		if ( class_exists( \Automattic\WooCommerce\Caches\OrderCache::class ) ) {
			wc_get_container()->get( \Automattic\WooCommerce\Caches\OrderCache::class )->remove( $order_id );
		}
		$order = wc_get_order( $order_id );
		if ( $order instanceof WC_Order ) {
			$order->read_meta_data( true );
			return $order;
		}
		return false;
	}
}

/**
 * Another request works on the order, so this one has done nothing.
 */
class Peye_Busy extends RuntimeException {} // phpcs:ignore Generic.Files.OneObjectStructurePerFile.MultipleFound
