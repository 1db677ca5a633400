<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 400 `bad_request`: The request could not be read as HTTP at all. */
final class BadRequestException extends ApiException
{
}
