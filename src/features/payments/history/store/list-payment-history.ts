import type { HistoryEntry, HistoryPlace, NoteEntry } from '../../../../core/payment-history.ts';
import type { Database } from '../../../../database/database.ts';
import { historyEntry, PAYMENT_HISTORY } from './history-table.ts';

/** Before every entry. */
const START: HistoryPlace = { atUs: Number.MIN_SAFE_INTEGER, id: '' };

/**
 * The history of a payment besides its status changes, oldest first: steps, exchanges and notes, after the entry
 * `after` if it is given. Reads one range of an index.
 */
export async function listPaymentHistory(
  db: Pick<Database, 'query'>,
  paymentId: number,
  { after = START, limit }: { after?: HistoryPlace | undefined; limit: number },
): Promise<HistoryEntry[]> {
  const rows = await db.query(
    `SELECT ${PAYMENT_HISTORY.columns} FROM payment_history WHERE payment_id = $1 AND (at_us, id) > ($2, $3)
      ORDER BY at_us, id LIMIT $4`,
    [paymentId, after.atUs, after.id, limit],
  );
  return rows.map((row) => historyEntry(PAYMENT_HISTORY.read(row)));
}

/** All notes of a payment, oldest first. */
export async function listNotes(db: Pick<Database, 'query'>, paymentId: number): Promise<NoteEntry[]> {
  const rows = await db.query(
    `SELECT ${PAYMENT_HISTORY.columns} FROM payment_history WHERE payment_id = $1 AND kind = 'note' ORDER BY at_us, id`,
    [paymentId],
  );
  return rows.map((row) => historyEntry(PAYMENT_HISTORY.read(row)) as NoteEntry);
}
