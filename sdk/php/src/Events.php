<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\InvalidArgumentException;
use Peye\Exception\PeyeException;

/** `$peye->events`: events of final test payments, oldest first, for development without a public address. Test keys only. */
final class Events
{
    /** @var Caller */
    private $caller;

    /** @internal */
    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
    }

    /**
     * One page of the feed. Store its `nextCursor`, and pass it as `after` next time. `wait`: seconds to wait for the next event when there
     * is no new one, up to 25. Keep it below timeoutMs.
     *
     * @param array{after?: ?string, limit?: ?int, wait?: ?int} $query
     * @param array{timeoutMs?: int, retries?: int} $options
     *
     * @throws PeyeException
     */
    public function list(array $query = [], array $options = []): EventPage
    {
        $unknown = array_diff(array_keys($query), ['after', 'limit', 'wait']);
        if ($unknown !== []) {
            throw new InvalidArgumentException('Unknown parameter: ' . implode(', ', $unknown) . '.');
        }
        return new EventPage($this->caller->read('/events', $query, $options + ['maxBytes' => Caller::MOST_PAGE_BYTES])->page());
    }

    /**
     * All events up to the newest, after a cursor or from the first one, read in pages of 100. It waits while the rate limit is reached, whatever
     * timeoutMs is.
     *
     * @param array{after?: ?string, limit?: ?int} $query
     * @param array{timeoutMs?: int, retries?: int} $options for each page
     *
     * @return \Generator<int, Event>
     *
     * @throws PeyeException
     */
    public function iterate(array $query = [], array $options = []): \Generator
    {
        do {
            $page = $this->caller->waiting(function () use ($query, $options): EventPage {
                return $this->list($query + ['limit' => 100], $options);
            });
            foreach ($page->data as $event) {
                yield $event;
            }
            $query = ['after' => $page->nextCursor] + $query;
        } while ($page->hasMore);
    }
}
