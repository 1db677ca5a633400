<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 429 `too_many_attempts`: Ten invalid keys within an hour came from your address. Replace the key: this one will never be accepted. */
final class TooManyAttemptsException extends ApiException
{
}
