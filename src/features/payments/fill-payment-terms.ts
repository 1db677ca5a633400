import type { Database } from '../../database/database.ts';
import { fillTerms } from './store/payment-terms.ts';

/** A batch this small delays no other transaction. */
const AT_ONCE = 200;

/**
 * Adds search terms (name, phone number, e-mail address) to a batch of payments that became final before search
 * existed. Continues where the last batch ended, in any process. Does nothing once all payments have their terms.
 */
export async function fillPaymentTerms({ db }: { db: Database }): Promise<{ isMoreWaiting: boolean }> {
  return { isMoreWaiting: await db.transaction((tx) => fillTerms(tx, AT_ONCE)) };
}
