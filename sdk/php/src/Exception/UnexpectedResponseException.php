<?php

declare(strict_types=1);

namespace Peye\Exception;

/** The response was truncated, or is not the gateway's: a proxy or a firewall responded, or baseUrl is wrong. */
final class UnexpectedResponseException extends ApiException
{
    public const CODE = 'unexpected_response';
}
