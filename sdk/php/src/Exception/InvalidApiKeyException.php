<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 401 `invalid_api_key`: No such key, or it has expired or was rolled. Do not try it again in a loop. */
final class InvalidApiKeyException extends ApiException
{
}
