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
	 * The name of a refund: wc-4f1a9c-1042-r1. A shop that was restored from a backup gives the same refund the same name.
	 *
	 * @param int $order_id The order.
	 * @param int $number   The number of the refund within the order, from 1.
	 * @return string
	 */
	public static function make_refund( $order_id, $number ) {
		return sprintf( 'wc-%s-%d-r%d', self::shop(), $order_id, $number );
	}

	/**
	 * The order that the name of a refund names.
	 *
	 * @param string|null $name Any text.
	 * @return int 0 when the text is not such a name.
	 */
	public static function order_id_of_refund( $name ) {
		return preg_match( '/^wc-' . self::shop() . '-([1-9]\d{0,17})-r\d{1,6}$/D', (string) $name, $found ) ? (int) $found[1] : 0;
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
