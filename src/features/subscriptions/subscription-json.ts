import { type Fields, fieldsJson } from '../../core/fields.ts';
import { formatAmount } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import { nextDueAtUs, periodDueAtUs, providerReference, type Subscription } from '../../core/recurring.ts';
import { formatTimestamp, momentOf } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import { findPayment } from '../payments/store/find-payment.ts';

/** A subscription with its first payment. */
export interface SubscriptionWithFirst {
  readonly subscription: Subscription;
  readonly first: Payment;
}

/** A subscription, with data of its first payment. */
export interface ShownSubscription {
  readonly subscription: Subscription;
  readonly first: Pick<Payment, 'amountMinor' | 'currency' | 'reference'> | undefined;
}

const DATA = ['json', 'csv'] as const;

/** The first payment is missing if it is in an archive. */
export const SUBSCRIPTION_FIELDS = {
  id: { text: ({ subscription }) => subscription.id, csv: 'subscription_id' },
  website_id: { text: ({ subscription }) => subscription.websiteId },
  key_id: {
    text: ({ subscription }) => subscription.apiKeyId,
    in: ['csv', 'details'],
    title: 'Key',
    only: 'keys.read',
  },
  mode: { text: ({ subscription }) => subscription.mode },
  status: { text: ({ subscription }) => subscription.status, in: DATA },
  first_transaction_id: { text: ({ subscription }) => String(subscription.firstPaymentId) },
  reference: { text: ({ first }) => first?.reference ?? null },
  amount: { minor: ({ first }) => first?.amountMinor ?? null, in: DATA },
  currency: { text: ({ first }) => first?.currency ?? null, in: DATA },
  interval: { text: ({ subscription }) => subscription.interval, in: DATA },
  interval_count: { count: ({ subscription }) => subscription.intervalCount, in: DATA },
  next_period: { count: ({ subscription }) => subscription.nextPeriod, in: DATA },
  next_charge_at: { time: ({ subscription }) => nextDueAtUs(subscription) },
  consecutive_failures: { count: ({ subscription }) => subscription.consecutiveFailures },
  periods_left_out: { count: ({ subscription }) => subscription.periodsLeftOut, title: 'Skipped cycles' },
  created_at: { time: ({ subscription }) => subscription.createdAtUs },
  ended_at: { time: ({ subscription }) => subscription.endedAtUs },
  end_reason: { text: ({ subscription }) => subscription.endReason },
  paused_at: { time: ({ subscription }) => pausedAtUs(subscription), title: 'Paused since' },
  test_clock: { time: ({ subscription }) => subscription.testClockUs, in: ['json', 'details'] },
} satisfies Fields<ShownSubscription>;

/** A subscription as JSON for operators. */
export function subscriptionJson(described: SubscriptionWithFirst): Record<string, unknown> {
  return fieldsJson(SUBSCRIPTION_FIELDS, described);
}

/** A charge of a subscription as JSON for operators. */
export function chargeJson(subscription: Subscription, payment: Payment): Record<string, unknown> {
  return {
    period: payment.subscriptionPeriod,
    due_at: formatTimestamp(chargeDueAtUs(subscription, payment)),
    transaction_id: String(payment.id),
    acquirer_reference: providerReference(payment),
    status: payment.status,
    failure_reason: payment.failureReason,
    amount: formatAmount(payment.amountMinor),
    currency: payment.currency,
    created_at: formatTimestamp(payment.createdAtUs),
    finished_at: momentOf(payment.finishedAtUs),
  };
}

/** Since when a subscription is paused; null when it is not. The end of the subscription ends a pause. */
export function pausedAtUs({ status, pausedAtUs }: Subscription): number | null {
  return status === 'active' ? pausedAtUs : null;
}

/** When the cycle of a charge was due, microseconds since 1970. */
export function chargeDueAtUs(subscription: Subscription, { subscriptionPeriod }: Payment): number {
  return periodDueAtUs(subscription, subscriptionPeriod ?? 0);
}

/** A subscription with its first payment. */
export async function withFirstPayment(
  db: Pick<Database, 'query'>,
  subscription: Subscription,
): Promise<SubscriptionWithFirst> {
  const first = await findPayment(db, subscription.firstPaymentId);
  if (!first) throw new Error(`${subscription.id} has lost its first payment`);
  return { subscription, first };
}
