<?php

declare(strict_types=1);

namespace Peye;

/** The event of a webhook. Ignore events whose name you do not know. */
final class WebhookEvent
{
    use SnakeCaseFields;

    /** @var string payment.success, payment.failed, or refund.succeeded, refund.failed or refund.reversed */
    public $event;
    /** @var int Unix seconds of the moment in which the payment became final, or the refund changed; the same in every retry */
    public $timestamp;
    /** @var Payment|Refund a refund in the events of refunds */
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
        $data = $fields->object('data');
        $this->data = strpos($this->event, 'refund.') === 0 ? new Refund($data) : new Payment($data);
        $this->raw = $raw;
    }
}
