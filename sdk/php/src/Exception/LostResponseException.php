<?php

declare(strict_types=1);

namespace Peye\Exception;

use Peye\Payment;

/**
 * The answer to a creation was lost, so a payment may or may not have been made. The SDK never sends a creation a second time. It has
 * looked the reference up instead, and `getFound()` says what is there. `getPrevious()` is the failure itself.
 */
final class LostResponseException extends \RuntimeException implements PeyeException
{
    use FailureFacts;

    /** @var string|null */
    private $reference;
    /** @var Payment[]|null */
    private $found;

    /**
     * @param Payment[]|null $found see getFound()
     */
    public function __construct(string $message, ?string $reference, ?array $found, PeyeException $previous)
    {
        parent::__construct($message, 0, $previous);
        $this->errorCode = 'lost_response';
        $this->status = $previous->getStatus();
        $this->requestId = $previous->getRequestId();
        $this->reference = $reference;
        $this->found = $found;
    }

    /** The reference that the creation had; null when it had none. */
    public function getReference(): ?string
    {
        return $this->reference;
    }

    /**
     * The payment with this reference that was created since the call began. An empty array: there is certainly none. Null: not known yet. Call
     * findByReference() later, and compare its transaction_id with those that your order has.
     *
     * @return Payment[]|null
     */
    public function getFound(): ?array
    {
        return $this->found;
    }
}
