import type { Payment } from '../domain/payment.ts';
import type { Database } from '../storage/database.ts';
import { hasPaidAfterFailure } from '../storage/discrepancies.ts';

/** Whether money came for a payment after it had failed: nobody who was charged may be told that they paid nothing. */
export async function isPaidLate(db: Database, { id, status }: Payment): Promise<boolean> {
  return status === 'failed' && (await hasPaidAfterFailure(db, id));
}
