<?php

declare(strict_types=1);

namespace Peye\Exception;

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
