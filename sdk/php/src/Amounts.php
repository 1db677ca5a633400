<?php

declare(strict_types=1);

namespace Peye;

use Peye\Exception\InvalidArgumentException;

/**
 * Amounts as in the API: decimal strings such as "500.00", without floating point. Minor units are hundredths: centimes of a
 * gourde, cents of a dollar.
 */
final class Amounts
{
    private const DECIMAL = '/^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/D';

    /**
     * "500.00" is 50000.
     *
     * @param string|int $amount
     *
     * @throws InvalidArgumentException for an amount that is not a number, has more than two decimals, or is too large for an integer
     */
    public static function toMinor($amount): int
    {
        if (!is_string($amount) && !is_int($amount) || preg_match(self::DECIMAL, (string) $amount, $parts) !== 1) {
            throw self::noDecimal($amount);
        }
        $cents = rtrim($parts[2] ?? '', '0');
        $digits = ltrim($parts[1] . str_pad($cents, 2, '0'), '0');
        if (strlen($cents) > 2 || (string) (int) $digits !== ($digits === '' ? '0' : $digits)) {
            throw new InvalidArgumentException("The amount $amount has more than two decimals or is too large.");
        }
        return (int) $digits;
    }

    /** 50000 is "500.00". */
    public static function fromMinor(int $minor): string
    {
        $digits = str_pad(ltrim((string) $minor, '-'), 3, '0', STR_PAD_LEFT);
        return ($minor < 0 ? '-' : '') . substr($digits, 0, -2) . '.' . substr($digits, -2);
    }

    /**
     * Whether two amounts are the same: "500" and "500.00" are. Compare the currencies as well.
     *
     * @param string|int $a
     * @param string|int $b
     */
    public static function equal($a, $b): bool
    {
        return self::compare($a, $b) === 0;
    }

    /**
     * -1 when the first amount is less than the second, 0 when they are equal, 1 when it is more.
     *
     * @param string|int $a
     * @param string|int $b
     */
    public static function compare($a, $b): int
    {
        return self::toMinor($a) <=> self::toMinor($b);
    }

    /**
     * The fields of a create request as JSON. The amount becomes a number with exactly its digits.
     *
     * @internal
     *
     * @param array<string, mixed> $fields
     */
    public static function inJson(array $fields): string
    {
        if (!isset($fields['amount'])) {
            throw new InvalidArgumentException('The amount is missing. Pass a decimal string such as "500.00".');
        }
        return self::inJsonIfGiven($fields);
    }

    /**
     * The same for a request whose amount may be missing.
     *
     * @internal
     *
     * @param array<string, mixed> $fields
     */
    public static function inJsonIfGiven(array $fields): string
    {
        $members = isset($fields['amount']) ? '"amount":' . self::literal($fields['amount']) : '';
        unset($fields['amount']);
        if (($fields['metadata'] ?? null) === []) {
            $fields['metadata'] = new \stdClass();
        }
        $json = json_encode((object) $fields, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION);
        if ($json === false) {
            throw new InvalidArgumentException('The fields cannot be written as JSON: ' . json_last_error_msg() . '.');
        }
        $others = substr($json, 1, -1);
        return '{' . $members . ($members === '' || $others === '' ? '' : ',') . $others . '}';
    }

    /**
     * An amount as a JSON number.
     *
     * @internal
     *
     * @param mixed $amount a decimal string, an int, or a float that is a number of hundredths
     */
    public static function literal($amount): string
    {
        if (is_float($amount)) {
            // Above this limit, a float cannot hold hundredths.
            $text = abs($amount) < 1e13 ? sprintf('%.2F', $amount) : '';
            $amount = (float) $text === $amount ? $text : $amount;
        }
        if ((is_string($amount) || is_int($amount)) && preg_match(self::DECIMAL, (string) $amount) === 1) {
            return (string) $amount;
        }
        throw self::noDecimal($amount);
    }

    /**
     * A number in a response as a decimal string. The API's numbers have at most 15 digits, which a float holds exactly.
     *
     * @internal
     *
     * @param mixed $number
     */
    public static function text($number): string
    {
        return is_float($number) ? str_replace(',', '.', sprintf('%.15g', $number)) : (is_scalar($number) ? (string) $number : '');
    }

    /** @param mixed $amount */
    private static function noDecimal($amount): InvalidArgumentException
    {
        $shown = is_scalar($amount) ? var_export($amount, true) : gettype($amount);
        return new InvalidArgumentException("$shown is not an amount. Pass a decimal string such as \"500.00\", without signs or separators.");
    }
}
