import type { Payment } from '../../domain/payment.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SecretBox } from '../../lib/secrets.ts';
import type { Opening, Outcome, Provider, UnopenedPayment } from '../provider.ts';

/** How long a wallet that "stays processing" does so when nobody verifies it. */
export const SLOW_PAYMENT_SECONDS = 30;
const US = 1_000_000;

/** What the sandbox remembers of a payment beside its row. */
interface SandboxData {
  /** The customer has paid, but the wallet is slow to say so: it does at the next question. */
  readonly slow?: true;
}

export interface SandboxSettings {
  readonly publicUrl: string;
  readonly autoCompleteSeconds: number | null;
  readonly expirySeconds: number;
}

/** The unguessable half of a test payment's page and of its client secret. */
export function paymentTag(box: SecretBox, paymentId: number): string {
  return box.tag('payment-page', String(paymentId));
}

/** The provider of test payments: simulates all four methods, and nothing ever leaves the machine. */
export function sandboxProvider(settings: SandboxSettings, box: SecretBox, clock: Clock): Provider {
  return {
    name: 'sandbox',
    open(payment) {
      const expiresAtUs = payment.createdAtUs + settings.expirySeconds * US;
      return {
        providerData: null,
        expiresAtUs,
        nextCheckAtUs: Math.min(expiresAtUs, autoCompletesAtUs(settings, payment)),
        fields: openingFields(settings, box, payment),
      };
    },
    async verify(payment) {
      const nowUs = clock();
      const outcome = outcomeAt(settings, payment, nowUs);
      const endsAtUs = Math.min(payment.expiresAtUs, autoCompletesAtUs(settings, payment));
      return {
        outcome,
        response: { provider: 'sandbox', simulated: true, state: outcome.status },
        nextCheckAtUs: Math.max(endsAtUs, nowUs + US),
      };
    },
  };
}

/** The data of a payment whose wallet is slow: it stays processing until it is asked about. */
export function slowPayment(nowUs: number): { providerData: string; nextCheckAtUs: number } {
  const data: SandboxData = { slow: true };
  return { providerData: JSON.stringify(data), nextCheckAtUs: nowUs + SLOW_PAYMENT_SECONDS * US };
}

function openingFields(settings: SandboxSettings, box: SecretBox, payment: UnopenedPayment): Opening['fields'] {
  const tag = paymentTag(box, payment.id);
  if (payment.method === 'card') {
    const paymentIntentId = `pi_test_${payment.id}`;
    return {
      client_secret: `${paymentIntentId}_secret_${tag}`,
      publishable_key: `pk_test_${box.tag('publishable-key', payment.websiteId)}`,
      payment_intent_id: paymentIntentId,
    };
  }
  const fields = { payment_url: `${settings.publicUrl}/pay/${payment.id}/${tag}` };
  return payment.method === 'natcash' ? { ...fields, natcash_reference: `NC${payment.id}` } : fields;
}

function outcomeAt(settings: SandboxSettings, payment: Payment, nowUs: number): Outcome {
  if (payment.status === 'completed') return { status: 'completed' };
  if (payment.status === 'failed')
    return { status: 'failed', failureReason: payment.failureReason ?? 'provider_error' };
  const data = JSON.parse(payment.providerData ?? '{}') as SandboxData;
  if (data.slow || autoCompletesAtUs(settings, payment) <= nowUs) return { status: 'completed' };
  if (payment.expiresAtUs <= nowUs) return { status: 'failed', failureReason: 'expired' };
  return { status: 'open' };
}

/** When a test payment pays itself; never, unless that is switched on. */
function autoCompletesAtUs(settings: SandboxSettings, payment: { readonly createdAtUs: number }): number {
  return settings.autoCompleteSeconds === null
    ? Number.POSITIVE_INFINITY
    : payment.createdAtUs + settings.autoCompleteSeconds * US;
}
