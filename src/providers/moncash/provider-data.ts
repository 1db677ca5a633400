import type { Payment } from '../../core/payment.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import { parseObject } from '../../platform/text/json-object.ts';

/** MonCash's page for one payment. Its address contains a token, with which anyone can pay. */
export interface HostedPage {
  readonly url: string;
  /** Until when MonCash accepts the payment there, microseconds since 1970 on our clock. */
  readonly untilUs: number;
}

/** The data stored with a payment: the sealed address of its customer's page. */
export function writeHostedPage(box: SecretBox, paymentId: number, { url, untilUs }: HostedPage): string {
  return JSON.stringify({ page: box.seal('provider-page', url, String(paymentId)), pageUntilUs: untilUs });
}

/** Undefined before MonCash has responded, and for a text that was not sealed here. */
export function readHostedPage(box: SecretBox, payment: Pick<Payment, 'id' | 'providerData'>): HostedPage | undefined {
  const { page, pageUntilUs } = parseObject(payment.providerData ?? '') ?? {};
  if (typeof page !== 'string' || typeof pageUntilUs !== 'number') return undefined;
  try {
    return { url: box.open('provider-page', page, String(payment.id)), untilUs: pageUntilUs };
  } catch {
    // Sealed with a key that is no longer set: the page expired long ago.
    return undefined;
  }
}
