<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 431 `request_header_fields_too_large`: The address and headers are over 16 KiB. */
final class RequestHeaderFieldsTooLargeException extends ApiException
{
}
