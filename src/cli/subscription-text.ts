import type { Payment } from '../core/payment.ts';
import { nextDueAtUs, type Subscription } from '../core/recurring.ts';
import { formatTimestamp, momentOf } from '../core/timestamps.ts';
import type { Charging } from '../features/subscriptions/store/charging.ts';
import { chargeDueAtUs, pausedAtUs, type SubscriptionWithFirst } from '../features/subscriptions/subscription-json.ts';
import { asCalled } from './as-called.ts';
import { fittedTable } from './fitted-table.ts';
import { details, moneyText, table } from './output.ts';
import { type Evidences, stateText } from './payment-text.ts';

export function subscriptionTable(described: readonly SubscriptionWithFirst[]): string {
  return fittedTable(described, [
    { title: 'ID', cell: ({ subscription }) => subscription.id },
    { title: 'STATUS', cell: ({ subscription }) => statusText(subscription) },
    { title: 'AMOUNT', cell: ({ first }) => moneyText(first) },
    { title: 'EVERY', cell: ({ subscription }) => intervalText(subscription), leftOut: 4 },
    { title: 'NEXT CHARGE', timeUs: ({ subscription }) => nextDueAtUs(subscription), leftOut: 6 },
    { title: 'MODE', cell: ({ subscription }) => subscription.mode, leftOut: 5 },
    { title: 'REFERENCE', cell: ({ first }) => first.reference, leastWidth: 9, leftOut: 3 },
    { title: 'WEBSITE', cell: ({ subscription }) => subscription.websiteId, leftOut: 1 },
    { title: 'CREATED', timeUs: ({ subscription }) => subscription.createdAtUs, leftOut: 2 },
  ]);
}

export function subscriptionText({ subscription, first }: SubscriptionWithFirst): string {
  return details([
    ['ID', subscription.id],
    ['Status', statusText(subscription)],
    ['Paused since', momentOf(pausedAtUs(subscription))],
    ['Amount', moneyText(first)],
    ['Every', intervalText(subscription)],
    ['Next cycle', subscription.status === 'active' ? String(subscription.nextPeriod) : null],
    ['Next charge', momentOf(nextDueAtUs(subscription))],
    ['Consecutive failures', String(subscription.consecutiveFailures)],
    ['Skipped cycles', String(subscription.periodsLeftOut)],
    ['First transaction ID', String(first.id)],
    ['Reference', first.reference],
    ['Customer name', first.customerName],
    ['Mode', subscription.mode],
    ['Website', subscription.websiteId],
    ['Key', subscription.apiKeyId],
    ['Test clock', momentOf(subscription.testClockUs)],
    ['Created', formatTimestamp(subscription.createdAtUs)],
    ['Ended', momentOf(subscription.endedAtUs)],
    ['End reason', subscription.endReason],
  ]);
}

export function chargeTable(subscription: Subscription, payments: readonly Payment[], evidence: Evidences): string {
  return table(
    ['CYCLE', 'DUE', 'TRANSACTION ID', 'STATUS', 'AMOUNT', 'CREATED'],
    payments.map((payment) => [
      String(payment.subscriptionPeriod),
      formatTimestamp(chargeDueAtUs(subscription, payment)),
      String(payment.id),
      stateText(payment, evidence),
      moneyText(payment),
      formatTimestamp(payment.createdAtUs),
    ]),
  );
}

/** Why live cards are not charged at the moment, and how charging resumes. */
export function pauseText({ sinceUs, reason }: NonNullable<Charging['pause']>): string {
  return `Charging of live cards has been paused since ${formatTimestamp(sinceUs)}: ${reason}. See ${asCalled('peye charging resume --help')}.`;
}

const UNITS = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' };

/** A paused subscription has the status active, and is not charged. */
function statusText(subscription: Subscription): string {
  return pausedAtUs(subscription) === null ? subscription.status : 'paused';
}

/** `month`, `12 days`. */
function intervalText({ interval, intervalCount }: Subscription): string {
  return intervalCount === 1 ? UNITS[interval] : `${intervalCount} ${UNITS[interval]}s`;
}
