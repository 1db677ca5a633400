<?php

declare(strict_types=1);

namespace Peye;

/** What the provider says of a payment. */
final class Verification
{
    use SnakeCaseFields;

    /** @var string */
    public $transactionId;
    /** @var string pending, processing, completed or failed; the only field to go by */
    public $status;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $verifiedAt;
    /** @var array<string, mixed> the provider's own words: not for logic */
    public $providerResponse;
    /** @var array<string, mixed> all of it as it was answered, with fields that this version does not know */
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
