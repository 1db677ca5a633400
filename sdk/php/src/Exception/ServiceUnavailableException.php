<?php

declare(strict_types=1);

namespace Peye\Exception;

/** 503 `service_unavailable`: The gateway or its store is unavailable or overloaded. Nothing was done. */
final class ServiceUnavailableException extends ApiException
{
}
