<?php
/**
 * Tests the connection to the gateway.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * The test behind the button in the settings: whether the gateway accepts this key. The address and the key need not be saved yet.
 */
class Peye_Connection_Test {

	/**
	 * Runs the test and sends its result to the page of the settings.
	 */
	public static function respond() {
		check_ajax_referer( 'peye_test_connection' );
		if ( ! current_user_can( 'manage_woocommerce' ) ) {
			wp_send_json_error( null, 403 );
		}
		$typed = array();
		foreach ( array( 'url', 'test_key', 'live_key' ) as $name ) {
			$text           = isset( $_POST[ $name ] ) ? trim( sanitize_text_field( wp_unslash( $_POST[ $name ] ) ) ) : '';
			$typed[ $name ] = '' === $text ? Peye_Settings::get( $name ) : untrailingslashit( $text );
		}
		$is_test = isset( $_POST['test_mode'] ) && 'yes' === $_POST['test_mode'];
		$key     = $typed[ $is_test ? 'test_key' : 'live_key' ];
		if ( '' === $typed['url'] || '' === $key ) {
			wp_send_json_error( $is_test ? __( 'Fill in the address and the test key first.', 'peye' ) : __( 'Fill in the address and the live key first.', 'peye' ) );
		}
		if ( 0 !== strpos( $key, $is_test ? 'tk_test_' : 'tk_live_' ) ) {
			wp_send_json_error( __( 'This key belongs to the other mode (test or live).', 'peye' ) );
		}
		try {
			if ( ! Peye_Settings::is_safe_url( $typed['url'] ) ) {
				// The key may be the saved one, which must not be sent to an unsafe address.
				throw new Peye_Unreachable( 'The key was not sent: an address looks like https://pay.example.ht.' );
			}
			$facts = Peye_Api::check( $typed['url'], $key );
		} catch ( Peye_Unreachable $error ) {
			/* translators: %s: the error of the gateway or of the network, in English */
			wp_send_json_error( sprintf( __( 'No connection. %s', 'peye' ), self::why( $error ) ) );
		}
		$mode = $is_test ? __( 'The test key works.', 'peye' ) : __( 'The live key works.', 'peye' );
		/* translators: 1: "The test key works." or "The live key works.", 2: version, 3: gourdes for a dollar */
		$result = sprintf( __( 'Connected. %1$s Peye %2$s, 1 USD = %3$s HTG.', 'peye' ), $mode, $facts['version'], $facts['rate'] );
		if ( ! $facts['has_return_url'] ) {
			$result .= ' ' . __( 'Set the return URL in Peye: without it, customers cannot come back to your shop after they pay.', 'peye' );
		}
		wp_send_json_success( $result );
	}

	/**
	 * Why there is no connection.
	 *
	 * @param Peye_Unreachable $error The failure.
	 * @return string
	 */
	private static function why( $error ) {
		$seconds = $error->get_retry_after();
		return null === $seconds ? $error->getMessage() : __( 'Peye limits the requests of this server.', 'peye' ) . ' ' . Peye_Words::try_again( $seconds );
	}
}
