import { parseTransactionId } from '../../core/ids.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import { isPaymentTag, paymentTag } from '../payment-page.ts';

const PUBLISHABLE_KEY_PREFIX = 'pk_test_';

/** The secret that opens the card widget for one payment. */
export function clientSecret(box: SecretBox, paymentId: number): string {
  return `${paymentIntentId(paymentId)}_secret_${paymentTag(box, paymentId)}`;
}

/** The id of the payment with this client secret; undefined when it is invalid. */
export function paymentOfClientSecret(box: SecretBox, given: string): number | undefined {
  const [, digits = '', tag = ''] = /^pi_test_(\d+)_secret_(.*)$/s.exec(given) ?? [];
  const id = parseTransactionId(digits);
  return id !== undefined && isPaymentTag(box, id, tag) ? id : undefined;
}

/** The public key of a website for the card widget. */
export function publishableKey(box: SecretBox, websiteId: string): string {
  return `${PUBLISHABLE_KEY_PREFIX}${box.tag('publishable-key', websiteId)}`;
}

/** Whether this is the public key of this website. */
export function isPublishableKey(box: SecretBox, websiteId: string, given: string): boolean {
  const tag = given.startsWith(PUBLISHABLE_KEY_PREFIX) ? given.slice(PUBLISHABLE_KEY_PREFIX.length) : '';
  return box.isTag('publishable-key', websiteId, tag);
}

export function paymentIntentId(paymentId: number): string {
  return `pi_test_${paymentId}`;
}
