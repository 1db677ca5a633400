<?php

declare(strict_types=1);

namespace Peye;

/**
 * Reads the members of a JSON object, each with the requested type.
 *
 * @internal
 */
final class Fields
{
    /** @var array<string, mixed> */
    private $members;

    /** @param mixed $members */
    public function __construct($members)
    {
        $this->members = is_array($members) ? $members : [];
    }

    public function text(string $name): string
    {
        return $this->textOrNull($name) ?? '';
    }

    public function textOrNull(string $name): ?string
    {
        $value = $this->members[$name] ?? null;
        return is_scalar($value) ? (string) $value : null;
    }

    public function integer(string $name): int
    {
        return (int) ($this->members[$name] ?? 0);
    }

    /** A number as a decimal string. */
    public function decimal(string $name): string
    {
        return Amounts::text($this->members[$name] ?? null);
    }

    public function isTrue(string $name): bool
    {
        return ($this->members[$name] ?? null) === true;
    }

    public function has(string $name): bool
    {
        return isset($this->members[$name]);
    }

    /** @return array<string, mixed> */
    public function object(string $name): array
    {
        $value = $this->members[$name] ?? null;
        return is_array($value) ? $value : [];
    }

    /** @return string[] */
    public function texts(string $name): array
    {
        return array_values(array_filter($this->object($name), 'is_string'));
    }

    /** @return array<int, array<string, mixed>> */
    public function objects(string $name): array
    {
        return array_values(array_filter($this->object($name), 'is_array'));
    }
}
