import { US_PER_SECOND } from '../../../core/durations.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { inList } from '../../../database/matching.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import { updateChosen } from '../../../database/update-chosen.ts';
import { MAIL_TIMEOUT_MS } from '../../../platform/mail/mailer.ts';

/**
 * The status of an e-mail receipt. `pending`: it will be attempted. `given_up`: it could not be sent. `dropped`: it is no longer
 * wanted, or has no possible address.
 */
type ReceiptStatus = 'pending' | 'sent' | 'given_up' | 'dropped';

/** A queue of e-mails about payments: receipts to customers, requested receipts, and notices to the sellers of payment links. */
export type MailQueue = 'receipts' | 'receipt_requests' | 'link_notices';

const QUEUES: readonly MailQueue[] = ['receipts', 'receipt_requests', 'link_notices'];

/** Longer than an attempt and the recording of its result take. */
export const LEASE_US = (MAIL_TIMEOUT_MS / 1000 + 75) * US_PER_SECOND;

const DUE = 'next_attempt_at_us IS NOT NULL AND (next_attempt_at_us <= $1 OR next_attempt_at_us > $2)';

/** A receipt that a worker has claimed for an attempt. */
export interface ClaimedReceipt {
  readonly paymentId: number;
  /** Including this attempt. */
  readonly attempts: number;
  readonly createdAtUs: number;
}

/** The columns of a claimed e-mail, the same in both queues. */
const CLAIMED = tableOf<ClaimedReceipt>('receipts', {
  paymentId: bigint('payment_id'),
  attempts: bigint('attempts'),
  createdAtUs: bigint('created_at_us'),
});

/** Puts the receipt of a payment that has just been completed in the queue, if its website sends receipts. */
export async function queueReceipt(
  tx: Transaction,
  { paymentId, websiteId, nowUs }: { paymentId: number; websiteId: string; nowUs: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO receipts (payment_id, status, attempts, next_attempt_at_us, created_at_us)
     SELECT CAST($1 AS BIGINT), 'pending', 0, CAST($2 AS BIGINT), CAST($2 AS BIGINT)
       FROM websites WHERE id = $3 AND sends_receipts = 1`,
    [paymentId, nowUs, websiteId],
  );
}

/** A request for a payment's receipt, to an address that a customer or a user entered. */
export interface ReceiptRequest {
  readonly address: string;
  /** The requests of the payment so far. It distinguishes their e-mails. */
  readonly requests: number;
}

const REQUESTS = tableOf<ReceiptRequest>('receipt_requests', {
  address: text('address'),
  requests: bigint('requests'),
});

/**
 * Queues a payment's receipt for an address, replacing an earlier request that still waits. Returns false, and changes
 * nothing, once the payment has had `most` requests. An attempt in progress for the earlier request counts as lost, and
 * its worker does not record its result on the new request. The new request only waits until that attempt is over,
 * without the waits after failed attempts to the earlier address.
 */
export async function requestReceiptFor(
  tx: Transaction,
  { paymentId, address, nowUs, most }: { paymentId: number; address: string; nowUs: number; most: number },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO receipt_requests (payment_id, address, requests, status, attempts, next_attempt_at_us, created_at_us)
     VALUES ($1, $2, 1, 'pending', 0, $3, $3)
     ON CONFLICT (payment_id) DO UPDATE SET address = excluded.address, requests = receipt_requests.requests + 1, status = 'pending',
       attempts = CASE WHEN receipt_requests.status = 'pending' THEN receipt_requests.attempts + 1 ELSE 0 END,
       next_attempt_at_us = CASE WHEN receipt_requests.next_attempt_at_us IS NULL THEN excluded.next_attempt_at_us
         WHEN receipt_requests.next_attempt_at_us > CAST($5 AS BIGINT) THEN CAST($5 AS BIGINT) ELSE receipt_requests.next_attempt_at_us END,
       last_error = NULL, created_at_us = excluded.created_at_us, ended_at_us = NULL
     WHERE receipt_requests.requests < $4
     RETURNING payment_id`,
    [paymentId, address, nowUs, most, nowUs + LEASE_US],
  );
  return rows.length > 0;
}

/** The newest request for a payment's receipt; undefined if there is none. */
export async function findReceiptRequest(
  db: Pick<Database, 'query'>,
  paymentId: number,
): Promise<ReceiptRequest | undefined> {
  const [row] = await db.query(`SELECT ${REQUESTS.columns} FROM receipt_requests WHERE payment_id = $1`, [paymentId]);
  return row && REQUESTS.read(row);
}

/**
 * Whether a receipt is due for an attempt now. One that is planned after `farUs` was planned by a wrong clock, and is
 * due too.
 */
export async function hasDueReceipts(
  db: Pick<Database, 'query'>,
  { nowUs, farUs }: { nowUs: number; farUs: number },
  queue: MailQueue = 'receipts',
): Promise<boolean> {
  return (await db.query(`SELECT payment_id FROM ${queue} WHERE ${DUE} LIMIT 1`, [nowUs, farUs])).length > 0;
}

/**
 * Claims the receipts that have been due longest, and counts the attempt of each. Until `leaseUntilUs` no other worker
 * gets them.
 */
export async function claimReceipts(
  tx: Transaction,
  claim: { nowUs: number; farUs: number; leaseUntilUs: number; limit: number; skipLocked: string },
  queue: MailQueue = 'receipts',
): Promise<ClaimedReceipt[]> {
  const rows = await tx.query(
    updateChosen(
      {
        table: queue,
        key: 'payment_id',
        chosen: `SELECT payment_id FROM ${queue} WHERE ${DUE} ORDER BY next_attempt_at_us LIMIT $4 ${claim.skipLocked}`,
      },
      'next_attempt_at_us = $3, attempts = attempts + 1',
      CLAIMED.columns,
    ),
    [claim.nowUs, claim.farUs, claim.leaseUntilUs, claim.limit],
  );
  return rows.map(CLAIMED.read);
}

/** The result of an attempt. */
export type ReceiptResult =
  | { readonly status: Exclude<ReceiptStatus, 'pending'>; readonly endedAtUs: number; readonly error?: string }
  | { readonly status: 'pending'; readonly nextAttemptAtUs: number; readonly error: string };

/** Records the result of an attempt. Does nothing when another worker has claimed the receipt since. */
export async function recordReceipt(
  tx: Transaction,
  { paymentId, attempts }: Pick<ClaimedReceipt, 'paymentId' | 'attempts'>,
  result: ReceiptResult,
  queue: MailQueue = 'receipts',
): Promise<void> {
  const isOver = result.status !== 'pending';
  await tx.query(
    `UPDATE ${queue} SET status = $3, next_attempt_at_us = $4, last_error = $5, ended_at_us = $6
      WHERE payment_id = $1 AND attempts = $2 AND status = 'pending'`,
    [
      ...[paymentId, attempts, result.status],
      ...[isOver ? null : result.nextAttemptAtUs, result.error ?? null, isOver ? result.endedAtUs : null],
    ],
  );
}

/** The stored data of a payment's e-mail receipt. */
export interface ReceiptRecord {
  readonly status: ReceiptStatus;
  readonly attempts: number;
  readonly nextAttemptAtUs: number | null;
  /** The result of the last attempt, or why there is none. Never contains text of the e-mail or its address. */
  readonly error: string | null;
  readonly endedAtUs: number | null;
}

const RECORDS = tableOf<ReceiptRecord>('receipts', {
  status: text('status'),
  attempts: bigint('attempts'),
  nextAttemptAtUs: bigint('next_attempt_at_us'),
  error: text('last_error'),
  endedAtUs: bigint('ended_at_us'),
});

/** The receipt of a payment, its newest requested one, or the notice to its seller; undefined when there is none. */
export async function findReceipt(
  db: Pick<Database, 'query'>,
  paymentId: number,
  queue: MailQueue = 'receipts',
): Promise<ReceiptRecord | undefined> {
  const [row] = await db.query(`SELECT ${RECORDS.columns} FROM ${queue} WHERE payment_id = $1`, [paymentId]);
  return row && RECORDS.read(row);
}

/**
 * How many e-mails about payments wait, and how many failed for good since a moment: receipts to customers and notices
 * to sellers together.
 */
export async function countReceipts(
  db: Pick<Database, 'query'>,
  sinceUs: number,
): Promise<{ waiting: number; givenUp: number }> {
  const sum = (condition: string) =>
    QUEUES.map((queue) => `(SELECT COUNT(*) FROM ${queue} WHERE ${condition})`).join(' + ');
  const [row] = await db.query<Row & { waiting: number; given_up: number }>(
    `SELECT ${sum('next_attempt_at_us IS NOT NULL')} AS waiting,
            ${sum("status = 'given_up' AND ended_at_us >= $1")} AS given_up`,
    [sinceUs],
  );
  return { waiting: row?.waiting ?? 0, givenUp: row?.given_up ?? 0 };
}

/** Deletes the records of e-mails about payments. */
export async function deleteReceiptsOf(tx: Transaction, paymentIds: readonly number[]): Promise<void> {
  const params: Value[] = [];
  const these = inList(params, 'payment_id', paymentIds);
  for (const queue of QUEUES) await tx.query(`DELETE FROM ${queue} WHERE ${these}`, params);
}
