<?php
/**
 * Calls the gateway.
 *
 * @package Peye
 */

defined( 'ABSPATH' ) || exit;

use Peye\Exception\ApiException;
use Peye\Exception\ConnectionException;
use Peye\Exception\LostResponseException;
use Peye\Exception\PeyeException;
use Peye\Exception\RefundNotFoundException;
use Peye\Exception\UnexpectedResponseException;

/**
 * The plugin's requests to Peye, with Peye's SDK and WordPress's own HTTP. Failures are distinguished by what they mean for an order.
 */
class Peye_Api {

	/**
	 * The timeout of a call while a customer or a webhook waits for it.
	 */
	const QUICK_MS   = 5000;
	const PATIENT_MS = 20000;

	/**
	 * Creates a payment. The request is not repeated.
	 *
	 * @param string $mode   test or live.
	 * @param array  $fields As in the API.
	 * @return array The response.
	 * @throws Peye_Refused     When Peye refuses to create the payment.
	 * @throws Peye_Lost        When the payment may or may not have been created.
	 * @throws Peye_Unreachable When nothing was sent.
	 */
	public static function create( $mode, array $fields ) {
		try {
			return self::client( $mode, self::PATIENT_MS )->payments->create( $fields )->raw;
		} catch ( LostResponseException $lost ) {
			$found = $lost->getFound();
			throw new Peye_Lost( $lost->getMessage(), $found ? $found[0]->transactionId : null ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName
		} catch ( ApiException $error ) {
			throw self::refusal( $error );
		} catch ( PeyeException $error ) {
			throw self::unreachable( $error );
		}
	}

	/**
	 * Creates a checkout session, on whose page the customer chooses the method.
	 *
	 * @param string $mode   test or live.
	 * @param array  $fields As in the API.
	 * @return array As in the API.
	 * @throws Peye_Refused     When Peye refuses to create the session.
	 * @throws Peye_Unreachable When there was no usable response: no one has the address of the session, so no one can pay it.
	 */
	public static function create_session( $mode, array $fields ) {
		try {
			return self::client( $mode, self::PATIENT_MS )->checkout->sessions->create( $fields )->raw;
		} catch ( ApiException $error ) {
			throw self::is_refusal( $error ) ? self::refusal( $error ) : self::unreachable( $error );
		} catch ( PeyeException $error ) {
			throw self::unreachable( $error );
		}
	}

	/**
	 * A checkout session as it is now.
	 *
	 * @param string $mode       test or live.
	 * @param string $session_id Its id.
	 * @param int    $timeout_ms For all attempts together.
	 * @return array As in the API.
	 * @throws Peye_Unreachable When the session cannot be read.
	 */
	public static function read_session( $mode, $session_id, $timeout_ms = self::PATIENT_MS ) {
		try {
			return self::client( $mode, $timeout_ms )->checkout->sessions->retrieve( $session_id )->raw;
		} catch ( PeyeException $error ) {
			throw self::unreachable( $error );
		}
	}

	/**
	 * Cancels a checkout session: no payment of it can be started any more. A session that is paid stays paid.
	 *
	 * @param string $mode       test or live.
	 * @param string $session_id Its id.
	 * @throws Peye_Unreachable When Peye cannot be reached.
	 */
	public static function cancel_session( $mode, $session_id ) {
		try {
			self::client( $mode, self::PATIENT_MS )->checkout->sessions->cancel( $session_id );
		} catch ( PeyeException $error ) {
			throw self::unreachable( $error );
		}
	}

	/**
	 * A payment as it is now.
	 *
	 * @param string $mode           test or live.
	 * @param string $transaction_id Its id.
	 * @param int    $timeout_ms     For all attempts together.
	 * @return array As in the API.
	 * @throws Peye_Unreachable When the payment cannot be read.
	 */
	public static function read( $mode, $transaction_id, $timeout_ms = self::PATIENT_MS ) {
		try {
			return self::client( $mode, $timeout_ms )->payments->retrieve( (string) $transaction_id )->raw;
		} catch ( PeyeException $error ) {
			throw self::unreachable( $error );
		}
	}

	/**
	 * Makes Peye verify a payment with the provider. Read the payment afterwards for its status.
	 *
	 * @param string $mode           test or live.
	 * @param string $transaction_id Its id.
	 * @throws Peye_Unreachable When Peye cannot be reached.
	 */
	public static function verify( $mode, $transaction_id ) {
		try {
			self::client( $mode, self::PATIENT_MS )->payments->verify( (string) $transaction_id );
		} catch ( PeyeException $error ) {
			throw self::unreachable( $error );
		}
	}

	/**
	 * The payment with a reference.
	 *
	 * @param string $mode      test or live.
	 * @param string $reference A reference that only one payment has.
	 * @return array|null As in the API; null when there is none.
	 * @throws Peye_Unreachable When Peye cannot be reached.
	 */
	public static function find( $mode, $reference ) {
		try {
			$found = self::client( $mode, self::PATIENT_MS )->payments->findByReference( $reference );
			return $found ? $found[0]->raw : null;
		} catch ( PeyeException $error ) {
			throw self::unreachable( $error );
		}
	}

	/**
	 * Requests a refund. The same name and fields return the same refund, so the request is repeated.
	 *
	 * @param string $mode   test or live.
	 * @param string $name   Its name.
	 * @param array  $fields As in the API.
	 * @return array As in the API.
	 * @throws Peye_Refused     When Peye refuses it: there is no refund.
	 * @throws Peye_Unreachable When it is not known whether Peye has the request.
	 */
	public static function refund( $mode, $name, array $fields ) {
		try {
			return self::client( $mode, self::PATIENT_MS )->refunds->create( $name, $fields )->raw;
		} catch ( ApiException $error ) {
			// The request is repeated until it is accepted: the owner can correct the key, and a limit ends.
			$is_final = self::is_refusal( $error ) && ! in_array( $error->getStatus(), array( 401, 429 ), true );
			throw $is_final ? self::refusal( $error ) : self::unreachable( $error );
		} catch ( PeyeException $error ) {
			throw self::unreachable( $error );
		}
	}

	/**
	 * A refund as it is now.
	 *
	 * @param string $mode       test or live.
	 * @param string $name       Its name.
	 * @param int    $timeout_ms For all attempts together.
	 * @return array|null As in the API; null when there is none.
	 * @throws Peye_Unreachable When the refund cannot be read.
	 */
	public static function read_refund( $mode, $name, $timeout_ms = self::PATIENT_MS ) {
		try {
			return self::client( $mode, $timeout_ms )->refunds->retrieve( $name )->raw;
		} catch ( RefundNotFoundException $none ) {
			return null;
		} catch ( PeyeException $error ) {
			throw self::unreachable( $error );
		}
	}

	/**
	 * The newest refunds that were reversed.
	 *
	 * @param string $mode test or live.
	 * @return array[] As in the API.
	 * @throws Peye_Unreachable When they cannot be read.
	 */
	public static function reversed_refunds( $mode ) {
		try {
			$page = self::client( $mode, self::PATIENT_MS )->refunds->list(
				array(
					'status'   => 'reversed',
					'per_page' => 100,
				)
			);
			return array_column( $page->data, 'raw' );
		} catch ( PeyeException $error ) {
			throw self::unreachable( $error );
		}
	}

	/**
	 * Tests a key.
	 *
	 * @param string $url The gateway.
	 * @param string $key The key.
	 * @return array version of the gateway, rate in gourdes for a dollar, and whether the website has a return_url.
	 * @throws Peye_Unreachable Its message says what to change, where that is known.
	 */
	public static function check( $url, $key ) {
		try {
			$client = self::client_of( $url, $key, self::QUICK_MS, 0 );
			return array(
				'version'        => $client->health()->version,
				'rate'           => $client->exchangeRate->retrieve()->rate, // phpcs:ignore WordPress.NamingConventions.ValidVariableName
				'has_return_url' => null !== $client->checkout->website()->return_url,
			);
		} catch ( PeyeException $error ) {
			throw self::unreachable( $error );
		}
	}

	/**
	 * The event of a webhook, if one of our secrets has signed it and it has this mode. Its time is not checked: a webhook that Peye sends
	 * again has the time of the first one.
	 *
	 * @param string   $body    The received bytes.
	 * @param string[] $secrets At least one.
	 * @param string   $mode    test or live.
	 * @return array|null
	 */
	public static function signed_event( $body, array $secrets, $mode ) {
		try {
			return \Peye\Webhooks::verify( $body, $_SERVER, $secrets, $mode )->raw;
		} catch ( PeyeException $error ) {
			wc_get_logger()->warning( 'A webhook was refused. ' . $error->getMessage(), array( 'source' => 'peye' ) );
			return null;
		}
	}

	/**
	 * Whether two amounts and their currencies are equal.
	 *
	 * @param string $amount         A decimal.
	 * @param string $currency       Its currency.
	 * @param string $other_amount   A decimal.
	 * @param string $other_currency Its currency.
	 * @return bool
	 */
	public static function same_money( $amount, $currency, $other_amount, $other_currency ) {
		try {
			return $currency === $other_currency && \Peye\Amounts::equal( (string) $amount, (string) $other_amount );
		} catch ( PeyeException $error ) {
			return false;
		}
	}

	/**
	 * Whether the gateway has refused a request. After any other error it may have carried out the request.
	 *
	 * @param ApiException $error The response.
	 * @return bool
	 */
	private static function is_refusal( ApiException $error ) {
		return ! $error instanceof UnexpectedResponseException && $error->getStatus() < 500 && 408 !== $error->getStatus();
	}

	/**
	 * A refusal of the gateway.
	 *
	 * @param ApiException $error The response.
	 * @return Peye_Refused
	 */
	private static function refusal( ApiException $error ) {
		return new Peye_Refused( $error->getErrorCode(), $error->getMessage(), $error->getErrors(), $error->getRetryAfter() );
	}

	/**
	 * A failure that leaves open what the gateway would have responded.
	 *
	 * @param PeyeException $error The failure.
	 * @return Peye_Unreachable
	 */
	private static function unreachable( PeyeException $error ) {
		return new Peye_Unreachable( $error->getMessage(), $error->getRetryAfter() );
	}

	/**
	 * A client of the shop's gateway.
	 *
	 * @param string $mode       test or live.
	 * @param int    $timeout_ms For each call.
	 * @return \Peye\Peye
	 */
	private static function client( $mode, $timeout_ms ) {
		return self::client_of( Peye_Settings::base_url(), Peye_Settings::api_key( $mode ), $timeout_ms, self::QUICK_MS === $timeout_ms ? 1 : 3 );
	}

	/**
	 * A client of a gateway.
	 *
	 * @param string $url        The gateway.
	 * @param string $key        The key.
	 * @param int    $timeout_ms For each call.
	 * @param int    $retries    How often a read is retried.
	 * @return \Peye\Peye
	 */
	private static function client_of( $url, $key, $timeout_ms, $retries ) {
		return new \Peye\Peye(
			array(
				'apiKey'       => $key,
				'baseUrl'      => $url,
				'timeoutMs'    => $timeout_ms,
				'retries'      => $retries,
				// A customer waits: a payment that is not found at once is found later, by the scheduled check.
				'lookupWaitMs' => 2000,
				'transport'    => array( __CLASS__, 'send' ),
				'userAgent'    => 'peye-woocommerce/' . PEYE_VERSION . ' woocommerce/' . WC()->version,
			)
		);
	}

	/**
	 * Sends one request through WordPress, so that WordPress's proxy settings and filters apply.
	 *
	 * @param array $request method, url, headers, body, timeoutMs and maxBytes, as the SDK passes them.
	 * @return array status, headers and body
	 * @throws ConnectionException When there is no response.
	 */
	public static function send( array $request ) {
		unset( $request['headers']['Content-Length'] );
		$response = wp_remote_request(
			$request['url'],
			array(
				'method'      => $request['method'],
				'headers'     => $request['headers'],
				'body'        => $request['body'],
				'timeout'     => $request['timeoutMs'] / 1000,
				'redirection' => 0,
				// One byte more than the SDK accepts: so it refuses a longer response, and does not mistake a truncated response for a complete one.
				'limit_response_size' => $request['maxBytes'] + 1,
			)
		);
		if ( is_wp_error( $response ) ) {
			// Nothing was sent: the name was not resolved, there was no connection or no TLS, or WordPress refused the request.
			$nothing = 'http_request_not_executed' === $response->get_error_code() || preg_match( '/cURL error (5|6|7|35|60)\b/', $response->get_error_message() );
			throw new ConnectionException( $response->get_error_message(), $nothing ? ConnectionException::SENT_NOTHING : ConnectionException::SENT_UNKNOWN );
		}
		return array(
			'status'  => wp_remote_retrieve_response_code( $response ),
			'headers' => iterator_to_array( wp_remote_retrieve_headers( $response ) ),
			'body'    => wp_remote_retrieve_body( $response ),
		);
	}
}

// phpcs:disable Generic.Files.OneObjectStructurePerFile.MultipleFound

/**
 * Peye was not reached, or its response is of no use. The status of the payment is not known, and nothing was created.
 */
class Peye_Unreachable extends RuntimeException {

	/**
	 * After how many seconds a request may succeed, if Peye has said so.
	 *
	 * @var int|null
	 */
	private $retry_after;

	/**
	 * A request without a usable response.
	 *
	 * @param string   $message     For the log.
	 * @param int|null $retry_after After how many seconds a request may succeed, if Peye has said so.
	 */
	public function __construct( $message, $retry_after = null ) {
		parent::__construct( $message );
		$this->retry_after = $retry_after;
	}

	/**
	 * After how many seconds a request may succeed, if Peye has said so.
	 *
	 * @return int|null
	 */
	public function get_retry_after() {
		return $this->retry_after;
	}
}

/**
 * The response to a create request was lost: there may be a payment, but no one has its address.
 */
class Peye_Lost extends Peye_Unreachable {

	/**
	 * The id of the payment, if it was found.
	 *
	 * @var string|null
	 */
	private $transaction_id;

	/**
	 * A lost response.
	 *
	 * @param string      $message        For the log.
	 * @param string|null $transaction_id The id of the payment, if a lookup found it.
	 */
	public function __construct( $message, $transaction_id ) {
		parent::__construct( $message );
		$this->transaction_id = $transaction_id;
	}

	/**
	 * The id of the payment, if it was found.
	 *
	 * @return string|null
	 */
	public function get_transaction_id() {
		return $this->transaction_id;
	}
}

/**
 * Peye refused to create the payment.
 */
class Peye_Refused extends RuntimeException {

	/**
	 * The API's error code.
	 *
	 * @var string
	 */
	private $error;

	/**
	 * After how many seconds the same request may succeed, if Peye has said so.
	 *
	 * @var int|null
	 */
	private $retry_after;

	/**
	 * A refusal.
	 *
	 * @param string   $error       The API's error code.
	 * @param string   $message     The API's message.
	 * @param array    $fields      What is wrong with each field.
	 * @param int|null $retry_after After how many seconds the same request may succeed, if Peye has said so.
	 */
	public function __construct( $error, $message, array $fields, $retry_after = null ) {
		foreach ( $fields as $field => $texts ) {
			$message .= " $field: " . implode( ' ', (array) $texts );
		}
		parent::__construct( $message );
		$this->error       = $error;
		$this->retry_after = $retry_after;
	}

	/**
	 * After how many seconds the same request may succeed, if Peye has said so.
	 *
	 * @return int|null
	 */
	public function get_retry_after() {
		return $this->retry_after;
	}

	/**
	 * The API's error code.
	 *
	 * @return string
	 */
	public function get_error() {
		return $this->error;
	}
}
