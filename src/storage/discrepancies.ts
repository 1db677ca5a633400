import {
  DISCREPANCY_KINDS,
  type Discrepancy,
  type DiscrepancyKind,
  type DiscrepancyReport,
} from '../domain/discrepancy.ts';
import type { Currency, Money } from '../domain/money.ts';
import type { PaymentMethod, PaymentStatus } from '../domain/payment.ts';
import type { Database, Row, Transaction, Value } from './database.ts';
import { amongst, matching, whereAll } from './matching.ts';

interface DiscrepancyRow extends Row {
  id: string;
  kind: DiscrepancyKind;
  method: PaymentMethod;
  payment_id: number | null;
  provider_ref: string;
  reported_minor: number | null;
  reported_currency: Currency | null;
  reported_word: string | null;
  times_seen: number;
  first_seen_at_us: number;
  last_seen_at_us: number;
  settled_at_us: number | null;
  note: string | null;
  amount_minor: number | null;
  currency: Currency | null;
  status: PaymentStatus | null;
}

const SELECT = `SELECT d.id, d.kind, d.method, d.payment_id, d.provider_ref, d.reported_minor, d.reported_currency,
  d.reported_word, d.times_seen, d.first_seen_at_us, d.last_seen_at_us, d.settled_at_us, d.note, p.amount_minor, p.currency, p.status
  FROM discrepancies d LEFT JOIN payments p ON p.id = d.payment_id`;

/** Stores a difference under `id`, or counts that it was seen again. Returns whether it is new. */
export async function recordDiscrepancy(
  tx: Transaction,
  id: string,
  report: DiscrepancyReport,
  atUs: number,
): Promise<boolean> {
  const [row] = await tx.query<Row & { times_seen: number }>(
    `INSERT INTO discrepancies (id, kind, method, payment_id, provider_ref, reported_minor, reported_currency,
       times_seen, first_seen_at_us, last_seen_at_us, reported_word) VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8, $8, $9)
     ON CONFLICT (method, provider_ref, kind, COALESCE(payment_id, 0)) DO UPDATE SET
       times_seen = discrepancies.times_seen + 1, last_seen_at_us = excluded.last_seen_at_us,
       reported_word = excluded.reported_word
     RETURNING times_seen`,
    [
      id,
      report.kind,
      report.method,
      report.paymentId,
      report.providerRef,
      report.reported?.amountMinor ?? null,
      report.reported?.currency ?? null,
      atUs,
      report.word ?? null,
    ],
  );
  return row?.times_seen === 1;
}

export async function findDiscrepancy(db: Pick<Database, 'query'>, id: string): Promise<Discrepancy | undefined> {
  const [row] = await db.query<DiscrepancyRow>(`${SELECT} WHERE d.id = $1`, [id]);
  return row && toDiscrepancy(row);
}

/** The newest first; of all, or those that are still open. */
export async function listDiscrepancies(
  db: Database,
  { isOpen, limit }: { isOpen?: boolean | undefined; limit: number },
): Promise<Discrepancy[]> {
  const params: Value[] = [limit];
  const where = isOpen === undefined ? '' : `WHERE d.settled_at_us IS ${isOpen ? 'NULL' : 'NOT NULL'}`;
  const rows = await db.query<DiscrepancyRow>(
    `${SELECT} ${where} ORDER BY d.first_seen_at_us DESC, d.id DESC LIMIT $1`,
    params,
  );
  return rows.map(toDiscrepancy);
}

/** A page of them, newest first: behind `before`, the last of the page before. What is left out of the filter is not asked for. */
export async function listDiscrepancyPage(
  db: Pick<Database, 'query'>,
  filter: {
    isOpen?: boolean | undefined;
    kind?: DiscrepancyKind | undefined;
    method?: PaymentMethod | undefined;
    before?: { readonly atUs: number; readonly id: string } | undefined;
    limit: number;
  },
): Promise<Discrepancy[]> {
  const { isOpen, kind, method, before, limit } = filter;
  const params: Value[] = [];
  const conditions = matching(params, { 'd.kind': kind, 'd.method': method });
  if (isOpen !== undefined) conditions.push(`d.settled_at_us IS ${isOpen ? 'NULL' : 'NOT NULL'}`);
  if (before) {
    conditions.push(`(d.first_seen_at_us, d.id) < ($${params.push(before.atUs)}, $${params.push(before.id)})`);
  }
  const rows = await db.query<DiscrepancyRow>(
    `${SELECT} ${whereAll(conditions)} ORDER BY d.first_seen_at_us DESC, d.id DESC LIMIT $${params.push(limit)}`,
    params,
  );
  return rows.map(toDiscrepancy);
}

/** Whether money came for a payment of this period after it had failed. */
export async function hasMoneyAfterFailure(
  db: Pick<Database, 'query'>,
  subscriptionId: string,
  period: number,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT d.id FROM payments p JOIN discrepancies d ON d.payment_id = p.id AND d.kind = 'paid_after_failure'
      WHERE p.subscription_id = $1 AND p.subscription_period = $2 LIMIT 1`,
    [subscriptionId, period],
  );
  return rows.length > 0;
}

/** All of a payment, the oldest first. */
export async function discrepanciesOf(db: Pick<Database, 'query'>, paymentId: number): Promise<Discrepancy[]> {
  const rows = await db.query<DiscrepancyRow>(`${SELECT} WHERE d.payment_id = $1 ORDER BY d.first_seen_at_us, d.id`, [
    paymentId,
  ]);
  return rows.map(toDiscrepancy);
}

/** The kinds of discrepancies that payments have; those without any are left out. */
export async function discrepancyKindsOf(
  db: Pick<Database, 'query'>,
  paymentIds: readonly number[],
): Promise<Map<number, DiscrepancyKind[]>> {
  const params: Value[] = [];
  const rows = await db.query<Row & { payment_id: number; kind: DiscrepancyKind }>(
    `SELECT payment_id, kind FROM discrepancies WHERE ${amongst(params, 'payment_id', paymentIds)}`,
    params,
  );
  const kinds = new Map<number, DiscrepancyKind[]>();
  for (const row of rows) kinds.set(row.payment_id, [...(kinds.get(row.payment_id) ?? []), row.kind]);
  return kinds;
}

/** How many are unsettled. */
export async function countOpenDiscrepancies(db: Pick<Database, 'query'>): Promise<number> {
  const [row] = await db.query<Row & { n: number }>(
    'SELECT count(*) AS n FROM discrepancies WHERE settled_at_us IS NULL',
  );
  return row?.n ?? 0;
}

/** How many discrepancies of each kind wait to be settled. */
export async function countDiscrepanciesByKind(db: Database): Promise<Map<DiscrepancyKind, number>> {
  const rows = await db.query<Row & { kind: DiscrepancyKind; open: number }>(
    'SELECT kind, COUNT(*) AS open FROM discrepancies WHERE settled_at_us IS NULL GROUP BY kind',
  );
  const counts = new Map(DISCREPANCY_KINDS.map((kind) => [kind, 0]));
  for (const { kind, open } of rows) counts.set(kind, open);
  return counts;
}

/** Settles an open one with a note; false when there is no such open one. */
export async function closeDiscrepancy(tx: Transaction, id: string, note: string, atUs: number): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE discrepancies SET settled_at_us = $2, note = $3 WHERE id = $1 AND settled_at_us IS NULL RETURNING id',
    [id, atUs, note],
  );
  return rows.length > 0;
}

function toDiscrepancy(row: DiscrepancyRow): Discrepancy {
  const { amount_minor, currency, status } = row;
  return {
    id: row.id,
    kind: row.kind,
    method: row.method,
    paymentId: row.payment_id,
    providerRef: row.provider_ref,
    reported: reportedMoney(row),
    word: row.reported_word,
    timesSeen: row.times_seen,
    firstSeenAtUs: row.first_seen_at_us,
    lastSeenAtUs: row.last_seen_at_us,
    settledAtUs: row.settled_at_us,
    note: row.note,
    expected:
      amount_minor === null || currency === null || status === null
        ? null
        : { amountMinor: amount_minor, currency, status },
  };
}

function reportedMoney({
  reported_minor: amountMinor,
  reported_currency: currency,
}: Pick<DiscrepancyRow, 'reported_minor' | 'reported_currency'>): Money | null {
  return amountMinor === null || currency === null ? null : { amountMinor, currency };
}
