import type { Payment } from '../core/payment.ts';
import type { Subscription } from '../core/recurring.ts';
import { formatTimestamp } from '../core/timestamps.ts';
import type { Charging } from '../features/subscriptions/store/charging.ts';
import {
  chargeDueAtUs,
  pausedAtUs,
  SUBSCRIPTION_FIELDS,
  type SubscriptionWithFirst,
} from '../features/subscriptions/subscription-json.ts';
import { asCalled } from './as-called.ts';
import { fieldDetails, fieldTable } from './field-table.ts';
import { moneyText, table } from './output.ts';
import { type Evidences, stateText } from './payment-text.ts';

export function subscriptionTable(described: readonly SubscriptionWithFirst[]): string {
  return fieldTable(described, SUBSCRIPTION_FIELDS, [
    ['id'],
    { title: 'STATUS', cell: ({ subscription }) => statusText(subscription) },
    { title: 'AMOUNT', cell: ({ first }) => moneyText(first) },
    { title: 'EVERY', cell: ({ subscription }) => intervalText(subscription), leftOut: 4 },
    ['next_charge_at', { leftOut: 6 }],
    ['mode', { leftOut: 5 }],
    ['reference', { leastWidth: 9, leftOut: 3 }],
    ['website_id', { leftOut: 1 }],
    ['created_at', { leftOut: 2 }],
  ]);
}

export function subscriptionText(described: SubscriptionWithFirst): string {
  const { subscription, first } = described;
  const nextCycle = subscription.status === 'active' ? String(subscription.nextPeriod) : null;
  return fieldDetails(SUBSCRIPTION_FIELDS, described, [], {
    first: [
      'id',
      ['Status', statusText(subscription)],
      'paused_at',
      ['Amount', moneyText(first)],
      ['Every', intervalText(subscription)],
      ['Next cycle', nextCycle],
      ...(['next_charge_at', 'consecutive_failures', 'periods_left_out', 'first_transaction_id', 'reference'] as const),
      ['Customer name', first.customerName],
      ...(['mode', 'website_id', 'key_id', 'test_clock'] as const),
    ],
  });
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
