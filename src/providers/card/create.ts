import type Stripe from 'stripe';
import { US_PER_SECOND } from '../../core/durations.ts';
import { formatAmount, formatRate } from '../../core/money.ts';
import type { FailureReason, Payment } from '../../core/payment.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { firstCharacters } from '../../platform/text/printable.ts';
import { nextCheck } from '../next-check.ts';
import {
  type Creation,
  type OpenContext,
  type Opening,
  ProviderRefused,
  ProviderUnavailable,
  type UnopenedPayment,
} from '../provider.ts';
import { type CallStripe, StripeRefusal } from './call-stripe.ts';
import { type Intent, readIntent } from './intent.ts';
import { convertedCharge, dataWithSecret, readCardData, writeCardData } from './provider-data.ts';
import type { CardSettings } from './settings.ts';

/** Our own sentences: Stripe's are for developers. */
const PUBLIC_MESSAGES: Readonly<Record<string, string>> = {
  amount_too_small: 'The amount is smaller than the least that a card can be charged.',
  amount_too_large: 'The amount is larger than the most that a card can be charged.',
};
const REASONS: Readonly<Record<string, FailureReason>> = {
  insufficient_funds: 'insufficient_balance',
  expired_card: 'expired_card',
};

/** The refusal of a payment's creation, from Stripe's refusal. */
function refusalOf({ code, declineCode, message }: StripeRefusal): ProviderRefused {
  const publicMessage = PUBLIC_MESSAGES[code ?? ''] ?? 'The card service did not accept this payment.';
  return new ProviderRefused(publicMessage, REASONS[declineCode ?? code ?? ''] ?? 'declined', message);
}

/** Characters; shorter than Stripe's limit. */
const MAX_DESCRIPTION = 500;
/** Stripe documents "500 characters" without a unit: one character can be two UTF-16 units. */
const MAX_METADATA_VALUE = 500;

/**
 * The payment before Stripe is called, with the amount that the card is charged if it differs from the requested one.
 */
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

/**
 * Creates the payment at Stripe, and returns the values that open the card widget. Throws ProviderRefused or
 * ProviderUnavailable.
 */
export async function create(
  { publishableKey }: CardSettings,
  { ask, clock }: { readonly ask: CallStripe; readonly clock: Clock },
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
 * Creates the PaymentIntent of a payment. A retry with the same key would return the same one, but there are no
 * retries. The customer's name, address and phone number are not sent, so that Stripe sends no receipts by itself.
 *
 * Throws ProviderRefused or ProviderUnavailable.
 */
async function createIntent(ask: CallStripe, payment: Payment, log: Log): Promise<Intent> {
  const call = { operation: 'paymentIntents.create', transactionId: payment.id };
  try {
    const idempotencyKey = `peye-${payment.id}`;
    const intent = readIntent(
      await ask(log, call, (stripe) => stripe.paymentIntents.create(parameters(payment), { idempotencyKey })),
    );
    if (intent.takesCards) return intent;
    // Stripe silently omits methods that the account cannot accept in this currency.
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
    // The API version of this library rejects the older payment_method_types.
    allowed_payment_method_types: ['card'],
    ...(description !== '' && { description }),
    metadata: metadataOf(payment),
  };
}

/** How Stripe's records lead back to ours. `asked` and `charged` show a conversion to people who see only Stripe's records. */
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

/** Cut between characters. Our store has the whole reference, so Stripe's limit is no reason to reject a payment. */
function shortened(text: string): string {
  return text.slice(0, MAX_METADATA_VALUE).replace(/[\uD800-\uDBFF]$/, '');
}
