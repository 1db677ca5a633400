<?php

declare(strict_types=1);

namespace Peye;

/** The response of a gateway that serves requests. */
final class Health
{
    use SnakeCaseFields;

    /** @var string */
    public $service;
    /** @var string the gateway's version */
    public $version;
    /** @var string ISO 8601 in UTC, with microseconds */
    public $timestamp;
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
        $this->service = $fields->text('service');
        $this->version = $fields->text('version');
        $this->timestamp = $fields->text('timestamp');
        $this->raw = $raw;
    }
}
