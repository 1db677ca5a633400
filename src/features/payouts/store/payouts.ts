import type { PaymentMethod } from '../../../core/payment.ts';
import type { Database, Transaction, Value } from '../../../database/database.ts';
import { type ListPage, matching, pageClauses } from '../../../database/matching.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import type { Payout, PayoutState } from '../payout.ts';
import { OPEN_LINE } from './payout-lines.ts';

/** The columns of payouts. */
export const PAYOUTS = tableOf<Payout>('payouts', {
  id: text('id'),
  method: text('method'),
  reference: text('reference'),
  bank: text('bank'),
  currency: text('currency'),
  websiteId: text('website_id'),
  grossMinor: bigint('gross_minor'),
  feeMinor: bigint('fee_minor'),
  netMinor: bigint('net_minor'),
  lines: bigint('lines'),
  paidAtUs: bigint('paid_at_us'),
  fromUs: bigint('from_us'),
  toUs: bigint('to_us'),
  digest: text('digest'),
  createdAtUs: bigint('created_at_us'),
  recordedBy: text('recorded_by'),
  reversedAtUs: bigint('reversed_at_us'),
  reversedBy: text('reversed_by'),
  note: text('note'),
});
const INSERT = PAYOUTS.insertion('ON CONFLICT DO NOTHING RETURNING id');

/** The filter of a list of payouts; an undefined field does not filter. */
export interface PayoutFilter extends ListPage {
  readonly method?: PaymentMethod | undefined;
  /** Only payouts of this website, or with a line that was matched with its payments or refunds. */
  readonly websiteId?: string | undefined;
  readonly state?: PayoutState | undefined;
}

// `note` of a payout is hidden by that of the line.
const OPEN = `EXISTS (SELECT 1 FROM payout_lines WHERE payout_id = payouts.id AND ${OPEN_LINE})`;
const WAITING = "EXISTS (SELECT 1 FROM payout_lines WHERE payout_id = payouts.id AND state = 'new')";
const STATES: Readonly<Record<PayoutState, string>> = {
  open: `reversed_at_us IS NULL AND ${OPEN}`,
  missing: 'reversed_at_us IS NULL AND outstanding > 0',
  waiting: `reversed_at_us IS NULL AND ${WAITING}`,
  matched: `reversed_at_us IS NULL AND COALESCE(outstanding, 0) = 0 AND NOT ${OPEN} AND NOT ${WAITING}`,
  reversed: 'reversed_at_us IS NOT NULL',
};

/** A page of payouts, the last recorded first unless the filter says otherwise. */
export async function listPayouts(
  db: Pick<Database, 'query'>,
  { method, websiteId, state, ...page }: PayoutFilter,
): Promise<Payout[]> {
  const params: Value[] = [];
  const conditions = matching(params, { method });
  if (websiteId !== undefined) {
    const website = `$${params.push(websiteId)}`;
    conditions.push(
      `(website_id = ${website} OR id IN (SELECT l.payout_id FROM payout_lines l WHERE l.website_id = ${website}))`,
    );
  }
  if (state !== undefined) conditions.push(STATES[state]);
  // `fromUs` and `toUs` are the starts of days on which payouts were paid.
  const clauses = pageClauses(params, conditions, page, { timeColumn: 'paid_at_us' });
  const rows = await db.query(`SELECT ${PAYOUTS.columns} FROM payouts ${clauses}`, params);
  return rows.map(PAYOUTS.read);
}

/** The payouts that were recorded by hand. People enter them, so they are few. */
export async function listHandPayouts(db: Pick<Database, 'query'>): Promise<Payout[]> {
  const rows = await db.query(`SELECT ${PAYOUTS.columns} FROM payouts WHERE website_id IS NOT NULL ORDER BY id`);
  return rows.map(PAYOUTS.read);
}

/** The payout with this id. */
export async function findPayout(db: Pick<Database, 'query'>, id: string): Promise<Payout | undefined> {
  const [row] = await db.query(`SELECT ${PAYOUTS.columns} FROM payouts WHERE id = $1`, [id]);
  return row && PAYOUTS.read(row);
}

/** Locks a payout until the transaction ends, and returns it. */
export async function lockPayout(tx: Transaction, id: string): Promise<Payout | undefined> {
  const [row] = await tx.query(`UPDATE payouts SET lines = lines WHERE id = $1 RETURNING ${PAYOUTS.columns}`, [id]);
  return row && PAYOUTS.read(row);
}

/** Stores a payout. If its method has one with this reference, nothing changes, and that one is returned. */
export async function insertPayout(tx: Transaction, payout: Payout): Promise<Payout | undefined> {
  if ((await tx.query(INSERT, PAYOUTS.valuesOf(payout))).length > 0) return undefined;
  const other = await findByReference(tx, payout);
  if (!other) throw new Error(`payout ${payout.reference} of ${payout.method} was reversed in the meantime`);
  return other;
}

/** The payout of a method with this reference that was not reversed. */
export async function findByReference(
  db: Pick<Database, 'query'>,
  { method, reference }: Pick<Payout, 'method' | 'reference'>,
): Promise<Payout | undefined> {
  const [row] = await db.query(
    `SELECT ${PAYOUTS.columns} FROM payouts WHERE method = $1 AND reference = $2 AND reversed_at_us IS NULL`,
    [method, reference],
  );
  return row && PAYOUTS.read(row);
}

/** Marks a payout as reversed. Returns it, or undefined if it was reversed before. */
export async function markReversed(
  tx: Transaction,
  id: string,
  { atUs, by, note }: { atUs: number; by: string; note: string },
): Promise<Payout | undefined> {
  const [row] = await tx.query(
    `UPDATE payouts SET reversed_at_us = $2, reversed_by = $3, note = $4 WHERE id = $1 AND reversed_at_us IS NULL
      RETURNING ${PAYOUTS.columns}`,
    [id, atUs, by, note],
  );
  return row && PAYOUTS.read(row);
}
