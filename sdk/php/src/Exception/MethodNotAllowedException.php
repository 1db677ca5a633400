<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 405 `method_not_allowed`: The address exists, but not for this HTTP method: check baseUrl. */
final class MethodNotAllowedException extends ApiException
{
}
