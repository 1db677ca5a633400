import type Stripe from 'stripe';
import { parseTransactionId } from '../../core/ids.ts';
import type { Log } from '../../platform/log/log.ts';
import { asObject } from '../../platform/text/json-object.ts';
import { type Incoming, type Notice, ProviderUnavailable, type UnknownMoney } from '../provider.ts';
import { readIntent } from './intent.ts';
import { paidOf } from './list-charges.ts';
import type { CardSettings } from './settings.ts';

/** The maximum age of a signature: the default of Stripe's library. */
const TOLERANCE_SECONDS = 300;

const WELL = { status: 200, body: 'ok' };

/**
 * Reads a message below `/providers/card/`. The only path is `webhook`, and only messages with Stripe's signature are
 * accepted. Events arrive in any order and more than once, so an event is never more than a reason to query Stripe
 * about its payment.
 */
export function readNotification(
  { webhooks }: Pick<Stripe, 'webhooks'>,
  { webhookSecret, isLivemode }: CardSettings,
  { incoming, nowMs, log }: { incoming: Incoming; nowMs: number; log: Log },
): Notice {
  const { path, method, headers, body } = incoming;
  if (path !== 'webhook' || method !== 'POST') {
    return { paymentId: undefined, response: { status: 404, body: 'Stripe posts to /providers/card/webhook' } };
  }
  let event: Readonly<Record<string, unknown>>;
  try {
    const signature = headers['stripe-signature'] ?? '';
    event = asObject(webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS, undefined, nowMs));
  } catch {
    return { paymentId: undefined, response: { status: 400, body: 'the signature is missing, wrong or too old' } };
  }
  const intent = asObject(asObject(event.data).object);
  if (intent.object !== 'payment_intent') return { paymentId: undefined, isProven: true, response: WELL };
  if (isLivemode !== undefined && [event, intent].some(({ livemode }) => livemode !== isLivemode)) {
    log.warn({ livemode: event.livemode }, 'a Stripe event has another mode than the keys; it is ignored');
    return { paymentId: undefined, isProven: true, response: WELL };
  }
  const { transaction_id: transactionId } = asObject(intent.metadata);
  const paymentId = parseTransactionId(String(transactionId ?? ''));
  return { paymentId, isProven: true, money: moneyOf(intent), response: WELL };
}

/** The money of an intent that has succeeded; undefined for any other, and for one in an unsupported currency. */
function moneyOf(value: Readonly<Record<string, unknown>>): UnknownMoney | undefined {
  if (value.status !== 'succeeded') return undefined;
  try {
    const intent = readIntent(value);
    return { providerRef: intent.id, paid: paidOf(intent) };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return undefined;
  }
}
