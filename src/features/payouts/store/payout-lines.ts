import type { Currency } from '../../../core/money.ts';
import type { PaymentMethod } from '../../../core/payment.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { inList, matching, whereAll } from '../../../database/matching.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import { isMissing } from '../../payments/store/missing-payments.ts';
import type { LineState, Payout, PayoutLine } from '../payout.ts';

const LINES = tableOf<PayoutLine>('payout_lines', {
  payoutId: text('payout_id'),
  line: bigint('line'),
  kind: text('kind'),
  reference: text('reference'),
  amountMinor: bigint('amount_minor'),
  feeMinor: bigint('fee_minor'),
  currency: text('currency'),
  atUs: bigint('at_us'),
  state: text('state'),
  reason: text('reason'),
  paymentId: bigint('payment_id'),
  refundId: text('refund_id'),
  websiteId: text('website_id'),
  replacedMinor: bigint('replaced_minor'),
  decidedAtUs: bigint('decided_at_us'),
  reversedAtUs: bigint('reversed_at_us'),
  note: text('note'),
  notedBy: text('noted_by'),
});

/** The condition of `isOpenLine`. */
export const OPEN_LINE = "state = 'only_theirs' AND note IS NULL";

const INSERTED_AT_ONCE = 1_000;

/** Stores the lines of a new payout. */
export async function insertLines(tx: Transaction, lines: readonly PayoutLine[]): Promise<void> {
  for (let from = 0; from < lines.length; from += INSERTED_AT_ONCE) {
    await tx.insertRows(LINES.rowsOf(lines.slice(from, from + INSERTED_AT_ONCE)));
  }
}

/** The lines of a payout after a line, in order. */
export async function listLines(
  db: Pick<Database, 'query'>,
  payoutId: string,
  {
    state,
    isOpen,
    after = 0,
    limit,
  }: { state?: LineState | undefined; isOpen?: boolean; after?: number; limit: number },
): Promise<PayoutLine[]> {
  const params: Value[] = [payoutId, after];
  const conditions = ['payout_id = $1', 'line > $2'];
  // Not a parameter: SQLite would plan the statement again for each value, because indexes are for some states only.
  if (state !== undefined) conditions.push(`state = '${state}'`);
  if (isOpen) conditions.push(OPEN_LINE);
  const rows = await db.query(
    `SELECT ${LINES.columns} FROM payout_lines ${whereAll(conditions)} ORDER BY line LIMIT $${params.push(limit)}`,
    params,
  );
  return rows.map(LINES.read);
}

/** The lines of a payout before a line, the last first. */
export async function listLastLines(
  db: Pick<Database, 'query'>,
  payoutId: string,
  {
    state,
    websiteId,
    before,
    limit,
  }: {
    state?: LineState | undefined;
    websiteId?: string | undefined;
    before?: number | undefined;
    limit: number;
  },
): Promise<PayoutLine[]> {
  const params: Value[] = [payoutId];
  const conditions = ['payout_id = $1', ...matching(params, { website_id: websiteId })];
  if (before !== undefined) conditions.push(`line < $${params.push(before)}`);
  if (state !== undefined) conditions.push(`state = '${state}'`);
  const rows = await db.query(
    `SELECT ${LINES.columns} FROM payout_lines ${whereAll(conditions)} ORDER BY line DESC LIMIT $${params.push(limit)}`,
    params,
  );
  return rows.map(LINES.read);
}

/** A line of a payout. */
export async function findLine(
  db: Pick<Database, 'query'>,
  payoutId: string,
  line: number,
): Promise<PayoutLine | undefined> {
  const [row] = await db.query(`SELECT ${LINES.columns} FROM payout_lines WHERE payout_id = $1 AND line = $2`, [
    payoutId,
    line,
  ]);
  return row && LINES.read(row);
}

/** The next lines of a payout that are new or that will be reversed. */
export async function listDueLines(tx: Transaction, payoutId: string, limit: number): Promise<PayoutLine[]> {
  const rows = await tx.query(
    `SELECT ${LINES.columns} FROM payout_lines WHERE payout_id = $1 AND (state = 'new' OR state = 'reversing')
      ORDER BY line LIMIT $2`,
    [payoutId, limit],
  );
  return rows.map(LINES.read);
}

const DECISION = [
  'state',
  'reason',
  'paymentId',
  'refundId',
  'websiteId',
  'replacedMinor',
  'decidedAtUs',
  'reversedAtUs',
  'note',
  'notedBy',
] as const;

/** Stores what was decided about lines. */
export async function saveLines(tx: Transaction, lines: readonly PayoutLine[]): Promise<void> {
  for (const line of lines) {
    const params: Value[] = [line.payoutId, line.line];
    await tx.query(
      `UPDATE payout_lines SET ${LINES.set(params, DECISION, line)} WHERE payout_id = $1 AND line = $2`,
      params,
    );
  }
}

/** Lets the worker match all unmatched lines of a payout again, except settled ones. Returns how many. */
export async function reopenLines(tx: Transaction, payoutId: string): Promise<number> {
  const rows = await tx.query(
    `UPDATE payout_lines SET state = 'new', reason = NULL, decided_at_us = NULL
      WHERE payout_id = $1 AND ${OPEN_LINE} RETURNING line`,
    [payoutId],
  );
  return rows.length;
}

/** Lets the worker reverse the lines of a reversed payout. */
export async function reverseLines(tx: Transaction, payoutId: string): Promise<void> {
  await tx.query(
    `UPDATE payout_lines SET state = CASE WHEN state = 'matched' THEN 'reversing' ELSE 'reversed' END WHERE payout_id = $1`,
    [payoutId],
  );
}

/** How many lines of a payout have each state; `open` are those of `only_theirs` that no user has settled. */
export type LineCounts = Readonly<Record<LineState | 'open', number>>;

/** The counts of these payouts' lines. */
export async function countLines(
  db: Pick<Database, 'query'>,
  payoutIds: readonly string[],
): Promise<ReadonlyMap<string, LineCounts>> {
  const params: Value[] = [];
  const rows = await db.query<Row & { payout_id: string; state: LineState; lines: number; open: number }>(
    `SELECT payout_id, state, COUNT(*) AS lines, COUNT(CASE WHEN ${OPEN_LINE} THEN 1 END) AS open
      FROM payout_lines WHERE ${inList(params, 'payout_id', payoutIds)} GROUP BY payout_id, state`,
    params,
  );
  const none = { new: 0, matched: 0, only_theirs: 0, reversing: 0, reversed: 0, open: 0 };
  const counts = new Map(payoutIds.map((id) => [id, { ...none }]));
  for (const { payout_id: id, state, lines, open } of rows) {
    const own = counts.get(id);
    if (own) Object.assign(own, { [state]: lines, open: own.open + open });
  }
  return counts;
}

/** How many lines fit nothing and are not settled, up to `most`, and since when the first of these. */
export async function countOpenLines(
  db: Pick<Database, 'query'>,
  most: number,
): Promise<{ count: number; sinceUs: number | undefined }> {
  const rows = await db.query<Row & { lines: number; since_us: number | null }>(
    `SELECT COUNT(*) AS lines, MIN(decided_at_us) AS since_us FROM
      (SELECT decided_at_us FROM payout_lines WHERE ${OPEN_LINE} LIMIT $1) o`,
    [most],
  );
  return { count: rows[0]?.lines ?? 0, sinceUs: rows[0]?.since_us ?? undefined };
}

/** A matched line, with what its entries follow from. */
export interface PostedLine {
  readonly line: PayoutLine;
  readonly payout: Pick<Payout, 'method' | 'bank'>;
}

/** The lines that were matched with the payments of a range of ids, or with their refunds. */
export async function listPostedLines(
  db: Pick<Database, 'query'>,
  { after, through }: { after: number; through: number },
): Promise<PostedLine[]> {
  const rows = await db.query<Row & { method: PaymentMethod; bank: string }>(
    `SELECT ${LINES.columnsOf('l')}, o.method, o.bank FROM payout_lines l JOIN payouts o ON o.id = l.payout_id
      WHERE l.payment_id > $1 AND l.payment_id <= $2 ORDER BY l.payment_id, l.payout_id, l.line`,
    [after, through],
  );
  return rows.map((row) => ({ line: LINES.read(row), payout: { method: row.method, bank: row.bank } }));
}

/** A live payment that no payout has. */
export interface Outstanding {
  readonly id: number;
  readonly websiteId: string;
  readonly providerRef: string | null;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly finishedAtUs: number;
}

/**
 * The live payments of a payout's method and currency that completed in its period and that no payout has, oldest first, without those whose money
 * was wholly refunded.
 */
export async function listOnlyOurs(
  db: Pick<Database, 'query'>,
  { method, currency, fromUs, toUs }: Pick<Payout, 'method' | 'currency' | 'fromUs' | 'toUs'>,
  limit: number,
): Promise<Outstanding[]> {
  if (fromUs === null || toUs === null) return [];
  const rows = await db.query<
    Row & { id: number; website_id: string; provider_ref: string | null; amount_minor: number; finished_at_us: number }
  >(
    `SELECT p.id, p.website_id, p.provider_ref, p.amount_minor, p.finished_at_us FROM payments p
      WHERE ${isMissing({ from: '$1', to: '$2' })} AND p.method = $3 AND p.currency = $4
      ORDER BY p.created_at_us, p.id LIMIT $5`,
    [fromUs, toUs, method, currency, limit],
  );
  return rows.map((row) => ({
    ...{ id: row.id, websiteId: row.website_id, providerRef: row.provider_ref },
    ...{ amountMinor: row.amount_minor, currency, finishedAtUs: row.finished_at_us },
  }));
}
