import { InvalidArgumentError } from './errors.ts';

/** `'500.00'` is `50000n`. Throws `InvalidArgumentError` unless the amount has at most two decimals. */
export function toMinor(amount: string | number): bigint {
  const [, units, decimals = ''] = /^(\d{1,18})(?:\.(\d{1,2}))?$/.exec(String(amount)) ?? [];
  if (units === undefined) {
    const hint = typeof amount === 'number' ? ' A calculated number is often slightly wrong: pass a string.' : '';
    const shown = JSON.stringify(amount) ?? String(amount);
    throw new InvalidArgumentError(
      `The amount ${shown} is not a number with at most two decimals, such as "500.00".${hint}`,
    );
  }
  return BigInt(units + decimals.padEnd(2, '0'));
}

/** `50000n` is `'500.00'`. */
export function fromMinor(minor: bigint | number): string {
  if (minor < 0 || (typeof minor === 'number' && !Number.isSafeInteger(minor))) {
    throw new InvalidArgumentError(
      `${minor} is not an amount in minor units: they are whole numbers and not negative.`,
    );
  }
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Whether two amounts are the same: `'500'` and `'500.00'` are. */
export function equal(a: string | number, b: string | number): boolean {
  return compare(a, b) === 0;
}

/** -1 when `a` is less, 0 when they are equal, else 1. */
export function compare(a: string | number, b: string | number): -1 | 0 | 1 {
  const [first, second] = [toMinor(a), toMinor(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}
