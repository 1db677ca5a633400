<?php

declare(strict_types=1);

namespace Peye;

/** The smallest amount that can be charged to a card, in each currency. */
final class CardMinimum
{
    use SnakeCaseFields;

    /** @var string a decimal */
    public $htg;
    /** @var string a decimal */
    public $usd;
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
        $this->htg = $fields->decimal('HTG');
        $this->usd = $fields->decimal('USD');
        $this->raw = $raw;
    }
}
