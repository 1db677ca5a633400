import type { HistoryEntry, HistoryKind, HistoryPlace, StepEntry } from '../../../../core/payment-history.ts';
import type { Database, Row, Transaction, Value } from '../../../../database/database.ts';
import { inList } from '../../../../database/matching.ts';
import { historyRow, PAYMENT_HISTORY } from './history-table.ts';

/** An entry without its content. */
export interface HistoryMark extends HistoryPlace {
  readonly kind: HistoryKind;
  readonly what: string;
}

/** The existing entries of some payments, in chronological order. A payment that is not in the store has no list. */
export async function readHistoryMarks(
  db: Pick<Database, 'query'>,
  paymentIds: readonly number[],
): Promise<Map<number, HistoryMark[]>> {
  const params: Value[] = [];
  const rows = await db.query<
    Row & { payment_id: number; at_us: number; id: string | null; kind: HistoryKind; what: string }
  >(
    `SELECT p.id AS payment_id, h.at_us, h.id, h.kind, h.what
       FROM payments p LEFT JOIN payment_history h ON h.payment_id = p.id
      WHERE ${inList(params, 'p.id', paymentIds)} ORDER BY p.id, h.at_us, h.id`,
    params,
  );
  const marks = new Map<number, HistoryMark[]>();
  for (const { payment_id: paymentId, at_us: atUs, id, kind, what } of rows) {
    const list = marks.get(paymentId) ?? [];
    marks.set(paymentId, list);
    if (id !== null) list.push({ atUs, id, kind, what });
  }
  return marks;
}

/** Writes entries. */
export async function insertHistory(tx: Transaction, entries: readonly HistoryEntry[]): Promise<void> {
  await tx.insertRows(PAYMENT_HISTORY.rowsOf(entries.map(historyRow)));
}

/** Writes a step in the transaction that it belongs to, unless its payment already has `most` steps. */
export async function insertStep(tx: Transaction, entry: StepEntry, most: number): Promise<void> {
  const { paymentId, atUs, id, kind, what, details } = historyRow(entry);
  await tx.query(
    `INSERT INTO payment_history (payment_id, at_us, id, kind, what, details)
     SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS TEXT)
      WHERE (SELECT COUNT(*) FROM payment_history WHERE payment_id = $1 AND kind = $4) < $7`,
    [paymentId, atUs, id, kind, what, details, most],
  );
}

/** Deletes one entry. */
export async function deleteHistoryEntry(
  tx: Transaction,
  { paymentId, atUs, id }: HistoryPlace & { readonly paymentId: number },
): Promise<void> {
  await tx.query('DELETE FROM payment_history WHERE payment_id = $1 AND at_us = $2 AND id = $3', [paymentId, atUs, id]);
}

/** Deletes up to `limit` steps and exchanges from before a moment. Returns how many. */
export async function deleteOldHistory(tx: Transaction, beforeUs: number, limit: number): Promise<number> {
  const deleted = await tx.query(
    `DELETE FROM payment_history WHERE (payment_id, at_us, id) IN (
       SELECT payment_id, at_us, id FROM payment_history WHERE at_us < $1 AND kind <> 'note' ORDER BY at_us LIMIT $2
     ) AND kind <> 'note' RETURNING id`,
    [beforeUs, limit],
  );
  return deleted.length;
}

/** Deletes the history of payments that are deleted themselves. */
export async function deleteHistoryOf(tx: Transaction, paymentIds: readonly number[]): Promise<void> {
  const params: Value[] = [];
  await tx.query(`DELETE FROM payment_history WHERE ${inList(params, 'payment_id', paymentIds)}`, params);
}
