<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 401 `invalid_api_key`: The key does not exist, has expired, or was rotated. Do not retry in a loop. */
final class InvalidApiKeyException extends ApiException
{
}
