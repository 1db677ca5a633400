<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\InvalidArgumentException;

/**
 * Lets programs also read a field by its name in the API: $payment->payment_url is $payment->paymentUrl. An unknown name throws an
 * exception. PHP itself would only warn, and the customer would be redirected to an empty address.
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
