import {
  DISPUTE_WORK,
  type Dispute,
  type DisputeState,
  type DisputeWork,
  disputeStatesBefore,
  EVIDENCE_PAST_US,
  EVIDENCE_SOON_US,
  UNDECIDED_AFTER_US,
} from '../../../core/dispute.ts';
import type { Mode, Payment } from '../../../core/payment.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { inList, type ListPage, matching, pageClauses, whereAll } from '../../../database/matching.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import { newId } from '../../../platform/secrets/secrets.ts';
import type { ReportedDispute } from '../../../providers/provider.ts';
import { insertEntries } from '../../ledger/store/postings.ts';
import { disputeEntry, disputeEvents } from '../refund-entries.ts';

const DISPUTES = tableOf<Dispute>('disputes', {
  id: text('id'),
  websiteId: text('website_id'),
  mode: text('mode'),
  paymentId: bigint('payment_id'),
  method: text('method'),
  providerRef: text('provider_ref'),
  amountMinor: bigint('amount_minor'),
  currency: text('currency'),
  reason: text('reason'),
  state: text('state'),
  openedAtUs: bigint('opened_at_us'),
  decidedAtUs: bigint('decided_at_us'),
  evidenceDueAtUs: bigint('evidence_due_at_us'),
  createdAtUs: bigint('created_at_us'),
});

const INSERT = DISPUTES.insertion('ON CONFLICT DO NOTHING RETURNING id');

/**
 * Stores a dispute of a completed payment as its provider reports it, with its entries in the ledger: a new one, or the next state of a known one.
 * However many processes report it, it is stored once, and a report from before its last change changes nothing. Lock the money of the payment's refunds first. Returns the
 * stored dispute; undefined, with nothing stored, for one without money, and for one whose number belongs to another payment.
 */
export async function recordDispute(
  tx: Transaction,
  payment: Pick<Payment, 'id' | 'websiteId' | 'mode' | 'method'>,
  { providerRef, money, state, reason, openedAtUs, evidenceDueAtUs }: ReportedDispute,
  atUs: number,
): Promise<Dispute | undefined> {
  if (money.amountMinor === 0) return undefined;
  const dispute: Dispute = {
    id: newId('dsp'),
    websiteId: payment.websiteId,
    mode: payment.mode,
    paymentId: payment.id,
    method: payment.method,
    providerRef,
    ...money,
    reason,
    state,
    openedAtUs: openedAtUs ?? atUs,
    decidedAtUs: state === 'opened' ? null : atUs,
    evidenceDueAtUs,
    createdAtUs: atUs,
  };
  if ((await tx.query(INSERT, DISPUTES.valuesOf(dispute))).length > 0) {
    await insertEntries(
      tx,
      disputeEvents(dispute).map((event) => disputeEntry(dispute, event)),
    );
    return dispute;
  }
  const moved = await moveDispute(tx, dispute);
  return moved ?? (await findByRef(tx, dispute));
}

/** Moves a known dispute to the reported state, or gives it another deadline while it is open; undefined when neither applies. */
async function moveDispute(tx: Transaction, reported: Dispute): Promise<Dispute | undefined> {
  const { paymentId, method, providerRef, state, decidedAtUs, evidenceDueAtUs } = reported;
  const params: Value[] = [paymentId, method, providerRef, state, decidedAtUs, evidenceDueAtUs];
  const before = inList(params, 'state', disputeStatesBefore(state));
  // While a dispute is open, no deadline means that no evidence is due. Afterwards the last deadline stays on record.
  const due = `CASE WHEN CAST($4 AS TEXT) = 'opened' THEN CAST($6 AS BIGINT) ELSE COALESCE(CAST($6 AS BIGINT), evidence_due_at_us) END`;
  const isSameState = `state = 'opened' AND CAST($4 AS TEXT) = 'opened' AND evidence_due_at_us IS DISTINCT FROM ${due}`;
  const [row] = await tx.query(
    `UPDATE disputes SET state = $4, decided_at_us = $5, evidence_due_at_us = ${due}
      WHERE payment_id = $1 AND method = $2 AND provider_ref = $3 AND (${before} OR (${isSameState})) RETURNING ${DISPUTES.columns}`,
    params,
  );
  const moved = row && DISPUTES.read(row);
  if (moved?.state === 'won') await insertEntries(tx, [disputeEntry(moved, 'won')]);
  return moved;
}

async function findByRef(tx: Transaction, { paymentId, method, providerRef }: Dispute): Promise<Dispute | undefined> {
  const [row] = await tx.query(
    `SELECT ${DISPUTES.columns} FROM disputes WHERE payment_id = $1 AND method = $2 AND provider_ref = $3`,
    [paymentId, method, providerRef],
  );
  return row && DISPUTES.read(row);
}

/** The disputes of a payment, oldest first. */
export function listDisputesOf(db: Pick<Database, 'query'>, paymentId: number): Promise<Dispute[]> {
  return listDisputesBetween(db, { after: paymentId - 1, through: paymentId });
}

/** The disputes of the payments of a range of ids: after `after`, up to and including `through`. */
export async function listDisputesBetween(
  db: Pick<Database, 'query'>,
  { after, through }: { after: number; through: number },
): Promise<Dispute[]> {
  const rows = await db.query(
    `SELECT ${DISPUTES.columns} FROM disputes WHERE payment_id > $1 AND payment_id <= $2 ORDER BY payment_id, created_at_us, id`,
    [after, through],
  );
  return rows.map(DISPUTES.read);
}

/** The filter of a list of disputes; an undefined field does not filter. */
export interface DisputeFilter extends ListPage {
  readonly websiteId?: string | undefined;
  /** Only disputes of these websites; null for all. */
  readonly websiteIds?: readonly string[] | null | undefined;
  readonly mode?: Mode | undefined;
  readonly state?: DisputeState | undefined;
  readonly paymentId?: number | undefined;
  /** Only disputes that need attention now for this reason. */
  readonly work?: { readonly kind: DisputeWork; readonly nowUs: number } | undefined;
}

/** A page of the disputes that match, by the time when the gateway found them, newest first unless the filter says otherwise. */
export async function listNewestDisputes(db: Pick<Database, 'query'>, filter: DisputeFilter): Promise<Dispute[]> {
  const { websiteId, websiteIds, mode, state, paymentId, work } = filter;
  const params: Value[] = [];
  const conditions = matching(params, { website_id: websiteId, mode, state, payment_id: paymentId });
  if (websiteIds) conditions.push(inList(params, 'website_id', websiteIds));
  if (work) conditions.push(isWork(params, work.kind, work.nowUs));
  const page = pageClauses(params, conditions, filter);
  const rows = await db.query(`SELECT ${DISPUTES.columns} FROM disputes ${page}`, params);
  return rows.map(DISPUTES.read);
}

/** Open live disputes that need attention for one reason. */
export interface WaitingDisputes {
  readonly kind: DisputeWork;
  readonly count: number;
  /** Since when the first of them needs attention. Microseconds. */
  readonly sinceUs: number;
}

/** The live disputes of these websites (null for all) that need attention, for each reason that some have. Open disputes are few. */
export async function countDisputeWork(
  db: Pick<Database, 'query'>,
  nowUs: number,
  websiteIds: readonly string[] | null = null,
): Promise<WaitingDisputes[]> {
  const found: WaitingDisputes[] = [];
  for (const kind of DISPUTE_WORK) {
    const params: Value[] = [];
    const conditions = [isWork(params, kind, nowUs), "mode = 'live'"];
    if (websiteIds) conditions.push(inList(params, 'website_id', websiteIds));
    const since =
      kind === 'evidence_due' ? ['evidence_due_at_us', -EVIDENCE_SOON_US] : ['opened_at_us', UNDECIDED_AFTER_US];
    const [row] = await db.query<Row & { n: number; since_us: number | null }>(
      `SELECT COUNT(*) AS n, MIN(${since[0]}) AS since_us FROM disputes ${whereAll(conditions)}`,
      params,
    );
    if (row && row.since_us !== null) found.push({ kind, count: row.n, sinceUs: row.since_us + Number(since[1]) });
  }
  return found;
}

/** The condition of disputes that need attention for this reason. */
function isWork(params: Value[], kind: DisputeWork, nowUs: number): string {
  if (kind === 'undecided') return `state = 'opened' AND opened_at_us <= $${params.push(nowUs - UNDECIDED_AFTER_US)}`;
  const [from, to] = [params.push(nowUs - EVIDENCE_PAST_US), params.push(nowUs + EVIDENCE_SOON_US)];
  return `state = 'opened' AND evidence_due_at_us > $${from} AND evidence_due_at_us <= $${to}`;
}

/** How many live disputes are open. */
export async function countOpenDisputes(db: Pick<Database, 'query'>): Promise<number> {
  const [row] = await db.query<Row & { n: number }>(
    "SELECT COUNT(*) AS n FROM disputes WHERE state = 'opened' AND mode = 'live'",
  );
  return row?.n ?? 0;
}

/** The dispute with this id. */
export async function findDispute(db: Pick<Database, 'query'>, id: string): Promise<Dispute | undefined> {
  const [row] = await db.query(`SELECT ${DISPUTES.columns} FROM disputes WHERE id = $1`, [id]);
  return row && DISPUTES.read(row);
}
