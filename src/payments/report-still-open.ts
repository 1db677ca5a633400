import type { Payment } from '../domain/payment.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from '../storage/database.ts';
import { reportDiscrepancy } from './report-discrepancy.ts';

const LONGEST_WORD = 200;

export interface StillOpenDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Whether the time is certain; it always is when this is left out. */
  readonly isCertain?: () => boolean;
  /** How long after its end a payment may be open before the operator is told. */
  readonly stillOpenHours: number;
}

/** Whether a live payment is open so long after its end that its provider may never say what became of it. */
export function isStillOpen(deps: Omit<StillOpenDeps, 'db'>, payment: Payment): boolean {
  const { clock, stillOpenHours, isCertain = () => true } = deps;
  return payment.mode === 'live' && isCertain() && clock() >= payment.expiresAtUs + stillOpenHours * 3_600_000_000;
}

/**
 * Shows it to the operator with the provider's word for it, once for each payment: seen again, it is counted, with the newest
 * word. It stays listed when the payment comes to its end after all, until the operator settles it.
 */
export async function reportStillOpen(deps: StillOpenDeps, payment: Payment, word: string, log: Log): Promise<void> {
  const { id, method } = payment;
  // Anything may be in a word: what no store takes is not in it any more.
  const kept = word
    .slice(0, LONGEST_WORD)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ');
  const report = { kind: 'still_open', method, paymentId: id, providerRef: String(id), reported: null } as const;
  await reportDiscrepancy(deps, { ...report, word: kept }, log);
}
