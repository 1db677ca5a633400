<?php

declare(strict_types=1);

namespace Peye\Exception;

/** No complete response came within the time limit of the call. */
final class TimeoutException extends ConnectionException
{
    public function __construct(string $message, string $sent = self::SENT_UNKNOWN, ?\Throwable $previous = null)
    {
        parent::__construct($message, $sent, $previous, 'timeout');
    }
}
