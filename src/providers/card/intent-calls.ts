import { US_PER_MINUTE, US_PER_SECOND } from '../../core/durations.ts';
import type { Payment } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { asObject } from '../../platform/text/json-object.ts';
import { ProviderUnavailable } from '../provider.ts';
import { type CallStripe, StripeRefusal } from './call-stripe.ts';
import { type Intent, readIntent } from './intent.ts';
import { findDisputes, findRefunds } from './returns.ts';

/** The search starts before the payment's creation and ends after it, because Stripe's clock differs from ours. */
const BEFORE_US = 15 * US_PER_MINUTE;
const AFTER_US = 30 * US_PER_MINUTE;

/** A page of this size is far below the largest response that is read. */
const PER_PAGE = 50;

/**
 * The PaymentIntent of a payment. If its id is unknown because the response was lost, the PaymentIntents of that time are searched for
 * the one with the transaction id in its metadata. Undefined when Stripe has none. Throws ProviderUnavailable.
 */
export async function findIntent(ask: CallStripe, payment: Payment, log: Log): Promise<Intent | undefined> {
  const { id: transactionId, providerRef, createdAtUs } = payment;
  if (providerRef !== null) return findById(ask, { transactionId, providerRef }, log);
  const range = { fromUs: createdAtUs - BEFORE_US, toUs: createdAtUs + AFTER_US };
  for await (const intent of listIntents(ask, range, log, transactionId)) {
    if (intent.transactionId !== transactionId) continue;
    // A list contains no charges. Another call shows whether the money is still there.
    return intent.status === 'succeeded' ? findById(ask, { transactionId, providerRef: intent.id }, log) : intent;
  }
  return undefined;
}

/** "No such PaymentIntent" is a definite result: the PaymentIntent was created with keys of another account, or of the other mode. */
async function findById(
  ask: CallStripe,
  { transactionId, providerRef }: { transactionId: number; providerRef: string },
  log: Log,
): Promise<Intent | undefined> {
  try {
    const intent = await retrieveIntent(ask, { transactionId, intentId: providerRef }, log);
    if (intent.id !== providerRef)
      throw new ProviderUnavailable('stripe returned another PaymentIntent than the requested one');
    return intent;
  } catch (error) {
    if (error instanceof StripeRefusal && error.code === 'resource_missing') return undefined;
    throw error;
  }
}

/**
 * A PaymentIntent by its id, with its charge, refunds and disputes: `succeeded` means that it was paid, not that
 * the money is still there. Throws StripeRefusal and ProviderUnavailable.
 */
export async function retrieveIntent(
  ask: CallStripe,
  { transactionId, intentId }: { transactionId: number | undefined; intentId: string },
  log: Log,
): Promise<Intent> {
  const call = { operation: 'paymentIntents.retrieve', transactionId };
  const expand = ['latest_charge', 'latest_charge.refunds'];
  const intent = readIntent(await ask(log, call, (stripe) => stripe.paymentIntents.retrieve(intentId, { expand })));
  const { charge } = intent;
  if (!charge) return intent;
  const about = { intentId: intent.id, transactionId };
  return {
    ...intent,
    ...(charge.hasMoreRefunds && { charge: { ...charge, refunds: await findRefunds(ask, about, log) } }),
    ...(charge.isDisputed && { disputes: await findDisputes(ask, about, log) }),
  };
}

/** True when a customer could still pay the PaymentIntent, or when we do not know its status. `processing` cannot be stopped. */
export function isPayable({ status }: Intent): boolean {
  return !['succeeded', 'canceled', 'processing'].includes(status);
}

/**
 * Cancels a PaymentIntent, so that it can never be paid, and returns its new state. If it was paid at that very moment,
 * Stripe refuses, and the returned state shows the payment. Throws ProviderUnavailable.
 */
export async function cancelIntent(
  ask: CallStripe,
  { payment, intent, reason }: { payment: Payment; intent: Intent; reason: 'abandoned' | 'requested_by_customer' },
  log: Log,
): Promise<Intent> {
  const about = { transactionId: payment.id };
  try {
    const call = { operation: 'paymentIntents.cancel', ...about };
    return readIntent(
      await ask(log, call, (stripe) => stripe.paymentIntents.cancel(intent.id, { cancellation_reason: reason })),
    );
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return retrieveIntent(ask, { ...about, intentId: intent.id }, log);
  }
}

/**
 * Stripe's PaymentIntents that were created in a period, newest first, page by page. Those in other currencies than
 * ours belong to other business on the same account, and are skipped. Throws ProviderUnavailable.
 */
export async function* listIntents(
  ask: CallStripe,
  { fromUs, toUs }: { fromUs: number; toUs: number },
  log: Log,
  transactionId?: number,
): AsyncGenerator<Intent> {
  const created = { gte: Math.floor(fromUs / US_PER_SECOND), lt: Math.ceil(toUs / US_PER_SECOND) };
  let after: string | undefined;
  do {
    const params = { created, limit: PER_PAGE, ...(after !== undefined && { starting_after: after }) };
    const call = { operation: 'paymentIntents.list', transactionId };
    const page = await ask(log, call, (stripe) => stripe.paymentIntents.list(params));
    if (!Array.isArray(page.data)) throw new ProviderUnavailable('stripe returned something that is no list');
    for (const item of page.data) {
      if (!isInOtherCurrency(item)) yield readIntent(item);
    }
    const last = page.data.at(-1)?.id;
    // Otherwise a server that announces the same page again and again would be read forever.
    after = page.has_more && last !== after ? last : undefined;
  } while (after !== undefined);
}

function isInOtherCurrency(item: unknown): boolean {
  const { currency } = asObject(item);
  return typeof currency === 'string' && currency !== 'htg' && currency !== 'usd';
}
