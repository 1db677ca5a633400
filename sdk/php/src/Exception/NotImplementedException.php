<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 501 `not_implemented`: The HTTP method is none that the gateway knows. */
final class NotImplementedException extends ApiException
{
}
