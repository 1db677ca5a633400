<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\ApiException;
use Peye\Exception\ConnectionException;
use Peye\Exception\InvalidArgumentException;
use Peye\Exception\LostResponseException;
use Peye\Exception\PeyeException;
use Peye\Exception\TransactionNotFoundException;

/** `$peye->payments` */
final class Payments
{
    private const FILTERS = ['status', 'payment_method', 'reference', 'from_date', 'to_date', 'per_page', 'page', 'cursor'];

    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
    }

    /**
     * Creates a payment. The request is sent once, whatever happens. Store the `transactionId` with your order before you redirect the customer
     * to `paymentUrl`.
     *
     * @param array{
     *     amount: string|int|float,
     *     currency: string,
     *     payment_method: string,
     *     customer_name: string,
     *     customer_email?: ?string,
     *     customer_phone?: ?string,
     *     reference?: ?string,
     *     description?: ?string,
     *     metadata?: array<string, mixed>|object|null,
     *     recurring?: ?bool,
     *     recurring_interval?: ?string,
     *     recurring_interval_count?: ?int,
     * } $fields
     *   amount: in the real currency unit, as a decimal string: "500.00" is 500 gourdes
     *   currency: HTG or USD
     *   payment_method: moncash, natcash, lakaypay_card or card
     *   reference: your order number; without one, the payment of a lost response cannot be looked up
     * @param array{timeoutMs?: int, lookupWaitMs?: int} $options
     *
     * @throws LostResponseException    when the response was lost; it has the result of the lookup. The call takes at most
     *                                  timeoutMs and lookupWaitMs together
     * @throws ConnectionException      when the gateway was not reached at all: nothing was sent
     * @throws ApiException             when the gateway refused; nothing was created, except that `payment_processing_failed` leaves a
     *                                  failed payment
     * @throws InvalidArgumentException for an amount that is not a number, or text that is not UTF-8
     */
    public function create(array $fields, array $options = []): CreatedPayment
    {
        $json = Amounts::inJson($fields);
        $reference = $fields['reference'] ?? null;
        // Checked before anything is sent: later, an error about this option would hide that a response was lost.
        $waitMs = Caller::option($options, 'lookupWaitMs', $this->caller->settings()->lookupWaitMs, 0);
        $startMs = Caller::nowMs();
        try {
            $answer = $this->caller->order('/payments', $json, $options);
            if (is_string($answer->body['transaction_id'] ?? null) && $answer->body['transaction_id'] !== '') {
                return new CreatedPayment($answer->body);
            }
            $failure = $answer->unexpected('has no transaction_id');
        } catch (ConnectionException $failure) {
            if ($failure->getSent() === ConnectionException::SENT_NOTHING) {
                throw $failure;
            }
        } catch (ApiException $failure) {
            if (!self::leavesOpen($failure)) {
                throw $failure;
            }
        }
        throw (new LostAnswer($this->caller, $startMs))->explain($reference, $failure, $waitMs);
    }

    /**
     * The payment as it is now. `status` equal to `completed` confirms it.
     *
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws TransactionNotFoundException|PeyeException
     */
    public function retrieve(string $transactionId, array $options = []): Payment
    {
        return $this->caller->read('/payments/' . rawurlencode($transactionId), [], $options)->payment();
    }

    /**
     * The payments with this reference. The API returns only the newest, so there is one or none.
     *
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @return Payment[]
     *
     * @throws PeyeException
     */
    public function findByReference(string $reference, array $options = []): array
    {
        if ($reference === '') {
            return [];
        }
        try {
            return [$this->caller->read('/payments/reference/' . rawurlencode($reference), [], $options)->payment()];
        } catch (TransactionNotFoundException $none) {
            return [];
        }
    }

    /**
     * One page of the payments that were created with this key, newest first.
     *
     * @param array{
     *     status?: ?string,
     *     payment_method?: ?string,
     *     reference?: ?string,
     *     from_date?: ?string,
     *     to_date?: ?string,
     *     per_page?: ?int,
     *     page?: ?int,
     *     cursor?: ?string,
     * } $filters days are UTC, as YYYY-MM-DD; `cursor` in place of `page`: empty for the first page, then `nextCursor` of the previous page
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function list(array $filters = [], array $options = []): PaymentPage
    {
        $unknown = array_diff(array_keys($filters), self::FILTERS);
        if ($unknown !== []) {
            throw new InvalidArgumentException('Unknown filter: ' . implode(', ', $unknown) . '.');
        }
        return new PaymentPage($this->caller->read('/payments', $filters, $options + ['maxBytes' => Caller::MOST_PAGE_BYTES])->page());
    }

    /**
     * All payments that match, newest first, read in pages of 100 while you iterate. No payment is missed or repeated when others are created
     * at the same time. It waits while the rate limit is reached, whatever timeoutMs is.
     *
     * @param array{status?: ?string, payment_method?: ?string, reference?: ?string, from_date?: ?string, to_date?: ?string, per_page?: ?int} $filters
     * @param array{timeoutMs?: int, retries?: int} $options for each page
     *
     * @return \Generator<int, Payment>
     *
     * @throws PeyeException
     */
    public function iterate(array $filters = [], array $options = []): \Generator
    {
        if (isset($filters['page']) || isset($filters['cursor'])) {
            throw new InvalidArgumentException('payments->iterate() reads all pages: remove page and cursor.');
        }
        $cursor = '';
        do {
            $query = ['cursor' => $cursor] + $filters + ['per_page' => 100];
            $page = $this->caller->waiting(function () use ($query, $options): PaymentPage {
                return $this->list($query, $options);
            });
            foreach ($page->data as $payment) {
                yield $payment;
            }
            $cursor = $page->nextCursor;
        } while ($cursor !== null);
    }

    /**
     * Requests the payment's status from the provider. Use this for orders that stay open, not for every page view: it has its own rate
     * limit. The request is repeated in the same cases as a read.
     *
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws TransactionNotFoundException|PeyeException
     */
    public function verify(string $transactionId, array $options = []): Verification
    {
        return new Verification($this->caller->ask('/payments/' . rawurlencode($transactionId) . '/verify', $options)->data());
    }

    /** Whether the payment may exist although the response is an error. A 503 from the gateway itself guarantees that it does not. */
    private static function leavesOpen(ApiException $failure): bool
    {
        $status = $failure->getStatus();
        return $status < 300 || $status >= 500 && !in_array($failure->getErrorCode(), ['service_unavailable', 'not_implemented'], true);
    }
}
