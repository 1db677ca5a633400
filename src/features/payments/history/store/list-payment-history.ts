import type { HistoryEntry, HistoryPlace, NoteEntry, StepEntry } from '../../../../core/payment-history.ts';
import type { Database, Value } from '../../../../database/database.ts';
import { inList } from '../../../../database/matching.ts';
import { historyEntry, PAYMENT_HISTORY } from './history-table.ts';

/** History entries per query. */
const HISTORY_PAGE = 200;

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

/** The steps of payments, oldest first; payments without any are omitted. */
export async function listSteps(
  db: Pick<Database, 'query'>,
  paymentIds: readonly number[],
): Promise<Map<number, StepEntry[]>> {
  if (paymentIds.length === 0) return new Map();
  const params: Value[] = [];
  const rows = await db.query(
    `SELECT ${PAYMENT_HISTORY.columns} FROM payment_history WHERE ${inList(params, 'payment_id', paymentIds)} AND kind = 'step'
      ORDER BY payment_id, at_us, id`,
    params,
  );
  const steps = rows.map((row) => historyEntry(PAYMENT_HISTORY.read(row)) as StepEntry);
  return Map.groupBy(steps, ({ paymentId }) => paymentId);
}

/** Reads the history in pages, so that no single statement reads much. */
export async function* historyOf(db: Database, paymentId: number): AsyncGenerator<HistoryEntry> {
  for (let after: HistoryEntry | undefined; ; ) {
    const page = await listPaymentHistory(db, paymentId, { after, limit: HISTORY_PAGE });
    yield* page;
    if (page.length < HISTORY_PAGE) return;
    after = page.at(-1);
  }
}
