<?php

declare(strict_types=1);

// The PHP SDK of Peye in one file: require this, and nothing else. Generated from src/ by `php build.php`: do not edit it.
// Apache-2.0. A class that exists already is skipped, so several plugins of one site can each include this file.

namespace Peye\Exception {

use Peye\Payment;

if (!interface_exists(PeyeException::class, false)) {

/** Every exception of this SDK implements this interface: `catch (\Peye\Exception\PeyeException $e)` catches them all. */
interface PeyeException extends \Throwable
{
    /**
     * The API's error code, such as "amount_too_low", or one of the SDK's own, such as "connection_error". Branch on it or on the class.
     */
    public function getErrorCode(): string;

    /** The HTTP status of the response; null when there was none. */
    public function getStatus(): ?int;

    /** The X-Request-Id of the response: quote it when you ask for help. Null when there was none. */
    public function getRequestId(): ?string;

    /** Whole seconds to wait before the next request; null when the gateway stated no time. */
    public function getRetryAfter(): ?int;
}

}

if (!trait_exists(FailureFacts::class, false)) {

/** The facts about the response that every exception of the SDK has. */
trait FailureFacts
{
    /** @var string */
    private $errorCode = '';
    /** @var int|null */
    private $status;
    /** @var string|null */
    private $requestId;
    /** @var int|null */
    private $retryAfter;

    public function getErrorCode(): string
    {
        return $this->errorCode;
    }

    public function getStatus(): ?int
    {
        return $this->status;
    }

    public function getRequestId(): ?string
    {
        return $this->requestId;
    }

    public function getRetryAfter(): ?int
    {
        return $this->retryAfter;
    }
}

}

if (!class_exists(ApiException::class, false)) {

/**
 * The gateway responded with an error. Each code of the API has its own class. An error with a code that this version does not know has
 * this class: handle it by its status.
 */
class ApiException extends \RuntimeException implements PeyeException
{
    use FailureFacts;

    /** @var array<string, class-string<ApiException>> */
    public const CLASSES = [
        'amount_too_low' => AmountTooLowException::class,
        'amount_too_high' => AmountTooHighException::class,
        'payment_method_not_available' => PaymentMethodNotAvailableException::class,
        'payment_processing_failed' => PaymentProcessingFailedException::class,
        'refund_not_supported' => RefundNotSupportedException::class,
        'bad_request' => BadRequestException::class,
        'missing_api_key' => MissingApiKeyException::class,
        'invalid_api_key' => InvalidApiKeyException::class,
        'api_key_inactive' => ApiKeyInactiveException::class,
        'website_inactive' => WebsiteInactiveException::class,
        'action_not_allowed' => ActionNotAllowedException::class,
        'payment_method_not_approved' => PaymentMethodNotApprovedException::class,
        'events_test_only' => EventsTestOnlyException::class,
        'transaction_not_found' => TransactionNotFoundException::class,
        'refund_not_found' => RefundNotFoundException::class,
        'not_found' => NotFoundException::class,
        'method_not_allowed' => MethodNotAllowedException::class,
        'request_timeout' => RequestTimeoutException::class,
        'payment_already_final' => PaymentAlreadyFinalException::class,
        'payment_not_completed' => PaymentNotCompletedException::class,
        'refund_exceeds_payment' => RefundExceedsPaymentException::class,
        'refund_conflict' => RefundConflictException::class,
        'payload_too_large' => PayloadTooLargeException::class,
        'unsupported_media_type' => UnsupportedMediaTypeException::class,
        'validation_error' => ValidationException::class,
        'invalid_cursor' => InvalidCursorException::class,
        'rate_limit_exceeded' => RateLimitExceededException::class,
        'too_many_attempts' => TooManyAttemptsException::class,
        'request_header_fields_too_large' => RequestHeaderFieldsTooLargeException::class,
        'internal_error' => InternalException::class,
        'not_implemented' => NotImplementedException::class,
        'service_unavailable' => ServiceUnavailableException::class,
    ];

    /** @var array<string, string[]> */
    private $errors;

    /**
     * @param array{code: string, message: string, status: int, requestId: ?string, retryAfter: ?int, errors: array<string, string[]>} $facts
     */
    final public function __construct(array $facts)
    {
        parent::__construct($facts['message']);
        $this->errorCode = $facts['code'];
        $this->status = $facts['status'];
        $this->requestId = $facts['requestId'];
        $this->retryAfter = $facts['retryAfter'];
        $this->errors = $facts['errors'];
    }

    /**
     * For `validation_error`: what is wrong with each field, by the name of the field. Empty for other codes.
     *
     * @return array<string, string[]>
     */
    public function getErrors(): array
    {
        return $this->errors;
    }

    /**
     * The exception for a code, of the code's class if it has one.
     *
     * @internal
     *
     * @param array{code: string, message: string, status: int, requestId: ?string, retryAfter: ?int, errors: array<string, string[]>} $facts
     */
    public static function of(array $facts): self
    {
        $ours = [UnexpectedResponseException::CODE => UnexpectedResponseException::class];
        $class = (self::CLASSES + $ours)[$facts['code']] ?? self::class;
        return new $class($facts);
    }
}

}

if (!class_exists(ConnectionException::class, false)) {

/** No complete response came. `getSent()` says whether the request may have reached the gateway. */
class ConnectionException extends \RuntimeException implements PeyeException
{
    use FailureFacts;

    /** There was no connection: no part of the request reached the gateway. */
    public const SENT_NOTHING = 'nothing';
    /** The request, or a part of it, was sent: the gateway may have processed it. */
    public const SENT_UNKNOWN = 'unknown';

    /** @var string */
    private $sent;

    /**
     * @param string $message what happened, in a sentence
     * @param string $sent    SENT_NOTHING or SENT_UNKNOWN; a transport that does not know which passes SENT_UNKNOWN
     */
    public function __construct(
        string $message,
        string $sent = self::SENT_UNKNOWN,
        ?\Throwable $previous = null,
        string $errorCode = 'connection_error'
    ) {
        parent::__construct($message, 0, $previous);
        $this->sent = $sent;
        $this->errorCode = $errorCode;
    }

    /** SENT_NOTHING or SENT_UNKNOWN. */
    public function getSent(): string
    {
        return $this->sent;
    }
}

}

if (!class_exists(ActionNotAllowedException::class, false)) {

/** 403 `action_not_allowed`: The action exists, but not for this key; the message says why. */
final class ActionNotAllowedException extends ApiException
{
}

}

if (!class_exists(AmountTooHighException::class, false)) {

/** 400 `amount_too_high`: The amount is above the method's maximum; the message states the limit. */
final class AmountTooHighException extends ApiException
{
}

}

if (!class_exists(AmountTooLowException::class, false)) {

/** 400 `amount_too_low`: The amount is below the method's minimum; the message states the limit. */
final class AmountTooLowException extends ApiException
{
}

}

if (!class_exists(ApiKeyInactiveException::class, false)) {

/** 403 `api_key_inactive`: The key was deactivated. */
final class ApiKeyInactiveException extends ApiException
{
}

}

if (!class_exists(BadRequestException::class, false)) {

/** 400 `bad_request`: The request could not be read as HTTP at all. */
final class BadRequestException extends ApiException
{
}

}

if (!class_exists(EventsTestOnlyException::class, false)) {

/** 403 `events_test_only`: A live key was used on the events feed. */
final class EventsTestOnlyException extends ApiException
{
}

}

if (!class_exists(InternalException::class, false)) {

/** 500 `internal_error`: Something went wrong in the gateway. */
final class InternalException extends ApiException
{
}

}

if (!class_exists(InvalidApiKeyException::class, false)) {

/** 401 `invalid_api_key`: The key does not exist, has expired, or was rotated. Do not retry in a loop. */
final class InvalidApiKeyException extends ApiException
{
}

}

if (!class_exists(InvalidArgumentException::class, false)) {

/** The SDK was called with something that can never work, such as a key in a wrong format. Nothing was sent. */
final class InvalidArgumentException extends \InvalidArgumentException implements PeyeException
{
    use FailureFacts;

    public function __construct(string $message)
    {
        parent::__construct($message);
        $this->errorCode = 'invalid_argument';
    }
}

}

if (!class_exists(InvalidCursorException::class, false)) {

/** 422 `invalid_cursor`: The cursor does not belong to this key's list or feed. */
final class InvalidCursorException extends ApiException
{
}

}

if (!class_exists(LostResponseException::class, false)) {

/**
 * The response to a create request was lost, so the payment may or may not exist. The SDK never repeats a create request. Instead it has
 * looked up the reference: `getFound()` returns the result. `getPrevious()` is the exception of the request itself.
 */
final class LostResponseException extends \RuntimeException implements PeyeException
{
    use FailureFacts;

    /** @var string|null */
    private $reference;
    /** @var Payment[]|null */
    private $found;

    /**
     * @param Payment[]|null $found see getFound()
     */
    public function __construct(string $message, ?string $reference, ?array $found, PeyeException $previous)
    {
        parent::__construct($message, 0, $previous);
        $this->errorCode = 'lost_response';
        $this->status = $previous->getStatus();
        $this->requestId = $previous->getRequestId();
        $this->reference = $reference;
        $this->found = $found;
    }

    /** The reference of the create request; null when it had none. */
    public function getReference(): ?string
    {
        return $this->reference;
    }

    /**
     * The payment with this reference that was created after the call started. An empty array: there is certainly none. Null: not known
     * yet. Then call findByReference() later, and compare the transaction_id that it finds with those stored with your order.
     *
     * @return Payment[]|null
     */
    public function getFound(): ?array
    {
        return $this->found;
    }
}

}

if (!class_exists(MethodNotAllowedException::class, false)) {

/** 405 `method_not_allowed`: The address exists, but not for this HTTP method: check baseUrl. */
final class MethodNotAllowedException extends ApiException
{
}

}

if (!class_exists(MissingApiKeyException::class, false)) {

/** 401 `missing_api_key`: The X-Api-Key header is missing: something between you and the gateway removes it. */
final class MissingApiKeyException extends ApiException
{
}

}

if (!class_exists(NotFoundException::class, false)) {

/** 404 `not_found`: There is nothing at this address: check baseUrl. */
final class NotFoundException extends ApiException
{
}

}

if (!class_exists(NotImplementedException::class, false)) {

/** 501 `not_implemented`: The gateway does not know this HTTP method. */
final class NotImplementedException extends ApiException
{
}

}

if (!class_exists(PayloadTooLargeException::class, false)) {

/** 413 `payload_too_large`: The body is over 64 KiB: send less metadata. */
final class PayloadTooLargeException extends ApiException
{
}

}

if (!class_exists(PaymentAlreadyFinalException::class, false)) {

/** 409 `payment_already_final`: A test helper cannot finish a payment that is already completed or failed. */
final class PaymentAlreadyFinalException extends ApiException
{
}

}

if (!class_exists(PaymentMethodNotApprovedException::class, false)) {

/** 403 `payment_method_not_approved`: Live card payments need an approval of the website. */
final class PaymentMethodNotApprovedException extends ApiException
{
}

}

if (!class_exists(PaymentMethodNotAvailableException::class, false)) {

/** 400 `payment_method_not_available`: The method is switched off for the website or, in live mode, has no provider credentials. */
final class PaymentMethodNotAvailableException extends ApiException
{
}

}

if (!class_exists(PaymentNotCompletedException::class, false)) {

/** 409 `payment_not_completed`: Only completed payments can be refunded. */
final class PaymentNotCompletedException extends ApiException
{
}

}

if (!class_exists(PaymentProcessingFailedException::class, false)) {

/** 400 `payment_processing_failed`: The provider refused the payment. The message may be shown to the customer. */
final class PaymentProcessingFailedException extends ApiException
{
}

}

if (!class_exists(RateLimitExceededException::class, false)) {

/** 429 `rate_limit_exceeded`: Too many requests from your address, or too many verifications of one payment. Nothing was done. */
final class RateLimitExceededException extends ApiException
{
}

}

if (!class_exists(RefundConflictException::class, false)) {

/** 409 `refund_conflict`: The id names a refund with another payment, amount or reason. */
final class RefundConflictException extends ApiException
{
}

}

if (!class_exists(RefundExceedsPaymentException::class, false)) {

/** 409 `refund_exceeds_payment`: Less is left of the payment; the message states how much. */
final class RefundExceedsPaymentException extends ApiException
{
}

}

if (!class_exists(RefundNotFoundException::class, false)) {

/** 404 `refund_not_found`: No refund of the key's website and mode has this id. */
final class RefundNotFoundException extends ApiException
{
}

}

if (!class_exists(RefundNotSupportedException::class, false)) {

/** 400 `refund_not_supported`: The payment method does not allow this refund; the message says what is possible. */
final class RefundNotSupportedException extends ApiException
{
}

}

if (!class_exists(RequestHeaderFieldsTooLargeException::class, false)) {

/** 431 `request_header_fields_too_large`: The address and headers are over 16 KiB. */
final class RequestHeaderFieldsTooLargeException extends ApiException
{
}

}

if (!class_exists(RequestTimeoutException::class, false)) {

/** 408 `request_timeout`: The request was not complete in time. Nothing was done. */
final class RequestTimeoutException extends ApiException
{
}

}

if (!class_exists(ServiceUnavailableException::class, false)) {

/** 503 `service_unavailable`: The gateway or its store is unavailable or overloaded. Nothing was done. */
final class ServiceUnavailableException extends ApiException
{
}

}

if (!class_exists(TimeoutException::class, false)) {

/** No complete response came within the time limit of the call. */
final class TimeoutException extends ConnectionException
{
    public function __construct(string $message, string $sent = self::SENT_UNKNOWN, ?\Throwable $previous = null)
    {
        parent::__construct($message, $sent, $previous, 'timeout');
    }
}

}

if (!class_exists(TlsException::class, false)) {

/** baseUrl starts with https://, but the server at that address speaks plain HTTP. Nothing was sent, and a retry does not help. */
final class TlsException extends ConnectionException
{
    public function __construct(string $reason)
    {
        parent::__construct(
            "baseUrl begins with https://, but the server at that address and port does not use TLS ($reason); nothing was sent. Set baseUrl to "
            . 'the https address of the proxy in front of your gateway, or to http:// on your own machine.',
            self::SENT_NOTHING
        );
    }
}

}

if (!class_exists(TooManyAttemptsException::class, false)) {

/** 429 `too_many_attempts`: Ten invalid keys within an hour came from your address. Replace the key: this one will never be accepted. */
final class TooManyAttemptsException extends ApiException
{
}

}

if (!class_exists(TransactionNotFoundException::class, false)) {

/** 404 `transaction_not_found`: No payment of this key's website and mode matches. */
final class TransactionNotFoundException extends ApiException
{
}

}

if (!class_exists(UnexpectedResponseException::class, false)) {

/** The response was truncated, or is not the gateway's: a proxy or a firewall responded, or baseUrl is wrong. */
final class UnexpectedResponseException extends ApiException
{
    public const CODE = 'unexpected_response';
}

}

if (!class_exists(UnsupportedMediaTypeException::class, false)) {

/** 415 `unsupported_media_type`: The body is not declared as JSON: something on the way changes headers. */
final class UnsupportedMediaTypeException extends ApiException
{
}

}

if (!class_exists(ValidationException::class, false)) {

/** 422 `validation_error`: A field is missing or invalid; getErrors() names each one. */
final class ValidationException extends ApiException
{
}

}

if (!class_exists(WebhookSignatureException::class, false)) {

/** A request to your webhook address that must not be trusted. Respond with 401; the message is for your log. */
final class WebhookSignatureException extends \RuntimeException implements PeyeException
{
    use FailureFacts;

    /** The header with the signature or with the mode is missing. */
    public const MISSING_HEADER = 'missing_header';
    /** The signature does not match the body and the secret. */
    public const BAD_SIGNATURE = 'bad_signature';
    /** The event belongs to a test payment where live payments are expected, or the other way round. */
    public const WRONG_MODE = 'wrong_mode';
    /** The body is larger than any event. */
    public const TOO_LARGE = 'too_large';
    /** The event's time is further from now than you allow. */
    public const TOO_OLD = 'too_old';
    /** The body is not the one that was signed: something parsed it and serialized it again. */
    public const BODY_WAS_CHANGED = 'body_was_changed';

    /** @var string */
    private $reason;

    public function __construct(string $reason, string $message)
    {
        parent::__construct($message);
        $this->errorCode = 'webhook_signature';
        $this->reason = $reason;
    }

    /** One of the constants of this class. */
    public function getReason(): string
    {
        return $this->reason;
    }
}

}

if (!class_exists(WebsiteInactiveException::class, false)) {

/** 403 `website_inactive`: The website that the key belongs to was deactivated. */
final class WebsiteInactiveException extends ApiException
{
}

}

}

namespace Peye {

use Peye\Exception\ApiException;
use Peye\Exception\ConnectionException;
use Peye\Exception\InvalidArgumentException;
use Peye\Exception\LostResponseException;
use Peye\Exception\PeyeException;
use Peye\Exception\RateLimitExceededException;
use Peye\Exception\RefundNotFoundException;
use Peye\Exception\TimeoutException;
use Peye\Exception\TlsException;
use Peye\Exception\TooManyAttemptsException;
use Peye\Exception\TransactionNotFoundException;
use Peye\Exception\UnexpectedResponseException;
use Peye\Exception\WebhookSignatureException;

if (!trait_exists(SnakeCaseFields::class, false)) {

/**
 * Lets programs also read a field by its name in the API: $payment->payment_url is $payment->paymentUrl. An unknown name throws an
 * exception. PHP itself would only warn, and the customer would be redirected to an empty address.
 *
 * @internal
 */
trait SnakeCaseFields
{
    /** @return mixed */
    public function __get(string $name)
    {
        $property = self::propertyOf($name);
        if (!property_exists($this, $property)) {
            throw new InvalidArgumentException((new \ReflectionClass($this))->getShortName() . " has no field $name.");
        }
        return $this->$property;
    }

    public function __isset(string $name): bool
    {
        $property = self::propertyOf($name);
        return property_exists($this, $property) && $this->$property !== null;
    }

    private static function propertyOf(string $name): string
    {
        return lcfirst(str_replace('_', '', ucwords($name, '_')));
    }
}

}

if (!class_exists(AmountConversion::class, false)) {

/** An amount in both currencies. */
final class AmountConversion
{
    use SnakeCaseFields;

    /** @var string a decimal */
    public $amountHtg;
    /** @var string a decimal */
    public $amountUsd;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->amountHtg = $fields->decimal('amount_htg');
        $this->amountUsd = $fields->decimal('amount_usd');
        $this->raw = $raw;
    }
}

}

if (!class_exists(Amounts::class, false)) {

/**
 * Amounts as in the API: decimal strings such as "500.00", without floating point. Minor units are hundredths: centimes of a
 * gourde, cents of a dollar.
 */
final class Amounts
{
    private const DECIMAL = '/^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/D';

    /**
     * "500.00" is 50000.
     *
     * @param string|int $amount
     *
     * @throws InvalidArgumentException for an amount that is not a number, has more than two decimals, or is too large for an integer
     */
    public static function toMinor($amount): int
    {
        if (!is_string($amount) && !is_int($amount) || preg_match(self::DECIMAL, (string) $amount, $parts) !== 1) {
            throw self::noDecimal($amount);
        }
        $cents = rtrim($parts[2] ?? '', '0');
        $digits = ltrim($parts[1] . str_pad($cents, 2, '0'), '0');
        if (strlen($cents) > 2 || (string) (int) $digits !== ($digits === '' ? '0' : $digits)) {
            throw new InvalidArgumentException("The amount $amount has more than two decimals or is too large.");
        }
        return (int) $digits;
    }

    /** 50000 is "500.00". */
    public static function fromMinor(int $minor): string
    {
        $digits = str_pad(ltrim((string) $minor, '-'), 3, '0', STR_PAD_LEFT);
        return ($minor < 0 ? '-' : '') . substr($digits, 0, -2) . '.' . substr($digits, -2);
    }

    /**
     * Whether two amounts are the same: "500" and "500.00" are. Compare the currencies as well.
     *
     * @param string|int $a
     * @param string|int $b
     */
    public static function equal($a, $b): bool
    {
        return self::compare($a, $b) === 0;
    }

    /**
     * -1 when the first amount is less than the second, 0 when they are equal, 1 when it is more.
     *
     * @param string|int $a
     * @param string|int $b
     */
    public static function compare($a, $b): int
    {
        return self::toMinor($a) <=> self::toMinor($b);
    }

    /**
     * The fields of a create request as JSON. The amount becomes a number with exactly its digits.
     *
     * @internal
     *
     * @param array<string, mixed> $fields
     */
    public static function inJson(array $fields): string
    {
        if (!isset($fields['amount'])) {
            throw new InvalidArgumentException('The amount is missing. Pass a decimal string such as "500.00".');
        }
        return self::inJsonIfGiven($fields);
    }

    /**
     * The same for a request whose amount may be missing.
     *
     * @internal
     *
     * @param array<string, mixed> $fields
     */
    public static function inJsonIfGiven(array $fields): string
    {
        $members = isset($fields['amount']) ? '"amount":' . self::literal($fields['amount']) : '';
        unset($fields['amount']);
        if (($fields['metadata'] ?? null) === []) {
            $fields['metadata'] = new \stdClass();
        }
        $json = json_encode((object) $fields, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION);
        if ($json === false) {
            throw new InvalidArgumentException('The fields cannot be written as JSON: ' . json_last_error_msg() . '.');
        }
        $others = substr($json, 1, -1);
        return '{' . $members . ($members === '' || $others === '' ? '' : ',') . $others . '}';
    }

    /**
     * An amount as a JSON number.
     *
     * @internal
     *
     * @param mixed $amount a decimal string, an int, or a float that is a number of hundredths
     */
    public static function literal($amount): string
    {
        if (is_float($amount)) {
            // Above this limit, a float cannot hold hundredths.
            $text = abs($amount) < 1e13 ? sprintf('%.2F', $amount) : '';
            $amount = (float) $text === $amount ? $text : $amount;
        }
        if ((is_string($amount) || is_int($amount)) && preg_match(self::DECIMAL, (string) $amount) === 1) {
            return (string) $amount;
        }
        throw self::noDecimal($amount);
    }

    /**
     * A number in a response as a decimal string. The API's numbers have at most 15 digits, which a float holds exactly.
     *
     * @internal
     *
     * @param mixed $number
     */
    public static function text($number): string
    {
        return is_float($number) ? str_replace(',', '.', sprintf('%.15g', $number)) : (is_scalar($number) ? (string) $number : '');
    }

    /** @param mixed $amount */
    private static function noDecimal($amount): InvalidArgumentException
    {
        $shown = is_scalar($amount) ? var_export($amount, true) : gettype($amount);
        return new InvalidArgumentException("$shown is not an amount. Pass a decimal string such as \"500.00\", without signs or separators.");
    }
}

}

if (!class_exists(Answer::class, false)) {

/**
 * The response to a request that succeeded.
 *
 * @internal
 */
final class Answer
{
    /** Longer times are ignored: no program waits that long, and in milliseconds they may be too large for an integer. */
    private const LONGEST_RETRY_AFTER_S = 1000000000;

    /** @var array<string, mixed> the whole body */
    public $body;
    /** @var array<string, string> names in lower case */
    public $headers;
    /** @var int */
    private $status;

    /**
     * @param array<string, mixed>  $body
     * @param array<string, string> $headers
     */
    private function __construct(int $status, array $body, array $headers)
    {
        $this->status = $status;
        $this->body = $body;
        $this->headers = $headers;
    }

    /**
     * @param array{status: int, headers: array<string, string>, body: string} $response
     *
     * @throws ApiException when the response is an error, is incomplete, or is not the gateway's
     */
    public static function of(array $response): self
    {
        $status = $response['status'];
        $body = json_decode($response['body'], true, 512, JSON_BIGINT_AS_STRING);
        $isSuccess = $status >= 200 && $status < 300;
        if ($isSuccess && is_array($body) && ($body['success'] ?? null) === true) {
            return new self($status, $body, $response['headers']);
        }
        $isPeyes = !$isSuccess && is_array($body) && is_string($body['error'] ?? null) && is_string($body['message'] ?? null);
        throw ApiException::of([
            'code' => $isPeyes ? $body['error'] : UnexpectedResponseException::CODE,
            'message' => $isPeyes ? self::message($body) : self::foreignMessage($response),
            'status' => $status,
            'requestId' => $response['headers']['x-request-id'] ?? null,
            'retryAfter' => self::retryAfter($body, $response['headers']),
            'errors' => $isPeyes && is_array($body['errors'] ?? null) ? $body['errors'] : [],
        ]);
    }

    /** @return array<string, mixed> the object in the member `data`, which most endpoints return */
    public function data(): array
    {
        $data = $this->body['data'] ?? null;
        return is_array($data) ? $data : [];
    }

    /**
     * The payment in the member `data`.
     *
     * @throws ApiException when there is no payment
     */
    public function payment(): Payment
    {
        $data = $this->data();
        if (!is_string($data['transaction_id'] ?? null)) {
            throw $this->unexpected('has no payment');
        }
        return new Payment($data);
    }

    /**
     * The refund in the member `data`.
     *
     * @throws ApiException when there is no refund
     */
    public function refund(): Refund
    {
        $data = $this->data();
        if (!is_string($data['refund_id'] ?? null)) {
            throw $this->unexpected('has no refund');
        }
        return new Refund($data);
    }

    /**
     * The whole body, whose member `data` must be a list.
     *
     * @return array<string, mixed>
     *
     * @throws ApiException when it has no list
     */
    public function page(): array
    {
        if (!is_array($this->body['data'] ?? null)) {
            throw $this->unexpected('has no list');
        }
        return $this->body;
    }

    /** The exception for a response that has a success status, but not the expected content. */
    public function unexpected(string $what): ApiException
    {
        return ApiException::of([
            'code' => UnexpectedResponseException::CODE,
            'message' => "The response, HTTP $this->status, $what.",
            'status' => $this->status,
            'requestId' => $this->headers['x-request-id'] ?? null,
            'retryAfter' => null,
            'errors' => [],
        ]);
    }

    /** @param array{status: int, headers: array<string, string>, body: string} $response */
    private static function foreignMessage(array $response): string
    {
        $status = $response['status'];
        if ($status >= 300 && $status < 400) {
            $to = $response['headers']['location'] ?? 'an unknown address';
            return "HTTP $status redirects to $to. Set baseUrl to the gateway's own address: redirects are not followed.";
        }
        if ($status < 300) {
            return "The response was truncated, or is not the gateway's: HTTP $status with " . self::shown($response['body']);
        }
        return "The response, HTTP $status, is not the gateway's: a proxy or a firewall in front of it responded, or baseUrl is wrong. It sent " . self::shown($response['body']);
    }

    /**
     * @param mixed                 $body
     * @param array<string, string> $headers
     */
    private static function retryAfter($body, array $headers): ?int
    {
        $stated = is_array($body) ? $body['retry_after'] ?? null : null;
        if (is_int($stated) && $stated >= 0 && $stated < self::LONGEST_RETRY_AFTER_S) {
            return $stated;
        }
        $header = $headers['retry-after'] ?? '';
        return preg_match('/^\d{1,9}$/D', $header) === 1 ? (int) $header : null;
    }

    /**
     * The gateway's message, followed by what is wrong with each field.
     *
     * @param array<string, mixed> $body
     */
    private static function message(array $body): string
    {
        $texts = [preg_replace('/(\w)$/D', '$1.', $body['message'])];
        foreach (is_array($body['errors'] ?? null) ? $body['errors'] : [] as $ofField) {
            $texts = array_merge($texts, array_filter((array) $ofField, 'is_string'));
        }
        return implode(' ', $texts);
    }

    private static function shown(string $body): string
    {
        return $body === '' ? 'no body.' : '"' . preg_replace('/[^\x20-\x7e]+/', ' ', substr($body, 0, 200)) . '".';
    }
}

}

if (!class_exists(Caller::class, false)) {

/**
 * Sends requests, repeats them where that is safe, and turns each response into an Answer or an exception.
 *
 * @internal
 */
final class Caller
{
    private const MOST_BYTES = 1048576;
    /** Enough for a page of 100 payments, each with the most metadata that a request can have. */
    public const MOST_PAGE_BYTES = 8388608;
    /** When the rate limit refuses a page of an iteration: how often it waits at most, and how long each time at most. */
    private const MOST_PAGE_WAITS = 10;
    private const LONGEST_PAGE_WAIT_S = 300;
    /** The statuses after which a read or a verify is repeated. */
    private const PASSING_STATUSES = [408, 429, 500, 502, 503, 504];
    private const FIRST_WAIT_MS = 250;
    private const LONGEST_WAIT_MS = 8000;

    /** @var Settings */
    private $settings;

    public function __construct(Settings $settings)
    {
        $this->settings = $settings;
    }

    public function settings(): Settings
    {
        return $this->settings;
    }

    /**
     * Sends a GET, and repeats it while the failure may be temporary and the time limit allows it.
     *
     * @param array<string, mixed> $query   null values are omitted
     * @param array<string, mixed> $options timeoutMs, retries
     */
    public function read(string $path, array $query = [], array $options = []): Answer
    {
        $given = array_filter($query, static function ($value): bool {
            return $value !== null;
        });
        $search = $given === [] ? '' : '?' . http_build_query($given, '', '&', PHP_QUERY_RFC3986);
        return $this->repeat('GET', $path . $search, null, $options);
    }

    /**
     * Sends a POST that is safe to repeat, and repeats it as `read` does.
     *
     * @param array<string, mixed> $options
     */
    public function ask(string $path, array $options = [], ?string $json = null): Answer
    {
        return $this->repeat('POST', $path, $json, $options);
    }

    /**
     * Sends a PUT, and repeats it as `read` does.
     *
     * @param array<string, mixed> $options
     */
    public function put(string $path, string $json, array $options = []): Answer
    {
        return $this->repeat('PUT', $path, $json, $options);
    }

    /**
     * Sends a POST once.
     *
     * @param array<string, mixed> $options
     */
    public function order(string $path, ?string $json, array $options = []): Answer
    {
        $timeoutMs = self::option($options, 'timeoutMs', $this->settings->timeoutMs, 1);
        return $this->send('POST', $path, $json, ['timeoutMs' => $timeoutMs, 'maxBytes' => self::MOST_BYTES], 1);
    }

    /**
     * Reads a page for an iteration. While the rate limit is reached, waits for as many seconds as the gateway states.
     *
     * @template Page
     *
     * @param callable(): Page $read
     *
     * @return Page
     */
    public function waiting(callable $read)
    {
        for ($waits = 0; ; $waits++) {
            try {
                return $read();
            } catch (RateLimitExceededException $limited) {
                $seconds = max(1, $limited->getRetryAfter() ?? 1);
                if ($waits >= self::MOST_PAGE_WAITS || $seconds > self::LONGEST_PAGE_WAIT_S) {
                    throw $limited;
                }
                sleep($seconds);
            }
        }
    }

    /** Milliseconds of a clock that cannot be set. */
    public static function nowMs(): float
    {
        return hrtime(true) / 1e6;
    }

    /**
     * @param array<string, mixed> $options
     */
    public static function option(array $options, string $name, int $default, int $least): int
    {
        $value = $options[$name] ?? $default;
        if (!is_int($value) || $value < $least) {
            throw new InvalidArgumentException("$name must be a whole number of at least $least.");
        }
        return $value;
    }

    /** @param array<string, mixed> $options */
    private function repeat(string $method, string $path, ?string $json, array $options): Answer
    {
        $endMs = self::nowMs() + self::option($options, 'timeoutMs', $this->settings->timeoutMs, 1);
        $retries = self::option($options, 'retries', $this->settings->retries, 0);
        for ($attempt = 1; ; $attempt++) {
            try {
                $limits = ['timeoutMs' => (int) max(1, $endMs - self::nowMs()), 'maxBytes' => $options['maxBytes'] ?? self::MOST_BYTES];
                return $this->send($method, $path, $json, $limits, $attempt);
            } catch (ConnectionException | ApiException $failure) {
                $waitMs = self::waitMs($attempt, $failure->getRetryAfter());
                if ($attempt > $retries || !self::isTransient($failure) || self::nowMs() + $waitMs >= $endMs) {
                    throw $failure;
                }
            }
            usleep($waitMs * 1000);
        }
    }

    /** @param array{timeoutMs: int, maxBytes: int} $limits */
    private function send(string $method, string $path, ?string $json, array $limits, int $attempt): Answer
    {
        $headers = [
            'X-Api-Key' => $this->settings->apiKey(),
            'Accept' => 'application/json',
            'User-Agent' => $this->settings->userAgent,
        ];
        if ($json !== null) {
            $headers['Content-Type'] = 'application/json';
        } elseif ($method === 'POST') {
            $headers['Content-Length'] = '0';
        }
        $url = $this->baseOf($path) . $path;
        $facts = ['method' => $method, 'url' => $url, 'attempt' => $attempt, 'status' => null, 'requestId' => null, 'error' => null];
        $startMs = self::nowMs();
        try {
            $request = ['method' => $method, 'url' => $url, 'headers' => $headers, 'body' => $json] + $limits;
            $response = $this->transport($request);
            $facts = ['status' => $response['status'], 'requestId' => $response['headers']['x-request-id'] ?? null] + $facts;
            self::logIgnored("$method " . explode('?', $path)[0], $response['headers']['x-gateway-ignored'] ?? '');
            if (strlen($response['body']) > $limits['maxBytes']) {
                throw self::tooLarge($response, $limits['maxBytes']);
            }
            return Answer::of($response);
        } catch (PeyeException $failure) {
            $facts = ['error' => $failure->getErrorCode()] + $facts;
            throw $failure;
        } finally {
            $this->report($facts + ['durationMs' => (int) (self::nowMs() - $startMs)]);
        }
    }

    /** Writes to PHP's log, only for a test key, what was sent and has no effect: the gateway accepts fields that it does not know, such as a misspelt one. */
    private static function logIgnored(string $request, string $names): void
    {
        if ($names !== '') {
            error_log("Peye: $request was sent with fields that have no effect: $names");
        }
    }

    private function baseOf(string $path): string
    {
        if (preg_match('~^/(refunds|disputes)~', $path) === 1) {
            return $this->settings->refundsUrl;
        }
        return preg_match('~^/(sessions|website)~', $path) === 1 ? $this->settings->checkoutUrl : $this->settings->apiUrl;
    }

    /** @param array<string, mixed> $facts */
    private function report(array $facts): void
    {
        try {
            if ($this->settings->onRequest !== null) {
                ($this->settings->onRequest)($facts);
            }
        } catch (\Throwable $failure) {
            // An error of onRequest must not look like a failure of the request.
        }
    }

    /**
     * @param array{method: string, url: string, headers: array<string, string>, body: ?string, timeoutMs: int, maxBytes: int} $request
     *
     * @return array{status: int, headers: array<string, string>, body: string}
     */
    private function transport(
        #[\SensitiveParameter]
        array $request
    ): array {
        try {
            $response = ($this->settings->transport)($request);
        } catch (PeyeException $failure) {
            throw $failure;
        } catch (\Throwable $failure) {
            // It is not known whether the request was sent.
            throw new ConnectionException('The transport failed: ' . $failure->getMessage(), ConnectionException::SENT_UNKNOWN, $failure);
        }
        $headers = [];
        foreach ($response['headers'] as $name => $value) {
            $headers[strtolower((string) $name)] = is_array($value) ? implode(', ', $value) : (string) $value;
        }
        return ['status' => (int) $response['status'], 'headers' => $headers, 'body' => (string) $response['body']];
    }

    /** @param array{status: int, headers: array<string, string>, body: string} $response */
    private static function tooLarge(array $response, int $maxBytes): ApiException
    {
        return ApiException::of([
            'code' => UnexpectedResponseException::CODE,
            'message' => "The response, HTTP {$response['status']}, has more than $maxBytes bytes.",
            'status' => $response['status'],
            'requestId' => $response['headers']['x-request-id'] ?? null,
            'retryAfter' => null,
            'errors' => [],
        ]);
    }

    /** @param ConnectionException|ApiException $failure */
    private static function isTransient(PeyeException $failure): bool
    {
        if ($failure instanceof ApiException) {
            // An invalid response with a success status was truncated: a repeated request may succeed. An invalid key is never sent in a loop.
            $mayPass = $failure->getStatus() < 300 || in_array($failure->getStatus(), self::PASSING_STATUSES, true);
            return $mayPass && !$failure instanceof TooManyAttemptsException;
        }
        return !$failure instanceof TlsException;
    }

    /**
     * The wait doubles each time. A random part is subtracted, so that clients that failed together do not all retry at the same moment.
     */
    private static function waitMs(int $attempt, ?int $retryAfter): int
    {
        $longest = min(self::LONGEST_WAIT_MS, self::FIRST_WAIT_MS * 2 ** min($attempt - 1, 10));
        return max(random_int(intdiv($longest, 2), $longest), ($retryAfter ?? 0) * 1000);
    }
}

}

if (!class_exists(CardMinimum::class, false)) {

/** The smallest amount that can be charged to a card, in each currency. */
final class CardMinimum
{
    use SnakeCaseFields;

    /** @var string a decimal */
    public $htg;
    /** @var string a decimal */
    public $usd;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->htg = $fields->decimal('HTG');
        $this->usd = $fields->decimal('USD');
        $this->raw = $raw;
    }
}

}

if (!class_exists(Checkout::class, false)) {

/** `$peye->checkout` */
final class Checkout
{
    /** @var CheckoutSessions read-only */
    public $sessions;

    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
        $this->sessions = new CheckoutSessions($caller);
    }

    /**
     * The settings of the website of the key. A program can check its setup with them.
     *
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function website(array $options = []): Website
    {
        return new Website($this->caller->read('/website', [], $options)->data());
    }
}

}

if (!class_exists(CheckoutSession::class, false)) {

/** A checkout session. Only its status `paid` means that a payment is completed. */
final class CheckoutSession
{
    use SnakeCaseFields;

    /** @var string */
    public $sessionId;
    /** @var string the page to redirect the customer to */
    public $url;
    /** @var string open, processing, paid, expired or cancelled; branch on this. While it is processing, a payment may still be paid */
    public $status;
    /** @var string test or live */
    public $mode;
    /** @var string a decimal string such as "500.00"; see Amounts */
    public $amount;
    /** @var string HTG or USD */
    public $currency;
    /** @var string|null */
    public $reference;
    /** @var string|null */
    public $description;
    /** @var Customer */
    public $customer;
    /** @var string[] */
    public $methods;
    /** @var string|null */
    public $returnUrl;
    /** @var string|null */
    public $cancelUrl;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $createdAt;
    /** @var string */
    public $expiresAt;
    /** @var string|null */
    public $cancelledAt;
    /** @var string|null */
    public $paidAt;
    /** @var string|null the completed payment; null unless it is paid */
    public $transactionId;
    /** @var SessionPayment[] the payments that the customer has started, newest first */
    public $payments;
    /** @var array<string, mixed>|null */
    public $metadata;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->sessionId = $fields->text('session_id');
        $this->url = $fields->text('url');
        $this->status = $fields->text('status');
        $this->mode = $fields->text('mode');
        $this->amount = $fields->text('amount');
        $this->currency = $fields->text('currency');
        $this->reference = $fields->textOrNull('reference');
        $this->description = $fields->textOrNull('description');
        $this->customer = new Customer($fields->object('customer'));
        $this->methods = $fields->texts('methods');
        $this->returnUrl = $fields->textOrNull('return_url');
        $this->cancelUrl = $fields->textOrNull('cancel_url');
        $this->createdAt = $fields->text('created_at');
        $this->expiresAt = $fields->text('expires_at');
        $this->cancelledAt = $fields->textOrNull('cancelled_at');
        $this->paidAt = $fields->textOrNull('paid_at');
        $this->transactionId = $fields->textOrNull('transaction_id');
        $this->payments = array_map(static function (array $payment): SessionPayment {
            return new SessionPayment($payment);
        }, $fields->objects('payments'));
        $this->metadata = $fields->has('metadata') ? $fields->object('metadata') : null;
        $this->raw = $raw;
    }
}

}

if (!class_exists(CheckoutSessions::class, false)) {

/** `$peye->checkout->sessions`: pages where the customer of one order chooses the method. At most one payment of a session completes. */
final class CheckoutSessions
{
    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
    }

    /**
     * Creates a session: redirect the customer to its `url`. The request is repeated in the same cases as a read, because a session that no
     * customer sees expires unpaid.
     *
     * @param array{
     *     amount: string|int|float,
     *     currency: string,
     *     reference?: ?string,
     *     description?: ?string,
     *     customer_name?: ?string,
     *     customer_email?: ?string,
     *     customer_phone?: ?string,
     *     metadata?: array<string, mixed>|object|null,
     *     methods?: string[]|null,
     *     return_url?: ?string,
     *     cancel_url?: ?string,
     *     expires_at?: ?string,
     * } $fields
     *   amount: in the real currency unit, as a decimal string
     *   methods: moncash, natcash, lakaypay_card; all of them by default
     *   expires_at: a time with its UTC offset, within 30 days
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws ApiException             when the gateway refused; nothing was created
     * @throws ConnectionException      when there was no response: create another session
     * @throws InvalidArgumentException for an amount that is not a number, or text that is not UTF-8
     */
    public function create(array $fields, array $options = []): CheckoutSession
    {
        return self::session($this->caller->ask('/sessions', $options, Amounts::inJson($fields)));
    }

    /**
     * The session as it is now: the status `paid` confirms it.
     *
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function retrieve(string $sessionId, array $options = []): CheckoutSession
    {
        return self::session($this->caller->read(self::path($sessionId), [], $options));
    }

    /**
     * No payment can be started any more. Branch on the status of the result: a session that was paid stays paid.
     *
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function cancel(string $sessionId, array $options = []): CheckoutSession
    {
        return self::session($this->caller->ask(self::path($sessionId) . '/cancel', $options));
    }

    private static function session(Answer $answer): CheckoutSession
    {
        $data = $answer->data();
        if (!is_string($data['session_id'] ?? null)) {
            throw $answer->unexpected('has no session');
        }
        return new CheckoutSession($data);
    }

    private static function path(string $sessionId): string
    {
        if (preg_match('/^[A-Za-z0-9_]{1,64}$/D', $sessionId) !== 1) {
            throw new InvalidArgumentException('A session_id is the text that starts with cos_ in the response to sessions->create().');
        }
        return "/sessions/$sessionId";
    }
}

}

if (!class_exists(Conversion::class, false)) {

/** Dollars that are charged in gourdes. */
final class Conversion
{
    use SnakeCaseFields;

    /** @var string a decimal, the amount that you requested */
    public $originalAmount;
    /** @var string USD */
    public $originalCurrency;
    /** @var string a decimal, gourdes for one dollar */
    public $exchangeRate;
    /** @var string a decimal, the amount that the customer is charged */
    public $chargedAmount;
    /** @var string HTG */
    public $chargedCurrency;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->originalAmount = $fields->decimal('original_amount');
        $this->originalCurrency = $fields->text('original_currency');
        $this->exchangeRate = $fields->decimal('exchange_rate');
        $this->chargedAmount = $fields->decimal('charged_amount');
        $this->chargedCurrency = $fields->text('charged_currency');
        $this->raw = $raw;
    }
}

}

if (!class_exists(CreatedPayment::class, false)) {

/** The response to a create request, with what the customer needs in order to pay. */
final class CreatedPayment
{
    use SnakeCaseFields;

    /** @var string store it with your order before you redirect */
    public $transactionId;
    /** @var string the amount that the customer is charged, a decimal string; dollars are converted for moncash and natcash */
    public $amount;
    /** @var string the currency in which the customer is charged */
    public $currency;
    /** @var string processing, or requires_payment_method for card */
    public $status;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $createdAt;
    /** @var string|null where to send the customer's browser; null for card */
    public $paymentUrl;
    /** @var Conversion|null set when dollars were converted */
    public $conversion;
    /** @var string|null natcash only */
    public $natcashReference;
    /** @var string|null card only: for the card widget */
    public $clientSecret;
    /** @var string|null card only: for the card widget */
    public $publishableKey;
    /** @var string|null card only */
    public $paymentIntentId;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->transactionId = $fields->text('transaction_id');
        $this->amount = $fields->text('amount');
        $this->currency = $fields->text('currency');
        $this->status = $fields->text('status');
        $this->createdAt = $fields->text('created_at');
        $this->paymentUrl = $fields->textOrNull('payment_url');
        $this->conversion = $fields->has('conversion') ? new Conversion($fields->object('conversion')) : null;
        $this->natcashReference = $fields->textOrNull('natcash_reference');
        $this->clientSecret = $fields->textOrNull('client_secret');
        $this->publishableKey = $fields->textOrNull('publishable_key');
        $this->paymentIntentId = $fields->textOrNull('payment_intent_id');
        $this->raw = $raw;
    }
}

}

if (!class_exists(CurlTransport::class, false)) {

/**
 * Sends requests with curl. The option `transport` replaces this class with a callable, which must do the same: it sends a request once, does not follow
 * redirects, and returns the response, whatever its status. It may stop reading once a body has more than maxBytes.
 */
final class CurlTransport
{
    private const CONNECT_TIMEOUT_MS = 10000;
    /** CURLE_PEER_FAILED_VERIFICATION and CURLE_SSL_CACERT_BADFILE, which not every PHP has names for. */
    private const NOT_TRUSTED = [60, 77];

    /** @throws InvalidArgumentException without the extension */
    public function __construct()
    {
        if (!function_exists('curl_init')) {
            throw new InvalidArgumentException(
                'The PHP extension curl is missing. Install it: on Debian and Ubuntu the package php-curl, on Red Hat php-common, '
                . 'on Alpine php-curl. Or set the option transport.'
            );
        }
    }

    /**
     * @param array{method: string, url: string, headers: array<string, string>, body: ?string, timeoutMs: int, maxBytes: int} $request
     *
     * @return array{status: int, headers: array<string, string>, body: string}
     *
     * @throws ConnectionException when no complete response came; its getSent() says whether the request may have arrived
     */
    public function __invoke(
        #[\SensitiveParameter]
        array $request
    ): array {
        $headers = [];
        $body = '';
        $lines = ['Expect:'];
        foreach ($request['headers'] as $name => $value) {
            $lines[] = "$name: $value";
        }
        // Each request has its own handle, and so its own connection. On a connection that was used before, curl itself repeats a request,
        // even a POST, when no byte of a response comes.
        $curl = curl_init();
        curl_setopt_array($curl, [
            CURLOPT_URL => $request['url'],
            CURLOPT_CUSTOMREQUEST => $request['method'],
            CURLOPT_HTTPHEADER => $lines,
            CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            // A reference may be "..", which curl would otherwise resolve in the path.
            CURLOPT_PATH_AS_IS => true,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_ENCODING => '',
            CURLOPT_TIMEOUT_MS => $request['timeoutMs'],
            CURLOPT_CONNECTTIMEOUT_MS => min($request['timeoutMs'], self::CONNECT_TIMEOUT_MS),
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
                if (strpos($line, 'HTTP/') === 0) {
                    $headers = [];
                } elseif (strpos($line, ':') !== false) {
                    [$name, $value] = explode(':', $line, 2);
                    $headers[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function ($_, string $part) use (&$body, $request): int {
                $body .= $part;
                // Any number other than the length of the part ends the transfer.
                return strlen($body) > $request['maxBytes'] ? 0 : strlen($part);
            },
        ] + ($request['body'] === null ? [] : [CURLOPT_POSTFIELDS => $request['body']]));
        $isWhole = curl_exec($curl);
        if ($isWhole !== true && strlen($body) <= $request['maxBytes']) {
            throw self::failure($curl);
        }
        return ['status' => curl_getinfo($curl, CURLINFO_RESPONSE_CODE), 'headers' => $headers, 'body' => $body];
    }

    /** @param resource|\CurlHandle $curl */
    private static function failure($curl): ConnectionException
    {
        // The request is sent only after TLS is set up. Bytes that were sent earlier, such as those that open a proxy's tunnel, are not part of the request.
        $isConnected = curl_getinfo($curl, CURLINFO_PRETRANSFER_TIME) > 0;
        $sent = $isConnected ? ConnectionException::SENT_UNKNOWN : ConnectionException::SENT_NOTHING;
        $reason = curl_error($curl);
        if (!$isConnected && curl_errno($curl) === CURLE_SSL_CONNECT_ERROR && preg_match('/wrong version number|packet length too long|http request/', $reason) === 1) {
            return new TlsException($reason);
        }
        if (!$isConnected && in_array(curl_errno($curl), self::NOT_TRUSTED, true)) {
            $reason .= '; nothing was sent. PHP trusts the authorities in the file that curl.cainfo of php.ini names. On Windows, where XAMPP and WAMP may have '
                . 'none, download https://curl.se/ca/cacert.pem and set curl.cainfo to its path.';
        }
        return curl_errno($curl) === CURLE_OPERATION_TIMEDOUT ? new TimeoutException($reason, $sent) : new ConnectionException($reason, $sent);
    }
}

}

if (!class_exists(Customer::class, false)) {

/** The customer, as you sent it. */
final class Customer
{
    use SnakeCaseFields;

    /** @var string|null */
    public $name;
    /** @var string|null */
    public $email;
    /** @var string|null */
    public $phone;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->name = $fields->textOrNull('name');
        $this->email = $fields->textOrNull('email');
        $this->phone = $fields->textOrNull('phone');
        $this->raw = $raw;
    }
}

}

if (!class_exists(Dispute::class, false)) {

/** A dispute of a card payment. While it is `opened`, the customer's bank holds the money; when it is `lost`, the customer has it. */
final class Dispute
{
    use SnakeCaseFields;

    /** @var string */
    public $disputeId;
    /** @var string the disputed payment */
    public $transactionId;
    /** @var string moncash, natcash, lakaypay_card or card */
    public $paymentMethod;
    /** @var string a decimal string such as "250.00"; see Amounts */
    public $amount;
    /** @var string HTG or USD */
    public $currency;
    /** @var string|null why, as the provider names it */
    public $reason;
    /** @var string opened, won or lost; branch on this. A lost dispute can still become won */
    public $status;
    /** @var string the provider's number of the dispute */
    public $providerRef;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $openedAt;
    /** @var string|null until when evidence is to be sent; null when none is due */
    public $evidenceDueAt;
    /** @var string|null when the gateway learned of the decision */
    public $decidedAt;
    /** @var string when the gateway found the dispute */
    public $createdAt;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->disputeId = $fields->text('dispute_id');
        $this->transactionId = $fields->text('transaction_id');
        $this->paymentMethod = $fields->text('payment_method');
        $this->amount = $fields->text('amount');
        $this->currency = $fields->text('currency');
        $this->reason = $fields->textOrNull('reason');
        $this->status = $fields->text('status');
        $this->providerRef = $fields->text('provider_ref');
        $this->openedAt = $fields->text('opened_at');
        $this->evidenceDueAt = $fields->textOrNull('evidence_due_at');
        $this->decidedAt = $fields->textOrNull('decided_at');
        $this->createdAt = $fields->text('created_at');
        $this->raw = $raw;
    }
}

}

if (!class_exists(DisputePage::class, false)) {

/** A page of a list of disputes. */
final class DisputePage
{
    use SnakeCaseFields;

    /** @var Dispute[] newest first */
    public $data;
    /** @var string|null pass it as `cursor` next time; null at the end */
    public $nextCursor;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->data = array_map(static function (array $dispute): Dispute {
            return new Dispute($dispute);
        }, $fields->objects('data'));
        $this->nextCursor = $fields->textOrNull('next_cursor');
        $this->raw = $raw;
    }
}

}

if (!class_exists(Disputes::class, false)) {

/** `$peye->disputes`: card payments that customers dispute at their bank. Evidence is sent in the provider's dashboard. */
final class Disputes
{
    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
    }

    /**
     * One page of the disputes of the key's website, newest first.
     *
     * @param array{transaction_id?: ?string, status?: ?string, per_page?: ?int, cursor?: ?string} $filters `cursor`: empty for the first page,
     *   then `nextCursor` of the previous page
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function list(array $filters = [], array $options = []): DisputePage
    {
        $unknown = array_diff(array_keys($filters), ['transaction_id', 'status', 'per_page', 'cursor']);
        if ($unknown !== []) {
            throw new InvalidArgumentException('Unknown filter: ' . implode(', ', $unknown) . '.');
        }
        return new DisputePage($this->caller->read('/disputes', $filters, $options)->page());
    }

    /**
     * All disputes that match, newest first, read in pages of 100 while you iterate. It waits while the rate limit is reached, whatever timeoutMs is.
     *
     * @param array{transaction_id?: ?string, status?: ?string, per_page?: ?int} $filters
     * @param array{timeoutMs?: int, retries?: int} $options for each page
     *
     * @return \Generator<int, Dispute>
     *
     * @throws PeyeException
     */
    public function iterate(array $filters = [], array $options = []): \Generator
    {
        if (isset($filters['cursor'])) {
            throw new InvalidArgumentException('disputes->iterate() reads all pages: remove cursor.');
        }
        $cursor = '';
        do {
            $query = ['cursor' => $cursor] + $filters + ['per_page' => 100];
            $page = $this->caller->waiting(function () use ($query, $options): DisputePage {
                return $this->list($query, $options);
            });
            foreach ($page->data as $dispute) {
                yield $dispute;
            }
            $cursor = $page->nextCursor;
        } while ($cursor !== null);
    }
}

}

if (!class_exists(Event::class, false)) {

/** An item of the sandbox feed. */
final class Event
{
    use SnakeCaseFields;

    /** @var string */
    public $id;
    /** @var string payment.success or payment.failed */
    public $event;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $createdAt;
    /** @var Payment */
    public $data;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->id = $fields->text('id');
        $this->event = $fields->text('event');
        $this->createdAt = $fields->text('created_at');
        $this->data = new Payment($fields->object('data'));
        $this->raw = $raw;
    }
}

}

if (!class_exists(EventPage::class, false)) {

/** A page of the sandbox feed. */
final class EventPage
{
    use SnakeCaseFields;

    /** @var Event[] oldest first */
    public $data;
    /** @var string|null pass it as `after` next time; null only when there is no event at all */
    public $nextCursor;
    /** @var bool whether there are more events after this page */
    public $hasMore;
    /** @var bool whether events after the cursor may be missing because they were too old; list the payments then */
    public $eventsRemoved;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->data = array_map(static function (array $event): Event {
            return new Event($event);
        }, $fields->objects('data'));
        $this->nextCursor = $fields->textOrNull('next_cursor');
        $this->hasMore = $fields->isTrue('has_more');
        $this->eventsRemoved = $fields->isTrue('events_removed');
        $this->raw = $raw;
    }
}

}

if (!class_exists(Events::class, false)) {

/** `$peye->events`: events of final test payments, oldest first, for development without a public address. Test keys only. */
final class Events
{
    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
    }

    /**
     * One page of the feed. Store its `nextCursor`, and pass it as `after` next time. `wait`: seconds to wait for the next event when there
     * is no new one, up to 25. Keep it below timeoutMs.
     *
     * @param array{after?: ?string, limit?: ?int, wait?: ?int} $query
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function list(array $query = [], array $options = []): EventPage
    {
        $unknown = array_diff(array_keys($query), ['after', 'limit', 'wait']);
        if ($unknown !== []) {
            throw new InvalidArgumentException('Unknown parameter: ' . implode(', ', $unknown) . '.');
        }
        return new EventPage($this->caller->read('/events', $query, $options + ['maxBytes' => Caller::MOST_PAGE_BYTES])->page());
    }

    /**
     * All events up to the newest, after a cursor or from the first one, read in pages of 100. It waits while the rate limit is reached, whatever
     * timeoutMs is.
     *
     * @param array{after?: ?string, limit?: ?int} $query
     * @param array{timeoutMs?: int, retries?: int} $options for each page
     *
     * @return \Generator<int, Event>
     *
     * @throws PeyeException
     */
    public function iterate(array $query = [], array $options = []): \Generator
    {
        do {
            $page = $this->caller->waiting(function () use ($query, $options): EventPage {
                return $this->list($query + ['limit' => 100], $options);
            });
            foreach ($page->data as $event) {
                yield $event;
            }
            $query = ['after' => $page->nextCursor] + $query;
        } while ($page->hasMore);
    }
}

}

if (!class_exists(ExchangeRate::class, false)) {

/** The rate at which dollars are charged in gourdes. */
final class ExchangeRate
{
    use SnakeCaseFields;

    /** @var string USD */
    public $baseCurrency;
    /** @var string HTG */
    public $quoteCurrency;
    /** @var string a decimal, gourdes for one dollar */
    public $rate;
    /** @var AmountConversion|null set when an amount was given */
    public $conversion;
    /** @var CardMinimum the smallest amount that can be charged to a card */
    public $cardMinimum;
    /** @var string */
    public $example;
    /** @var string */
    public $note;
    /** @var string|null ISO 8601 in UTC, with microseconds; null when the rate is fixed by the operator */
    public $updatedAt;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->baseCurrency = $fields->text('base_currency');
        $this->quoteCurrency = $fields->text('quote_currency');
        $this->rate = $fields->decimal('rate');
        $this->conversion = $fields->has('conversion') ? new AmountConversion($fields->object('conversion')) : null;
        $this->cardMinimum = new CardMinimum($fields->object('card_minimum'));
        $this->example = $fields->text('example');
        $this->note = $fields->text('note');
        $this->updatedAt = $fields->textOrNull('updated_at');
        $this->raw = $raw;
    }
}

}

if (!class_exists(ExchangeRates::class, false)) {

/** `$peye->exchangeRate` */
final class ExchangeRates
{
    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
    }

    /**
     * How many gourdes are charged for a dollar.
     *
     * @param array{amount?: string|int|float|null} $query amount: this many gourdes are also converted to dollars
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function retrieve(array $query = [], array $options = []): ExchangeRate
    {
        $amount = $query['amount'] ?? null;
        $sent = ['amount' => $amount === null ? null : Amounts::literal($amount)];
        return new ExchangeRate($this->caller->read('/exchange-rate', $sent, $options)->data());
    }
}

}

if (!class_exists(Fields::class, false)) {

/**
 * Reads the members of a JSON object, each with the requested type.
 *
 * @internal
 */
final class Fields
{
    /** @var array<string, mixed> */
    private $members;

    /** @param mixed $members */
    public function __construct($members)
    {
        $this->members = is_array($members) ? $members : [];
    }

    public function text(string $name): string
    {
        return $this->textOrNull($name) ?? '';
    }

    public function textOrNull(string $name): ?string
    {
        $value = $this->members[$name] ?? null;
        return is_scalar($value) ? (string) $value : null;
    }

    public function integer(string $name): int
    {
        return (int) ($this->members[$name] ?? 0);
    }

    /** A number as a decimal string. */
    public function decimal(string $name): string
    {
        return Amounts::text($this->members[$name] ?? null);
    }

    public function isTrue(string $name): bool
    {
        return ($this->members[$name] ?? null) === true;
    }

    public function has(string $name): bool
    {
        return isset($this->members[$name]);
    }

    /** @return array<string, mixed> */
    public function object(string $name): array
    {
        $value = $this->members[$name] ?? null;
        return is_array($value) ? $value : [];
    }

    /** @return string[] */
    public function texts(string $name): array
    {
        return array_values(array_filter($this->object($name), 'is_string'));
    }

    /** @return array<int, array<string, mixed>> */
    public function objects(string $name): array
    {
        return array_values(array_filter($this->object($name), 'is_array'));
    }
}

}

if (!class_exists(Health::class, false)) {

/** The response of a gateway that serves requests. */
final class Health
{
    use SnakeCaseFields;

    /** @var string */
    public $service;
    /** @var string the gateway's version */
    public $version;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $timestamp;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->service = $fields->text('service');
        $this->version = $fields->text('version');
        $this->timestamp = $fields->text('timestamp');
        $this->raw = $raw;
    }
}

}

if (!class_exists(LostAnswer::class, false)) {

/**
 * Looks up the payment of a create request whose response was lost.
 *
 * @internal
 */
final class LostAnswer
{
    /** When the payment is looked up after the loss, within lookupWaitMs. The later times are for lookups that failed. */
    private const LOOKS_AT_MS = [0, 1000, 3000, 6000, 10000, 12000, 14000];
    private const LOOK_TIMEOUT_MS = 5000;
    /** After this time the gateway has created the payment, or never will: see docs/retrying.md. */
    private const CERTAIN_AFTER_MS = 10000;
    /** How much the clocks of two nodes, and two counters of time within a call, may differ together. */
    private const CLOCK_SLACK_MS = 2000;
    /** A payment this much older than the call was not created by it, even if the gateway's clock was set in the meantime. */
    private const CERTAINLY_OLDER_MS = 3600000;

    /** @var Caller */
    private $caller;
    /** @var float when the create request started, by Caller::nowMs */
    private $startMs;
    /** @var string|null the id of the newest payment with the reference, when it is not known whether this call created it */
    private $unclear;

    public function __construct(Caller $caller, float $startMs)
    {
        $this->caller = $caller;
        $this->startMs = $startMs;
    }

    /**
     * @param mixed $reference as passed to the create request
     * @param int   $waitMs    how long all lookups together may take
     */
    public function explain($reference, PeyeException $failure, int $waitMs): LostResponseException
    {
        $lost = 'The response to the create request was lost: ' . rtrim($failure->getMessage(), '.') . '. ';
        if (!is_string($reference) || $reference === '') {
            $hint = 'The request had no reference, so its payment cannot be looked up: search payments->list() before you create another. Pass a reference with each request.';
            return new LostResponseException($lost . $hint, null, null, $failure);
        }
        $found = $this->lookUp($reference, $waitMs);
        return new LostResponseException($lost . $this->advice($reference, $found), $reference, $found, $failure);
    }

    /** @return Payment[]|null null while it is not known */
    private function lookUp(string $reference, int $waitMs): ?array
    {
        $lostMs = Caller::nowMs();
        foreach (self::LOOKS_AT_MS as $atMs) {
            if ($atMs >= $waitMs) {
                break;
            }
            // The previous lookup lasted until after this time.
            if ($atMs > 0 && Caller::nowMs() - $lostMs > $atMs) {
                continue;
            }
            usleep((int) (1000 * max(0, $lostMs + $atMs - Caller::nowMs())));
            $sinceMs = Caller::nowMs() - $lostMs;
            $isCertain = $sinceMs >= self::CERTAIN_AFTER_MS;
            try {
                $found = $this->look($reference, (int) max(1, min(self::LOOK_TIMEOUT_MS, $waitMs - $sinceMs)));
            } catch (ApiException $failure) {
                // The key was deactivated: the next lookup would fail in the same way.
                if (in_array($failure->getStatus(), [401, 403], true)) {
                    break;
                }
                continue;
            } catch (PeyeException $failure) {
                continue;
            }
            // An empty result is not certain yet: the payment may still appear.
            if ($isCertain || ($found !== null && $found !== [])) {
                return $found;
            }
        }
        return null;
    }

    /** @return Payment[]|null null when it is not known whether this call created the newest payment with the reference */
    private function look(string $reference, int $timeoutMs): ?array
    {
        $this->unclear = null;
        try {
            $answer = $this->caller->read('/payments/reference/' . rawurlencode($reference), [], ['timeoutMs' => $timeoutMs]);
        } catch (Exception\TransactionNotFoundException $none) {
            return [];
        }
        $payment = $answer->payment();
        $olderByMs = $this->olderByMs($payment, $answer->headers['x-gateway-time'] ?? '');
        if ($olderByMs !== null && $olderByMs <= self::CLOCK_SLACK_MS) {
            return [$payment];
        }
        if ($olderByMs !== null && $olderByMs > self::CERTAINLY_OLDER_MS) {
            return [];
        }
        $this->unclear = $payment->transactionId;
        return null;
    }

    /**
     * How long before the start of this call a payment was created. Only times of the gateway are compared, created_at with X-Gateway-Time: neither this
     * machine's clock nor the Date of a proxy is read. Null when the gateway's time is missing.
     */
    private function olderByMs(Payment $payment, string $gatewayTime): ?float
    {
        [$nowMs, $createdMs] = [self::readMs($gatewayTime), self::readMs($payment->createdAt)];
        return $nowMs === null || $createdMs === null ? null : $nowMs - $createdMs - (Caller::nowMs() - $this->startMs);
    }

    private static function readMs(string $time): ?float
    {
        if (preg_match('/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/D', $time) !== 1) {
            return null;
        }
        try {
            return 1000 * (float) (new \DateTimeImmutable($time))->format('U.u');
        } catch (\Exception $impossible) {
            return null;
        }
    }

    /** @param Payment[]|null $found */
    private function advice(string $reference, ?array $found): string
    {
        if ($found === null && $this->unclear !== null) {
            return "The newest payment with the reference \"$reference\" is $this->unclear. It is not known whether this call created that payment: it did "
                . 'unless your order already has that transaction_id. Call payments->findByReference(), at least 10 seconds after the loss, '
                . 'before you create another.';
        }
        if ($found === null) {
            return "It is not known yet whether a payment with the reference \"$reference\" exists: call payments->findByReference(), at least "
                . '10 seconds after the loss, before you create another.';
        }
        if ($found !== []) {
            return "The payment was created: {$found[0]->transactionId} has the reference \"$reference\" and is {$found[0]->status}. Store its id with your "
                . 'order. Its payment_url is lost: if the customer still has to pay, create another payment, and count the order '
                . 'as paid when either payment completes.';
        }
        return "This call created no payment with the reference \"$reference\". You can create it again.";
    }
}

}

if (!class_exists(Pagination::class, false)) {

/** The position of a page in its list. */
final class Pagination
{
    use SnakeCaseFields;

    /** @var int */
    public $currentPage;
    /** @var int */
    public $perPage;
    /** @var int payments that match the filters, on all pages */
    public $total;
    /** @var int at least 1 */
    public $lastPage;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->currentPage = $fields->integer('current_page');
        $this->perPage = $fields->integer('per_page');
        $this->total = $fields->integer('total');
        $this->lastPage = $fields->integer('last_page');
        $this->raw = $raw;
    }
}

}

if (!class_exists(Payment::class, false)) {

/** A payment, as reads, lists, webhooks and the feed show it. */
final class Payment
{
    use SnakeCaseFields;

    /** @var string 15 or 16 digits */
    public $transactionId;
    /** @var string a decimal string such as "500.00"; see Amounts */
    public $amount;
    /** @var string HTG or USD */
    public $currency;
    /** @var string pending, processing, completed or failed; branch on this */
    public $status;
    /** @var string moncash, natcash, lakaypay_card or card */
    public $paymentMethod;
    /** @var string|null your own order number */
    public $reference;
    /** @var string|null */
    public $description;
    /** @var Customer */
    public $customer;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $createdAt;
    /** @var string|null when it was paid; null unless it is completed */
    public $completedAt;
    /** @var string|null when it failed; null unless it is failed */
    public $failedAt;
    /** @var string|null a short code; null unless it is failed */
    public $failureReason;
    /** @var array<string, mixed>|null the metadata that you sent */
    public $metadata;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->transactionId = $fields->text('transaction_id');
        $this->amount = $fields->text('amount');
        $this->currency = $fields->text('currency');
        $this->status = $fields->text('status');
        $this->paymentMethod = $fields->text('payment_method');
        $this->reference = $fields->textOrNull('reference');
        $this->description = $fields->textOrNull('description');
        $this->customer = new Customer($fields->object('customer'));
        $this->createdAt = $fields->text('created_at');
        $this->completedAt = $fields->textOrNull('completed_at');
        $this->failedAt = $fields->textOrNull('failed_at');
        $this->failureReason = $fields->textOrNull('failure_reason');
        $this->metadata = $fields->has('metadata') ? $fields->object('metadata') : null;
        $this->raw = $raw;
    }
}

}

if (!class_exists(PaymentPage::class, false)) {

/** A page of a list of payments. */
final class PaymentPage
{
    use SnakeCaseFields;

    /** @var Payment[] newest first */
    public $data;
    /** @var Pagination */
    public $pagination;
    /** @var string|null only when `cursor` was sent: pass it as `cursor` next time; null at the end */
    public $nextCursor;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->data = array_map(static function (array $payment): Payment {
            return new Payment($payment);
        }, $fields->objects('data'));
        $this->pagination = new Pagination($fields->object('pagination'));
        $this->nextCursor = $fields->textOrNull('next_cursor');
        $this->raw = $raw;
    }
}

}

if (!class_exists(Payments::class, false)) {

/** `$peye->payments` */
final class Payments
{
    private const FILTERS = ['status', 'payment_method', 'reference', 'from_date', 'to_date', 'per_page', 'page', 'cursor'];

    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
    }

    /**
     * Creates a payment. The request is sent once, whatever happens. Store the `transactionId` with your order before you redirect the customer
     * to `paymentUrl`.
     *
     * @param array{
     *     amount: string|int|float,
     *     currency: string,
     *     payment_method: string,
     *     customer_name: string,
     *     customer_email?: ?string,
     *     customer_phone?: ?string,
     *     reference?: ?string,
     *     description?: ?string,
     *     metadata?: array<string, mixed>|object|null,
     *     recurring?: ?bool,
     *     recurring_interval?: ?string,
     *     recurring_interval_count?: ?int,
     * } $fields
     *   amount: in the real currency unit, as a decimal string: "500.00" is 500 gourdes
     *   currency: HTG or USD
     *   payment_method: moncash, natcash, lakaypay_card or card
     *   reference: your order number; without one, the payment of a lost response cannot be looked up
     * @param array{timeoutMs?: int, lookupWaitMs?: int} $options
     *
     * @throws LostResponseException    when the response was lost; it has the result of the lookup. The call takes at most
     *                                  timeoutMs and lookupWaitMs together
     * @throws ConnectionException      when the gateway was not reached at all: nothing was sent
     * @throws ApiException             when the gateway refused; nothing was created, except that `payment_processing_failed` leaves a
     *                                  failed payment
     * @throws InvalidArgumentException for an amount that is not a number, or text that is not UTF-8
     */
    public function create(array $fields, array $options = []): CreatedPayment
    {
        $json = Amounts::inJson($fields);
        $reference = $fields['reference'] ?? null;
        // Checked before anything is sent: later, an error about this option would hide that a response was lost.
        $waitMs = Caller::option($options, 'lookupWaitMs', $this->caller->settings()->lookupWaitMs, 0);
        $startMs = Caller::nowMs();
        try {
            $answer = $this->caller->order('/payments', $json, $options);
            if (is_string($answer->body['transaction_id'] ?? null) && $answer->body['transaction_id'] !== '') {
                return new CreatedPayment($answer->body);
            }
            $failure = $answer->unexpected('has no transaction_id');
        } catch (ConnectionException $failure) {
            if ($failure->getSent() === ConnectionException::SENT_NOTHING) {
                throw $failure;
            }
        } catch (ApiException $failure) {
            if (!self::leavesOpen($failure)) {
                throw $failure;
            }
        }
        throw (new LostAnswer($this->caller, $startMs))->explain($reference, $failure, $waitMs);
    }

    /**
     * The payment as it is now. `status` equal to `completed` confirms it.
     *
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws TransactionNotFoundException|PeyeException
     */
    public function retrieve(string $transactionId, array $options = []): Payment
    {
        return $this->caller->read('/payments/' . rawurlencode($transactionId), [], $options)->payment();
    }

    /**
     * The payments with this reference. The API returns only the newest, so there is one or none.
     *
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @return Payment[]
     *
     * @throws PeyeException
     */
    public function findByReference(string $reference, array $options = []): array
    {
        if ($reference === '') {
            return [];
        }
        try {
            return [$this->caller->read('/payments/reference/' . rawurlencode($reference), [], $options)->payment()];
        } catch (TransactionNotFoundException $none) {
            return [];
        }
    }

    /**
     * One page of the payments that were created with this key, newest first.
     *
     * @param array{
     *     status?: ?string,
     *     payment_method?: ?string,
     *     reference?: ?string,
     *     from_date?: ?string,
     *     to_date?: ?string,
     *     per_page?: ?int,
     *     page?: ?int,
     *     cursor?: ?string,
     * } $filters days are UTC, as YYYY-MM-DD; `cursor` in place of `page`: empty for the first page, then `nextCursor` of the previous page
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function list(array $filters = [], array $options = []): PaymentPage
    {
        $unknown = array_diff(array_keys($filters), self::FILTERS);
        if ($unknown !== []) {
            throw new InvalidArgumentException('Unknown filter: ' . implode(', ', $unknown) . '.');
        }
        return new PaymentPage($this->caller->read('/payments', $filters, $options + ['maxBytes' => Caller::MOST_PAGE_BYTES])->page());
    }

    /**
     * All payments that match, newest first, read in pages of 100 while you iterate. No payment is missed or repeated when others are created
     * at the same time. It waits while the rate limit is reached, whatever timeoutMs is.
     *
     * @param array{status?: ?string, payment_method?: ?string, reference?: ?string, from_date?: ?string, to_date?: ?string, per_page?: ?int} $filters
     * @param array{timeoutMs?: int, retries?: int} $options for each page
     *
     * @return \Generator<int, Payment>
     *
     * @throws PeyeException
     */
    public function iterate(array $filters = [], array $options = []): \Generator
    {
        if (isset($filters['page']) || isset($filters['cursor'])) {
            throw new InvalidArgumentException('payments->iterate() reads all pages: remove page and cursor.');
        }
        $cursor = '';
        do {
            $query = ['cursor' => $cursor] + $filters + ['per_page' => 100];
            $page = $this->caller->waiting(function () use ($query, $options): PaymentPage {
                return $this->list($query, $options);
            });
            foreach ($page->data as $payment) {
                yield $payment;
            }
            $cursor = $page->nextCursor;
        } while ($cursor !== null);
    }

    /**
     * Requests the payment's status from the provider. Use this for orders that stay open, not for every page view: it has its own rate
     * limit. The request is repeated in the same cases as a read.
     *
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws TransactionNotFoundException|PeyeException
     */
    public function verify(string $transactionId, array $options = []): Verification
    {
        return new Verification($this->caller->ask('/payments/' . rawurlencode($transactionId) . '/verify', $options)->data());
    }

    /** Whether the payment may exist although the response is an error. A 503 from the gateway itself guarantees that it does not. */
    private static function leavesOpen(ApiException $failure): bool
    {
        $status = $failure->getStatus();
        return $status < 300 || $status >= 500 && !in_array($failure->getErrorCode(), ['service_unavailable', 'not_implemented'], true);
    }
}

}

if (!class_exists(Peye::class, false)) {

/**
 * A client of one Peye gateway with one API key.
 *
 *     $peye = new \Peye\Peye(['apiKey' => getenv('PEYE_KEY'), 'baseUrl' => 'https://pay.example.ht']);
 *     $payment = $peye->payments->create(['amount' => '500.00', 'currency' => 'HTG', ...]);
 *
 * Every exception that it throws is a \Peye\Exception\PeyeException.
 */
final class Peye
{
    public const VERSION = '0.1.0';

    /** @var Payments read-only */
    public $payments;
    /** @var Refunds read-only */
    public $refunds;
    /** @var Disputes read-only */
    public $disputes;
    /** @var Events the sandbox's feed; read-only */
    public $events;
    /** @var ExchangeRates read-only */
    public $exchangeRate;
    /** @var Checkout read-only */
    public $checkout;
    /** @var TestHelpers completes or fails a test payment without its page; read-only */
    public $testHelpers;

    /** @var Caller */
    private $caller;

    /**
     * @param array{
     *     apiKey: string,
     *     baseUrl: string,
     *     timeoutMs?: int,
     *     retries?: int,
     *     lookupWaitMs?: int,
     *     transport?: callable,
     *     onRequest?: callable,
     *     userAgent?: string,
     * } $options
     *   apiKey: tk_test_… or tk_live_…
     *   baseUrl: the gateway's origin, such as https://pay.example.ht
     *   timeoutMs: how long a call takes at most, with its retries and the waits between them; 35000 by default
     *   retries: how often a read, a verify or a request for a refund is retried at most; 3 by default
     *   lookupWaitMs: how long all lookups together may take after the response to a create request was lost; 15000 by default.
     *     With 10000 or less, they can find a payment, but cannot prove that there is none
     *   transport: a callable that sends requests in place of curl, see CurlTransport
     *   onRequest: is called after each request with an array of method, url, attempt, durationMs, status, requestId and error
     *   userAgent: the name of your application, which is added to the User-Agent
     *
     * @throws InvalidArgumentException for an option that is missing, unknown or in a wrong format
     */
    public function __construct(
        #[\SensitiveParameter]
        array $options
    ) {
        $this->caller = new Caller(new Settings($options));
        $this->payments = new Payments($this->caller);
        $this->refunds = new Refunds($this->caller);
        $this->disputes = new Disputes($this->caller);
        $this->events = new Events($this->caller);
        $this->exchangeRate = new ExchangeRates($this->caller);
        $this->checkout = new Checkout($this->caller);
        $this->testHelpers = new TestHelpers($this->caller);
    }

    /**
     * Checks that the gateway accepts this key, and returns its version.
     *
     * @param array{timeoutMs?: int} $options
     */
    public function health(array $options = []): Health
    {
        return new Health($this->caller->read('/health', [], $options)->body);
    }
}

}

if (!class_exists(Refund::class, false)) {

/** A refund. The customer has the money only when its status is `succeeded`. */
final class Refund
{
    use SnakeCaseFields;

    /** @var string your name of the refund */
    public $refundId;
    /** @var string the refunded payment */
    public $transactionId;
    /** @var string moncash, natcash, lakaypay_card or card */
    public $paymentMethod;
    /** @var string a decimal string such as "250.00", in the currency that the customer was charged in; see Amounts */
    public $amount;
    /** @var string HTG or USD */
    public $currency;
    /** @var string|null */
    public $reason;
    /** @var string requested, approved, sent, unknown, manual, succeeded, failed or reversed; branch on this */
    public $status;
    /** @var string|null rejected, declined or returned_already; null unless it is failed */
    public $failureReason;
    /** @var string|null the provider's number of the refund, or of the wallet's transaction */
    public $providerRef;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $createdAt;
    /** @var string|null when it succeeded, failed or was reversed */
    public $endedAt;
    /** @var string gateway, or external if it was made in the provider's portal: the gateway chose its refundId, and sends no webhook about it */
    public $kind;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->refundId = $fields->text('refund_id');
        $this->transactionId = $fields->text('transaction_id');
        $this->paymentMethod = $fields->text('payment_method');
        $this->amount = $fields->text('amount');
        $this->currency = $fields->text('currency');
        $this->reason = $fields->textOrNull('reason');
        $this->status = $fields->text('status');
        $this->failureReason = $fields->textOrNull('failure_reason');
        $this->providerRef = $fields->textOrNull('provider_ref');
        $this->createdAt = $fields->text('created_at');
        $this->endedAt = $fields->textOrNull('ended_at');
        $this->kind = $fields->textOrNull('kind') ?? 'gateway';
        $this->raw = $raw;
    }
}

}

if (!class_exists(RefundPage::class, false)) {

/** A page of a list of refunds. */
final class RefundPage
{
    use SnakeCaseFields;

    /** @var Refund[] newest first */
    public $data;
    /** @var string|null pass it as `cursor` next time; null at the end */
    public $nextCursor;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->data = array_map(static function (array $refund): Refund {
            return new Refund($refund);
        }, $fields->objects('data'));
        $this->nextCursor = $fields->textOrNull('next_cursor');
        $this->raw = $raw;
    }
}

}

if (!class_exists(Refunds::class, false)) {

/** `$peye->refunds` */
final class Refunds
{
    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
    }

    /**
     * Requests a refund under a name that you choose. The same name and fields always return the same refund, so the request is repeated in the
     * same cases as a read, and you can repeat the call. The money is returned when the status is `succeeded`.
     *
     * @param string $refundId your name of the refund, such as order-1042-refund: 1 to 64 letters, digits, - and _
     * @param array{transaction_id: string, amount?: string|int|float|null, reason?: ?string} $fields
     *   transaction_id: the completed payment
     *   amount: a decimal string in the currency that the customer was charged in; what is left of the payment by default
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws ApiException             when the gateway refused; nothing was requested
     * @throws ConnectionException      when the response was lost: repeat the call with the same name
     * @throws InvalidArgumentException for a name or an amount in a wrong format
     */
    public function create(string $refundId, array $fields, array $options = []): Refund
    {
        $path = self::path($refundId);
        return $this->caller->put($path, Amounts::inJsonIfGiven($fields), $options)->refund();
    }

    /**
     * The refund as it is now.
     *
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws RefundNotFoundException|PeyeException
     */
    public function retrieve(string $refundId, array $options = []): Refund
    {
        return $this->caller->read(self::path($refundId), [], $options)->refund();
    }

    /**
     * One page of the refunds of the key's website, newest first.
     *
     * @param array{transaction_id?: ?string, status?: ?string, kind?: ?string, per_page?: ?int, cursor?: ?string} $filters `cursor`: empty for the first page,
     *   then `nextCursor` of the previous page
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function list(array $filters = [], array $options = []): RefundPage
    {
        $unknown = array_diff(array_keys($filters), ['transaction_id', 'status', 'kind', 'per_page', 'cursor']);
        if ($unknown !== []) {
            throw new InvalidArgumentException('Unknown filter: ' . implode(', ', $unknown) . '.');
        }
        return new RefundPage($this->caller->read('/refunds', $filters, $options)->page());
    }

    /**
     * All refunds that match, newest first, read in pages of 100 while you iterate. It waits while the rate limit is reached, whatever timeoutMs is.
     *
     * @param array{transaction_id?: ?string, status?: ?string, kind?: ?string, per_page?: ?int} $filters
     * @param array{timeoutMs?: int, retries?: int} $options for each page
     *
     * @return \Generator<int, Refund>
     *
     * @throws PeyeException
     */
    public function iterate(array $filters = [], array $options = []): \Generator
    {
        if (isset($filters['cursor'])) {
            throw new InvalidArgumentException('refunds->iterate() reads all pages: remove cursor.');
        }
        $cursor = '';
        do {
            $query = ['cursor' => $cursor] + $filters + ['per_page' => 100];
            $page = $this->caller->waiting(function () use ($query, $options): RefundPage {
                return $this->list($query, $options);
            });
            foreach ($page->data as $refund) {
                yield $refund;
            }
            $cursor = $page->nextCursor;
        } while ($cursor !== null);
    }

    private static function path(string $refundId): string
    {
        if (preg_match('/^[A-Za-z0-9_-]{1,64}$/D', $refundId) !== 1) {
            throw new InvalidArgumentException('A refund_id is your own name for the refund, such as order-1042-refund: 1 to 64 letters, digits, - and _. Use the same name when you repeat a request.');
        }
        return "/refunds/$refundId";
    }
}

}

if (!class_exists(SessionPayment::class, false)) {

/** A payment of a checkout session. */
final class SessionPayment
{
    use SnakeCaseFields;

    /** @var string */
    public $transactionId;
    /** @var string moncash, natcash or lakaypay_card */
    public $paymentMethod;
    /** @var string pending, processing, completed or failed */
    public $status;
    /** @var string what the customer is charged, as a decimal string */
    public $amount;
    /** @var string HTG or USD */
    public $currency;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $createdAt;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->transactionId = $fields->text('transaction_id');
        $this->paymentMethod = $fields->text('payment_method');
        $this->status = $fields->text('status');
        $this->amount = $fields->text('amount');
        $this->currency = $fields->text('currency');
        $this->createdAt = $fields->text('created_at');
        $this->raw = $raw;
    }
}

}

if (!class_exists(Settings::class, false)) {

/**
 * The options of a client, checked.
 *
 * Parameters with the attribute SensitiveParameter, here and in other classes, are omitted from the stack traces of exceptions, which many
 * logs store completely. The attribute is on its own line, because PHP before version 8 reads such a line as a comment.
 *
 * @internal
 */
final class Settings
{
    private const API_PATH = '/api/gateway/v1';
    private const REFUNDS_PATH = '/api/refunds/v1';
    private const CHECKOUT_PATH = '/api/checkout/v1';
    private const DEFAULTS = [
        'timeoutMs' => 35000,
        'retries' => 3,
        'lookupWaitMs' => 15000,
        'transport' => null,
        'onRequest' => null,
        'userAgent' => null,
    ];

    /** @var string the address of the API, without a slash at its end */
    public $apiUrl;
    /** @var string the same of the API of refunds and disputes */
    public $refundsUrl;
    /** @var string the same of the API of checkout */
    public $checkoutUrl;
    /** @var int */
    public $timeoutMs;
    /** @var int */
    public $retries;
    /** @var int */
    public $lookupWaitMs;
    /** @var callable */
    public $transport;
    /** @var callable|null */
    public $onRequest;
    /** @var string */
    public $userAgent;
    /** @var string */
    private $apiKey;

    /** @param array<string, mixed> $options see Peye::__construct */
    public function __construct(
        #[\SensitiveParameter]
        array $options
    ) {
        $unknown = array_diff(array_keys($options), ['apiKey', 'baseUrl'], array_keys(self::DEFAULTS));
        if ($unknown !== []) {
            throw new InvalidArgumentException('Unknown option of Peye: ' . implode(', ', $unknown) . '.');
        }
        $given = $options + self::DEFAULTS + ['apiKey' => null, 'baseUrl' => null];
        $this->apiKey = self::readKey($given['apiKey']);
        $root = self::readRoot($given['baseUrl']);
        $this->apiUrl = $root . self::API_PATH;
        $this->refundsUrl = $root . self::REFUNDS_PATH;
        $this->checkoutUrl = $root . self::CHECKOUT_PATH;
        $this->timeoutMs = self::readCount('timeoutMs', $given['timeoutMs'], 1);
        $this->retries = self::readCount('retries', $given['retries'], 0);
        $this->lookupWaitMs = self::readCount('lookupWaitMs', $given['lookupWaitMs'], 0);
        $this->transport = self::readCallable('transport', $given['transport']) ?? new CurlTransport();
        $this->onRequest = self::readCallable('onRequest', $given['onRequest']);
        $this->userAgent = self::readUserAgent($given['userAgent']);
    }

    public function apiKey(): string
    {
        return $this->apiKey;
    }

    /**
     * What var_dump shows: everything but the key.
     *
     * @return array<string, mixed>
     */
    public function __debugInfo(): array
    {
        return ['apiUrl' => $this->apiUrl, 'apiKey' => substr($this->apiKey, 0, 8) . '…'];
    }

    /** @param mixed $key */
    private static function readKey(
        #[\SensitiveParameter]
        $key
    ): string {
        if (!is_string($key) || $key === '') {
            throw new InvalidArgumentException('Set apiKey to the tk_test_… or tk_live_… key of your website.');
        }
        if (preg_match('/^tk_(test|live)_[0-9A-Za-z]{32,128}$/D', $key) === 1) {
            return $key;
        }
        if (strpos($key, 'whsec_') === 0) {
            throw new InvalidArgumentException('apiKey is the webhook secret. The key begins with tk_test_ or tk_live_.');
        }
        if (trim($key) !== $key) {
            throw new InvalidArgumentException('apiKey has spaces or a line break around it.');
        }
        throw new InvalidArgumentException('apiKey is incomplete or malformed: a key is tk_test_ or tk_live_ and at least 32 letters and digits.');
    }

    /**
     * The gateway's address without a path of the API.
     *
     * @param mixed $url
     */
    private static function readRoot($url): string
    {
        if (!is_string($url) || preg_match('~^https?://[^\s/?#@]+(/[^\s?#]*)?$~Di', $url) !== 1) {
            throw new InvalidArgumentException('Set baseUrl to the address of your gateway, such as https://pay.example.ht.');
        }
        $url = rtrim($url, '/');
        return substr($url, -strlen(self::API_PATH)) === self::API_PATH ? substr($url, 0, -strlen(self::API_PATH)) : $url;
    }

    /** @param mixed $value */
    private static function readCount(string $name, $value, int $least): int
    {
        if (!is_int($value) || $value < $least) {
            throw new InvalidArgumentException("$name must be a whole number of at least $least.");
        }
        return $value;
    }

    /**
     * @param mixed $value
     */
    private static function readCallable(string $name, $value): ?callable
    {
        if ($value !== null && !is_callable($value)) {
            throw new InvalidArgumentException("$name must be callable.");
        }
        return $value;
    }

    /** @param mixed $application */
    private static function readUserAgent($application): string
    {
        if ($application !== null && (!is_string($application) || preg_match('/^[\x20-\x7e]+$/D', $application) !== 1)) {
            throw new InvalidArgumentException('userAgent must be a line of ASCII text.');
        }
        return 'peye-php/' . Peye::VERSION . ' php/' . PHP_VERSION . ($application === null ? '' : ' ' . $application);
    }
}

}

if (!class_exists(TestHelpers::class, false)) {

/** `$peye->testHelpers`: completes or fails a test payment, as its page would. Test keys only; each call is sent once. */
final class TestHelpers
{
    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
    }

    /**
     * Pays a test payment.
     *
     * @param array{timeoutMs?: int} $options
     *
     * @throws PeyeException
     */
    public function complete(string $transactionId, array $options = []): Payment
    {
        $path = '/test_helpers/payments/' . rawurlencode($transactionId) . '/complete';
        return $this->caller->order($path, null, $options)->payment();
    }

    /**
     * Lets a test payment fail.
     *
     * @param string|null $failureReason such as insufficient_balance; declined by default
     * @param array{timeoutMs?: int} $options
     *
     * @throws PeyeException
     */
    public function fail(string $transactionId, ?string $failureReason = null, array $options = []): Payment
    {
        $path = '/test_helpers/payments/' . rawurlencode($transactionId) . '/fail';
        $json = $failureReason === null ? null : (string) json_encode(['failure_reason' => $failureReason]);
        return $this->caller->order($path, $json, $options)->payment();
    }
}

}

if (!class_exists(Verification::class, false)) {

/** The status of a payment, as its provider reports it. */
final class Verification
{
    use SnakeCaseFields;

    /** @var string */
    public $transactionId;
    /** @var string pending, processing, completed or failed; the only field to rely on */
    public $status;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $verifiedAt;
    /** @var array<string, mixed> the provider's own response: do not base decisions on it */
    public $providerResponse;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->transactionId = $fields->text('transaction_id');
        $this->status = $fields->text('status');
        $this->verifiedAt = $fields->text('verified_at');
        $this->providerResponse = $fields->object('provider_response');
        $this->raw = $raw;
    }
}

}

if (!class_exists(WebhookEvent::class, false)) {

/** The event of a webhook. Ignore events whose name you do not know. */
final class WebhookEvent
{
    use SnakeCaseFields;

    /** @var string payment.success, payment.failed, or refund.succeeded, refund.failed or refund.reversed */
    public $event;
    /** @var int Unix seconds of the moment in which the payment became final, or the refund changed; the same in every retry */
    public $timestamp;
    /** @var Payment|Refund a refund in the events of refunds */
    public $data;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->event = $fields->text('event');
        $this->timestamp = $fields->integer('timestamp');
        $data = $fields->object('data');
        $this->data = strpos($this->event, 'refund.') === 0 ? new Refund($data) : new Payment($data);
        $this->raw = $raw;
    }
}

}

if (!class_exists(Webhooks::class, false)) {

/** Checks the signature of webhooks. */
final class Webhooks
{
    private const SIGNATURE = 'x-gateway-signature';
    private const MODE = 'x-gateway-mode';
    /** No event is this large. */
    private const MOST_BYTES = 1048576;

    /**
     * The event of a webhook whose signature is right, and whose mode is the one that you expect. Respond soon, with any 2xx. Process each
     * pair of transactionId and event once.
     *
     *     $event = \Peye\Webhooks::verify(file_get_contents('php://input'), $_SERVER, getenv('PEYE_WEBHOOK_SECRET'), 'live');
     *
     * @param string|mixed         $rawBody the bytes of the body as they were received: file_get_contents('php://input')
     * @param array<string, mixed> $headers getallheaders(), $_SERVER, or the headers of a framework's request, in any case
     * @param string|string[]      $secret  the whsec_… of your website; while you rotate it, a list of the old and the new secret
     * @param string               $mode    which webhooks this server accepts: live where you fulfil orders, test where you develop.
     *                                      Others are rejected
     * @param array{toleranceSeconds?: ?int, now?: ?int} $options
     *   toleranceSeconds: rejects events whose time is further from now than this. Off by default: for three days, retries have the time of
     *     the first attempt.
     *   now: Unix seconds
     *
     * @throws WebhookSignatureException when the request must not be trusted; respond with 401
     * @throws InvalidArgumentException  when the secret is not a webhook secret
     */
    public static function verify(
        $rawBody,
        #[\SensitiveParameter]
        array $headers,
        #[\SensitiveParameter]
        $secret,
        string $mode,
        array $options = []
    ): WebhookEvent {
        $secrets = self::readSecrets($secret);
        self::checkMode($mode);
        if (!is_string($rawBody)) {
            throw self::changed('The body is of type ' . gettype($rawBody) . ', not a string: it was already parsed.');
        }
        if (strlen($rawBody) > self::MOST_BYTES) {
            throw new WebhookSignatureException(WebhookSignatureException::TOO_LARGE, 'The body has more than ' . self::MOST_BYTES . ' bytes.');
        }
        $signature = self::find($headers, self::SIGNATURE);
        if ($signature === null || $signature === '') {
            throw self::missing($headers);
        }
        if (!self::isSigned($rawBody, $signature, $secrets)) {
            throw self::unsigned($rawBody, $signature, $secrets);
        }
        self::compareModes(self::find($headers, self::MODE), $mode);
        $event = json_decode($rawBody, true, 512, JSON_BIGINT_AS_STRING);
        if (!is_array($event) || !is_string($event['event'] ?? null) || !is_array($event['data'] ?? null)) {
            throw new WebhookSignatureException(WebhookSignatureException::BAD_SIGNATURE, 'The signature is right, but the body is not an event.');
        }
        self::checkTime((int) ($event['timestamp'] ?? 0), $options);
        return new WebhookEvent($event);
    }

    /**
     * The headers of a webhook with this body, for the tests of your receiver.
     *
     * @param int|null $timestamp Unix seconds; by default the one in the body
     *
     * @return array<string, string>
     */
    public static function sign(
        string $rawBody,
        #[\SensitiveParameter]
        string $secret,
        string $mode,
        ?int $timestamp = null
    ): array {
        [$key] = self::readSecrets($secret);
        self::checkMode($mode);
        $body = json_decode($rawBody, true);
        $body = is_array($body) ? $body : [];
        return [
            'Content-Type' => 'application/json',
            'X-Gateway-Event' => (string) ($body['event'] ?? ''),
            'X-Gateway-Timestamp' => (string) ($timestamp ?? $body['timestamp'] ?? time()),
            'X-Gateway-Mode' => $mode,
            'X-Gateway-Signature' => hash_hmac('sha256', $rawBody, $key),
        ];
    }

    /**
     * @param mixed $secret
     *
     * @return string[] at least one
     */
    private static function readSecrets(
        #[\SensitiveParameter]
        $secret
    ): array {
        $secrets = is_array($secret) ? array_values($secret) : [$secret];
        foreach ($secrets as $one) {
            if (!is_string($one) || preg_match('/^whsec_\S+$/D', $one) !== 1) {
                throw new InvalidArgumentException('Pass the webhook secret of your website, whsec_…, complete and without spaces around it.');
            }
        }
        if ($secrets === []) {
            throw new InvalidArgumentException('Pass the webhook secret of your website, whsec_….');
        }
        return $secrets;
    }

    private static function checkMode(string $mode): void
    {
        if ($mode !== 'live' && $mode !== 'test') {
            throw new InvalidArgumentException("Set the mode of the webhooks that you expect: 'live' where you fulfil orders, 'test' with a test key.");
        }
    }

    private static function compareModes(?string $given, string $expected): void
    {
        if ($given === $expected) {
            return;
        }
        if ($given === null || $given === '') {
            throw new WebhookSignatureException(
                WebhookSignatureException::MISSING_HEADER,
                'The header X-Gateway-Mode is missing: a proxy removes it, or it was not passed on. Without it an event of a test payment cannot be distinguished from a live one.'
            );
        }
        throw new WebhookSignatureException(
            WebhookSignatureException::WRONG_MODE,
            $given === 'test'
                ? 'This is an event of a test payment, for which no money moved, and this server expects events of live payments.'
                : 'This is a ' . json_encode($given) . ' event, and this server expects events of test payments.'
        );
    }

    /**
     * A header by its name. Accepts names in any case, the HTTP_… names of $_SERVER, and the lists of values that frameworks use.
     *
     * @param array<string, mixed> $headers
     */
    private static function find(array $headers, string $wanted): ?string
    {
        foreach ($headers as $name => $value) {
            $name = str_replace('_', '-', strtolower((string) $name));
            if (preg_replace('/^(redirect-)*http-/', '', $name) === $wanted) {
                $value = is_array($value) ? reset($value) : $value;
                return is_string($value) ? trim($value) : null;
            }
        }
        return null;
    }

    /** @param string[] $secrets */
    private static function isSigned(
        string $body,
        string $signature,
        #[\SensitiveParameter]
        array $secrets
    ): bool {
        $isSigned = false;
        foreach ($secrets as $secret) {
            $isSigned = hash_equals(hash_hmac('sha256', $body, $secret), $signature) || $isSigned;
        }
        return $isSigned;
    }

    /** @param array<string, mixed> $headers */
    private static function missing(
        #[\SensitiveParameter]
        array $headers
    ): WebhookSignatureException {
        $isOther = self::find($headers, 'x-gateway-event') !== null || self::find($headers, 'x-gateway-timestamp') !== null;
        return new WebhookSignatureException(
            WebhookSignatureException::MISSING_HEADER,
            'The header X-Gateway-Signature is missing. '
            . ($isOther
                ? 'Other headers of a webhook arrived, so a proxy or a firewall in front of your server removes it, or your code does not pass it on.'
                : 'Either the request is not from Peye, or a proxy in front of your server removes the headers X-Gateway-…. Pass getallheaders() or $_SERVER.')
        );
    }

    /**
     * The likely reason why the signature is wrong.
     *
     * @param string[] $secrets
     */
    private static function unsigned(
        string $body,
        string $signature,
        #[\SensitiveParameter]
        array $secrets
    ): WebhookSignatureException {
        if ($body === '') {
            return self::changed('The body is empty: other code has already read it, or a redirect lost it.');
        }
        $variants = [trim($body), preg_replace('/^\xEF\xBB\xBF/', '', $body), stripslashes($body)];
        $parsed = json_decode($body, false, 512, JSON_BIGINT_AS_STRING);
        if ($parsed !== null) {
            $variants[] = json_encode($parsed, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        }
        foreach ($variants as $variant) {
            if (is_string($variant) && self::isSigned($variant, $signature, $secrets)) {
                return self::changed('The signed body has the same content in other bytes: something parsed the body and serialized it again.');
            }
        }
        return new WebhookSignatureException(
            WebhookSignatureException::BAD_SIGNATURE,
            'The signature does not match this body and this secret. Compare the secret with that of your website: it may have been rotated, '
            . 'or belong to another website. Pass the raw body: file_get_contents(\'php://input\').'
        );
    }

    private static function changed(string $what): WebhookSignatureException
    {
        return new WebhookSignatureException(
            WebhookSignatureException::BODY_WAS_CHANGED,
            "$what Pass the raw body: file_get_contents('php://input') in PHP and WordPress, \$request->getContent() in Laravel and Symfony, "
            . '(string) $request->getBody() with PSR-7.'
        );
    }

    /** @param array{toleranceSeconds?: ?int, now?: ?int} $options */
    private static function checkTime(int $timestamp, array $options): void
    {
        $tolerance = $options['toleranceSeconds'] ?? null;
        if ($tolerance === null) {
            return;
        }
        $age = ($options['now'] ?? time()) - $timestamp;
        if (abs($age) <= $tolerance) {
            return;
        }
        throw new WebhookSignatureException(
            WebhookSignatureException::TOO_OLD,
            $age > 0
                ? "The event is $age seconds old, and toleranceSeconds is $tolerance. For three days, a retry has the time of the first attempt: remove "
                    . 'toleranceSeconds to accept retries. If the event is new, compare your clock with that of the gateway.'
                : 'The event is ' . -$age . " seconds in the future, and toleranceSeconds is $tolerance: compare your clock with that of the gateway."
        );
    }
}

}

if (!class_exists(Website::class, false)) {

/** The settings of the website of a key. */
final class Website
{
    use SnakeCaseFields;

    /** @var string */
    public $websiteId;
    /** @var string the name that customers see */
    public $name;
    /** @var string test or live: the mode of the key */
    public $mode;
    /** @var string[] the methods with which this key can create payments */
    public $methods;
    /** @var string|null where the payment page sends customers back to; null: there is no way back */
    public $returnUrl;
    /** @var string|null where the events of this mode's payments are sent; null: webhooks are not sent */
    public $callbackUrl;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->websiteId = $fields->text('website_id');
        $this->name = $fields->text('name');
        $this->mode = $fields->text('mode');
        $this->methods = $fields->texts('methods');
        $this->returnUrl = $fields->textOrNull('return_url');
        $this->callbackUrl = $fields->textOrNull('callback_url');
        $this->raw = $raw;
    }
}

}

}
