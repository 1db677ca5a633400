<?php

declare(strict_types=1);

namespace Peye;

/** An amount in both currencies. */
final class AmountConversion
{
    use SnakeCaseFields;

    /** @var string a decimal */
    public $amountHtg;
    /** @var string a decimal */
    public $amountUsd;
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
        $this->amountHtg = $fields->decimal('amount_htg');
        $this->amountUsd = $fields->decimal('amount_usd');
        $this->raw = $raw;
    }
}
