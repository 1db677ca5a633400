import { htgToUsd, isSameMoney, type Money, type RateE4 } from '../../domain/money.ts';
import type { Intent } from './intent.ts';
import type { CardSettings } from './settings.ts';

/** What a card is charged in place of the amount that was asked, and the rate that led there. */
export interface ConvertedCharge {
  readonly charged: Money;
  readonly rateE4: RateE4;
}

/** Undefined when the card is charged what was asked. Rounded half up to the cent. */
export function convertedCharge(
  { chargeCurrency }: CardSettings,
  asked: Money,
  rateE4: RateE4,
): ConvertedCharge | undefined {
  if (chargeCurrency === 'as_asked' || asked.currency === 'USD') return undefined;
  return { charged: { amountMinor: htgToUsd(asked.amountMinor, rateE4), currency: 'USD' }, rateE4 };
}

/** What was paid, in the terms of what was asked: the same when all of the charge came in, else what Stripe has. */
export function paidMoney(intent: Intent, asked: Money, converted: ConvertedCharge | undefined): Money {
  const received = { amountMinor: intent.receivedMinor, currency: intent.currency };
  if (!isSameMoney(received, converted?.charged ?? asked)) return received;
  return { amountMinor: asked.amountMinor, currency: asked.currency };
}
