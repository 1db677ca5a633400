<?php

declare(strict_types=1);

namespace Peye;

/** The event of a webhook. Ignore events whose name you do not know. */
final class WebhookEvent
{
    use SnakeCaseFields;

    /** @var string payment.success or payment.failed */
    public $event;
    /** @var int Unix seconds of the moment in which the payment became final; the same in every retry */
    public $timestamp;
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
        $this->event = $fields->text('event');
        $this->timestamp = $fields->integer('timestamp');
        $this->data = new Payment($fields->object('data'));
        $this->raw = $raw;
    }
}
