<?php

declare(strict_types=1);

namespace Peye;

/** A page of a list of payments. */
final class PaymentPage
{
    use SnakeCaseFields;

    /** @var Payment[] newest first */
    public $data;
    /** @var Pagination */
    public $pagination;
    /** @var string|null only when `cursor` was sent: pass it as `cursor` next time; null at the end */
    public $nextCursor;
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
        $this->data = array_map(static function (array $payment): Payment {
            return new Payment($payment);
        }, $fields->objects('data'));
        $this->pagination = new Pagination($fields->object('pagination'));
        $this->nextCursor = $fields->textOrNull('next_cursor');
        $this->raw = $raw;
    }
}
