<?php

declare(strict_types=1);

namespace Peye\Exception;

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
