import type { Payment } from '../../core/payment.ts';
import { type Database, DatabaseUnavailable, type Transaction } from '../../database/database.ts';
import { groupCommit } from '../../database/group-commit.ts';
import { insertNewPayments, insertPayments } from './store/insert-payments.ts';
import { changeCounts } from './store/payment-counts.ts';

/** PostgreSQL writes a second group while it flushes the first; SQLite has one writer. */
const GROUPS = { sqlite: 1, postgres: 2 };
const MAX_GROUP = 200;
/** At a thousand a second this is a wait of ten seconds. Further creations are refused at once. */
const MAX_WAITING = 10_000;
/**
 * How long the statements of a group may take before the group is abandoned. The time starts when the group checks that
 * its creations are still awaited. The limit is much shorter than `LOOK_UP_MARGIN_SECONDS`, which leaves the rest of
 * that time for the commit.
 */
const COMMIT_WITHIN_MS = 3_000;

interface Creation {
  readonly payment: Payment;
  readonly isAwaited: () => boolean;
}

/** Stores a payment durably. False means that another payment has its id. */
export type StorePayment = (payment: Payment, isAwaited?: () => boolean) => Promise<boolean>;

/**
 * Stores new payments; those that arrive together share one commit. A payment is dropped with DatabaseUnavailable if no
 * client waits for it any more when it would be written: the client has disconnected, or the payment has waited too
 * long. The client may then look the payment up, find nothing, and create it again.
 */
export function paymentStore(db: Database, onWritten: (count: number) => void = () => {}): StorePayment {
  const isWanted = ({ isAwaited }: Creation) => isAwaited();
  const write = groupCommit(
    async (creations: readonly Creation[]) => {
      // Checks again whether creations are still awaited: getting a connection, or the lock of the embedded store, may
      // have been slow.
      let awaited: readonly Payment[] = [];
      const nowAwaited = () => (awaited = creations.filter(isWanted).map(({ payment }) => payment));
      const options = { commitWithinMs: COMMIT_WITHIN_MS };
      const areStored = await insertNewPayments(db, nowAwaited, options);
      // An id was already in use, which is rare and needs several nodes: then only payments with free ids are stored.
      const stored = areStored ? new Set(awaited) : await db.transaction((tx) => insertFree(tx, nowAwaited()), options);
      onWritten(stored.size);
      return creations.map(({ payment }) => (awaited.includes(payment) ? stored.has(payment) : 'dropped'));
    },
    { maxGroups: GROUPS[db.engine], maxItems: MAX_GROUP, maxWaiting: MAX_WAITING, isWanted },
  );
  return async (payment, isAwaited = () => true) => {
    const result = await write({ payment, isAwaited });
    if (result === 'dropped') throw new DatabaseUnavailable('the creation waited too long for the store');
    return result;
  };
}

/** Stores the payments whose ids are free, and returns them. The ids of the others are already in use. */
export async function insertFree(tx: Transaction, payments: readonly Payment[]): Promise<ReadonlySet<Payment>> {
  if (payments.length === 0) return new Set();
  const inserted = await insertPayments(tx, payments);
  // Each id is deleted from `inserted` when it is found: of two payments with one id in a group, only the first counts
  // as stored.
  const stored = payments.filter((payment) => inserted.delete(payment.id));
  if (stored.length > 0) {
    await changeCounts(
      tx,
      stored.map((payment) => ({ payment, status: payment.status, by: 1 as const })),
    );
  }
  return new Set(stored);
}
