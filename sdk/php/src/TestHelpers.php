<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\PeyeException;

/** `$peye->testHelpers`: completes or fails a test payment, as its page would. Test keys only; each call is sent once. */
final class TestHelpers
{
    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
    }

    /**
     * Pays a test payment.
     *
     * @param array{timeoutMs?: int} $options
     *
     * @throws PeyeException
     */
    public function complete(string $transactionId, array $options = []): Payment
    {
        $path = '/test_helpers/payments/' . rawurlencode($transactionId) . '/complete';
        return $this->caller->order($path, null, $options)->payment();
    }

    /**
     * Lets a test payment fail.
     *
     * @param string|null $failureReason such as insufficient_balance; declined by default
     * @param array{timeoutMs?: int} $options
     *
     * @throws PeyeException
     */
    public function fail(string $transactionId, ?string $failureReason = null, array $options = []): Payment
    {
        $path = '/test_helpers/payments/' . rawurlencode($transactionId) . '/fail';
        $json = $failureReason === null ? null : (string) json_encode(['failure_reason' => $failureReason]);
        return $this->caller->order($path, $json, $options)->payment();
    }
}
