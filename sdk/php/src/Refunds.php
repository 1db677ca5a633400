<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\ApiException;
use Peye\Exception\ConnectionException;
use Peye\Exception\InvalidArgumentException;
use Peye\Exception\PeyeException;
use Peye\Exception\RefundNotFoundException;

/** `$peye->refunds` */
final class Refunds
{
    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
    }

    /**
     * Requests a refund under a name that you choose. The same name and fields always return the same refund, so the request is repeated in the
     * same cases as a read, and you can repeat the call. The money is returned when the status is `succeeded`.
     *
     * @param string $refundId your name of the refund, such as order-1042-refund: 1 to 64 letters, digits, - and _
     * @param array{transaction_id: string, amount?: string|int|float|null, reason?: ?string} $fields
     *   transaction_id: the completed payment
     *   amount: a decimal string in the currency that the customer was charged in; what is left of the payment by default
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws ApiException             when the gateway refused; nothing was requested
     * @throws ConnectionException      when the response was lost: repeat the call with the same name
     * @throws InvalidArgumentException for a name or an amount in a wrong format
     */
    public function create(string $refundId, array $fields, array $options = []): Refund
    {
        $path = self::path($refundId);
        return $this->caller->put($path, Amounts::inJsonIfGiven($fields), $options)->refund();
    }

    /**
     * The refund as it is now.
     *
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws RefundNotFoundException|PeyeException
     */
    public function retrieve(string $refundId, array $options = []): Refund
    {
        return $this->caller->read(self::path($refundId), [], $options)->refund();
    }

    /**
     * One page of the refunds of the key's website, newest first.
     *
     * @param array{transaction_id?: ?string, status?: ?string, kind?: ?string, per_page?: ?int, cursor?: ?string} $filters `cursor`: empty for the first page,
     *   then `nextCursor` of the previous page
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function list(array $filters = [], array $options = []): RefundPage
    {
        $unknown = array_diff(array_keys($filters), ['transaction_id', 'status', 'kind', 'per_page', 'cursor']);
        if ($unknown !== []) {
            throw new InvalidArgumentException('Unknown filter: ' . implode(', ', $unknown) . '.');
        }
        return new RefundPage($this->caller->read('/refunds', $filters, $options)->page());
    }

    /**
     * All refunds that match, newest first, read in pages of 100 while you iterate. It waits while the rate limit is reached, whatever timeoutMs is.
     *
     * @param array{transaction_id?: ?string, status?: ?string, kind?: ?string, per_page?: ?int} $filters
     * @param array{timeoutMs?: int, retries?: int} $options for each page
     *
     * @return \Generator<int, Refund>
     *
     * @throws PeyeException
     */
    public function iterate(array $filters = [], array $options = []): \Generator
    {
        if (isset($filters['cursor'])) {
            throw new InvalidArgumentException('refunds->iterate() reads all pages: remove cursor.');
        }
        $cursor = '';
        do {
            $query = ['cursor' => $cursor] + $filters + ['per_page' => 100];
            $page = $this->caller->waiting(function () use ($query, $options): RefundPage {
                return $this->list($query, $options);
            });
            foreach ($page->data as $refund) {
                yield $refund;
            }
            $cursor = $page->nextCursor;
        } while ($cursor !== null);
    }

    private static function path(string $refundId): string
    {
        if (preg_match('/^[A-Za-z0-9_-]{1,64}$/D', $refundId) !== 1) {
            throw new InvalidArgumentException('A refund_id is your own name for the refund, such as order-1042-refund: 1 to 64 letters, digits, - and _. Use the same name when you repeat a request.');
        }
        return "/refunds/$refundId";
    }
}
