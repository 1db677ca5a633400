<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 403 `api_key_inactive`: The key was deactivated. */
final class ApiKeyInactiveException extends ApiException
{
}
