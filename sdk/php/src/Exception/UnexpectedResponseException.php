<?php

declare(strict_types=1);

namespace Peye\Exception;

/** What answered was not the gateway, or its answer broke off: a proxy, a firewall, a wrong baseUrl. */
final class UnexpectedResponseException extends ApiException
{
    public const CODE = 'unexpected_response';
}
