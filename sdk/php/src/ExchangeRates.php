<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\PeyeException;

/** `$peye->exchangeRate` */
final class ExchangeRates
{
    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
    }

    /**
     * How many gourdes are charged for a dollar.
     *
     * @param array{amount?: string|int|float|null} $query amount: this many gourdes are also converted to dollars
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function retrieve(array $query = [], array $options = []): ExchangeRate
    {
        $amount = $query['amount'] ?? null;
        $sent = ['amount' => $amount === null ? null : Amounts::literal($amount)];
        return new ExchangeRate($this->caller->read('/exchange-rate', $sent, $options)->data());
    }
}
