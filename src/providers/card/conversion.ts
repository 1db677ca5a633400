import { htgToUsd, isSameMoney, type Money, type RateE4 } from '../../core/money.ts';
import type { Intent } from './intent.ts';
import type { CardSettings } from './settings.ts';

/** The amount that a card is charged instead of the requested one, and the conversion rate. */
export interface ConvertedCharge {
  readonly charged: Money;
  readonly rateE4: RateE4;
}

/** Undefined when the card is charged the requested amount. Rounded half up to the cent. */
export function convertedCharge(
  { chargeCurrency }: CardSettings,
  asked: Money,
  rateE4: RateE4,
): ConvertedCharge | undefined {
  if (chargeCurrency === 'as_asked' || asked.currency === 'USD') return undefined;
  return { charged: { amountMinor: htgToUsd(asked.amountMinor, rateE4), currency: 'USD' }, rateE4 };
}

/**
 * The amount paid, in the currency of the request: the requested amount when the whole charge was paid, otherwise the
 * amount that Stripe reports.
 */
export function paidMoney(intent: Intent, asked: Money, converted: ConvertedCharge | undefined): Money {
  const received = { amountMinor: intent.receivedMinor, currency: intent.currency };
  if (!isSameMoney(received, converted?.charged ?? asked)) return received;
  return { amountMinor: asked.amountMinor, currency: asked.currency };
}
