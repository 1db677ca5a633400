import { formatAmount } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';
import { periodDueAtUs, providerReference, type Subscription } from '../domain/recurring.ts';
import { formatTimestamp } from '../domain/timestamps.ts';
import type { Charging } from '../storage/recurring/charging.ts';
import { details, momentOf, moneyText, table } from './output.ts';

/** A recurring payment with the payment that began it. */
export interface Described {
  readonly subscription: Subscription;
  readonly first: Payment;
}

/** What `--json` shows of a recurring payment. */
export function subscriptionJson({ subscription, first }: Described): Record<string, unknown> {
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
    test_clock: momentOf(subscription.testClockUs),
  };
}

/** What `show --json` adds, oldest first. */
export function chargeJson(subscription: Subscription, payment: Payment): Record<string, unknown> {
  return {
    period: payment.subscriptionPeriod,
    due_at: formatTimestamp(dueAtUs(subscription, payment)),
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

export function subscriptionTable(described: readonly Described[]): string {
  return table(
    ['ID', 'STATUS', 'AMOUNT', 'EVERY', 'NEXT CHARGE', 'MODE', 'REFERENCE', 'WEBSITE', 'CREATED'],
    described.map(({ subscription, first }) => [
      subscription.id,
      subscription.status,
      moneyText(first),
      rhythmText(subscription),
      momentOf(nextDueAtUs(subscription)),
      subscription.mode,
      first.reference,
      subscription.websiteId,
      formatTimestamp(subscription.createdAtUs),
    ]),
  );
}

export function subscriptionText({ subscription, first }: Described): string {
  return details([
    ['ID', subscription.id],
    ['Status', subscription.status],
    ['Amount', moneyText(first)],
    ['Every', rhythmText(subscription)],
    ['Next period', subscription.status === 'active' ? String(subscription.nextPeriod) : null],
    ['Next charge', momentOf(nextDueAtUs(subscription))],
    ['Failures in a row', String(subscription.consecutiveFailures)],
    ['Periods left out', String(subscription.periodsLeftOut)],
    ['First transaction ID', String(first.id)],
    ['Reference', first.reference],
    ['Customer name', first.customerName],
    ['Mode', subscription.mode],
    ['Website', subscription.websiteId],
    ['Key', subscription.apiKeyId],
    ['Test clock', momentOf(subscription.testClockUs)],
    ['Created', formatTimestamp(subscription.createdAtUs)],
    ['Ended', momentOf(subscription.endedAtUs)],
    ['Because', subscription.endReason],
  ]);
}

export function chargeTable(subscription: Subscription, payments: readonly Payment[]): string {
  return table(
    ['PERIOD', 'DUE', 'TRANSACTION ID', 'STATUS', 'REASON', 'AMOUNT', 'CREATED'],
    payments.map((payment) => [
      String(payment.subscriptionPeriod),
      formatTimestamp(dueAtUs(subscription, payment)),
      String(payment.id),
      payment.status,
      payment.failureReason,
      moneyText(payment),
      formatTimestamp(payment.createdAtUs),
    ]),
  );
}

/** Since when and why a recurring payment is charged no more. */
export function endText({ status, endedAtUs, endReason }: Subscription): string {
  return `${status} at ${momentOf(endedAtUs)} (${endReason})`;
}

/** Why live cards are not charged at the moment. */
export function pauseText({ sinceUs, reason }: NonNullable<Charging['pause']>): string {
  return `Charging of live cards has been paused since ${formatTimestamp(sinceUs)}: ${reason}. peye recurring resume --help says more.`;
}

const UNITS = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' };

/** `month`, `12 days`. */
function rhythmText({ interval, intervalCount }: Subscription): string {
  return intervalCount === 1 ? UNITS[interval] : `${intervalCount} ${UNITS[interval]}s`;
}

/** When the next period is due, not when a worker looks at it. */
function nextDueAtUs(subscription: Subscription): number | null {
  return subscription.status === 'active' ? periodDueAtUs(subscription, subscription.nextPeriod) : null;
}

function dueAtUs(subscription: Subscription, { subscriptionPeriod }: Payment): number {
  return periodDueAtUs(subscription, subscriptionPeriod ?? 0);
}
