<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\InvalidArgumentException;

/**
 * Reads a field by its name in the API too: $payment->payment_url is $payment->paymentUrl. A name that there is not throws, where PHP by
 * itself only warns and redirects the customer to nowhere.
 *
 * @internal
 */
trait SnakeCaseFields
{
    /** @return mixed */
    public function __get(string $name)
    {
        $property = self::propertyOf($name);
        if (!property_exists($this, $property)) {
            throw new InvalidArgumentException((new \ReflectionClass($this))->getShortName() . " has no field $name.");
        }
        return $this->$property;
    }

    public function __isset(string $name): bool
    {
        $property = self::propertyOf($name);
        return property_exists($this, $property) && $this->$property !== null;
    }

    private static function propertyOf(string $name): string
    {
        return lcfirst(str_replace('_', '', ucwords($name, '_')));
    }
}
