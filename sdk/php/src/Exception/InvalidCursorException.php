<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 422 `invalid_cursor`: The cursor does not belong to this key's list or feed. */
final class InvalidCursorException extends ApiException
{
}
