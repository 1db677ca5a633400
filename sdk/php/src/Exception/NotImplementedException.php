<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 501 `not_implemented`: The gateway does not know this HTTP method. */
final class NotImplementedException extends ApiException
{
}
