<?php
/**
 * The settings of the shop's owner.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads the settings that all methods share. They are stored in one option. Its keys and secrets are never logged.
 */
class Peye_Settings {

	const OPTION = 'peye_settings';

	/**
	 * Currencies that Peye accepts.
	 */
	const CURRENCIES = array( 'HTG', 'USD' );

	/**
	 * One setting.
	 *
	 * @param string $name Its name.
	 * @return string Empty when the setting is not set.
	 */
	public static function get( $name ) {
		$all = get_option( self::OPTION, array() );
		return is_array( $all ) && isset( $all[ $name ] ) ? trim( (string) $all[ $name ] ) : '';
	}

	/**
	 * Whether new payments are test payments. They are, until the owner switches the test mode off.
	 *
	 * @return bool
	 */
	public static function is_test() {
		return 'no' !== self::get( 'test_mode' );
	}

	/**
	 * The mode of new payments.
	 *
	 * @return string test or live
	 */
	public static function mode() {
		return self::is_test() ? 'test' : 'live';
	}

	/**
	 * The API key of a mode.
	 *
	 * @param string $mode test or live.
	 * @return string
	 */
	public static function api_key( $mode ) {
		return self::get( 'live' === $mode ? 'live_key' : 'test_key' );
	}

	/**
	 * The address of the gateway, as the owner typed it.
	 *
	 * @return string
	 */
	public static function base_url() {
		return untrailingslashit( self::get( 'url' ) );
	}

	/**
	 * Whether keys may be sent to an address: over TLS, or on the same machine. A shop on a developer's machine may send them to any address.
	 *
	 * @param string $url The address of a gateway.
	 * @return bool
	 */
	public static function is_safe_url( $url ) {
		$is_local = 'local' === wp_get_environment_type() && preg_match( '#^http://[^\s/?\#@]+(/[^\s?\#]*)?$#Di', $url );
		return $is_local || 1 === preg_match( '#^(https://[^\s/?\#@]+|http://(localhost|127\.\d+\.\d+\.\d+)(:\d+)?)(/[^\s?\#]*)?$#Di', $url );
	}

	/**
	 * The gateway's origin, where the script of the card form comes from.
	 *
	 * @return string scheme://host:port
	 */
	public static function origin() {
		$parts = wp_parse_url( self::base_url() );
		if ( empty( $parts['host'] ) ) {
			return '';
		}
		return $parts['scheme'] . '://' . $parts['host'] . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
	}

	/**
	 * The secrets that a webhook may be signed with: two while the owner rotates the secret.
	 *
	 * @return string[]
	 */
	public static function webhook_secrets() {
		return array_values( array_filter( array( self::get( 'webhook_secret' ), self::get( 'webhook_secret_2' ) ) ) );
	}

	/**
	 * Why no payment can be started by any method. Null when payments can be started.
	 *
	 * @param string $currency The currency of the order or the shop.
	 * @return string|null A sentence for the owner.
	 */
	public static function why_not( $currency ) {
		if ( '' === self::origin() ) {
			return __( 'The address of your Peye gateway is not set.', 'peye' );
		}
		if ( '' === self::api_key( self::mode() ) ) {
			return self::is_test() ? __( 'The test key is not set.', 'peye' ) : __( 'The live key is not set.', 'peye' );
		}
		if ( ! in_array( $currency, self::CURRENCIES, true ) ) {
			/* translators: %s: code of a currency */
			return sprintf( __( 'Your shop sells in %s. Peye takes gourdes (HTG) and US dollars (USD).', 'peye' ), $currency );
		}
		return null;
	}

	/**
	 * The address that Peye sends webhooks to.
	 *
	 * @return string
	 */
	public static function webhook_url() {
		return WC()->api_request_url( 'peye' );
	}

	/**
	 * The address that customers return to.
	 *
	 * @return string
	 */
	public static function return_url() {
		return WC()->api_request_url( 'peye_return' );
	}

	/**
	 * The page of these settings.
	 *
	 * @return string
	 */
	public static function page_url() {
		return admin_url( 'admin.php?page=wc-settings&tab=peye' );
	}
}
