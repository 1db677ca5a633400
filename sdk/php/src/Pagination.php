<?php

declare(strict_types=1);

namespace Peye;

/** The position of a page in its list. */
final class Pagination
{
    use SnakeCaseFields;

    /** @var int */
    public $currentPage;
    /** @var int */
    public $perPage;
    /** @var int payments that match the filters, on all pages */
    public $total;
    /** @var int at least 1 */
    public $lastPage;
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
        $this->currentPage = $fields->integer('current_page');
        $this->perPage = $fields->integer('per_page');
        $this->total = $fields->integer('total');
        $this->lastPage = $fields->integer('last_page');
        $this->raw = $raw;
    }
}
