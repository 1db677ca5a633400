<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\PeyeException;

/** `$peye->checkout` */
final class Checkout
{
    /** @var CheckoutSessions read-only */
    public $sessions;

    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
        $this->sessions = new CheckoutSessions($caller);
    }

    /**
     * The settings of the website of the key. A program can check its setup with them.
     *
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function website(array $options = []): Website
    {
        return new Website($this->caller->read('/website', [], $options)->data());
    }
}
