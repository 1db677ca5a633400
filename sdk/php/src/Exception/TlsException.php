<?php

declare(strict_types=1);

namespace Peye\Exception;

/** baseUrl starts with https://, but the server at that address speaks plain HTTP. Nothing was sent, and a retry does not help. */
final class TlsException extends ConnectionException
{
    public function __construct(string $reason)
    {
        parent::__construct(
            "baseUrl begins with https://, but the server at that address and port does not use TLS ($reason); nothing was sent. Set baseUrl to "
            . 'the https address of the proxy in front of your gateway, or to http:// on your own machine.',
            self::SENT_NOTHING
        );
    }
}
