<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 500 `internal_error`: Something went wrong in the gateway. */
final class InternalException extends ApiException
{
}
