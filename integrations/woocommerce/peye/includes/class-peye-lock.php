<?php
/**
 * One at a time.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * A lock that one statement decides: an INSERT on the unique name of an option. It works on every database that WordPress runs
 * on, whatever caches are in front of it, and ends by itself when its holder has died.
 */
class Peye_Lock {

	/**
	 * Longer than WooCommerce takes to complete an order and send its mails.
	 */
	const EXPIRES_SECONDS = 120;
	/**
	 * With the time to ask Peye, less than the ten seconds in which a webhook has to be answered.
	 */
	const WAIT_SECONDS    = 4;
	const PREFIX          = 'peye_lock_';

	/**
	 * Runs something while nobody else does anything with the same order.
	 *
	 * @param int      $order_id The order.
	 * @param callable $work     What to do. It gets the order as it is in the database now.
	 * @return mixed What the work returns.
	 * @throws Peye_Busy When the order was held for longer than can be waited.
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
	 * @param string $name Of the lock.
	 * @return string What stands in it: its end, and who holds it.
	 * @throws Peye_Busy When it does not become free.
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
			// Of several that see an expired lock, one finds it as it was seen.
			if ( null !== $held && (int) $held < time() && 1 === $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->options} SET option_value = %s WHERE option_name = %s AND option_value = %s", $mine, $name, $held ) ) ) {
				return $mine;
			}
			// phpcs:enable
			usleep( 50000 );
		} while ( microtime( true ) < $until );
		throw new Peye_Busy( 'The order is being worked on.' );
	}

	/**
	 * Gives a lock back, unless it has expired and is another's by now.
	 *
	 * @param string $name Of the lock.
	 * @param string $mine What stands in it.
	 */
	private static function release( $name, $mine ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name = %s AND option_value = %s", $name, $mine ) );
	}

	/**
	 * An order as the database has it: another request may have changed it while this one waited.
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
 * Somebody else works on the order. Nothing was done.
 */
class Peye_Busy extends RuntimeException {} // phpcs:ignore Generic.Files.OneObjectStructurePerFile.MultipleFound
