import type { SecretBox } from '../platform/secrets/secrets.ts';

/** The unguessable part of the address of a payment's page. */
export function paymentTag(box: SecretBox, paymentId: number): string {
  return box.tag('payment-page', String(paymentId));
}

/** Whether this is the unguessable part of this payment's address. */
export function isPaymentTag(box: SecretBox, paymentId: number, given: string): boolean {
  return box.isTag('payment-page', String(paymentId), given);
}

/** The path of a payment's own page below the gateway's address, without a leading slash. */
export function paymentPagePath(box: SecretBox, paymentId: number): string {
  return `pay/${paymentId}/${paymentTag(box, paymentId)}`;
}

/** The address of a payment's own page: where its customer pays, or sees the outcome. */
export function paymentPageUrl(publicUrl: string, box: SecretBox, paymentId: number): string {
  return `${publicUrl}/${paymentPagePath(box, paymentId)}`;
}
