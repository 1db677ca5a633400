<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 408 `request_timeout`: The request was not complete in time. Nothing was done. */
final class RequestTimeoutException extends ApiException
{
}
