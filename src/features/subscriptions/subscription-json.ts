import { formatAmount } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import { nextDueAtUs, periodDueAtUs, providerReference, type Subscription } from '../../core/recurring.ts';
import { formatTimestamp, momentOf } from '../../core/timestamps.ts';

/** A subscription with its first payment. */
export interface SubscriptionWithFirst {
  readonly subscription: Subscription;
  readonly first: Payment;
}

/** A subscription as JSON for operators. */
export function subscriptionJson({ subscription, first }: SubscriptionWithFirst): Record<string, unknown> {
  return {
    id: subscription.id,
    website_id: subscription.websiteId,
    mode: subscription.mode,
    status: subscription.status,
    first_transaction_id: String(subscription.firstPaymentId),
    reference: first.reference,
    amount: formatAmount(first.amountMinor),
    currency: first.currency,
    interval: subscription.interval,
    interval_count: subscription.intervalCount,
    next_period: subscription.nextPeriod,
    next_charge_at: momentOf(nextDueAtUs(subscription)),
    consecutive_failures: subscription.consecutiveFailures,
    periods_left_out: subscription.periodsLeftOut,
    created_at: formatTimestamp(subscription.createdAtUs),
    ended_at: momentOf(subscription.endedAtUs),
    end_reason: subscription.endReason,
    paused_at: momentOf(pausedAtUs(subscription)),
    test_clock: momentOf(subscription.testClockUs),
  };
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
