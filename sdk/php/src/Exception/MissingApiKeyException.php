<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 401 `missing_api_key`: The X-Api-Key header is missing: something between you and the gateway removes it. */
final class MissingApiKeyException extends ApiException
{
}
