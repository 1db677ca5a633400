import type { Payment } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { reportDiscrepancy } from './discrepancies/report-discrepancy.ts';

const LONGEST_WORD = 200;

export interface StillOpenDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Whether the time is trusted. Defaults to yes. */
  readonly isCertain?: () => boolean;
  /** How long after its expiry a payment may be open before it is reported to the operator. */
  readonly stillOpenHours: number;
}

/** Whether a live payment is open so long after its expiry that its provider may never report its outcome. */
export function isStillOpen(deps: Omit<StillOpenDeps, 'db'>, payment: Payment): boolean {
  const { clock, stillOpenHours, isCertain = () => true } = deps;
  return payment.mode === 'live' && isCertain() && clock() >= payment.expiresAtUs + stillOpenHours * 3_600_000_000;
}

/**
 * Reports a still open payment to the operator with the provider's status, once for each payment: later sightings are
 * counted, with the newest status. The discrepancy stays listed until the operator resolves it, even when the payment
 * becomes final after all.
 */
export async function reportStillOpen(deps: StillOpenDeps, payment: Payment, word: string, log: Log): Promise<void> {
  const { id, method } = payment;
  // A status may contain anything: characters that no store accepts are removed.
  const kept = word
    .slice(0, LONGEST_WORD)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ');
  const report = { kind: 'still_open', method, paymentId: id, providerRef: String(id), reported: null } as const;
  await reportDiscrepancy(deps, { ...report, word: kept }, log);
}
