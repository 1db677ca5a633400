<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 429 `too_many_attempts`: Ten invalid keys within an hour came from your address. Mend the key: the same one will never pass. */
final class TooManyAttemptsException extends ApiException
{
}
