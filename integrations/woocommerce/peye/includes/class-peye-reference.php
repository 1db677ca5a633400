<?php
/**
 * How a payment names its order.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * References look like wc-4f1a9c-1042-2-k3x9q0ab1z: the shop, the order, the number of the payment within the order, and letters that
 * no one can guess. A webhook finds its order by the reference, even before the create response is stored.
 */
class Peye_Reference {

	/**
	 * A new reference.
	 *
	 * @param int $order_id The order.
	 * @param int $number   The number of the payment within the order, from 1.
	 * @return string
	 */
	public static function make( $order_id, $number ) {
		return sprintf( 'wc-%s-%d-%d-%s', self::shop(), $order_id, $number, strtolower( wp_generate_password( 10, false ) ) );
	}

	/**
	 * The order that a reference names. Another shop's reference may name the same number: only the order knows which references are its own.
	 *
	 * @param string|null $reference Any text.
	 * @return int 0 when the text is not such a reference.
	 */
	public static function order_id( $reference ) {
		return preg_match( '/^wc-[0-9a-f]{6}-([1-9]\d{0,17})-\d{1,6}-[0-9a-z]{10}$/D', (string) $reference, $found ) ? (int) $found[1] : 0;
	}

	/**
	 * Six digits that name this shop, in case several shops share one website of Peye.
	 *
	 * @return string
	 */
	private static function shop() {
		return substr( hash( 'sha256', preg_replace( '#^https?://#', '', untrailingslashit( (string) get_option( 'home' ) ) ) ), 0, 6 );
	}
}
