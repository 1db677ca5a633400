/** The currencies a payment can be charged in. Both have two decimals. */
export const CURRENCIES = ['HTG', 'USD'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** An amount of one currency in integer minor units: centimes or cents. Never a float, never without its currency. */
export interface Money {
  readonly amountMinor: number;
  readonly currency: Currency;
}

/** Whether two amounts are equal, including their currency. */
export function isSameMoney(one: Money, other: Money): boolean {
  return one.amountMinor === other.amountMinor && one.currency === other.currency;
}

/** Gourdes per US dollar, times 10,000: 130.50 is 1,305,000. The central bank publishes four decimals. */
export type RateE4 = number;

export const RATE_SCALE = 10_000;

/** Stands for every amount that is too large. It is above any limit, so it is always rejected and never stored. */
export const OVERFLOW = Number.MAX_SAFE_INTEGER;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Converts a decimal as it was written, such as the text of a JSON number, to integer units of 10^-`decimals`, exactly.
 * `1e2`, `100` and `100.0` have the same value.
 *
 * Returns `undefined` for text that is not a decimal, `'too_precise'` for a value with more decimals than requested,
 * and OVERFLOW (with its sign) for one too large to represent.
 */
export function parseDecimal(text: string, decimals: number): number | 'too_precise' | undefined {
  const decimal = readDecimal(text);
  if (!decimal) return undefined;
  const { isNegative, digits } = decimal;
  const power = decimal.power + decimals;
  if (digits === '') return 0;
  if (power < 0) return 'too_precise';
  const magnitude = digits.length + power > 15 ? OVERFLOW : Number(digits + '0'.repeat(power));
  return isNegative ? -magnitude : magnitude;
}

/** An exact decimal: digits × 10^power. Zero has no digits; the digits of any other value have no zero at either end. */
interface Decimal {
  readonly isNegative: boolean;
  readonly digits: string;
  /** Infinite for an exponent that overflows, which still compares correctly. */
  readonly power: number;
}

function readDecimal(text: string): Decimal | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  const written = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = withoutTrailingZeros(written);
  if (digits === '') return { isNegative: false, digits, power: 0 };
  const power = Number(exponentText) - fraction.length + (written.length - digits.length);
  return { isNegative: sign === '-', digits, power };
}

/** Not a regular expression: `/0+$/` takes quadratic time on a long run of zeros that is not at the end. */
function withoutTrailingZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, end);
}

/** Minor units as the decimal string of the API, always with two places: 50000 is "500.00". */
export function formatAmount(amountMinor: number): string {
  const digits = String(Math.abs(amountMinor)).padStart(3, '0');
  return `${amountMinor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Minor units as a JSON number, for the few number fields of the API. Below 2^53 the JSON text has exactly the two
 * decimals.
 */
export function amountNumber(amountMinor: number): number {
  return Number(formatAmount(amountMinor));
}

/** A rate as a JSON number: 1305000 is 130.5. */
export function rateNumber(rateE4: RateE4): number {
  const digits = String(rateE4).padStart(5, '0');
  return Number(`${digits.slice(0, -4)}.${digits.slice(-4)}`);
}

/** A rate for people: two to four decimals. 1305000 is "130.50". */
export function formatRate(rateE4: RateE4): string {
  const digits = String(rateE4).padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0{1,2}$/, '');
  return `${digits.slice(0, -4)}.${fraction}`;
}

/** US cents to centimes at a rate, rounded half up to the centime. */
export function usdToHtg(usdMinor: number, rateE4: RateE4): number {
  return divideHalfUp(BigInt(usdMinor) * BigInt(rateE4), BigInt(RATE_SCALE));
}

/** Centimes to US cents at a rate, rounded half up to the cent. */
export function htgToUsd(htgMinor: number, rateE4: RateE4): number {
  return divideHalfUp(BigInt(htgMinor) * BigInt(RATE_SCALE), BigInt(rateE4));
}

/** The largest amount that is converted for information. It is exact in a JSON number. */
export const HTG_CONVERSION_MAX = 10 ** 12;

/** An amount in gourdes below this power of ten is less than a centime and less than a cent, at any rate. */
const NEGLIGIBLE_POWER = -9;

/**
 * Converts gourdes, written as any decimal from 0 to HTG_CONVERSION_MAX, to centimes and to US cents. Both are rounded
 * half up from the written value: the cents are not derived from the rounded centimes. Contract: RATE-12.
 *
 * Returns `undefined` for text that is not a decimal, `'negative'` and `'too_large'` for a value outside the bounds.
 */
export function convertHtgText(
  text: string,
  rateE4: RateE4,
): { htgMinor: number; usdMinor: number } | 'negative' | 'too_large' | undefined {
  const decimal = readDecimal(text);
  if (!decimal) return undefined;
  const { isNegative, digits, power } = decimal;
  if (isNegative) return 'negative';
  // 10^(magnitude - 1) ≤ value < 10^magnitude. Of the values with the magnitude of the bound, only 10^12 itself is
  // within it.
  const magnitude = digits.length + power;
  const boundMagnitude = String(HTG_CONVERSION_MAX).length;
  if (digits !== '' && (magnitude > boundMagnitude || (magnitude === boundMagnitude && digits !== '1'))) {
    return 'too_large';
  }
  if (digits === '' || magnitude < NEGLIGIBLE_POWER) return { htgMinor: 0, usdMinor: 0 };
  const numerator = BigInt(digits) * 10n ** BigInt(Math.max(power, 0)) * 100n * BigInt(RATE_SCALE);
  const denominator = 10n ** BigInt(Math.max(-power, 0));
  return {
    htgMinor: divideHalfUp(numerator, denominator * BigInt(RATE_SCALE)),
    usdMinor: divideHalfUp(numerator, denominator * BigInt(rateE4)),
  };
}

/** The HTG value of a USD minimum: rounded up to the centime, so that a payment never falls below the minimum. */
export function usdToHtgRoundedUp(usdMinor: number, rateE4: RateE4): number {
  const scale = BigInt(RATE_SCALE);
  return Number((BigInt(usdMinor) * BigInt(rateE4) + scale - 1n) / scale);
}

/** Thousandths of a percent for people and for JSON: 2900 is "2.9". */
export function formatPercent(percentE3: number): string {
  const digits = String(percentE3).padStart(4, '0');
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`.replace(/\.?0{1,3}$/, '');
}

/** A percentage of an amount that is not negative, rounded half up to the minor unit. */
export function percentOf(amountMinor: number, percentE3: number): number {
  return divideHalfUp(BigInt(amountMinor) * BigInt(percentE3), 100_000n);
}

/** Whether an amount has no centimes or cents. */
export function isWholeUnits(amountMinor: number): boolean {
  return amountMinor % 100 === 0;
}

/** The amount rounded up to whole gourdes or dollars. For non-negative amounts only. */
export function roundUpToUnits(amountMinor: number): number {
  return amountMinor + ((100 - (amountMinor % 100)) % 100);
}

/** For non-negative operands only, such as converted amounts. */
function divideHalfUp(numerator: bigint, denominator: bigint): number {
  const quotient = (numerator * 2n + denominator) / (denominator * 2n);
  return quotient > BigInt(OVERFLOW) ? OVERFLOW : Number(quotient);
}
