import { createHash } from 'node:crypto';
import type { Payment } from '../../core/payment.ts';
import { isSameText } from '../../platform/secrets/secrets.ts';
import type { ConvertedCharge } from './conversion.ts';

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
