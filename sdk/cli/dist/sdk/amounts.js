import { InvalidArgumentError } from './errors.js';

export function toMinor(amount                 )         {
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

export function fromMinor(minor                 )         {
  if (minor < 0 || (typeof minor === 'number' && !Number.isSafeInteger(minor))) {
    throw new InvalidArgumentError(
      `${minor} is not an amount in minor units: they are whole numbers and not negative.`,
    );
  }
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function equal(a                 , b                 )          {
  return compare(a, b) === 0;
}

export function compare(a                 , b                 )             {
  const [first, second] = [toMinor(a), toMinor(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}
