import { CURRENCIES, type Money, parseDecimal } from '../../core/money.ts';

/**
 * An amount as CyberSource writes it, `10.50` and `USD`; undefined for an invalid amount or an unsupported currency.
 */
export function readMoney(amount: unknown, currency: unknown): Money | undefined {
  const known = CURRENCIES.find((one) => one === currency);
  const amountMinor = typeof amount === 'string' ? parseDecimal(amount, 2) : undefined;
  if (!known || typeof amountMinor !== 'number' || amountMinor < 0) return undefined;
  return { amountMinor, currency: known };
}
