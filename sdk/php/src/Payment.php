<?php

declare(strict_types=1);

namespace Peye;

/** A payment, as reads, lists, webhooks and the feed show it. */
final class Payment
{
    use SnakeCaseFields;

    /** @var string 15 or 16 digits */
    public $transactionId;
    /** @var string a decimal string such as "500.00"; see Amounts */
    public $amount;
    /** @var string HTG or USD */
    public $currency;
    /** @var string pending, processing, completed or failed; branch on this */
    public $status;
    /** @var string moncash, natcash, lakaypay_card or card */
    public $paymentMethod;
    /** @var string|null your own order number */
    public $reference;
    /** @var string|null */
    public $description;
    /** @var Customer */
    public $customer;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $createdAt;
    /** @var string|null when it was paid; null unless it is completed */
    public $completedAt;
    /** @var string|null when it failed; null unless it is failed */
    public $failedAt;
    /** @var string|null a short code; null unless it is failed */
    public $failureReason;
    /** @var array<string, mixed>|null the metadata that you sent */
    public $metadata;
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
        $this->amount = $fields->text('amount');
        $this->currency = $fields->text('currency');
        $this->status = $fields->text('status');
        $this->paymentMethod = $fields->text('payment_method');
        $this->reference = $fields->textOrNull('reference');
        $this->description = $fields->textOrNull('description');
        $this->customer = new Customer($fields->object('customer'));
        $this->createdAt = $fields->text('created_at');
        $this->completedAt = $fields->textOrNull('completed_at');
        $this->failedAt = $fields->textOrNull('failed_at');
        $this->failureReason = $fields->textOrNull('failure_reason');
        $this->metadata = $fields->has('metadata') ? $fields->object('metadata') : null;
        $this->raw = $raw;
    }
}
