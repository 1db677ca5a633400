<?php

declare(strict_types=1);

namespace Peye;

/** A page of the sandbox feed. */
final class EventPage
{
    use SnakeCaseFields;

    /** @var Event[] oldest first */
    public $data;
    /** @var string|null pass it as `after` next time; null only when there is no event at all */
    public $nextCursor;
    /** @var bool whether there are more events after this page */
    public $hasMore;
    /** @var bool whether events after the cursor may be missing because they were too old; list the payments then */
    public $eventsRemoved;
    /** @var array<string, mixed> all members as the gateway sent them, including those that this version does not know */
    public $raw;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw)
    {
        $fields = new Fields($raw);
        $this->data = array_map(static function (array $event): Event {
            return new Event($event);
        }, $fields->objects('data'));
        $this->nextCursor = $fields->textOrNull('next_cursor');
        $this->hasMore = $fields->isTrue('has_more');
        $this->eventsRemoved = $fields->isTrue('events_removed');
        $this->raw = $raw;
    }
}
