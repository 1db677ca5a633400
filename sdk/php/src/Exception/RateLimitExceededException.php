<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 429 `rate_limit_exceeded`: Too many requests from your address, or too many verifications of one payment. Nothing was done. */
final class RateLimitExceededException extends ApiException
{
}
