import type { Currency } from '../../core/money.ts';
import type { PaymentMethod } from '../../core/payment.ts';
import { RECONCILE_RESULTS, type ReconcileLine, type ReconcileResult } from './reconcile.ts';

/** A number of payments, and their sum in minor units. */
interface ReconcileSide {
  count: number;
  amountMinor: number;
}

/**
 * Per method and currency: the totals that each side records as paid, and our payments that the provider reported
 * nothing about.
 */
export interface ReconcileSum {
  readonly method: PaymentMethod;
  readonly currency: Currency;
  readonly ours: ReconcileSide;
  /**
   * Only payments that the provider responded about. If there are `unknown` payments, this is not the provider's total.
   */
  readonly theirs: ReconcileSide;
  /** Payments in any status whose provider gave no usable response, with our amounts. */
  readonly unknown: ReconcileSide;
}

export interface ReconcileTotals {
  readonly results: Record<ReconcileResult, number>;
  readonly sums: ReconcileSum[];
}

/** Adds lines up as they arrive, so that a long period needs no memory. */
export function reconcileTotals(): { add(line: ReconcileLine): void; readonly totals: ReconcileTotals } {
  const results = Object.fromEntries(RECONCILE_RESULTS.map((result) => [result, 0])) as Record<ReconcileResult, number>;
  const sums = new Map<string, ReconcileSum>();
  const sumOf = (method: PaymentMethod, currency: Currency): ReconcileSum => {
    const key = `${method} ${currency}`;
    const sum = sums.get(key) ?? {
      method,
      currency,
      ours: { count: 0, amountMinor: 0 },
      theirs: { count: 0, amountMinor: 0 },
      unknown: { count: 0, amountMinor: 0 },
    };
    sums.set(key, sum);
    return sum;
  };
  return {
    add({ result, method, ours, theirs }) {
      results[result]++;
      if (ours?.status === 'completed') addTo(sumOf(method, ours.currency).ours, ours.amountMinor);
      if (result === 'unknown' && ours) addTo(sumOf(method, ours.currency).unknown, ours.amountMinor);
      if (theirs?.paid) addTo(sumOf(method, theirs.paid.currency).theirs, theirs.paid.amountMinor);
    },
    totals: {
      results,
      get sums() {
        return [...sums.values()].sort((a, b) => `${a.method}${a.currency}`.localeCompare(`${b.method}${b.currency}`));
      },
    },
  };
}

/** The provider's side of a sum; null when the provider reported nothing, which is not the same as zero. */
export function knownTheirs({ theirs, unknown }: ReconcileSum): ReconcileSide | null {
  return theirs.count === 0 && unknown.count > 0 ? null : theirs;
}

/** How many lines of a run show a difference. */
export function differencesIn({ results }: ReconcileTotals): number {
  const { matched: _, unknown: __, ...different } = results;
  return Object.values(different).reduce((sum, n) => sum + n, 0);
}

function addTo(side: ReconcileSide, amountMinor: number): void {
  side.count++;
  side.amountMinor += amountMinor;
}
