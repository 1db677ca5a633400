<?php

declare(strict_types=1);

namespace Peye\Exception;

use Peye\Payment;

/**
 * The response to a create request was lost, so the payment may or may not exist. The SDK never repeats a create request. Instead it has
 * looked up the reference: `getFound()` returns the result. `getPrevious()` is the exception of the request itself.
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

    /** The reference of the create request; null when it had none. */
    public function getReference(): ?string
    {
        return $this->reference;
    }

    /**
     * The payment with this reference that was created after the call started. An empty array: there is certainly none. Null: not known
     * yet. Then call findByReference() later, and compare the transaction_id that it finds with those stored with your order.
     *
     * @return Payment[]|null
     */
    public function getFound(): ?array
    {
        return $this->found;
    }
}
