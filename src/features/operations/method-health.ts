import { US_PER_DAY, US_PER_HOUR, US_PER_MINUTE } from '../../core/durations.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import { hourOf, type PaymentSum, readPaymentSums } from '../payments/store/payment-sums.ts';
import { readSumsState } from '../payments/store/payment-sums-fill.ts';
import { openLivePayments, type WaitingPayment } from './store/count-work.ts';

/** Rows are counted only up to this number, because the exact number beyond it does not matter. */
export const MOST_WORK = 1_000;
/** With this many waiting payments, the provider is silent. Fewer may be customers who have left. */
const SILENT_FROM = 5;
/** This many provider failures are no coincidence. */
const FAILING_FROM = 5;
const WAITS_FROM_US = 10 * US_PER_MINUTE;

/** A method, and the number of live payments that show its trouble. */
export type MethodCount = readonly [method: PaymentMethod, payments: number];

/** The methods that customers cannot pay with, as far as the live payments of all websites show. */
export interface MethodTrouble {
  /** The start of the hour before this one: ended payments are counted from then on. Microseconds since 1970. */
  readonly sinceUs: number;
  /** Several live payments wait for the provider, and none was completed since then. */
  readonly silent: readonly MethodCount[];
  /** More live payments failed with provider errors than were completed since then. */
  readonly failing: readonly MethodCount[];
}

/**
 * Reads which methods are in trouble at this time, microseconds. Reports none while older payments are being counted.
 * The work is bounded, however many payments there are.
 */
export async function readMethodTrouble(db: Pick<Database, 'query'>, nowUs: number): Promise<MethodTrouble> {
  const hour = hourOf(nowUs);
  const [{ beginsAtUs, nextId }, ends, waiting] = await Promise.all([
    readSumsState(db),
    readPaymentSums(db, { websiteIds: undefined, mode: 'live', by: 'hour', from: hour - 1, to: hour + 1 }),
    waitingLivePayments(db, { nowUs, websiteIds: null }),
  ]);
  const sinceUs = (hour - 1) * US_PER_HOUR;
  const isCounted = beginsAtUs !== null && (nextId === null || beginsAtUs <= sinceUs);
  if (!isCounted) return { sinceUs, silent: [], failing: [] };
  const counts = PAYMENT_METHODS.map((method) => ({
    method,
    waiting: waiting.filter((each) => each.method === method).length,
    completed: endsOf(ends, method, 'completed'),
    errors: endsOf(ends, method, 'provider_error'),
  }));
  return {
    sinceUs,
    silent: counts
      .filter((each) => each.waiting >= SILENT_FROM && each.completed === 0)
      .map((each) => [each.method, each.waiting]),
    failing: counts
      .filter(({ errors, completed }) => errors >= FAILING_FROM && errors > completed)
      .map(({ method, errors }) => [method, errors]),
  };
}

/** Live payments of the last day that have waited for their provider for ten minutes; null: of all websites. */
export async function waitingLivePayments(
  db: Pick<Database, 'query'>,
  { nowUs, websiteIds }: { readonly nowUs: number; readonly websiteIds: readonly string[] | null },
): Promise<WaitingPayment[]> {
  const open = await openLivePayments(db, { websiteIds, most: MOST_WORK + 1 });
  return open.filter(({ createdAtUs }) => createdAtUs >= nowUs - US_PER_DAY && createdAtUs < nowUs - WAITS_FROM_US);
}

/** The number of payments of a method with this outcome. */
function endsOf(ends: readonly PaymentSum[], method: PaymentMethod, outcome: PaymentSum['outcome']): number {
  return ends
    .filter((each) => each.method === method && each.outcome === outcome)
    .reduce((sum, { payments }) => sum + payments, 0);
}
