<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 422 `validation_error`: A field is missing or invalid; getErrors() names each one. */
final class ValidationException extends ApiException
{
}
