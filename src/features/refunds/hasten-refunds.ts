import { US_PER_MINUTE } from '../../core/durations.ts';
import type { Payment } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import { moveUpNextStep } from './store/refunds.ts';

/** Longer than a worker's lease of a refund, which must not end early. */
const LONGEST_LEASE_US = 10 * US_PER_MINUTE;

/**
 * Lets a worker look up the refunds of a payment now whose provider has them, instead of at their planned time: the provider has reported a change. A
 * refund that is due in the next minutes keeps its time.
 */
export async function hastenRefunds(db: Database, { id }: Pick<Payment, 'id'>, nowUs: number): Promise<void> {
  await db.transaction((tx) => moveUpNextStep(tx, id, { nowUs, afterUs: nowUs + LONGEST_LEASE_US }));
}
