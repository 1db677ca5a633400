import type { Currency } from '../domain/money.ts';
import type { PaymentMethod } from '../domain/payment.ts';
import { RECONCILE_RESULTS, type ReconcileLine, type ReconcileResult } from './reconcile.ts';

/** Per method and currency: the totals that both sides have as paid, minor units. */
interface ReconcileSum {
  readonly method: PaymentMethod;
  readonly currency: Currency;
  ours: { count: number; amountMinor: number };
  theirs: { count: number; amountMinor: number };
}

export interface ReconcileTotals {
  readonly results: Record<ReconcileResult, number>;
  readonly sums: ReconcileSum[];
}

/** Adds lines up as they come, so that a long period needs no memory. */
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
    };
    sums.set(key, sum);
    return sum;
  };
  return {
    add({ result, method, ours, theirs }) {
      results[result]++;
      if (ours?.status === 'completed') addTo(sumOf(method, ours.currency).ours, ours.amountMinor);
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

function addTo(side: { count: number; amountMinor: number }, amountMinor: number): void {
  side.count++;
  side.amountMinor += amountMinor;
}
