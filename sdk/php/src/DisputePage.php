<?php

declare(strict_types=1);

namespace Peye;

/** A page of a list of disputes. */
final class DisputePage
{
    use SnakeCaseFields;

    /** @var Dispute[] newest first */
    public $data;
    /** @var string|null pass it as `cursor` next time; null at the end */
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
        $this->data = array_map(static function (array $dispute): Dispute {
            return new Dispute($dispute);
        }, $fields->objects('data'));
        $this->nextCursor = $fields->textOrNull('next_cursor');
        $this->raw = $raw;
    }
}
