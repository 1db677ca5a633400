<?php
/**
 * Texts for codes of the API.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * Names of methods, reasons of failures and amounts, in the reader's language.
 */
class Peye_Words {

	/**
	 * A method's name.
	 *
	 * @param string $method As in the API.
	 * @return string
	 */
	public static function method( $method ) {
		$names = array(
			'choice'        => __( 'Mobile wallet or LakayPay card', 'peye' ),
			'moncash'       => 'MonCash',
			'natcash'       => 'NatCash',
			'lakaypay_card' => __( 'LakayPay card', 'peye' ),
			'card'          => __( 'Card', 'peye' ),
		);
		return isset( $names[ $method ] ) ? $names[ $method ] : $method;
	}

	/**
	 * Why a payment failed, for the customer.
	 *
	 * @param string|null $reason As in the API.
	 * @return string A sentence.
	 */
	public static function reason( $reason ) {
		$reasons = array(
			'insufficient_balance' => __( 'The balance is too low.', 'peye' ),
			'declined'             => __( 'The payment was refused.', 'peye' ),
			'cancelled'            => __( 'The payment was cancelled.', 'peye' ),
			'expired'              => __( 'The payment was not completed in time.', 'peye' ),
			'expired_card'         => __( 'The card has expired.', 'peye' ),
			'provider_error'       => __( 'The payment service had an error.', 'peye' ),
			'amount_mismatch'      => __( 'The amount paid does not match the order.', 'peye' ),
		);
		return isset( $reasons[ $reason ] ) ? $reasons[ $reason ] : __( 'The payment did not go through.', 'peye' );
	}

	/**
	 * Whether a failed payment has certainly charged nothing.
	 *
	 * @param string|null $reason As in the API.
	 * @return bool
	 */
	public static function is_nothing_paid( $reason ) {
		return in_array( $reason, array( 'insufficient_balance', 'declined', 'cancelled', 'expired', 'expired_card' ), true );
	}

	/**
	 * When to try again: a whole sentence.
	 *
	 * @param int|null $seconds How long Peye refuses requests, if it has said so.
	 * @return string
	 */
	public static function try_again( $seconds ) {
		if ( null === $seconds ) {
			return __( 'Please try again in a moment.', 'peye' );
		}
		$minutes = (int) ceil( $seconds / 60 );
		if ( $minutes > 1 ) {
			/* translators: %s: a number of at least 2 */
			return sprintf( __( 'Please try again in %s minutes.', 'peye' ), $minutes );
		}
		return __( 'Please try again in a minute.', 'peye' );
	}

	/**
	 * An amount as text, with a no-break space.
	 *
	 * @param string $amount   A decimal.
	 * @param string $currency Its code.
	 * @return string
	 */
	public static function money( $amount, $currency ) {
		return wc_format_decimal( $amount, 2 ) . "\u{00A0}" . $currency;
	}

	/**
	 * The language in which the reader of this page will see Peye's pages.
	 *
	 * @return string ht, fr or en
	 */
	public static function language() {
		$language = strtolower( substr( determine_locale(), 0, 2 ) );
		return 'ha' === $language && 0 === strpos( determine_locale(), 'hat' ) ? 'ht' : ( in_array( $language, array( 'ht', 'fr' ), true ) ? $language : 'en' );
	}
}
