import type { Actor } from '../../core/actor.ts';
import { US_PER_DAY } from '../../core/durations.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { ListPosition } from '../../database/matching.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { recordRetention } from '../audit/record-retention.ts';
import { readLedgerFill } from '../ledger/store/postings.ts';
import { listApiKeys } from '../websites/store/api-keys.ts';
import { listWebsites } from '../websites/store/websites.ts';
import { type Age, DELETED_AT_ONCE, deletePayments, listOldPayments } from './store/old-payments.ts';

/** How many payments are read together. */
const PAGE = 200;

/**
 * Deletes a few final test payments that are older than this many days, with their events and deliveries. Payments of
 * test subscriptions that are still charged stay, and so do those that are disputed or wait for a delivery. Returns how many
 * were deleted, and whether more may be left. Deletes none until the ledger has all payments that are older than the ledger. Call it only while the time is trusted.
 */
export async function deleteOldTestPayments(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  { olderThanDays, removedBefore = 0 }: { olderThanDays: number; removedBefore?: number },
): Promise<{ removed: number; isMoreWaiting: boolean }> {
  // The job that posts older payments may be about to post one of them.
  if ((await readLedgerFill(db)) !== null) return { removed: 0, isMoreWaiting: false };
  const cutoffUs = clock() - olderThanDays * US_PER_DAY;
  const record = (tx: Transaction, removed: number, isMoreWaiting: boolean) =>
    recordRetention(
      tx,
      { actor, clock },
      { action: 'payments.forget', olderThanDays, removedBefore, removed, isMoreWaiting },
    );
  const age: Age = { createdBeforeUs: cutoffUs, finishedBeforeUs: cutoffUs };
  for (const website of await listWebsites(db)) {
    for (const key of await listApiKeys(db, website.id)) {
      if (key.mode !== 'test') continue;
      const ids = await findDeletable(db, key.id, age);
      if (ids.length === 0) continue;
      const removed = await db.transaction(async (tx) => {
        const { size } = await deletePayments(tx, ids, cutoffUs);
        await record(tx, size, true);
        return size;
      });
      return { removed, isMoreWaiting: true };
    }
  }
  if (removedBefore > 0) await db.transaction((tx) => record(tx, 0, false));
  return { removed: 0, isMoreWaiting: false };
}

/** Of a key's payments that may be deleted, a few of the oldest. Older payments that must stay are skipped. */
async function findDeletable(db: Database, apiKeyId: string, age: Age): Promise<number[]> {
  let after: ListPosition | undefined;
  for (;;) {
    const page = await listOldPayments(db, { ...age, apiKeyId }, { after, limit: PAGE });
    const ids = page.filter(({ keptFor }) => keptFor === null).map(({ payment }) => payment.id);
    if (ids.length > 0) return ids.slice(0, DELETED_AT_ONCE);
    if (page.length < PAGE) return [];
    after = page.at(-1)?.payment;
  }
}
