import { createHash } from 'node:crypto';
import { htgToUsd, isSameMoney, type Money, type RateE4 } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import { isSameText } from '../../platform/secrets/secrets.ts';
import type { Intent } from './intent.ts';
import type { CardSettings } from './settings.ts';

/** The data stored with a card payment. */
export interface CardData {
  readonly converted?: ConvertedCharge;
  /** SHA-256 of the client secret, which itself is never stored: anyone who has it can confirm the payment. */
  readonly secretHash?: string;
}

export function readCardData({ providerData }: Pick<Payment, 'providerData'>): CardData {
  return JSON.parse(providerData ?? '{}') as CardData;
}

export function writeCardData(data: CardData): string {
  return JSON.stringify(data);
}

/** The data stored with a payment once its client secret is known. */
export function dataWithSecret(payment: Pick<Payment, 'providerData'>, clientSecret: string | null): string {
  return writeCardData({ ...readCardData(payment), ...(clientSecret && { secretHash: secretHash(clientSecret) }) });
}

function secretHash(clientSecret: string): string {
  return createHash('sha256').update(clientSecret).digest('hex');
}

/** Whether this is the payment's client secret; compared in constant time. */
export function isSecretOf(payment: Pick<Payment, 'providerData'>, clientSecret: string): boolean {
  return isSameText(readCardData(payment).secretHash ?? '', secretHash(clientSecret));
}

/** The amount that a card is charged instead of the requested one, and the conversion rate. */
interface ConvertedCharge {
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
