<?php

declare(strict_types=1);

namespace Peye;

/** A refund. The customer has the money only when its status is `succeeded`. */
final class Refund
{
    use SnakeCaseFields;

    /** @var string your name of the refund */
    public $refundId;
    /** @var string the refunded payment */
    public $transactionId;
    /** @var string moncash, natcash, lakaypay_card or card */
    public $paymentMethod;
    /** @var string a decimal string such as "250.00", in the currency that the customer was charged in; see Amounts */
    public $amount;
    /** @var string HTG or USD */
    public $currency;
    /** @var string|null */
    public $reason;
    /** @var string requested, approved, sent, unknown, manual, succeeded, failed or reversed; branch on this */
    public $status;
    /** @var string|null rejected, declined or returned_already; null unless it is failed */
    public $failureReason;
    /** @var string|null the provider's number of the refund, or of the wallet's transaction */
    public $providerRef;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $createdAt;
    /** @var string|null when it succeeded, failed or was reversed */
    public $endedAt;
    /** @var string gateway, or external if it was made in the provider's portal: the gateway chose its refundId, and sends no webhook about it */
    public $kind;
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
        $this->refundId = $fields->text('refund_id');
        $this->transactionId = $fields->text('transaction_id');
        $this->paymentMethod = $fields->text('payment_method');
        $this->amount = $fields->text('amount');
        $this->currency = $fields->text('currency');
        $this->reason = $fields->textOrNull('reason');
        $this->status = $fields->text('status');
        $this->failureReason = $fields->textOrNull('failure_reason');
        $this->providerRef = $fields->textOrNull('provider_ref');
        $this->createdAt = $fields->text('created_at');
        $this->endedAt = $fields->textOrNull('ended_at');
        $this->kind = $fields->textOrNull('kind') ?? 'gateway';
        $this->raw = $raw;
    }
}
