import { parseTransactionId } from '../../domain/ids.ts';
import type { Payment } from '../../domain/payment.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SecretBox } from '../../lib/secrets.ts';
import { isPaymentTag, paymentPageUrl, paymentTag } from '../payment-page.ts';
import type { Opening, Outcome, Provider, UnopenedPayment } from '../provider.ts';
import { SANDBOX_CARD_TOKENS } from './test-cards.ts';

/** How long a wallet that "stays processing" does so when nobody verifies it. */
export const SLOW_PAYMENT_SECONDS = 30;
/** A card is charged again at once or never: what has no result after this was lost with the process that asked. */
const LOST_CHARGE_SECONDS = 5;
const PUBLISHABLE_KEY_PREFIX = 'pk_test_';
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

/** What opens the card widget for one payment. */
function clientSecret(box: SecretBox, paymentId: number): string {
  return `${paymentIntentId(paymentId)}_secret_${paymentTag(box, paymentId)}`;
}

/** The id of the payment whose client secret that is; undefined when it is none. */
export function paymentOfClientSecret(box: SecretBox, given: string): number | undefined {
  const [, digits = '', tag = ''] = /^pi_test_(\d+)_secret_(.*)$/s.exec(given) ?? [];
  const id = parseTransactionId(digits);
  return id !== undefined && isPaymentTag(box, id, tag) ? id : undefined;
}

/** The public name of a website towards the card widget. */
function publishableKey(box: SecretBox, websiteId: string): string {
  return `${PUBLISHABLE_KEY_PREFIX}${box.tag('publishable-key', websiteId)}`;
}

/** Whether that is the public name of this website. */
export function isPublishableKey(box: SecretBox, websiteId: string, given: string): boolean {
  const tag = given.startsWith(PUBLISHABLE_KEY_PREFIX) ? given.slice(PUBLISHABLE_KEY_PREFIX.length) : '';
  return box.isTag('publishable-key', websiteId, tag);
}

function paymentIntentId(paymentId: number): string {
  return `pi_test_${paymentId}`;
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
        nextCheckAtUs: Math.min(expiresAtUs, decidedAtUs(settings, payment)),
        fields: openingFields(settings, box, payment),
      };
    },
    async verify(payment) {
      const nowUs = clock();
      const outcome = outcomeAt(settings, payment, nowUs);
      const endsAtUs = Math.min(payment.expiresAtUs, decidedAtUs(settings, payment));
      return {
        outcome,
        response: responseOf(outcome),
        nextCheckAtUs: Math.max(endsAtUs, nowUs + US),
      };
    },
    async chargeToken(payment, cardToken) {
      const outcome: Outcome =
        cardToken === SANDBOX_CARD_TOKENS.declines
          ? { status: 'failed', failureReason: 'declined' }
          : paidInFull(payment);
      return { outcome, response: responseOf(outcome), nextCheckAtUs: clock() + US };
    },
  };
}

/** The data of a payment whose wallet is slow: it stays processing until it is asked about. */
export function slowPayment(nowUs: number): { providerData: string; nextCheckAtUs: number } {
  const data: SandboxData = { slow: true };
  return { providerData: JSON.stringify(data), nextCheckAtUs: nowUs + SLOW_PAYMENT_SECONDS * US };
}

/** Whether the customer has paid such a payment already, and only the wallet's word is missing. */
export function isSlowPayment({ providerData }: Pick<Payment, 'providerData'>): boolean {
  return readData(providerData).slow === true;
}

function readData(providerData: string | null): SandboxData {
  return JSON.parse(providerData ?? '{}') as SandboxData;
}

function openingFields(settings: SandboxSettings, box: SecretBox, payment: UnopenedPayment): Opening['fields'] {
  if (payment.method === 'card') {
    return {
      client_secret: clientSecret(box, payment.id),
      publishable_key: publishableKey(box, payment.websiteId),
      payment_intent_id: paymentIntentId(payment.id),
    };
  }
  const fields = { payment_url: paymentPageUrl(settings.publicUrl, box, payment.id) };
  return payment.method === 'natcash' ? { ...fields, natcash_reference: `NC${payment.id}` } : fields;
}

function outcomeAt(settings: SandboxSettings, payment: Payment, nowUs: number): Outcome {
  const paid = paidInFull(payment);
  if (payment.status === 'completed') return paid;
  if (payment.status === 'failed')
    return { status: 'failed', failureReason: payment.failureReason ?? 'provider_error' };
  if (payment.chargeAskedAtUs !== null && payment.chargeAskedAtUs + LOST_CHARGE_SECONDS * US <= nowUs)
    return { status: 'failed', failureReason: 'provider_error' };
  if (isSlowPayment(payment) || autoCompletesAtUs(settings, payment) <= nowUs) return paid;
  if (payment.expiresAtUs <= nowUs) return { status: 'failed', failureReason: 'expired' };
  return { status: 'open' };
}

function paidInFull({ amountMinor, currency }: Payment): Outcome {
  return { status: 'completed', paid: { amountMinor, currency } };
}

function responseOf({ status }: Outcome): Readonly<Record<string, unknown>> {
  return { provider: 'sandbox', simulated: true, state: status };
}

/** When a test payment comes to its end by itself, if its customer does nothing and before it expires. */
function decidedAtUs(settings: SandboxSettings, payment: UnopenedPayment): number {
  if (payment.subscriptionId === null) return autoCompletesAtUs(settings, payment);
  return (payment.chargeAskedAtUs ?? payment.createdAtUs) + LOST_CHARGE_SECONDS * US;
}

/** When a test payment pays itself; never, unless that is switched on. A card that is charged again needs no such help. */
function autoCompletesAtUs(settings: SandboxSettings, payment: UnopenedPayment): number {
  return settings.autoCompleteSeconds === null || payment.subscriptionId !== null
    ? Number.POSITIVE_INFINITY
    : payment.createdAtUs + settings.autoCompleteSeconds * US;
}
