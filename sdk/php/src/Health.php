<?php

declare(strict_types=1);

namespace Peye;

/** That the gateway answers. */
final class Health
{
    use SnakeCaseFields;

    /** @var string */
    public $service;
    /** @var string of the gateway */
    public $version;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $timestamp;
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
        $this->service = $fields->text('service');
        $this->version = $fields->text('version');
        $this->timestamp = $fields->text('timestamp');
        $this->raw = $raw;
    }
}
