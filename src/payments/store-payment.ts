import type { Payment } from '../domain/payment.ts';
import type { Database } from '../storage/database.ts';
import { groupCommit } from '../storage/group-commit.ts';
import { changeCounts } from '../storage/payment-counts.ts';
import { insertPayments } from '../storage/payments.ts';

/** PostgreSQL writes a second group while it flushes the first; SQLite has one writer. */
const GROUPS = { sqlite: 1, postgres: 2 };
const MAX_GROUP = 200;
/** At a thousand a second this is ten seconds of waiting: more is refused at once. */
const MAX_WAITING = 10_000;

/**
 * Stores new payments, those that arrive together in one commit. The result is whether this payment was stored; false
 * means that another payment has its id.
 */
export function paymentStore(db: Database): (payment: Payment) => Promise<boolean> {
  return groupCommit(
    (payments: readonly Payment[]) =>
      db.transaction(async (tx) => {
        const inserted = await insertPayments(tx, payments);
        // Taken out one by one, so that of two payments with one id in a group only the first counts as stored.
        const isStored = payments.map((payment) => inserted.delete(payment.id));
        const stored = payments.filter((_, index) => isStored[index]);
        if (stored.length > 0) {
          await changeCounts(
            tx,
            stored.map((payment) => ({ payment, status: payment.status, by: 1 as const })),
          );
        }
        return isStored;
      }),
    { maxGroups: GROUPS[db.engine], maxItems: MAX_GROUP, maxWaiting: MAX_WAITING },
  );
}
