<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 413 `payload_too_large`: The body is over 64 KiB: send less metadata. */
final class PayloadTooLargeException extends ApiException
{
}
