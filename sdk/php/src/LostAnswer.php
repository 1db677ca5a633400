<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\ApiException;
use Peye\Exception\LostResponseException;
use Peye\Exception\PeyeException;

/**
 * Looks up the payment of a create request whose response was lost.
 *
 * @internal
 */
final class LostAnswer
{
    /** When the payment is looked up after the loss, within lookupWaitMs. The later times are for lookups that failed. */
    private const LOOKS_AT_MS = [0, 1000, 3000, 6000, 10000, 12000, 14000];
    private const LOOK_TIMEOUT_MS = 5000;
    /** After this time the gateway has created the payment, or never will: see docs/retrying.md. */
    private const CERTAIN_AFTER_MS = 10000;
    /** How much the clocks of two nodes, and two counters of time within a call, may differ together. */
    private const CLOCK_SLACK_MS = 2000;
    /** A payment this much older than the call was not created by it, even if the gateway's clock was set in the meantime. */
    private const CERTAINLY_OLDER_MS = 3600000;

    /** @var Caller */
    private $caller;
    /** @var float when the create request started, by Caller::nowMs */
    private $startMs;
    /** @var string|null the id of the newest payment with the reference, when it is not known whether this call created it */
    private $unclear;

    public function __construct(Caller $caller, float $startMs)
    {
        $this->caller = $caller;
        $this->startMs = $startMs;
    }

    /**
     * @param mixed $reference as passed to the create request
     * @param int   $waitMs    how long all lookups together may take
     */
    public function explain($reference, PeyeException $failure, int $waitMs): LostResponseException
    {
        $lost = 'The response to the create request was lost: ' . rtrim($failure->getMessage(), '.') . '. ';
        if (!is_string($reference) || $reference === '') {
            $hint = 'The request had no reference, so its payment cannot be looked up: search payments->list() before you create another. Pass a reference with each request.';
            return new LostResponseException($lost . $hint, null, null, $failure);
        }
        $found = $this->lookUp($reference, $waitMs);
        return new LostResponseException($lost . $this->advice($reference, $found), $reference, $found, $failure);
    }

    /** @return Payment[]|null null while it is not known */
    private function lookUp(string $reference, int $waitMs): ?array
    {
        $lostMs = Caller::nowMs();
        foreach (self::LOOKS_AT_MS as $atMs) {
            if ($atMs >= $waitMs) {
                break;
            }
            // The previous lookup lasted until after this time.
            if ($atMs > 0 && Caller::nowMs() - $lostMs > $atMs) {
                continue;
            }
            usleep((int) (1000 * max(0, $lostMs + $atMs - Caller::nowMs())));
            $sinceMs = Caller::nowMs() - $lostMs;
            $isCertain = $sinceMs >= self::CERTAIN_AFTER_MS;
            try {
                $found = $this->look($reference, (int) max(1, min(self::LOOK_TIMEOUT_MS, $waitMs - $sinceMs)));
            } catch (ApiException $failure) {
                // The key was deactivated: the next lookup would fail in the same way.
                if (in_array($failure->getStatus(), [401, 403], true)) {
                    break;
                }
                continue;
            } catch (PeyeException $failure) {
                continue;
            }
            // An empty result is not certain yet: the payment may still appear.
            if ($isCertain || ($found !== null && $found !== [])) {
                return $found;
            }
        }
        return null;
    }

    /** @return Payment[]|null null when it is not known whether this call created the newest payment with the reference */
    private function look(string $reference, int $timeoutMs): ?array
    {
        $this->unclear = null;
        try {
            $answer = $this->caller->read('/payments/reference/' . rawurlencode($reference), [], ['timeoutMs' => $timeoutMs]);
        } catch (Exception\TransactionNotFoundException $none) {
            return [];
        }
        $payment = $answer->payment();
        $olderByMs = $this->olderByMs($payment, $answer->headers['x-gateway-time'] ?? '');
        if ($olderByMs !== null && $olderByMs <= self::CLOCK_SLACK_MS) {
            return [$payment];
        }
        if ($olderByMs !== null && $olderByMs > self::CERTAINLY_OLDER_MS) {
            return [];
        }
        $this->unclear = $payment->transactionId;
        return null;
    }

    /**
     * How long before the start of this call a payment was created. Only times of the gateway are compared, created_at with X-Gateway-Time: neither this
     * machine's clock nor the Date of a proxy is read. Null when the gateway's time is missing.
     */
    private function olderByMs(Payment $payment, string $gatewayTime): ?float
    {
        [$nowMs, $createdMs] = [self::readMs($gatewayTime), self::readMs($payment->createdAt)];
        return $nowMs === null || $createdMs === null ? null : $nowMs - $createdMs - (Caller::nowMs() - $this->startMs);
    }

    private static function readMs(string $time): ?float
    {
        if (preg_match('/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/D', $time) !== 1) {
            return null;
        }
        try {
            return 1000 * (float) (new \DateTimeImmutable($time))->format('U.u');
        } catch (\Exception $impossible) {
            return null;
        }
    }

    /** @param Payment[]|null $found */
    private function advice(string $reference, ?array $found): string
    {
        if ($found === null && $this->unclear !== null) {
            return "The newest payment with the reference \"$reference\" is $this->unclear. It is not known whether this call created that payment: it did "
                . 'unless your order already has that transaction_id. Call payments->findByReference(), at least 10 seconds after the loss, '
                . 'before you create another.';
        }
        if ($found === null) {
            return "It is not known yet whether a payment with the reference \"$reference\" exists: call payments->findByReference(), at least "
                . '10 seconds after the loss, before you create another.';
        }
        if ($found !== []) {
            return "The payment was created: {$found[0]->transactionId} has the reference \"$reference\" and is {$found[0]->status}. Store its id with your "
                . 'order. Its payment_url is lost: if the customer still has to pay, create another payment, and count the order '
                . 'as paid when either payment completes.';
        }
        return "This call created no payment with the reference \"$reference\". You can create it again.";
    }
}
