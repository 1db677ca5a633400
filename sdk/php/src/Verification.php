<?php

declare(strict_types=1);

namespace Peye;

/** The status of a payment, as its provider reports it. */
final class Verification
{
    use SnakeCaseFields;

    /** @var string */
    public $transactionId;
    /** @var string pending, processing, completed or failed; the only field to rely on */
    public $status;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $verifiedAt;
    /** @var array<string, mixed> the provider's own response: do not base decisions on it */
    public $providerResponse;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->transactionId = $fields->text('transaction_id');
        $this->status = $fields->text('status');
        $this->verifiedAt = $fields->text('verified_at');
        $this->providerResponse = $fields->object('provider_response');
        $this->raw = $raw;
    }
}
