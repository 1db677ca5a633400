<?php

declare(strict_types=1);

namespace Peye;

/** A checkout session. Only its status `paid` means that a payment is completed. */
final class CheckoutSession
{
    use SnakeCaseFields;

    /** @var string */
    public $sessionId;
    /** @var string the page to redirect the customer to */
    public $url;
    /** @var string open, processing, paid, expired or cancelled; branch on this. While it is processing, a payment may still be paid */
    public $status;
    /** @var string test or live */
    public $mode;
    /** @var string a decimal string such as "500.00"; see Amounts */
    public $amount;
    /** @var string HTG or USD */
    public $currency;
    /** @var string|null */
    public $reference;
    /** @var string|null */
    public $description;
    /** @var Customer */
    public $customer;
    /** @var string[] */
    public $methods;
    /** @var string|null */
    public $returnUrl;
    /** @var string|null */
    public $cancelUrl;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $createdAt;
    /** @var string */
    public $expiresAt;
    /** @var string|null */
    public $cancelledAt;
    /** @var string|null */
    public $paidAt;
    /** @var string|null the completed payment; null unless it is paid */
    public $transactionId;
    /** @var SessionPayment[] the payments that the customer has started, newest first */
    public $payments;
    /** @var array<string, mixed>|null */
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
        $this->sessionId = $fields->text('session_id');
        $this->url = $fields->text('url');
        $this->status = $fields->text('status');
        $this->mode = $fields->text('mode');
        $this->amount = $fields->text('amount');
        $this->currency = $fields->text('currency');
        $this->reference = $fields->textOrNull('reference');
        $this->description = $fields->textOrNull('description');
        $this->customer = new Customer($fields->object('customer'));
        $this->methods = $fields->texts('methods');
        $this->returnUrl = $fields->textOrNull('return_url');
        $this->cancelUrl = $fields->textOrNull('cancel_url');
        $this->createdAt = $fields->text('created_at');
        $this->expiresAt = $fields->text('expires_at');
        $this->cancelledAt = $fields->textOrNull('cancelled_at');
        $this->paidAt = $fields->textOrNull('paid_at');
        $this->transactionId = $fields->textOrNull('transaction_id');
        $this->payments = array_map(static function (array $payment): SessionPayment {
            return new SessionPayment($payment);
        }, $fields->objects('payments'));
        $this->metadata = $fields->has('metadata') ? $fields->object('metadata') : null;
        $this->raw = $raw;
    }
}
