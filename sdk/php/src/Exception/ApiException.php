<?php

declare(strict_types=1);

namespace Peye\Exception;

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
