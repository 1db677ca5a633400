<?php

declare(strict_types=1);

namespace Peye\Exception;

/** Every exception of this SDK implements this interface: `catch (\Peye\Exception\PeyeException $e)` catches them all. */
interface PeyeException extends \Throwable
{
    /**
     * The API's error code, such as "amount_too_low", or one of the SDK's own, such as "connection_error". Branch on it or on the class.
     */
    public function getErrorCode(): string;

    /** The HTTP status of the response; null when there was none. */
    public function getStatus(): ?int;

    /** The X-Request-Id of the response: quote it when you ask for help. Null when there was none. */
    public function getRequestId(): ?string;

    /** Whole seconds to wait before the next request; null when the gateway stated no time. */
    public function getRetryAfter(): ?int;
}
