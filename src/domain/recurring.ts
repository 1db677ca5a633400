import { MS_PER_DAY, US_PER_DAY } from '../lib/durations.ts';
import type { Mode, Payment, RecurringInterval } from './payment.ts';

export const SUBSCRIPTION_STATUSES = ['active', 'stopped', 'cancelled'] as const;
/** `stopped` after too many failures in a row, `cancelled` by the operator. Both are final. */
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** When a recurring payment is charged: the first payment's completion is period 0, and what follows counts from there. */
export interface Rhythm {
  /** Microseconds since 1970. */
  readonly anchorAtUs: number;
  readonly interval: RecurringInterval;
  /** Intervals between two charges, 1 to 12. */
  readonly intervalCount: number;
}

/** A recurring payment as it is kept. Times are microseconds since 1970. */
export interface Subscription extends Rhythm {
  readonly id: string;
  /** The payment that its customer made: what each charge repeats. */
  readonly firstPaymentId: number;
  readonly websiteId: string;
  readonly apiKeyId: string;
  readonly mode: Mode;
  readonly cardTokenSealed: string;
  /** The period that is charged next, or is being charged. */
  readonly nextPeriod: number;
  /** When a worker looks at it next, in real time; while one has it, until when that one alone does. Null once it has ended. */
  readonly nextChargeAtUs: number | null;
  readonly status: SubscriptionStatus;
  readonly consecutiveFailures: number;
  /** Periods that were never charged, because they fell due while that was impossible. */
  readonly periodsLeftOut: number;
  readonly endedAtUs: number | null;
  readonly endReason: string | null;
  /** Test mode only: the moment up to which it is charged although real time has not come there. */
  readonly testClockUs: number | null;
  readonly createdAtUs: number;
  /** Since when it is paused: periods that fall due meanwhile are skipped. Null while it is not. */
  readonly pausedAtUs: number | null;
  /** Periods that fell due up to then, by its test clock where it has one, are never charged: a pause ended. Null before any has. */
  readonly skippedUntilUs: number | null;
}

/** Which charge it is of which period of a recurring payment: the same for every store that has ever known of it. */
export interface ChargeName {
  readonly subscriptionId: string;
  readonly period: number;
  /** From 1. Another try is made only when the one before certainly charged nothing. */
  readonly attempt: number;
}

/** Tries at one period at most. */
export const MAX_TRIES = 3;

const DAYS = { daily: 1, weekly: 7 };
const MONTHS = { monthly: 1, yearly: 12 };

/**
 * When a period is due, microseconds since 1970: counted from the anchor each time and never from the period before, so that
 * the 31st is the last day of a short month and the 31st again after it, and 29 February comes back in leap years. The
 * calendar is that of UTC, and the time of day stays to the microsecond.
 */
export function periodDueAtUs({ anchorAtUs, interval, intervalCount }: Rhythm, period: number): number {
  if (interval === 'daily' || interval === 'weekly') {
    return anchorAtUs + period * intervalCount * DAYS[interval] * US_PER_DAY;
  }
  const anchorDay = Math.floor(anchorAtUs / US_PER_DAY);
  const timeOfDayUs = anchorAtUs - anchorDay * US_PER_DAY;
  return addMonths(anchorDay, period * intervalCount * MONTHS[interval]) * US_PER_DAY + timeOfDayUs;
}

/** How many periods from `fromPeriod` on are due at a moment. */
export function periodsDue(rhythm: Rhythm, fromPeriod: number, atUs: number): number {
  let due = 0;
  while (periodDueAtUs(rhythm, fromPeriod + due) <= atUs) due++;
  return due;
}

/** When the next period is due that is charged, not when a worker looks at it; null when none is, as in a pause. Microseconds since 1970. */
export function nextDueAtUs(subscription: Subscription): number | null {
  const { status, pausedAtUs, skippedUntilUs } = subscription;
  if (status !== 'active' || pausedAtUs !== null) return null;
  let period = subscription.nextPeriod;
  while (periodDueAtUs(subscription, period) <= (skippedUntilUs ?? Number.NEGATIVE_INFINITY)) period++;
  return periodDueAtUs(subscription, period);
}

/** The moment that counts for a recurring payment: the real one, or that of its test clock when it is ahead. */
export function subscriptionNowUs({ testClockUs }: Pick<Subscription, 'testClockUs'>, nowUs: number): number {
  return Math.max(nowUs, testClockUs ?? nowUs);
}

/** The same day so many months later, or the month's last day. Days are counted since 1970. */
function addMonths(day: number, months: number): number {
  const date = new Date(day * MS_PER_DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDayOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDayOfMonth)) / MS_PER_DAY;
}

/**
 * What an acquirer is told a payment is called: its id or, of a charge of a recurring payment, a name that follows from
 * subscription, period and try. A store that has forgotten the charge (a restored backup, a failover) comes to the same
 * name again, and finds it in the acquirer's books. 40 characters at most, letters, digits and underscores: a hyphen may
 * mean something in a search.
 */
export function providerReference(
  payment: Pick<Payment, 'id' | 'subscriptionId' | 'subscriptionPeriod' | 'subscriptionTry'>,
): string {
  const { id, subscriptionId, subscriptionPeriod: period, subscriptionTry: attempt } = payment;
  if (subscriptionId === null || period === null || attempt === null) return String(id);
  return `${subscriptionId}_p${period}_t${attempt}`;
}

/** The charge that is called so; undefined for what is no such name. */
export function parseChargeReference(text: string): ChargeName | undefined {
  const [, subscriptionId, period, attempt] = /^(sub_[1-9]\d{14,15})_p([1-9]\d{0,8})_t([1-9]\d{0,2})$/.exec(text) ?? [];
  return subscriptionId === undefined
    ? undefined
    : { subscriptionId, period: Number(period), attempt: Number(attempt) };
}
