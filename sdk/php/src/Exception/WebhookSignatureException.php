<?php

declare(strict_types=1);

namespace Peye\Exception;

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
