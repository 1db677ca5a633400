<?php

declare(strict_types=1);

namespace Peye;

/** A payment of a checkout session. */
final class SessionPayment
{
    use SnakeCaseFields;

    /** @var string */
    public $transactionId;
    /** @var string moncash, natcash or lakaypay_card */
    public $paymentMethod;
    /** @var string pending, processing, completed or failed */
    public $status;
    /** @var string what the customer is charged, as a decimal string */
    public $amount;
    /** @var string HTG or USD */
    public $currency;
    /** @var string ISO 8601 in UTC, with microseconds */
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
        $this->transactionId = $fields->text('transaction_id');
        $this->paymentMethod = $fields->text('payment_method');
        $this->status = $fields->text('status');
        $this->amount = $fields->text('amount');
        $this->currency = $fields->text('currency');
        $this->createdAt = $fields->text('created_at');
        $this->raw = $raw;
    }
}
