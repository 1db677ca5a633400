<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\InvalidArgumentException;

/**
 * A client of one Peye gateway with one API key.
 *
 *     $peye = new \Peye\Peye(['apiKey' => getenv('PEYE_KEY'), 'baseUrl' => 'https://pay.example.ht']);
 *     $payment = $peye->payments->create(['amount' => '500.00', 'currency' => 'HTG', ...]);
 *
 * Every exception that it throws is a \Peye\Exception\PeyeException.
 */
final class Peye
{
    public const VERSION = '0.1.0';

    /** @var Payments read-only */
    public $payments;
    /** @var Refunds read-only */
    public $refunds;
    /** @var Disputes read-only */
    public $disputes;
    /** @var Events the sandbox's feed; read-only */
    public $events;
    /** @var ExchangeRates read-only */
    public $exchangeRate;
    /** @var Checkout read-only */
    public $checkout;
    /** @var TestHelpers completes or fails a test payment without its page; read-only */
    public $testHelpers;

    /** @var Caller */
    private $caller;

    /**
     * @param array{
     *     apiKey: string,
     *     baseUrl: string,
     *     timeoutMs?: int,
     *     retries?: int,
     *     lookupWaitMs?: int,
     *     transport?: callable,
     *     onRequest?: callable,
     *     userAgent?: string,
     * } $options
     *   apiKey: tk_test_… or tk_live_…
     *   baseUrl: the gateway's origin, such as https://pay.example.ht
     *   timeoutMs: how long a call takes at most, with its retries and the waits between them; 35000 by default
     *   retries: how often a read, a verify or a request for a refund is retried at most; 3 by default
     *   lookupWaitMs: how long all lookups together may take after the response to a create request was lost; 15000 by default.
     *     With 10000 or less, they can find a payment, but cannot prove that there is none
     *   transport: a callable that sends requests in place of curl, see CurlTransport
     *   onRequest: is called after each request with an array of method, url, attempt, durationMs, status, requestId and error
     *   userAgent: the name of your application, which is added to the User-Agent
     *
     * @throws InvalidArgumentException for an option that is missing, unknown or in a wrong format
     */
    public function __construct(
        #[\SensitiveParameter]
        array $options
    ) {
        $this->caller = new Caller(new Settings($options));
        $this->payments = new Payments($this->caller);
        $this->refunds = new Refunds($this->caller);
        $this->disputes = new Disputes($this->caller);
        $this->events = new Events($this->caller);
        $this->exchangeRate = new ExchangeRates($this->caller);
        $this->checkout = new Checkout($this->caller);
        $this->testHelpers = new TestHelpers($this->caller);
    }

    /**
     * Checks that the gateway accepts this key, and returns its version.
     *
     * @param array{timeoutMs?: int} $options
     */
    public function health(array $options = []): Health
    {
        return new Health($this->caller->read('/health', [], $options)->body);
    }
}
