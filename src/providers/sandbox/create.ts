import { US_PER_SECOND } from '../../core/durations.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import { paymentPageUrl } from '../payment-page.ts';
import type { Opening, UnopenedPayment } from '../provider.ts';
import type { SandboxSettings } from './settings.ts';
import { decidedAtUs } from './verify.ts';
import { clientSecret, paymentIntentId, publishableKey } from './widget-keys.ts';

/** The start of a test payment: on our page, or in our card widget. */
export function openPayment(
  settings: SandboxSettings,
  { box, publicUrl }: { box: SecretBox; publicUrl: string },
  payment: UnopenedPayment,
): Opening {
  const expiresAtUs = payment.createdAtUs + settings.expirySeconds * US_PER_SECOND;
  return {
    providerData: null,
    expiresAtUs,
    nextCheckAtUs: Math.min(expiresAtUs, decidedAtUs(settings, payment)),
    fields: fieldsOf(publicUrl, box, payment),
  };
}

function fieldsOf(publicUrl: string, box: SecretBox, payment: UnopenedPayment): Opening['fields'] {
  if (payment.method === 'card') {
    return {
      client_secret: clientSecret(box, payment.id),
      publishable_key: publishableKey(box, payment.websiteId),
      payment_intent_id: paymentIntentId(payment.id),
    };
  }
  const fields = { payment_url: paymentPageUrl(publicUrl, box, payment.id) };
  return payment.method === 'natcash' ? { ...fields, natcash_reference: `NC${payment.id}` } : fields;
}
