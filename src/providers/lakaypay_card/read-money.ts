import { CURRENCIES, type Money, parseDecimal } from '../../domain/money.ts';

/** An amount in CyberSource's words, `10.50` and `USD`; undefined for what we cannot count or do not know. */
export function readMoney(amount: unknown, currency: unknown): Money | undefined {
  const known = CURRENCIES.find((one) => one === currency);
  const amountMinor = typeof amount === 'string' ? parseDecimal(amount, 2) : undefined;
  if (!known || typeof amountMinor !== 'number' || amountMinor < 0) return undefined;
  return { amountMinor, currency: known };
}
