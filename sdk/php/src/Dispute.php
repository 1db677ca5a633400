<?php

declare(strict_types=1);

namespace Peye;

/** A dispute of a card payment. While it is `opened`, the customer's bank holds the money; when it is `lost`, the customer has it. */
final class Dispute
{
    use SnakeCaseFields;

    /** @var string */
    public $disputeId;
    /** @var string the disputed payment */
    public $transactionId;
    /** @var string moncash, natcash, lakaypay_card or card */
    public $paymentMethod;
    /** @var string a decimal string such as "250.00"; see Amounts */
    public $amount;
    /** @var string HTG or USD */
    public $currency;
    /** @var string|null why, as the provider names it */
    public $reason;
    /** @var string opened, won or lost; branch on this. A lost dispute can still become won */
    public $status;
    /** @var string the provider's number of the dispute */
    public $providerRef;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $openedAt;
    /** @var string|null until when evidence is to be sent; null when none is due */
    public $evidenceDueAt;
    /** @var string|null when the gateway learned of the decision */
    public $decidedAt;
    /** @var string when the gateway found the dispute */
    public $createdAt;
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
        $this->disputeId = $fields->text('dispute_id');
        $this->transactionId = $fields->text('transaction_id');
        $this->paymentMethod = $fields->text('payment_method');
        $this->amount = $fields->text('amount');
        $this->currency = $fields->text('currency');
        $this->reason = $fields->textOrNull('reason');
        $this->status = $fields->text('status');
        $this->providerRef = $fields->text('provider_ref');
        $this->openedAt = $fields->text('opened_at');
        $this->evidenceDueAt = $fields->textOrNull('evidence_due_at');
        $this->decidedAt = $fields->textOrNull('decided_at');
        $this->createdAt = $fields->text('created_at');
        $this->raw = $raw;
    }
}
