import type { Database } from '../../database/database.ts';
import { postCases } from './discrepancies/post-cases.ts';
import { fillLedger } from './store/ledger-fill.ts';

/** A batch this small delays no other transaction. */
const AT_ONCE = 200;

/**
 * Posts a batch of the payments that were completed before the ledger existed, and their discrepancies. Continues where the last batch
 * ended, in any process. Does nothing once all are posted.
 */
export async function fillOlderLedger({ db }: { db: Database }): Promise<{ isMoreWaiting: boolean }> {
  return db.transaction(async (tx) => {
    const filled = await fillLedger(tx, AT_ONCE);
    if (!filled) return { isMoreWaiting: false };
    await postCases(tx, filled);
    return { isMoreWaiting: filled.isMoreWaiting };
  });
}
