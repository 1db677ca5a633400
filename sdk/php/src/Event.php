<?php

declare(strict_types=1);

namespace Peye;

/** An item of the sandbox feed. */
final class Event
{
    use SnakeCaseFields;

    /** @var string */
    public $id;
    /** @var string payment.success or payment.failed */
    public $event;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $createdAt;
    /** @var Payment */
    public $data;
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
        $this->id = $fields->text('id');
        $this->event = $fields->text('event');
        $this->createdAt = $fields->text('created_at');
        $this->data = new Payment($fields->object('data'));
        $this->raw = $raw;
    }
}
