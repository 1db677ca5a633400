<?php

declare(strict_types=1);

namespace Peye;

/** Where a page stands in its list. */
final class Pagination
{
    use SnakeCaseFields;

    /** @var int */
    public $currentPage;
    /** @var int */
    public $perPage;
    /** @var int payments that the filters leave, on all pages */
    public $total;
    /** @var int at least 1 */
    public $lastPage;
    /** @var array<string, mixed> all of it as it was answered, with fields that this version does not know */
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
