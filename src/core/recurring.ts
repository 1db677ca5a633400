import { MS_PER_DAY, US_PER_DAY } from './durations.ts';
import type { Mode, Payment, RecurringInterval } from './payment.ts';

export const SUBSCRIPTION_STATUSES = ['active', 'stopped', 'cancelled'] as const;
/** `stopped` after too many consecutive failures, `cancelled` by the operator. Both are final. */
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/**
 * When a subscription is charged. Cycle 0 is the completion of the first payment; later cycles count from that moment.
 */
export interface Rhythm {
  /** Microseconds since 1970. */
  readonly anchorAtUs: number;
  readonly interval: RecurringInterval;
  /** Intervals between two charges, 1 to 12. */
  readonly intervalCount: number;
}

/** A subscription as it is stored. Times are microseconds since 1970. */
export interface Subscription extends Rhythm {
  readonly id: string;
  /** The payment that the customer made. Every charge repeats its amount and card. */
  readonly firstPaymentId: number;
  readonly websiteId: string;
  readonly apiKeyId: string;
  readonly mode: Mode;
  readonly cardTokenSealed: string;
  /** The cycle that is charged next, or is being charged. */
  readonly nextPeriod: number;
  /** When a worker processes it next, in real time; while claimed, the end of that worker's lease. Null once it has ended. */
  readonly nextChargeAtUs: number | null;
  readonly status: SubscriptionStatus;
  readonly consecutiveFailures: number;
  /** The number of cycles that were never charged, because they fell due while charging was impossible. */
  readonly periodsLeftOut: number;
  readonly endedAtUs: number | null;
  readonly endReason: string | null;
  /** Test mode only: charges are due up to this moment, even ahead of real time. */
  readonly testClockUs: number | null;
  readonly createdAtUs: number;
  /** When it was paused: cycles that fall due during the pause are skipped. Null when it is not paused. */
  readonly pausedAtUs: number | null;
  /**
   * When the last pause ended, by the subscription's test clock if it has one: cycles that fell due up to this moment are never charged.
   * Null before the first pause has ended.
   */
  readonly skippedUntilUs: number | null;
}

/** The subscription, cycle and attempt of a charge: the same in every store that has ever known the charge. */
export interface ChargeName {
  readonly subscriptionId: string;
  readonly period: number;
  /** From 1. Another attempt follows only if the previous one certainly charged nothing. */
  readonly attempt: number;
}

/** The most charge attempts in one cycle. */
export const MAX_TRIES = 3;

const DAYS = { daily: 1, weekly: 7 };
const MONTHS = { monthly: 1, yearly: 12 };

/**
 * When a cycle is due, microseconds since 1970. It is counted from the anchor, never from the previous cycle: after a
 * short month the 31st is the due day again, and 29 February returns in leap years. The calendar is that of UTC, and
 * the time of day stays the same to the microsecond.
 */
export function periodDueAtUs({ anchorAtUs, interval, intervalCount }: Rhythm, period: number): number {
  if (interval === 'daily' || interval === 'weekly') {
    return anchorAtUs + period * intervalCount * DAYS[interval] * US_PER_DAY;
  }
  const anchorDay = Math.floor(anchorAtUs / US_PER_DAY);
  const timeOfDayUs = anchorAtUs - anchorDay * US_PER_DAY;
  return addMonths(anchorDay, period * intervalCount * MONTHS[interval]) * US_PER_DAY + timeOfDayUs;
}

/** How many cycles from `fromPeriod` on are due at a moment. */
export function periodsDue(rhythm: Rhythm, fromPeriod: number, atUs: number): number {
  let due = 0;
  while (periodDueAtUs(rhythm, fromPeriod + due) <= atUs) due++;
  return due;
}

/**
 * When the next cycle that will be charged falls due, microseconds since 1970: a worker may charge it later. Null when no cycle will be
 * charged, for example during a pause.
 */
export function nextDueAtUs(subscription: Subscription): number | null {
  const { status, pausedAtUs, skippedUntilUs } = subscription;
  if (status !== 'active' || pausedAtUs !== null) return null;
  let period = subscription.nextPeriod;
  while (periodDueAtUs(subscription, period) <= (skippedUntilUs ?? Number.NEGATIVE_INFINITY)) period++;
  return periodDueAtUs(subscription, period);
}

/** The current time of a subscription: the real time, or its test clock if that is ahead. */
export function subscriptionNowUs({ testClockUs }: Pick<Subscription, 'testClockUs'>, nowUs: number): number {
  return Math.max(nowUs, testClockUs ?? nowUs);
}

/** The same day a number of months later, or the last day of that month. Days are counted since 1970. */
function addMonths(day: number, months: number): number {
  const date = new Date(day * MS_PER_DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDayOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDayOfMonth)) / MS_PER_DAY;
}

/**
 * The name of a payment at an acquirer: its id or, for a charge of a subscription, a name derived from
 * subscription, cycle and attempt. A store that has lost the charge (restored backup, failover) derives the same
 * name again, and finds the charge in the acquirer's records. At most 40 letters, digits and underscores: a hyphen may
 * have a special meaning in a search.
 */
export function providerReference(
  payment: Pick<Payment, 'id' | 'subscriptionId' | 'subscriptionPeriod' | 'subscriptionTry'>,
): string {
  const { id, subscriptionId, subscriptionPeriod: period, subscriptionTry: attempt } = payment;
  if (subscriptionId === null || period === null || attempt === null) return String(id);
  return `${subscriptionId}_p${period}_t${attempt}`;
}

/** The charge with this name; undefined for any other text. */
export function parseChargeReference(text: string): ChargeName | undefined {
  const [, subscriptionId, period, attempt] = /^(sub_[1-9]\d{14,15})_p([1-9]\d{0,8})_t([1-9]\d{0,2})$/.exec(text) ?? [];
  return subscriptionId === undefined
    ? undefined
    : { subscriptionId, period: Number(period), attempt: Number(attempt) };
}
