<?php

declare(strict_types=1);

namespace Peye\Exception;

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
