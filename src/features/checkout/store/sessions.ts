import type { Mode, Payment } from '../../../core/payment.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { inList, type ListPage, matching, pageClauses } from '../../../database/matching.ts';
import { PAYMENTS } from '../../payments/store/payment-table.ts';
import { type CheckoutSession, MAX_ATTEMPTS, SESSION_MEMBER, type SessionStatus } from '../session.ts';
import { SESSIONS } from './session-table.ts';

type Reader = Pick<Database, 'query'>;

const INSERT = SESSIONS.insertion();

/** The filter of a list of sessions; an undefined field does not filter. */
export interface SessionFilter extends ListPage {
  readonly websiteId?: string | undefined;
  /** Only sessions of these websites; null for all. */
  readonly websiteIds?: readonly string[] | null | undefined;
  readonly mode?: Mode | undefined;
  /** The whole reference of the order. */
  readonly reference?: string | undefined;
  /** The status at `nowUs`. */
  readonly status?: { readonly is: SessionStatus; readonly nowUs: number } | undefined;
}

/** The condition of each status, as `sessionStatus` decides it. `now` adds the time to the parameters, and returns its place. */
const IS: Readonly<Record<SessionStatus, (now: () => string) => string>> = {
  paid: () => 'paid_payment_id IS NOT NULL',
  open: (now) => `paid_payment_id IS NULL AND cancelled_at_us IS NULL AND expires_at_us > ${now()}`,
  processing: (now) =>
    `paid_payment_id IS NULL AND open_payments > 0 AND (cancelled_at_us IS NOT NULL OR expires_at_us <= ${now()})`,
  cancelled: () => 'paid_payment_id IS NULL AND open_payments = 0 AND cancelled_at_us IS NOT NULL',
  expired: (now) =>
    `paid_payment_id IS NULL AND open_payments = 0 AND cancelled_at_us IS NULL AND expires_at_us <= ${now()}`,
};

/** Stores a new session. */
export async function insertSession(tx: Transaction, session: CheckoutSession): Promise<void> {
  await tx.query(INSERT, SESSIONS.valuesOf(session));
}

/** The session with this id. */
export async function findSession(db: Reader, id: string): Promise<CheckoutSession | undefined> {
  const [row] = await db.query(`SELECT ${SESSIONS.columns} FROM checkout_sessions WHERE id = $1`, [id]);
  return row && SESSIONS.read(row);
}

/** The session whose page has this code. */
export async function findSessionByCode(db: Reader, code: string): Promise<CheckoutSession | undefined> {
  const [row] = await db.query(`SELECT ${SESSIONS.columns} FROM checkout_sessions WHERE code = $1`, [code]);
  return row && SESSIONS.read(row);
}

/** The session that a payment belongs to; undefined when there is none. */
export async function findSessionOfPayment(
  db: Reader,
  payment: Pick<Payment, 'id' | 'metadata'>,
): Promise<CheckoutSession | undefined> {
  if (!mayBeOfSession(payment)) return undefined;
  const [row] = await db.query(
    `SELECT ${SESSIONS.columns} FROM checkout_sessions
      WHERE id = (SELECT session_id FROM session_payments WHERE payment_id = $1)`,
    [payment.id],
  );
  return row && SESSIONS.read(row);
}

/** Whether a payment may belong to a session. Its metadata then names the session, so other payments need no query. */
function mayBeOfSession({ metadata }: Pick<Payment, 'metadata'>): boolean {
  return metadata?.startsWith(`{"${SESSION_MEMBER}"`) ?? false;
}

/** The payments of a session that are still in the store, newest first: at most MAX_ATTEMPTS. */
export async function listPaymentsOfSession(db: Reader, sessionId: string): Promise<Payment[]> {
  const rows = await db.query(
    `SELECT ${PAYMENTS.columnsOf('p')} FROM session_payments s JOIN payments p ON p.id = s.payment_id
      WHERE s.session_id = $1 ORDER BY s.payment_id DESC LIMIT ${MAX_ATTEMPTS}`,
    [sessionId],
  );
  return rows.map(PAYMENTS.read);
}

/**
 * Counts a new payment of a session. False when the session is paid, over or out of attempts, or has more than
 * `mostOpen` open payments.
 */
export async function reserveAttempt(
  tx: Transaction,
  { sessionId, mostOpen, nowUs }: { sessionId: string; mostOpen: number; nowUs: number },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE checkout_sessions SET attempts = attempts + 1, open_payments = open_payments + 1
      WHERE id = $1 AND paid_payment_id IS NULL AND cancelled_at_us IS NULL AND expires_at_us > $2
        AND attempts < ${MAX_ATTEMPTS} AND open_payments <= $3 RETURNING id`,
    [sessionId, nowUs, mostOpen],
  );
  return rows.length === 1;
}

/** Records that a new payment belongs to a session. */
export async function insertSessionPayment(tx: Transaction, sessionId: string, paymentId: number): Promise<void> {
  await tx.query("INSERT INTO session_payments (payment_id, session_id, state) VALUES ($1, $2, 'open')", [
    paymentId,
    sessionId,
  ]);
}

/**
 * Records the outcome of a session's payment that has just become final, in the transaction that makes it final. False,
 * with nothing written, when the payment would complete a session that another payment has completed. True for payments
 * of no session.
 */
export async function settleSessionPayment(tx: Transaction, payment: Payment): Promise<boolean> {
  if (!mayBeOfSession(payment)) return true;
  const { id, status, finishedAtUs } = payment;
  const [row] = await tx.query<Row & { session_id: string }>(
    "SELECT session_id FROM session_payments WHERE payment_id = $1 AND state = 'open'",
    [id],
  );
  if (!row) return true;
  const isPaid = status === 'completed';
  // The session's row is locked from here to the commit, so of several payments that complete, the first decides.
  const settled = isPaid
    ? await tx.query(
        `UPDATE checkout_sessions SET open_payments = open_payments - 1, paid_payment_id = $2, paid_at_us = $3
          WHERE id = $1 AND paid_payment_id IS NULL RETURNING id`,
        [row.session_id, id, finishedAtUs],
      )
    : await tx.query('UPDATE checkout_sessions SET open_payments = open_payments - 1 WHERE id = $1 RETURNING id', [
        row.session_id,
      ]);
  if (settled.length === 0) return false;
  await tx.query('UPDATE session_payments SET state = $2 WHERE payment_id = $1', [id, isPaid ? 'paid' : 'failed']);
  return true;
}

/** Cancels a session that is neither paid, cancelled nor expired, and returns whether this changed it. */
export async function setSessionCancelled(tx: Transaction, id: string, cancelledAtUs: number): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE checkout_sessions SET cancelled_at_us = $2
      WHERE id = $1 AND cancelled_at_us IS NULL AND paid_payment_id IS NULL AND expires_at_us > $2 RETURNING id`,
    [id, cancelledAtUs],
  );
  return rows.length === 1;
}

/** Deletes up to `limit` sessions without any payment that expired before a moment, and returns how many. */
export async function deleteUnusedSessions(tx: Transaction, beforeUs: number, limit: number): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM checkout_sessions WHERE attempts = 0 AND id IN
        (SELECT id FROM checkout_sessions WHERE attempts = 0 AND expires_at_us < $1 ORDER BY expires_at_us LIMIT $2)
      RETURNING id`,
    [beforeUs, limit],
  );
  return rows.length;
}

/** A page of the sessions that match, newest first unless the filter says otherwise. */
export async function listNewestSessions(
  db: Pick<Database, 'query'>,
  filter: SessionFilter,
): Promise<CheckoutSession[]> {
  const { websiteId, websiteIds, mode, reference, status } = filter;
  const params: Value[] = [];
  const conditions = matching(params, { website_id: websiteId, mode, reference });
  if (websiteIds) conditions.push(inList(params, 'website_id', websiteIds));
  if (status) conditions.push(IS[status.is](() => `$${params.push(status.nowUs)}`));
  const page = pageClauses(params, conditions, filter);
  const rows = await db.query(`SELECT ${SESSIONS.columns} FROM checkout_sessions ${page}`, params);
  return rows.map(SESSIONS.read);
}
