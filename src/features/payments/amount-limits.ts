import { ApiError } from '../../core/errors.ts';
import { type Currency, formatAmount, type Money, type RateE4 } from '../../core/money.ts';
import type { PaymentMethod } from '../../core/payment.ts';
import { cardMinimum } from '../rates/exchange-rate.ts';

/** The smallest and largest amount of one currency, minor units. */
export interface AmountRange {
  readonly minMinor: number;
  readonly maxMinor: number;
}

/**
 * The amounts that each method may charge. The HTG minimum of `card` is missing, because it is the USD minimum at the
 * current exchange rate.
 */
export type AmountLimits = Record<PaymentMethod, Partial<Record<Currency, AmountRange>>>;

/**
 * Throws `amount_too_low` or `amount_too_high`, with the limit in the message, for the amount that the customer would
 * be charged.
 */
export function checkAmount(limits: AmountLimits, method: PaymentMethod, charged: Money, rateE4: RateE4): void {
  const range = limitsOf(limits, method, charged.currency, rateE4);
  const refuse = (code: 'amount_too_low' | 'amount_too_high', word: string, limitMinor: number) =>
    new ApiError(code, {
      message: `The ${word} amount for ${method} is ${formatAmount(limitMinor)} ${charged.currency}.`,
    });
  if (charged.amountMinor < range.minMinor) throw refuse('amount_too_low', 'minimum', range.minMinor);
  if (charged.amountMinor > range.maxMinor) throw refuse('amount_too_high', 'maximum', range.maxMinor);
}

function limitsOf(limits: AmountLimits, method: PaymentMethod, currency: Currency, rateE4: RateE4): AmountRange {
  const range = limits[method][currency];
  if (!range) throw new Error(`${method} has no limits in ${currency}`);
  if (method !== 'card') return range;
  const minimum = cardMinimum(limits.card.USD?.minMinor ?? 0, rateE4);
  return { ...range, minMinor: minimum[currency] };
}
