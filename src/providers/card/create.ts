import type Stripe from 'stripe';
import { formatAmount, formatRate } from '../../domain/money.ts';
import type { Payment } from '../../domain/payment.ts';
import type { Clock } from '../../lib/clock.ts';
import { US_PER_SECOND } from '../../lib/durations.ts';
import { firstCharacters } from '../../lib/first-characters.ts';
import type { Log } from '../../lib/log.ts';
import { nextCheck } from '../next-check.ts';
import {
  type Creation,
  type OpenContext,
  type Opening,
  ProviderUnavailable,
  type UnopenedPayment,
} from '../provider.ts';
import { type AskStripe, StripeRefusal } from './ask-stripe.ts';
import { convertedCharge } from './conversion.ts';
import { type Intent, readIntent } from './intent.ts';
import { dataWithSecret, readCardData, writeCardData } from './provider-data.ts';
import { refusalOf } from './refusal.ts';
import type { CardSettings } from './settings.ts';

/** Characters; shorter than what Stripe takes. */
const MAX_DESCRIPTION = 500;
/** Stripe says "500 characters", not of which kind: one of ours can be two UTF-16 units. */
const MAX_METADATA_VALUE = 500;

/** Before Stripe was asked: with what the card is charged instead of what was asked, if that is so. */
export function openPayment(
  settings: CardSettings,
  payment: UnopenedPayment,
  { rateE4 }: Pick<OpenContext, 'rateE4'>,
): Opening {
  const converted = convertedCharge(settings, payment, rateE4);
  const { createdAtUs } = payment;
  const expiresAtUs = createdAtUs + settings.expirySeconds * US_PER_SECOND;
  return {
    providerData: writeCardData(converted ? { converted } : {}),
    expiresAtUs,
    nextCheckAtUs: nextCheck({ createdAtUs, expiresAtUs }, createdAtUs),
    fields: {},
  };
}

/** Asks Stripe for what the card widget opens with. Throws ProviderRefused or ProviderUnavailable. */
export async function create(
  { publishableKey }: CardSettings,
  { ask, clock }: { readonly ask: AskStripe; readonly clock: Clock },
  payment: Payment,
  log: Log,
): Promise<Creation> {
  const intent = await createIntent(ask, payment, log);
  if (intent.clientSecret === null)
    throw new ProviderUnavailable('stripe gave no client secret with a new PaymentIntent');
  return {
    providerRef: intent.id,
    providerData: dataWithSecret(payment, intent.clientSecret),
    expiresAtUs: payment.expiresAtUs,
    nextCheckAtUs: nextCheck(payment, clock()),
    fields: {
      client_secret: intent.clientSecret,
      publishable_key: publishableKey,
      payment_intent_id: intent.id,
    },
  };
}

/**
 * Creates the PaymentIntent of a payment. Asked again with the same key Stripe gives the same one, but it is not asked again.
 * The customer's name, address and phone number are not sent, so that Stripe sends receipts to nobody by itself.
 *
 * Throws ProviderRefused or ProviderUnavailable.
 */
async function createIntent(ask: AskStripe, payment: Payment, log: Log): Promise<Intent> {
  const call = { operation: 'paymentIntents.create', transactionId: payment.id };
  try {
    const idempotencyKey = `peye-${payment.id}`;
    const intent = readIntent(
      await ask(log, call, (stripe) => stripe.paymentIntents.create(parameters(payment), { idempotencyKey })),
    );
    if (intent.takesCards) return intent;
    // What the account cannot take in this currency is left out without a word.
    throw new StripeRefusal('stripe paymentIntents.create: the account takes no cards for this payment', {});
  } catch (error) {
    throw error instanceof StripeRefusal ? refusalOf(error) : error;
  }
}

function parameters(payment: Payment): Stripe.PaymentIntentCreateParams {
  const { amountMinor, currency } = readCardData(payment).converted?.charged ?? payment;
  const description = firstCharacters(payment.description ?? '', MAX_DESCRIPTION);
  return {
    amount: amountMinor,
    currency: currency.toLowerCase(),
    // The older payment_method_types is refused by the API version that this library is made for.
    allowed_payment_method_types: ['card'],
    ...(description !== '' && { description }),
    metadata: metadataOf(payment),
  };
}

/** How Stripe's books lead back to ours. `asked` and `charged` tell a conversion to whoever reads only Stripe's side. */
function metadataOf(payment: Payment): Record<string, string> {
  const { converted } = readCardData(payment);
  return {
    transaction_id: String(payment.id),
    ...(payment.reference && { reference: shortened(payment.reference) }),
    ...(converted && {
      asked: `${formatAmount(payment.amountMinor)} ${payment.currency}`,
      charged: `${formatAmount(converted.charged.amountMinor)} ${converted.charged.currency}`,
      rate: formatRate(converted.rateE4),
    }),
  };
}

/** Cut between characters. The whole reference is in our store; a payment is not refused over Stripe's copy of it. */
function shortened(text: string): string {
  return text.slice(0, MAX_METADATA_VALUE).replace(/[\uD800-\uDBFF]$/, '');
}
