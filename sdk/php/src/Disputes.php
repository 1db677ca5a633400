<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\InvalidArgumentException;
use Peye\Exception\PeyeException;

/** `$peye->disputes`: card payments that customers dispute at their bank. Evidence is sent in the provider's dashboard. */
final class Disputes
{
    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
    }

    /**
     * One page of the disputes of the key's website, newest first.
     *
     * @param array{transaction_id?: ?string, status?: ?string, per_page?: ?int, cursor?: ?string} $filters `cursor`: empty for the first page,
     *   then `nextCursor` of the previous page
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function list(array $filters = [], array $options = []): DisputePage
    {
        $unknown = array_diff(array_keys($filters), ['transaction_id', 'status', 'per_page', 'cursor']);
        if ($unknown !== []) {
            throw new InvalidArgumentException('Unknown filter: ' . implode(', ', $unknown) . '.');
        }
        return new DisputePage($this->caller->read('/disputes', $filters, $options)->page());
    }

    /**
     * All disputes that match, newest first, read in pages of 100 while you iterate. It waits while the rate limit is reached, whatever timeoutMs is.
     *
     * @param array{transaction_id?: ?string, status?: ?string, per_page?: ?int} $filters
     * @param array{timeoutMs?: int, retries?: int} $options for each page
     *
     * @return \Generator<int, Dispute>
     *
     * @throws PeyeException
     */
    public function iterate(array $filters = [], array $options = []): \Generator
    {
        if (isset($filters['cursor'])) {
            throw new InvalidArgumentException('disputes->iterate() reads all pages: remove cursor.');
        }
        $cursor = '';
        do {
            $query = ['cursor' => $cursor] + $filters + ['per_page' => 100];
            $page = $this->caller->waiting(function () use ($query, $options): DisputePage {
                return $this->list($query, $options);
            });
            foreach ($page->data as $dispute) {
                yield $dispute;
            }
            $cursor = $page->nextCursor;
        } while ($cursor !== null);
    }
}
