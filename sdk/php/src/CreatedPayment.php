<?php

declare(strict_types=1);

namespace Peye;

/** The response to a create request, with what the customer needs in order to pay. */
final class CreatedPayment
{
    use SnakeCaseFields;

    /** @var string store it with your order before you redirect */
    public $transactionId;
    /** @var string the amount that the customer is charged, a decimal string; dollars are converted for moncash and natcash */
    public $amount;
    /** @var string the currency in which the customer is charged */
    public $currency;
    /** @var string processing, or requires_payment_method for card */
    public $status;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $createdAt;
    /** @var string|null where to send the customer's browser; null for card */
    public $paymentUrl;
    /** @var Conversion|null set when dollars were converted */
    public $conversion;
    /** @var string|null natcash only */
    public $natcashReference;
    /** @var string|null card only: for the card widget */
    public $clientSecret;
    /** @var string|null card only: for the card widget */
    public $publishableKey;
    /** @var string|null card only */
    public $paymentIntentId;
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
        $this->createdAt = $fields->text('created_at');
        $this->paymentUrl = $fields->textOrNull('payment_url');
        $this->conversion = $fields->has('conversion') ? new Conversion($fields->object('conversion')) : null;
        $this->natcashReference = $fields->textOrNull('natcash_reference');
        $this->clientSecret = $fields->textOrNull('client_secret');
        $this->publishableKey = $fields->textOrNull('publishable_key');
        $this->paymentIntentId = $fields->textOrNull('payment_intent_id');
        $this->raw = $raw;
    }
}
