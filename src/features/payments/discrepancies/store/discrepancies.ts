import type { DisputeState } from '../../../../core/dispute.ts';
import { transactionIdTimeUs } from '../../../../core/ids.ts';
import type { Currency, Money } from '../../../../core/money.ts';
import type { Payment, PaymentMethod, PaymentStatus } from '../../../../core/payment.ts';
import type { Database, Row, Transaction, Value } from '../../../../database/database.ts';
import { inList, matching, whereAll } from '../../../../database/matching.ts';
import { bigint, group, optional, tableOf, text } from '../../../../database/table.ts';
import { holdPayment } from '../../store/find-payment.ts';
import {
  DISCREPANCY_KINDS,
  type Discrepancy,
  type DiscrepancyKind,
  type DiscrepancyReport,
  differenceOf,
  isReturned,
  RECEIVED_KINDS,
  RETURNED_NOTE,
  SHOWN_NOTE,
} from '../discrepancy.ts';
import { postCasesOf } from '../post-cases.ts';
import { DISPUTE_STATE, IS_BACK, IS_LOST, isRefundOf } from './ledger-cases.ts';

const DISCREPANCIES = tableOf<
  Required<Omit<Discrepancy, 'expected' | 'mayBeArchived' | 'refundId' | 'orderPaidBy' | 'disputeState' | 'whole'>>
>('discrepancies', {
  id: text('id'),
  kind: text('kind'),
  method: text('method'),
  paymentId: bigint('payment_id'),
  namedId: bigint('named_id'),
  providerRef: text('provider_ref'),
  reported: optional(group<Money>({ amountMinor: bigint('reported_minor'), currency: text('reported_currency') })),
  word: text('reported_word'),
  timesSeen: bigint('times_seen'),
  firstSeenAtUs: bigint('first_seen_at_us'),
  lastSeenAtUs: bigint('last_seen_at_us'),
  settledAtUs: bigint('settled_at_us'),
  note: text('note'),
});

interface OurRecord extends Row {
  website_id: string | null;
  customer_name: string | null;
  amount_minor: number | null;
  currency: Currency | null;
  status: PaymentStatus | null;
  archived_before_us: number | null;
  refund_id: string | null;
  dispute_state: DisputeState | null;
  order_paid_by: number | null;
}

const SELECT = `SELECT ${DISCREPANCIES.columnsOf('d')}, p.website_id, p.customer_name, p.amount_minor,
  p.currency, p.status, (SELECT MAX(before_us) FROM archives) AS archived_before_us,
  (SELECT MIN(r.id) FROM refunds r WHERE ${isRefundOf('r', 'd')}) AS refund_id, ${DISPUTE_STATE} AS dispute_state,
  (SELECT c.paid_payment_id FROM session_payments s JOIN checkout_sessions c ON c.id = s.session_id
    WHERE s.payment_id = d.payment_id AND c.paid_payment_id <> d.payment_id) AS order_paid_by
  FROM discrepancies d LEFT JOIN payments p ON p.id = d.payment_id`;

const RECEIVED = RECEIVED_KINDS.map((kind) => `'${kind}'`).join(', ');
const OPEN_MONEY = `settled_at_us IS NULL AND kind IN (${RECEIVED})`;
const AMOUNT = "COALESCE(reported_minor, -1) = $4 AND COALESCE(reported_currency, '') = $5";
/**
 * An attempt that loses to another transaction is repeated, and then finds the row that the other transaction stored.
 */
const MAX_ATTEMPTS = 10;

/**
 * Stores a report as a case, which is a row of `discrepancies`, under `id`; or counts that a known case was seen again.
 * Returns whether the case is new, or open again.
 *
 * Money that arrived once is one open case, even if reports differ: with or without the provider's number or the
 * amount, or as another kind. An open case adopts the number and the amount when they arrive, and the remaining amount
 * when a part was returned. A resolved case matches only the same number and the same amount, and opens again only if
 * its money had been returned, or if the provider had shown the full amount since. Any other report may be about other money, and is a new case. Posts the change in the
 * ledger. Contract: OPERATOR-12.
 */
export async function recordDiscrepancy(
  tx: Transaction,
  id: string,
  report: DiscrepancyReport,
  atUs: number,
): Promise<boolean> {
  const { paymentId } = report;
  // Held first, as by a settlement, so that no two transactions wait for each other.
  if (paymentId !== null) await holdPayment(tx, paymentId);
  const isNew = await recordCase(tx, id, report, atUs);
  if (paymentId !== null) await postCasesOf(tx, paymentId, atUs);
  return isNew;
}

async function recordCase(tx: Transaction, id: string, report: DiscrepancyReport, atUs: number): Promise<boolean> {
  for (let turn = 0; turn < MAX_ATTEMPTS; turn++) {
    if (report.reported && (await openAgain(tx, report, atUs))) return true;
    if (await openShown(tx, report, atUs)) return true;
    if (await countExactCase(tx, report, atUs)) return false;
    if (report.whole && (await countRefundedCase(tx, report, report.whole, atUs))) return false;
    if (await countSameMoney(tx, report, atUs)) return false;
    if (report.reported === null && (await countResolvedUnknown(tx, report, atUs))) return false;
    if (await insertCase(tx, id, report, atUs)) return true;
  }
  throw new Error('a discrepancy could not be stored: too many transactions report it at once');
}

/** The condition for cases, open or resolved, that have exactly this report. */
const EXACT = `method = $1 AND provider_ref = $2 AND COALESCE(payment_id, named_id, 0) = $3 AND ${AMOUNT}
  AND (kind = $6 OR (kind IN (${RECEIVED}) AND CAST($6 AS TEXT) IN (${RECEIVED})))`;

/**
 * The condition for open cases that may be the same money. Such a case has the same transaction id. It differs from the
 * report at most in a provider's number or an amount that one of the two lacks. The transaction id, $7, replaces a
 * number that the provider has not reported.
 */
const SAME_MONEY = `method = $1 AND COALESCE(payment_id, named_id) = $3 AND ${OPEN_MONEY} AND CAST($6 AS TEXT) IN (${RECEIVED})
  AND (provider_ref IN ($2, $7) OR CAST($2 AS TEXT) = $7) AND ((${AMOUNT}) OR reported_minor IS NULL OR CAST($4 AS BIGINT) = -1)`;

/** The next free number among the open cases of this transaction id and amount. */
const NEXT_PLACE = `(SELECT COALESCE(MAX(o.nth), 0) + 1 FROM discrepancies o WHERE o.method = $1 AND COALESCE(o.payment_id, o.named_id) = $3
  AND COALESCE(o.reported_minor, -1) = $4 AND COALESCE(o.reported_currency, '') = $5
  AND o.settled_at_us IS NULL AND o.kind IN (${RECEIVED}))`;

/**
 * Opens a case again if it was resolved because all of its money had been returned. Its charge has money again, for
 * example because a refund has failed. Does not open it if exactly this report is an open case, or a case that the
 * operator resolved. False when no case was opened.
 */
async function openAgain(tx: Transaction, report: DiscrepancyReport, atUs: number): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE discrepancies SET settled_at_us = NULL, note = NULL, times_seen = times_seen + 1, last_seen_at_us = $7,
       nth = ${NEXT_PLACE}, reported_minor = $4, reported_currency = $5
      WHERE id = (SELECT id FROM discrepancies WHERE method = $1 AND provider_ref = $2 AND COALESCE(payment_id, named_id, 0) = $3
          AND note = '${RETURNED_NOTE}' AND CAST($6 AS TEXT) IN (${RECEIVED})
          AND NOT EXISTS (SELECT 1 FROM discrepancies WHERE ${EXACT} AND note IS DISTINCT FROM '${RETURNED_NOTE}')
          AND ((${AMOUNT}) OR NOT EXISTS (SELECT 1 FROM discrepancies WHERE ${EXACT}))
        ORDER BY (${AMOUNT}) DESC, id LIMIT 1) AND note = '${RETURNED_NOTE}'
      RETURNING id`,
    [...caseOf(report).slice(0, 6), atUs],
  );
  return rows.length > 0;
}

/** The kinds of cases in which the provider has another amount of a completed payment, or none. */
const SHOWN_KINDS: readonly DiscrepancyKind[] = ['amount_mismatch', 'not_paid'];

/** The condition for cases of a completed payment whose provider has shown the full amount since. */
const IS_SHOWN = `SUBSTR(note, LENGTH(note) - ${SHOWN_NOTE.length - 1}) = '${SHOWN_NOTE}'`;

/**
 * Reopens a case of a completed payment: its provider had shown the full amount since, and no longer does. Not while another open case has the
 * same money. False when no case was reopened.
 */
async function openShown(tx: Transaction, report: DiscrepancyReport, atUs: number): Promise<boolean> {
  if (!SHOWN_KINDS.includes(report.kind)) return false;
  const rows = await tx.query(
    `UPDATE discrepancies SET settled_at_us = NULL, note = NULL, nth = ${NEXT_PLACE}, times_seen = times_seen + 1, last_seen_at_us = $8
      WHERE method = $1 AND provider_ref = $2 AND payment_id = $3 AND ${AMOUNT} AND kind = $6 AND ${IS_SHOWN}
        AND NOT EXISTS (SELECT 1 FROM discrepancies WHERE ${SAME_MONEY}) RETURNING id`,
    [...caseOf(report), atUs],
  );
  return rows.length > 0;
}

/**
 * Counts another sighting of exactly this report. A refund that has succeeded is not pending again, and one that has failed stays so, whatever a
 * slower process reports. False when no case has the report.
 */
async function countExactCase(tx: Transaction, report: DiscrepancyReport, atUs: number): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE discrepancies SET times_seen = times_seen + 1, last_seen_at_us = $7,
       reported_word = CASE WHEN reported_word = 'refund_failed' OR (reported_word = 'refunded' AND CAST($8 AS TEXT) = 'refund_pending')
         THEN reported_word ELSE CAST($8 AS TEXT) END
      WHERE id = (SELECT id FROM discrepancies WHERE ${EXACT} ORDER BY settled_at_us IS NOT NULL LIMIT 1) RETURNING id`,
    [...caseOf(report).slice(0, 6), atUs, report.word ?? null],
  );
  return rows.length > 0;
}

/**
 * Counts a sighting of the case of a charge that has been partly refunded since. An open case gets the remaining
 * amount; the amount of a resolved case does not change. For a converted charge, the whole amount is in the requested
 * currency, and the remaining amount in the charged currency. False when there is no such case.
 */
async function countRefundedCase(
  tx: Transaction,
  report: DiscrepancyReport,
  whole: Money,
  atUs: number,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE discrepancies SET times_seen = times_seen + 1, last_seen_at_us = $8,
       nth = CASE WHEN settled_at_us IS NULL THEN ${NEXT_PLACE} ELSE nth END,
       reported_minor = CASE WHEN settled_at_us IS NULL THEN CAST($4 AS BIGINT) ELSE reported_minor END,
       reported_currency = CASE WHEN settled_at_us IS NULL THEN CAST($5 AS TEXT) ELSE reported_currency END
      WHERE id = (SELECT id FROM discrepancies WHERE method = $1 AND provider_ref = $2 AND COALESCE(payment_id, named_id, 0) = $3
          AND kind IN (${RECEIVED}) AND CAST($6 AS TEXT) IN (${RECEIVED})
          AND ((reported_currency = $9 AND $9 = $5 AND reported_minor > $4 AND reported_minor <= $7)
            OR ($9 <> $5 AND ((reported_currency = $5 AND reported_minor > $4) OR (reported_currency = $9 AND reported_minor = $7))))
        ORDER BY settled_at_us IS NOT NULL, reported_minor LIMIT 1)
      RETURNING id`,
    [...caseOf(report).slice(0, 6), whole.amountMinor, atUs, whole.currency],
  );
  return rows.length > 0;
}

/**
 * Counts a report without an amount as a sighting of a resolved case of the same unknown payment: it may be about the
 * same money. False when there is no such case.
 */
async function countResolvedUnknown(tx: Transaction, report: DiscrepancyReport, atUs: number): Promise<boolean> {
  if (report.kind !== 'unknown_payment') return false;
  const [method, providerRef, subject, , , kind, id] = caseOf(report);
  const rows = await tx.query(
    `UPDATE discrepancies SET times_seen = times_seen + 1, last_seen_at_us = $6
      WHERE id = (SELECT id FROM discrepancies WHERE method = $1 AND kind = $2 AND named_id = $3 AND settled_at_us IS NOT NULL
          AND (provider_ref = $4 OR CAST($4 AS TEXT) = $5) ORDER BY settled_at_us DESC LIMIT 1) RETURNING id`,
    [method!, kind!, subject!, providerRef!, id!, atUs],
  );
  return rows.length > 0;
}

/**
 * Counts a sighting of an open case of the same money. The case gets the number or the amount that it lacked. False
 * when there is no such case.
 */
async function countSameMoney(tx: Transaction, report: DiscrepancyReport, atUs: number): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE discrepancies SET times_seen = times_seen + 1, last_seen_at_us = $8,
       provider_ref = CASE WHEN provider_ref = $7 THEN CAST($2 AS TEXT) ELSE provider_ref END,
       nth = CASE WHEN reported_minor IS NULL AND CAST($4 AS BIGINT) <> -1 THEN ${NEXT_PLACE} ELSE nth END,
       reported_minor = COALESCE(reported_minor, CASE WHEN CAST($4 AS BIGINT) <> -1 THEN CAST($4 AS BIGINT) END),
       reported_currency = COALESCE(reported_currency, CASE WHEN CAST($4 AS BIGINT) <> -1 THEN CAST($5 AS TEXT) END)
      WHERE id = (SELECT id FROM discrepancies WHERE ${SAME_MONEY} ORDER BY provider_ref <> $2, nth LIMIT 1) AND ${SAME_MONEY}
      RETURNING id`,
    [...caseOf(report), atUs],
  );
  return rows.length > 0;
}

/** Stores a case. False when another transaction has stored the same money, or used the same number, since the check. */
async function insertCase(tx: Transaction, id: string, report: DiscrepancyReport, atUs: number): Promise<boolean> {
  const rows = await tx.query(
    // NOT EXISTS sees only commits from before this statement. A case that is committed during the statement has the
    // same `nth`, and conflicts by a unique index.
    `INSERT INTO discrepancies (id, kind, method, payment_id, named_id, provider_ref, reported_minor, reported_currency, reported_word,
       nth, times_seen, first_seen_at_us, last_seen_at_us)
     SELECT $8, CAST($6 AS TEXT), $1, CAST($9 AS BIGINT), CAST($10 AS BIGINT), CAST($2 AS TEXT), CAST($11 AS BIGINT), $12, $13,
       CASE WHEN CAST($2 AS TEXT) = $7 THEN 1 ELSE ${NEXT_PLACE} END, 1, CAST($14 AS BIGINT), CAST($14 AS BIGINT)
      WHERE NOT EXISTS (SELECT 1 FROM discrepancies WHERE ${EXACT})
        AND NOT EXISTS (SELECT 1 FROM discrepancies WHERE ${SAME_MONEY})
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      ...[...caseOf(report), id, report.paymentId, report.namedId ?? null],
      ...[report.reported?.amountMinor ?? null, report.reported?.currency ?? null, report.word ?? null, atUs],
    ],
  );
  return rows.length > 0;
}

/** The parameters $1 to $7: the fields in which equal reports agree, and the transaction id as a text. */
function caseOf({ method, providerRef, paymentId, namedId, reported, kind }: DiscrepancyReport): Value[] {
  const subject = paymentId ?? namedId ?? 0;
  const { amountMinor, currency } = reported ?? { amountMinor: -1, currency: '' };
  return [method, providerRef, subject, amountMinor, currency, kind, String(subject)];
}

export async function findDiscrepancy(db: Pick<Database, 'query'>, id: string): Promise<Discrepancy | undefined> {
  const [row] = await db.query<OurRecord>(`${SELECT} WHERE d.id = $1`, [id]);
  return row && toDiscrepancy(row);
}

/** All discrepancies, or only the open ones, newest first. */
export async function listDiscrepancies(
  db: Database,
  { isOpen, limit }: { isOpen?: boolean | undefined; limit: number },
): Promise<Discrepancy[]> {
  const params: Value[] = [limit];
  const where = isOpen === undefined ? '' : `WHERE d.settled_at_us IS ${isOpen ? 'NULL' : 'NOT NULL'}`;
  const rows = await db.query<OurRecord>(
    `${SELECT} ${where} ORDER BY d.first_seen_at_us DESC, d.id DESC LIMIT $1`,
    params,
  );
  return rows.map(toDiscrepancy);
}

/** The filter of the list of discrepancies; an undefined field does not filter. */
export interface DiscrepancyFilter {
  /** Only those of payments of these websites; null for all, with unknown payments. */
  readonly websiteIds: readonly string[] | null;
  readonly isOpen?: boolean | undefined;
  readonly kind?: DiscrepancyKind | undefined;
  readonly method?: PaymentMethod | undefined;
  /** The oldest discrepancies first. */
  readonly isOldestFirst?: boolean | undefined;
}

/**
 * A page of discrepancies, newest or oldest first: those after `before`, the last of the previous page. An undefined
 * field of the filter does not filter.
 */
export async function listDiscrepancyPage(
  db: Pick<Database, 'query'>,
  filter: DiscrepancyFilter & {
    readonly before?: { readonly atUs: number; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<Discrepancy[]> {
  const { websiteIds, isOpen, kind, method, before, isOldestFirst, limit } = filter;
  const [side, way] = isOldestFirst ? ['>', 'ASC'] : ['<', 'DESC'];
  const params: Value[] = [];
  const conditions = matching(params, { 'd.kind': kind, 'd.method': method });
  if (websiteIds) conditions.push(inList(params, 'p.website_id', websiteIds));
  if (isOpen !== undefined) conditions.push(`d.settled_at_us IS ${isOpen ? 'NULL' : 'NOT NULL'}`);
  if (before) {
    conditions.push(`(d.first_seen_at_us, d.id) ${side} ($${params.push(before.atUs)}, $${params.push(before.id)})`);
  }
  const rows = await db.query<OurRecord>(
    `${SELECT} ${whereAll(conditions)} ORDER BY d.first_seen_at_us ${way}, d.id ${way} LIMIT $${params.push(limit)}`,
    params,
  );
  return rows.map(toDiscrepancy);
}

/** Whether money arrived for a payment of this cycle after the payment had failed. */
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

/** All discrepancies of a payment, oldest first. */
export async function discrepanciesOf(db: Pick<Database, 'query'>, paymentId: number): Promise<Discrepancy[]> {
  const rows = await db.query<OurRecord>(`${SELECT} WHERE d.payment_id = $1 ORDER BY d.first_seen_at_us, d.id`, [
    paymentId,
  ]);
  return rows.map(toDiscrepancy);
}

/** A payment's discrepancies in brief. */
export interface DiscrepancyMarks {
  /** Their kinds, whether they are open or resolved. */
  readonly kinds: readonly DiscrepancyKind[];
  /** The kinds of surplus money that all went back to the customer. */
  readonly returnedKinds: readonly DiscrepancyKind[];
  readonly hasOpenDiscrepancy: boolean;
}

/** The discrepancies of payments in brief; payments without any are omitted. */
export async function discrepancyMarksOf(
  db: Pick<Database, 'query'>,
  paymentIds: readonly number[],
): Promise<Map<number, DiscrepancyMarks>> {
  const params: Value[] = [];
  const rows = await db.query<
    Row & {
      payment_id: number;
      kind: DiscrepancyKind;
      settled_at_us: number | null;
      note: string | null;
      is_back: number;
    }
  >(
    `SELECT d.payment_id, d.kind, d.settled_at_us, d.note, CASE WHEN ${IS_BACK} THEN 1 ELSE 0 END AS is_back
      FROM discrepancies d WHERE ${inList(params, 'd.payment_id', paymentIds)}`,
    params,
  );
  return new Map(
    [...Map.groupBy(rows, (row) => row.payment_id)].map(([id, own]) => {
      const counted = own.filter(({ kind, is_back: isBack }) => kind !== 'returned_after_completion' || isBack === 1);
      const kinds = counted.map(({ kind }) => kind);
      const kept = counted.filter((row) => !isReturned(row)).map(({ kind }) => kind);
      const returnedKinds = kinds.filter((kind) => !kept.includes(kind));
      return [id, { kinds, returnedKinds, hasOpenDiscrepancy: own.some((row) => row.settled_at_us === null) }];
    }),
  );
}

/** The number of open discrepancies. */
export async function countOpenDiscrepancies(db: Pick<Database, 'query'>): Promise<number> {
  const [row] = await db.query<Row & { n: number }>(
    'SELECT count(*) AS n FROM discrepancies WHERE settled_at_us IS NULL',
  );
  return row?.n ?? 0;
}

/** When the oldest open discrepancy of these websites (null for all) was first seen; undefined if there is none. */
export async function oldestOpenDiscrepancyUs(
  db: Pick<Database, 'query'>,
  websiteIds: readonly string[] | null,
): Promise<number | undefined> {
  const params: Value[] = [];
  const these = websiteIds === null ? [] : [inList(params, 'p.website_id', websiteIds)];
  const [row] = await db.query<Row & { first_seen_at_us: number }>(
    `SELECT d.first_seen_at_us FROM discrepancies d LEFT JOIN payments p ON p.id = d.payment_id
      ${whereAll(['d.settled_at_us IS NULL', ...these])} ORDER BY d.first_seen_at_us, d.id LIMIT 1`,
    params,
  );
  return row?.first_seen_at_us;
}

/** The sum of open discrepancies of one website, kind, currency and direction. */
export interface OpenDiscrepancies {
  /** Null for unknown payments. */
  readonly websiteId: string | null;
  readonly kind: DiscrepancyKind;
  readonly count: number;
  /** Their total difference; negative if money is missing, null if it is not known. */
  readonly difference: Money | null;
}

/**
 * The open discrepancies, added up by website, kind, currency and direction: missing money is not subtracted from
 * surplus money. Reads only the open discrepancies and their payments. `websiteIds`: as in `listDiscrepancyPage`.
 */
export async function sumOpenDiscrepancies(
  db: Pick<Database, 'query'>,
  websiteIds: readonly string[] | null,
): Promise<OpenDiscrepancies[]> {
  const params: Value[] = [];
  const conditions = ['d.settled_at_us IS NULL'];
  if (websiteIds) conditions.push(inList(params, 'p.website_id', websiteIds));
  const rows = await db.query<
    Row & {
      website_id: string | null;
      kind: DiscrepancyKind;
      n: number;
      currency: Currency | null;
      amount_minor: number | null;
      reported_currency: Currency | null;
      reported_minor: number | null;
      is_lost: number;
    }
  >(
    `SELECT p.website_id, d.kind, COUNT(*) AS n, p.currency, CAST(SUM(p.amount_minor) AS BIGINT) AS amount_minor,
       d.reported_currency, CAST(SUM(d.reported_minor) AS BIGINT) AS reported_minor, ${IS_LOST} AS is_lost
      FROM discrepancies d LEFT JOIN payments p ON p.id = d.payment_id ${whereAll(conditions)}
      GROUP BY p.website_id, d.kind, p.currency, d.reported_currency, CASE WHEN d.reported_minor > p.amount_minor THEN 1 ELSE 0 END, is_lost`,
    params,
  );
  return rows.map((row) => {
    const difference = differenceOf({
      kind: row.kind,
      expected: moneyOf(row.amount_minor, row.currency),
      reported: moneyOf(row.reported_minor, row.reported_currency),
    });
    return {
      websiteId: row.website_id,
      kind: row.kind,
      count: row.n,
      difference: difference && row.is_lost === 1 ? { ...difference, amountMinor: 0 } : difference,
    };
  });
}

function moneyOf(amountMinor: number | null, currency: Currency | null): Money | null {
  return amountMinor === null || currency === null ? null : { amountMinor, currency };
}

/** The number of open discrepancies of each kind. */
export async function countDiscrepanciesByKind(db: Database): Promise<Map<DiscrepancyKind, number>> {
  const rows = await db.query<Row & { kind: DiscrepancyKind; open: number }>(
    'SELECT kind, COUNT(*) AS open FROM discrepancies WHERE settled_at_us IS NULL GROUP BY kind',
  );
  const counts = new Map(DISCREPANCY_KINDS.map((kind) => [kind, 0]));
  for (const { kind, open } of rows) counts.set(kind, open);
  return counts;
}

/** Resolves an open discrepancy with a note; false when there is no open one with this id. */
export async function closeDiscrepancy(tx: Transaction, id: string, note: string, atUs: number): Promise<boolean> {
  await tx.query('UPDATE payments SET mode = mode WHERE id = (SELECT payment_id FROM discrepancies WHERE id = $1)', [
    id,
  ]);
  const [row] = await tx.query<Row & { payment_id: number | null }>(
    'UPDATE discrepancies SET settled_at_us = $2, note = $3 WHERE id = $1 AND settled_at_us IS NULL RETURNING payment_id',
    [id, atUs, note],
  );
  if (row && row.payment_id !== null) await postCasesOf(tx, row.payment_id, atUs);
  return row !== undefined;
}

/**
 * Resolves the open cases of an unknown payment with this number of the provider, because the money belongs to
 * `paymentId`. Stores the note with them, and returns them.
 */
export async function closeUnknownPayment(
  tx: Transaction,
  { method, providerRef, paymentId }: { method: PaymentMethod; providerRef: string; paymentId: number },
  note: string,
  atUs: number,
): Promise<Discrepancy[]> {
  const rows = await tx.query<Row & { id: string }>(
    `UPDATE discrepancies SET settled_at_us = $4, note = $5
      WHERE method = $1 AND provider_ref = $2 AND kind = 'unknown_payment' AND settled_at_us IS NULL
        AND COALESCE(named_id, $3) = $3 RETURNING id`,
    [method, providerRef, paymentId, atUs, note],
  );
  return closedBy(tx, rows);
}

/**
 * Money that the provider returned to the customer: the number of its charge, and its payment, which is null when this
 * store has none.
 */
export interface ReturnedMoney {
  readonly method: PaymentMethod;
  readonly providerRef: string;
  readonly paymentId: number | null;
}

/** The condition for the open cases of this money. */
const OPEN_CASE = `method = $1 AND provider_ref = $2 AND COALESCE(payment_id, 0) = $3 AND ${OPEN_MONEY}`;

/** Whether this money has an open case. */
export async function isOpenMoney(
  db: Pick<Database, 'query'>,
  { method, providerRef, paymentId }: ReturnedMoney,
): Promise<boolean> {
  const rows = await db.query(`SELECT id FROM discrepancies WHERE ${OPEN_CASE} LIMIT 1`, [
    method,
    providerRef,
    paymentId ?? 0,
  ]);
  return rows.length > 0;
}

/**
 * Resolves the open cases of money that was returned completely, with a note. If the same money is reported again, for
 * example because a refund has failed, its case is open again. Returns the resolved cases.
 */
export async function closeReturnedMoney(
  tx: Transaction,
  { method, providerRef, paymentId }: ReturnedMoney,
  atUs: number,
): Promise<Discrepancy[]> {
  if (paymentId !== null) await holdPayment(tx, paymentId);
  const rows = await tx.query<Row & { id: string }>(
    `UPDATE discrepancies SET settled_at_us = $4, note = '${RETURNED_NOTE}' WHERE ${OPEN_CASE} RETURNING id`,
    [method, providerRef, paymentId ?? 0, atUs],
  );
  if (paymentId !== null) await postCasesOf(tx, paymentId, atUs);
  return closedBy(tx, rows);
}

/** The condition for the cases, open or resolved, that are undone once the provider shows the full amount of this payment. */
const UNSHOWN_CASE = `payment_id = $1 AND method = $2 AND kind IN (${SHOWN_KINDS.map((kind) => `'${kind}'`).join(', ')}) AND provider_ref IN ($3, $4)
  AND (note IS NULL OR NOT ${IS_SHOWN})`;

/** A completed payment whose provider shows all of its money, with the number under which it does. */
export type ShownPayment = Pick<Payment, 'id' | 'method' | 'providerRef'>;

/** Whether a payment has a case, open or resolved, that its full amount undoes. */
export async function isUnshown(db: Pick<Database, 'query'>, payment: ShownPayment): Promise<boolean> {
  return (await db.query(`SELECT id FROM discrepancies WHERE ${UNSHOWN_CASE} LIMIT 1`, shownBy(payment))).length > 0;
}

/**
 * Stores that the provider shows the full amount of a completed payment: cases about another amount, or none, no longer count. An open one is
 * resolved with a note, and the note of a resolved one says so too. Returns these cases.
 */
export async function closeShown(tx: Transaction, payment: ShownPayment, atUs: number): Promise<Discrepancy[]> {
  await holdPayment(tx, payment.id);
  const rows = await tx.query<Row & { id: string }>(
    `UPDATE discrepancies SET settled_at_us = $5,
       note = CASE WHEN note IS NULL THEN '${SHOWN_NOTE}' ELSE note || '; ${SHOWN_NOTE}' END WHERE ${UNSHOWN_CASE} RETURNING id`,
    [...shownBy(payment), atUs],
  );
  await postCasesOf(tx, payment.id, atUs);
  return closedBy(tx, rows);
}

function shownBy({ id, method, providerRef }: ShownPayment): Value[] {
  return [id, method, providerRef ?? String(id), String(id)];
}

/** Resolves the open cases of a dispute that was won, with a note. Returns the resolved cases. */
export async function closeWonDispute(
  tx: Transaction,
  { method, providerRef, paymentId }: ReturnedMoney & { readonly paymentId: number },
  atUs: number,
): Promise<Discrepancy[]> {
  const rows = await tx.query<Row & { id: string }>(
    `UPDATE discrepancies SET settled_at_us = $4, note = 'the dispute was won'
      WHERE method = $1 AND provider_ref = $2 AND payment_id = $3 AND settled_at_us IS NULL
        AND kind IN ('disputed', 'returned_after_completion') RETURNING id`,
    [method, providerRef, paymentId, atUs],
  );
  return closedBy(tx, rows);
}

/**
 * Stores that the money of a return did not go back, with the word that says why, and resolves its case, if it is open, with a note. Returns the
 * case if this resolved it.
 */
export async function closeUndone(
  tx: Transaction,
  id: string,
  word: 'refund_failed' | 'replaced',
  atUs: number,
): Promise<Discrepancy | undefined> {
  await tx.query('UPDATE discrepancies SET reported_word = $2 WHERE id = $1', [id, word]);
  const note =
    word === 'replaced' ? 'its refunds are listed now, or their sum is another one' : 'the refund returned nothing';
  const rows = await tx.query<Row & { id: string }>(
    'UPDATE discrepancies SET settled_at_us = $2, note = $3 WHERE id = $1 AND settled_at_us IS NULL RETURNING id',
    [id, atUs, note],
  );
  return (await closedBy(tx, rows))[0];
}

async function closedBy(tx: Transaction, rows: readonly { readonly id: string }[]): Promise<Discrepancy[]> {
  const closed: Discrepancy[] = [];
  for (const { id } of rows) {
    const discrepancy = await findDiscrepancy(tx, id);
    if (discrepancy) closed.push(discrepancy);
  }
  return closed;
}

function toDiscrepancy(row: OurRecord): Discrepancy {
  const { website_id: websiteId, customer_name: customerName, status, archived_before_us: archivedBeforeUs } = row;
  const money = moneyOf(row.amount_minor, row.currency);
  const discrepancy = DISCREPANCIES.read(row);
  return {
    ...discrepancy,
    refundId: row.refund_id,
    orderPaidBy: row.order_paid_by,
    disputeState: row.dispute_state,
    mayBeArchived: mayBeArchived(discrepancy.namedId, archivedBeforeUs),
    expected:
      money && websiteId !== null && customerName !== null && status !== null
        ? { websiteId, customerName, ...money, status }
        : null,
  };
}

function mayBeArchived(id: number | null, beforeUs: number | null): boolean {
  return id !== null && beforeUs !== null && transactionIdTimeUs(id) < beforeUs;
}
