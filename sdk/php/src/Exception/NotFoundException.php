<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 404 `not_found`: There is nothing at this address: check baseUrl. */
final class NotFoundException extends ApiException
{
}
