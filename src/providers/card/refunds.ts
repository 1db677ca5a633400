import { US_PER_DAY, US_PER_MINUTE } from '../../core/durations.ts';
import type { Money } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { asObject, textOf } from '../../platform/text/json-object.ts';
import {
  ProviderRefused,
  ProviderUnavailable,
  type RefundCalls,
  type RefundOrder,
  type RefundReport,
} from '../provider.ts';
import { type CallStripe, StripeRefusal } from './call-stripe.ts';
import { readCardData } from './provider-data.ts';
import { listRefunds } from './returns.ts';

/** The name of our id in the metadata of a refund. */
const NAME = 'peye_refund';
/** How long Stripe's list of refunds may lag behind a request. */
const LAG_US = US_PER_MINUTE;
/**
 * When a successful refund is read again, because a bank can return it within weeks, for example for a closed account.
 */
const WATCH_US = [1, 7, 30].map((days) => days * US_PER_DAY);

/**
 * Refunds of card payments at Stripe, found by our id in their metadata. The same id as idempotency key makes Stripe
 * refund once, even if a request arrives twice at the same moment. A converted payment is refunded in full only,
 * because its parts could only be converted with rounding.
 */
export function cardRefunds(ask: CallStripe, clock: Clock, payment: Pick<Payment, 'providerData'>): RefundCalls {
  return {
    canRefundParts: readCardData(payment).converted === undefined,
    isRepeatable: true,
    lagUs: LAG_US,
    watchUs: Math.max(...WATCH_US),
    send: (of, order, log) => send(ask, { payment: of, order, nowUs: clock() }, log),
    find: (of, order, log) => find(ask, { payment: of, order, nowUs: clock() }, log),
  };
}

interface Asked {
  readonly payment: Payment;
  readonly order: RefundOrder;
  readonly nowUs: number;
}

async function send(ask: CallStripe, { payment, order, nowUs }: Asked, log: Log): Promise<RefundReport> {
  const call = { operation: 'refunds.create', transactionId: payment.id };
  const parameters = {
    payment_intent: intentOf(payment),
    amount: chargedMoney(payment, order.money).amountMinor,
    metadata: { [NAME]: order.id, transaction_id: String(payment.id) },
  };
  try {
    const idempotencyKey = `peye-refund-${order.id}`;
    return reportOf(await ask(log, call, (stripe) => stripe.refunds.create(parameters, { idempotencyKey })), nowUs);
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    throw new ProviderRefused('The card service refused this refund.', 'declined', error.message);
  }
}

async function find(ask: CallStripe, { payment, order, nowUs }: Asked, log: Log): Promise<RefundReport | undefined> {
  const about = { intentId: intentOf(payment), transactionId: payment.id };
  const { amountMinor } = chargedMoney(payment, order.money);
  let other: RefundReport | undefined;
  for await (const refund of listRefunds(ask, about, log)) {
    const { metadata, amount } = asObject(refund);
    if (textOf(asObject(metadata)[NAME]) !== order.id) continue;
    if (amount === amountMinor) return reportOf(refund, nowUs);
    other ??= { ...reportOf(refund, nowUs), amount: 'other' };
  }
  return other;
}

function intentOf({ providerRef }: Payment): string {
  if (providerRef === null) throw new ProviderUnavailable('the PaymentIntent of the payment is not known');
  return providerRef;
}

/** The amount that Stripe returns for a refund in the currency of the request. */
function chargedMoney(payment: Payment, money: Money): Money {
  return readCardData(payment).converted?.charged ?? money;
}

/** A refund as Stripe shows it. Throws ProviderUnavailable for a value that is no refund. */
function reportOf(value: unknown, nowUs: number): RefundReport {
  const { id, status, created } = asObject(value);
  const [providerRef, word] = [textOf(id), textOf(status)];
  if (providerRef === undefined || word === undefined) {
    throw new ProviderUnavailable('stripe returned something that is no refund');
  }
  if (word === 'failed' || word === 'canceled') return { status: 'failed', providerRef, word };
  if (word !== 'succeeded') return { status: 'pending', providerRef, word };
  const ageUs = nowUs - Number(created) * 1_000_000;
  const watchUs = WATCH_US.find((us) => ageUs < us);
  return { status: 'succeeded', providerRef, word, ...(watchUs && { nextCheckAtUs: nowUs - ageUs + watchUs }) };
}
