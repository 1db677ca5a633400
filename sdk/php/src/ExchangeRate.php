<?php

declare(strict_types=1);

namespace Peye;

/** The rate at which dollars are charged in gourdes. */
final class ExchangeRate
{
    use SnakeCaseFields;

    /** @var string USD */
    public $baseCurrency;
    /** @var string HTG */
    public $quoteCurrency;
    /** @var string a decimal, gourdes for one dollar */
    public $rate;
    /** @var AmountConversion|null set when an amount was given */
    public $conversion;
    /** @var CardMinimum the smallest amount that can be charged to a card */
    public $cardMinimum;
    /** @var string */
    public $example;
    /** @var string */
    public $note;
    /** @var string|null ISO 8601 in UTC, with microseconds; null when the rate is fixed by the operator */
    public $updatedAt;
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
        $this->baseCurrency = $fields->text('base_currency');
        $this->quoteCurrency = $fields->text('quote_currency');
        $this->rate = $fields->decimal('rate');
        $this->conversion = $fields->has('conversion') ? new AmountConversion($fields->object('conversion')) : null;
        $this->cardMinimum = new CardMinimum($fields->object('card_minimum'));
        $this->example = $fields->text('example');
        $this->note = $fields->text('note');
        $this->updatedAt = $fields->textOrNull('updated_at');
        $this->raw = $raw;
    }
}
