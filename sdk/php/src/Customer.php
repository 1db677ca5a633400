<?php

declare(strict_types=1);

namespace Peye;

/** The customer, as you sent it. */
final class Customer
{
    use SnakeCaseFields;

    /** @var string|null */
    public $name;
    /** @var string|null */
    public $email;
    /** @var string|null */
    public $phone;
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
        $this->name = $fields->textOrNull('name');
        $this->email = $fields->textOrNull('email');
        $this->phone = $fields->textOrNull('phone');
        $this->raw = $raw;
    }
}
