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

/** Events about money that goes back, or comes back. They name the PaymentIntent, and not always the payment. */
const RETURN_EVENTS: readonly unknown[] = [
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
];
const INTENT_ID = /^pi_\w{1,250}$/;

const WELL = { status: 200, body: 'ok' };

/**
 * Reads a message below `/providers/card/`. The only path is `webhook`, and only messages with Stripe's signature are
 * accepted. Events arrive in any order and more than once, so an event is never more than a reason to query Stripe
 * about its payment. Other events than those of PaymentIntents and of RETURN_EVENTS are ignored.
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
  const object = asObject(asObject(event.data).object);
  const isAboutReturns = RETURN_EVENTS.includes(event.type);
  if (!isAboutReturns && object.object !== 'payment_intent')
    return { paymentId: undefined, isProven: true, response: WELL };
  // A refund does not name its mode.
  if (
    isLivemode !== undefined &&
    [event, { livemode: event.livemode, ...object }].some((one) => one.livemode !== isLivemode)
  ) {
    log.warn({ livemode: event.livemode }, 'a Stripe event has another mode than the keys; it is ignored');
    return { paymentId: undefined, isProven: true, response: WELL };
  }
  if (isAboutReturns) {
    const paymentRef = INTENT_ID.exec(String(object.payment_intent))?.[0];
    return { paymentId: undefined, paymentRef, isProven: true, isAboutReturns, response: WELL };
  }
  const { transaction_id: transactionId } = asObject(object.metadata);
  const paymentId = parseTransactionId(String(transactionId ?? ''));
  return { paymentId, isProven: true, money: moneyOf(object), response: WELL };
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
