<?php

declare(strict_types=1);

namespace Peye\Exception;

/** The time of the call was over before a whole answer came. */
final class TimeoutException extends ConnectionException
{
    public function __construct(string $message, string $sent = self::SENT_UNKNOWN, ?\Throwable $previous = null)
    {
        parent::__construct($message, $sent, $previous, 'timeout');
    }
}
