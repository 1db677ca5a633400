<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\ApiException;
use Peye\Exception\LostResponseException;
use Peye\Exception\PeyeException;

/**
 * Looks up what came of a creation whose answer was lost.
 *
 * @internal
 */
final class LostAnswer
{
    /** After this time the gateway has made the payment, or never will: see docs/retrying.md. */
    private const CERTAIN_AFTER_MS = 10000;
    private const FIRST_PAUSE_MS = 100;
    private const LONGEST_PAUSE_MS = 2000;
    private const LOOK_TIMEOUT_MS = 5000;
    private const LAST_LOOK_RETRIES = 2;
    /** The gateway's clock is told in whole seconds, and its nodes may differ a little. */
    private const CLOCK_SLACK_MS = 2000;

    /** @var Payments */
    private $payments;
    /** @var Caller */
    private $caller;
    /** @var float when the creation began, by Caller::nowMs */
    private $startMs;

    public function __construct(Payments $payments, Caller $caller, float $startMs)
    {
        $this->payments = $payments;
        $this->caller = $caller;
        $this->startMs = $startMs;
    }

    /**
     * @param mixed $reference as it was given to the creation
     * @param int   $waitMs    how long it is looked up
     */
    public function explain($reference, PeyeException $failure, int $waitMs): LostResponseException
    {
        $lost = 'The answer to the creation of a payment was lost: ' . rtrim($failure->getMessage(), '.') . '. ';
        if (!is_string($reference) || $reference === '') {
            $hint = 'It had no reference, so it cannot be looked up: compare with payments->list() before you create another. Give each creation a reference.';
            return new LostResponseException($lost . $hint, null, null, $failure);
        }
        $found = $this->lookUp($reference, $waitMs);
        return new LostResponseException($lost . self::advice($reference, $found, $waitMs), $reference, $found, $failure);
    }

    /** @return Payment[]|null */
    private function lookUp(string $reference, int $waitMs): ?array
    {
        $endMs = Caller::nowMs() + $waitMs;
        for ($pauseMs = self::FIRST_PAUSE_MS; ; $pauseMs = min(2 * $pauseMs, self::LONGEST_PAUSE_MS)) {
            // A look that begins earlier proves nothing when it finds none.
            $isLast = Caller::nowMs() >= $endMs;
            try {
                $found = $this->look($reference, $isLast ? self::LAST_LOOK_RETRIES : 0);
                if ($found !== [] || $isLast) {
                    return $found;
                }
            } catch (PeyeException $failure) {
                $isFinal = $failure instanceof ApiException && in_array($failure->getStatus(), [401, 403], true);
                if ($isLast || $isFinal) {
                    return null;
                }
            }
            usleep((int) (1000 * max(1, min($pauseMs, $endMs - Caller::nowMs()))));
        }
    }

    /** @return Payment[] */
    private function look(string $reference, int $retries): array
    {
        $path = '/payments/reference/' . rawurlencode($reference);
        try {
            $answer = $this->caller->read($path, [], ['timeoutMs' => self::LOOK_TIMEOUT_MS, 'retries' => $retries]);
        } catch (Exception\TransactionNotFoundException $none) {
            return [];
        }
        $payment = new Payment($answer->data());
        return $this->isNew($payment, $answer) ? [$payment] : [];
    }

    /** Whether it was made since the creation began, by the gateway's own clock: ours may be wrong. */
    private function isNew(Payment $payment, Answer $answer): bool
    {
        $nowS = strtotime($answer->headers['date'] ?? '');
        $createdAt = \DateTimeImmutable::createFromFormat('Y-m-d\TH:i:s.u\Z', $payment->createdAt, new \DateTimeZone('UTC'));
        if ($nowS === false || $createdAt === false) {
            return true;
        }
        $beganMs = $nowS * 1000 - (Caller::nowMs() - $this->startMs) - self::CLOCK_SLACK_MS;
        return $createdAt->getTimestamp() * 1000 + 1000 > $beganMs;
    }

    /** @param Payment[]|null $found */
    private static function advice(string $reference, ?array $found, int $waitMs): string
    {
        if ($found === null) {
            return "Whether the payment was made is not known, because looking up the reference \"$reference\" failed too: "
                . 'call payments->findByReference() before you create another.';
        }
        if ($found !== []) {
            return "The payment was made: {$found[0]->transactionId} has the reference \"$reference\" and is {$found[0]->status}. Store its id with your "
                . 'order. Its payment_url was in the lost answer only: if the customer has still to pay, create another, and count the order '
                . 'as paid when either of the two is.';
        }
        if ($waitMs < self::CERTAIN_AFTER_MS) {
            return "No payment has the reference \"$reference\" yet. Call payments->findByReference() again 10 seconds after the loss: "
                . 'if there is none then, create it again.';
        }
        return "No payment was made with the reference \"$reference\". You can create it again.";
    }
}
