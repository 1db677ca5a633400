<?php

declare(strict_types=1);

namespace Peye;

/** Dollars that are charged in gourdes. */
final class Conversion
{
    use SnakeCaseFields;

    /** @var string a decimal, the amount that you requested */
    public $originalAmount;
    /** @var string USD */
    public $originalCurrency;
    /** @var string a decimal, gourdes for one dollar */
    public $exchangeRate;
    /** @var string a decimal, the amount that the customer is charged */
    public $chargedAmount;
    /** @var string HTG */
    public $chargedCurrency;
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
        $this->originalAmount = $fields->decimal('original_amount');
        $this->originalCurrency = $fields->text('original_currency');
        $this->exchangeRate = $fields->decimal('exchange_rate');
        $this->chargedAmount = $fields->decimal('charged_amount');
        $this->chargedCurrency = $fields->text('charged_currency');
        $this->raw = $raw;
    }
}
