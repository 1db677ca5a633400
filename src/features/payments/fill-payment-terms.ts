import { US_PER_MINUTE } from '../../core/durations.ts';
import type { Database } from '../../database/database.ts';
import { appliedAtUs } from '../../database/schema/schema-state.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { postCases } from './discrepancies/post-cases.ts';
import { fillLedger } from './store/ledger-fill.ts';
import { fillTerms } from './store/payment-terms.ts';

/** A batch this small delays no other transaction. */
const AT_ONCE = 200;
/** The migration since which payments have these terms. */
const MIGRATION = 30;
/**
 * For this long, programs of an earlier version may still make payments final. Those payments get their terms here too.
 */
const BEGIN_AFTER_US = 5 * US_PER_MINUTE;

/**
 * Adds search terms to a batch of payments that became final before payments had these terms. Continues where the last
 * batch ended, in any process. Does nothing once all payments have their terms.
 */
export async function fillPaymentTerms({
  db,
  clock,
}: {
  db: Database;
  clock: Clock;
}): Promise<{ isMoreWaiting: boolean }> {
  const migratedAtUs = (await appliedAtUs(db, MIGRATION)) ?? 0;
  if (clock() < migratedAtUs + BEGIN_AFTER_US) return { isMoreWaiting: false };
  return { isMoreWaiting: await db.transaction((tx) => fillTerms(tx, AT_ONCE)) };
}

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
