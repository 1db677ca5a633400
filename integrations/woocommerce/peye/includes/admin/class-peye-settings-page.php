<?php
/**
 * The settings of Peye in wp-admin.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

/**
 * The tab "Peye" of WooCommerce's settings: the settings that all methods share. Keys and secrets are never shown again after they are saved.
 */
class Peye_Settings_Page extends WC_Settings_Page {

	/**
	 * The first letters of each key and secret.
	 */
	const PREFIXES = array(
		'test_key'         => 'tk_test_',
		'live_key'         => 'tk_live_',
		'webhook_secret'   => 'whsec_',
		'webhook_secret_2' => 'whsec_',
	);

	/**
	 * The tab.
	 */
	public function __construct() {
		$this->id    = 'peye';
		$this->label = 'Peye';
		parent::__construct();
		add_action( 'woocommerce_admin_field_peye_secret', array( $this, 'show_secret' ) );
		add_action( 'woocommerce_admin_field_peye_copy', array( $this, 'show_copy' ) );
		add_action( 'woocommerce_admin_field_peye_test', array( $this, 'show_test' ) );
		add_action( 'woocommerce_admin_field_peye_methods', array( $this, 'show_methods' ) );
		add_filter( 'woocommerce_admin_settings_sanitize_option_' . Peye_Settings::OPTION, array( $this, 'sanitize' ), 10, 3 );
	}

	/**
	 * The fields.
	 *
	 * @return array
	 */
	protected function get_settings_for_default_section() {
		return array(
			array(
				'id'    => 'peye_connection',
				'type'  => 'title',
				'title' => __( 'Your Peye gateway', 'peye' ),
				'desc'  => Peye_Settings::is_test() ? '<span class="peye-mark">' . esc_html__( 'TEST MODE', 'peye' ) . '</span> ' . esc_html__( 'Customers can place orders, but no one pays real money.', 'peye' ) : esc_html__( 'Live mode: customers pay real money.', 'peye' ),
			),
			$this->field( 'url', 'text', __( 'Address', 'peye' ), __( 'The address of the gateway. Its operator gives it to you.', 'peye' ) ) + array( 'placeholder' => 'https://pay.example.ht' ),
			$this->field( 'test_mode', 'checkbox', __( 'Test mode', 'peye' ), __( 'Accept test payments only. Clear this box to receive real money.', 'peye' ) ) + array( 'default' => 'yes' ),
			$this->field( 'test_key', 'peye_secret', __( 'Test key', 'peye' ), __( 'Begins with tk_test_.', 'peye' ) ),
			$this->field( 'live_key', 'peye_secret', __( 'Live key', 'peye' ), __( 'Begins with tk_live_.', 'peye' ) ),
			array(
				'id'    => 'peye_test_connection',
				'type'  => 'peye_test',
				'title' => __( 'Connection', 'peye' ),
			),
			array(
				'id'   => 'peye_connection',
				'type' => 'sectionend',
			),
			array(
				'id'    => 'peye_addresses',
				'type'  => 'title',
				'title' => __( 'What Peye needs to know about your shop', 'peye' ),
				'desc'  => __( 'Set both addresses for your website in the console of Peye, or send them to its operator. The webhook address is also the callback URL for refunds.', 'peye' ),
			),
			array(
				'id'    => 'peye_webhook_url',
				'type'  => 'peye_copy',
				'title' => __( 'Webhook address (callback URL)', 'peye' ),
				'value' => Peye_Settings::webhook_url(),
				'desc'  => $this->webhook_news(),
			),
			array(
				'id'    => 'peye_return_url',
				'type'  => 'peye_copy',
				'title' => __( 'Return address', 'peye' ),
				'value' => Peye_Settings::return_url(),
				'desc'  => __( 'This address brings customers back to their order.', 'peye' ),
			),
			$this->field( 'webhook_secret', 'peye_secret', __( 'Webhook secret', 'peye' ), __( 'Begins with whsec_. Peye signs webhooks with it.', 'peye' ) ),
			$this->field( 'webhook_secret_2', 'peye_secret', __( 'Second webhook secret', 'peye' ), __( 'Only while you rotate the secret: the shop then accepts both secrets.', 'peye' ) ),
			array(
				'id'   => 'peye_addresses',
				'type' => 'sectionend',
			),
			array(
				'id'    => 'peye_methods',
				'type'  => 'title',
				'title' => __( 'Payment methods', 'peye' ),
			),
			array(
				'id'    => 'peye_method_list',
				'type'  => 'peye_methods',
				'title' => __( 'At the checkout', 'peye' ),
			),
			array(
				'id'   => 'peye_methods',
				'type' => 'sectionend',
			),
		);
	}

	/**
	 * A setting that is stored in the plugin's option.
	 *
	 * @param string $name  The name of the setting in the option.
	 * @param string $type  The type of its field.
	 * @param string $title The label of the field.
	 * @param string $desc  The text below the field.
	 * @return array
	 */
	private function field( $name, $type, $title, $desc ) {
		return array(
			'id'       => Peye_Settings::OPTION . "[$name]",
			'type'     => $type,
			'title'    => $title,
			'desc'     => $desc,
			'autoload' => false,
		);
	}

	/**
	 * Says when webhooks came.
	 *
	 * @return string
	 */
	private function webhook_news() {
		$good = (int) get_option( Peye_Webhook::LAST_GOOD );
		$bad  = (int) get_option( Peye_Webhook::LAST_BAD );
		/* translators: %s: a time span, such as "5 minutes" */
		$text = $good ? sprintf( __( 'The last webhook arrived %s ago.', 'peye' ), human_time_diff( $good ) ) : __( 'No webhook has arrived yet. The console of Peye can send a test event.', 'peye' );
		if ( $bad > $good ) {
			/* translators: %s: a time span, such as "5 minutes" */
			$text .= ' ' . sprintf( __( 'A webhook with another signature was refused %s ago: check the webhook secret.', 'peye' ), human_time_diff( $bad ) );
		}
		if ( 'https' !== wp_parse_url( Peye_Settings::webhook_url(), PHP_URL_SCHEME ) ) {
			$text .= ' ' . __( 'Peye sends webhooks to https addresses only: your shop needs a certificate.', 'peye' );
		}
		return $text;
	}

	/**
	 * The page, with its script.
	 */
	public function output() {
		wp_enqueue_style( 'peye', PEYE_URL . 'assets/peye.css', array(), PEYE_VERSION );
		wp_enqueue_script( 'peye-admin', PEYE_URL . 'assets/admin.js', array(), PEYE_VERSION, true );
		parent::output();
	}

	/**
	 * Prints a field whose value is not shown.
	 *
	 * @param array $field The field.
	 */
	public function show_secret( $field ) {
		$name  = $this->name_of( $field );
		$saved = Peye_Settings::get( $name );
		/* translators: %s: the last four letters of a key */
		$hint = '' === $saved ? '' : sprintf( __( 'Saved, ends in %s', 'peye' ), substr( $saved, -4 ) );
		printf(
			'<tr><th scope="row" class="titledesc"><label for="%1$s">%2$s</label></th><td class="forminp"><input type="password" id="%1$s" name="%3$s" value="" placeholder="%4$s" autocomplete="new-password" spellcheck="false" class="regular-text" />%5$s<p class="description">%6$s</p></td></tr>',
			esc_attr( 'peye_' . $name ),
			esc_html( $field['title'] ),
			esc_attr( $field['id'] ),
			esc_attr( $hint ),
			'' === $saved ? '' : ' <label><input type="checkbox" name="peye_forget[]" value="' . esc_attr( $name ) . '" /> ' . esc_html__( 'Delete this value', 'peye' ) . '</label>',
			esc_html( $field['desc'] )
		);
	}

	/**
	 * Prints an address to copy.
	 *
	 * @param array $field The field.
	 */
	public function show_copy( $field ) {
		printf(
			'<tr><th scope="row" class="titledesc"><label for="%1$s">%2$s</label></th><td class="forminp"><input type="text" id="%1$s" value="%3$s" readonly class="regular-text code" /> <button type="button" class="button peye-copy" data-copies="%1$s" data-copied="%5$s">%4$s</button><p class="description">%6$s</p></td></tr>',
			esc_attr( $field['id'] ),
			esc_html( $field['title'] ),
			esc_attr( $field['value'] ),
			esc_html__( 'Copy', 'peye' ),
			esc_attr__( 'Copied', 'peye' ),
			esc_html( $field['desc'] )
		);
	}

	/**
	 * The button that tests the connection.
	 *
	 * @param array $field The field.
	 */
	public function show_test( $field ) {
		printf(
			'<tr><th scope="row" class="titledesc">%1$s</th><td class="forminp"><button type="button" class="button" id="peye-test" data-url="%2$s" data-nonce="%3$s" data-failed="%4$s">%5$s</button><p id="peye-test-result" class="peye-test-result" role="status"></p></td></tr>',
			esc_html( $field['title'] ),
			esc_url( admin_url( 'admin-ajax.php' ) ),
			esc_attr( wp_create_nonce( 'peye_test_connection' ) ),
			esc_attr__( 'Your own shop did not respond. Please try again.', 'peye' ),
			esc_html__( 'Test the connection', 'peye' )
		);
	}

	/**
	 * A table of the methods: whether customers see each, and if not, why.
	 *
	 * @param array $field The field.
	 */
	public function show_methods( $field ) {
		$why  = Peye_Settings::why_not( get_woocommerce_currency() );
		$rows = '';
		foreach ( WC()->payment_gateways()->payment_gateways() as $gateway ) {
			if ( ! $gateway instanceof Peye_Gateway ) {
				continue;
			}
			if ( 'yes' !== $gateway->enabled ) {
				$state = __( 'Switched off', 'peye' );
			} else {
				/* translators: %s: why, a sentence */
				$state = null === $why ? __( 'Customers see it', 'peye' ) : sprintf( __( 'Customers do not see it. %s', 'peye' ), $why );
			}
			$rows .= sprintf(
				'<tr><td>%1$s</td><td>%2$s</td><td><a href="%3$s">%4$s</a></td></tr>',
				esc_html( Peye_Words::method( $gateway->peye_method ) ),
				esc_html( $state ),
				esc_url( admin_url( 'admin.php?page=wc-settings&tab=checkout&section=' . $gateway->id ) ),
				esc_html__( 'Change', 'peye' )
			);
		}
		// phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped
		printf( '<tr><th scope="row" class="titledesc">%s</th><td class="forminp"><table class="widefat striped peye-methods"><tbody>%s</tbody></table></td></tr>', esc_html( $field['title'] ), $rows );
	}

	/**
	 * Checks a typed value. A wrong value is not saved, and the page says so.
	 *
	 * @param mixed $value  The value as WooCommerce sanitized it.
	 * @param array $option The field.
	 * @param mixed $raw    The value as the user entered it.
	 * @return string|null Null leaves the setting unchanged.
	 */
	public function sanitize( $value, $option, $raw ) {
		$name = $this->name_of( $option );
		if ( 'test_mode' === $name ) {
			return $value;
		}
		$text = trim( is_string( $raw ) ? $raw : '' );
		if ( 'url' === $name ) {
			return $this->sanitize_url( $text );
		}
		// phpcs:ignore WordPress.Security.NonceVerification
		$deleted = isset( $_POST['peye_forget'] ) ? array_map( 'sanitize_key', (array) wp_unslash( $_POST['peye_forget'] ) ) : array();
		if ( '' === $text ) {
			return in_array( $name, $deleted, true ) ? '' : null;
		}
		if ( ! preg_match( '/^' . self::PREFIXES[ $name ] . '[\x21-\x7e]{16,}$/D', $text ) ) {
			/* translators: 1: name of a setting, 2: what its value begins with */
			WC_Admin_Settings::add_error( sprintf( __( '%1$s was not saved: it must begin with %2$s and be complete.', 'peye' ), $option['title'], self::PREFIXES[ $name ] ) );
			return null;
		}
		return $text;
	}

	/**
	 * Checks the typed address of the gateway.
	 *
	 * @param string $text The address as the user entered it.
	 * @return string|null
	 */
	private function sanitize_url( $text ) {
		if ( '' === $text || Peye_Settings::is_safe_url( $text ) ) {
			return untrailingslashit( $text );
		}
		WC_Admin_Settings::add_error( __( 'The address was not saved: it must look like https://pay.example.ht.', 'peye' ) );
		return null;
	}

	/**
	 * The name of a setting within the plugin's option.
	 *
	 * @param array $field The field.
	 * @return string
	 */
	private function name_of( $field ) {
		return substr( $field['id'], strlen( Peye_Settings::OPTION ) + 1, -1 );
	}
}
