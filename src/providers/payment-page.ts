import type { SecretBox } from '../lib/secrets.ts';

/** The unguessable half of the address of a payment's page. */
export function paymentTag(box: SecretBox, paymentId: number): string {
  return box.tag('payment-page', String(paymentId));
}

/** A payment's own page: where its customer pays, or sees what came of it. */
export function paymentPageUrl(publicUrl: string, box: SecretBox, paymentId: number): string {
  return `${publicUrl}/pay/${paymentId}/${paymentTag(box, paymentId)}`;
}
