import type { SecretBox } from '../lib/secrets.ts';

/** The unguessable half of the address of a payment's page. */
export function paymentTag(box: SecretBox, paymentId: number): string {
  return box.tag('payment-page', String(paymentId));
}

/** Whether that is the unguessable half of this payment's address. */
export function isPaymentTag(box: SecretBox, paymentId: number, given: string): boolean {
  return box.isTag('payment-page', String(paymentId), given);
}

/** Where a payment's own page is below the gateway's address, without a leading slash. */
export function paymentPagePath(box: SecretBox, paymentId: number): string {
  return `pay/${paymentId}/${paymentTag(box, paymentId)}`;
}

/** A payment's own page: where its customer pays, or sees the outcome. */
export function paymentPageUrl(publicUrl: string, box: SecretBox, paymentId: number): string {
  return `${publicUrl}/${paymentPagePath(box, paymentId)}`;
}
