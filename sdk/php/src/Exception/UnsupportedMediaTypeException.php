<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 415 `unsupported_media_type`: The body is not declared as JSON: something on the way changes headers. */
final class UnsupportedMediaTypeException extends ApiException
{
}
