import type { Currency } from '../../domain/money.ts';
import {
  type FailureReason,
  type FinalStatus,
  type Mode,
  type OpenStatus,
  type Payment,
  type PaymentMethod,
  type PaymentStatus,
  type RecurringInterval,
  statusesBefore,
} from '../../domain/payment.ts';
import type { Column, Database, Row, Transaction, Value } from '../database.ts';

const FIELDS = [
  { name: 'id', type: 'bigint' },
  { name: 'website_id', type: 'text' },
  { name: 'api_key_id', type: 'text' },
  { name: 'mode', type: 'text' },
  { name: 'method', type: 'text' },
  { name: 'status', type: 'text' },
  { name: 'amount_minor', type: 'bigint' },
  { name: 'currency', type: 'text' },
  { name: 'original_amount_minor', type: 'bigint' },
  { name: 'rate_e4', type: 'bigint' },
  { name: 'reference', type: 'text' },
  { name: 'description', type: 'text' },
  { name: 'customer_name', type: 'text' },
  { name: 'customer_email', type: 'text' },
  { name: 'customer_phone', type: 'text' },
  { name: 'metadata', type: 'text' },
  { name: 'recurring_interval', type: 'text' },
  { name: 'recurring_interval_count', type: 'bigint' },
  { name: 'subscription_id', type: 'text' },
  { name: 'subscription_period', type: 'bigint' },
  { name: 'subscription_try', type: 'bigint' },
  { name: 'charge_asked_at_us', type: 'bigint' },
  { name: 'provider_data', type: 'text' },
  { name: 'provider_ref', type: 'text' },
  { name: 'failure_reason', type: 'text' },
  { name: 'created_at_us', type: 'bigint' },
  { name: 'finished_at_us', type: 'bigint' },
  { name: 'expires_at_us', type: 'bigint' },
  { name: 'next_check_at_us', type: 'bigint' },
] as const satisfies readonly Column[];

const COLUMNS = FIELDS.map((field) => field.name).join(', ');

/** The columns of a payment in a statement that joins others. */
export function paymentColumns(alias: string): string {
  return FIELDS.map((field) => `${alias}.${field.name}`).join(', ');
}

export interface PaymentRow extends Row {
  id: number;
  website_id: string;
  api_key_id: string;
  mode: Mode;
  method: PaymentMethod;
  status: PaymentStatus;
  amount_minor: number;
  currency: Currency;
  original_amount_minor: number | null;
  rate_e4: number | null;
  reference: string | null;
  description: string | null;
  customer_name: string;
  customer_email: string | null;
  customer_phone: string | null;
  metadata: string | null;
  recurring_interval: RecurringInterval | null;
  recurring_interval_count: number | null;
  subscription_id: string | null;
  subscription_period: number | null;
  subscription_try: number | null;
  charge_asked_at_us: number | null;
  provider_data: string | null;
  provider_ref: string | null;
  failure_reason: FailureReason | null;
  created_at_us: number;
  finished_at_us: number | null;
  expires_at_us: number;
  next_check_at_us: number | null;
}

/** Inserts those whose id is free, and returns the ids that were. The others belong to another node's payments. */
export async function insertPayments(tx: Transaction, payments: readonly Payment[]): Promise<Set<number>> {
  const rows = await tx.insertRows<{ id: number }>({
    table: 'payments',
    columns: FIELDS,
    rows: payments.map(toValues),
    suffix: 'ON CONFLICT (id) DO NOTHING RETURNING id',
  });
  return new Set(rows.map((row) => row.id));
}

/** Whose payments a merchant's key may see: its website's, in its own mode. */
export interface PaymentScope {
  readonly websiteId: string;
  readonly mode: Mode;
}

/** A payment whoever it belongs to: for pages, which hold an unguessable link, and for the operator. */
export async function findPayment(db: Pick<Database, 'query'>, id: number): Promise<Payment | undefined> {
  const [row] = await db.query<PaymentRow>(`SELECT ${COLUMNS} FROM payments WHERE id = $1`, [id]);
  return row && toPayment(row);
}

export async function findPaymentInScope(db: Database, scope: PaymentScope, id: number): Promise<Payment | undefined> {
  const [row] = await db.query<PaymentRow>(
    `SELECT ${COLUMNS} FROM payments WHERE id = $1 AND website_id = $2 AND mode = $3`,
    [id, scope.websiteId, scope.mode],
  );
  return row && toPayment(row);
}

/** Of several payments with one reference, the newest. */
export async function findPaymentByReference(
  db: Database,
  scope: PaymentScope,
  reference: string,
): Promise<Payment | undefined> {
  const [row] = await db.query<PaymentRow>(
    `SELECT ${COLUMNS} FROM payments WHERE website_id = $1 AND mode = $2 AND reference = $3
      ORDER BY created_at_us DESC, id DESC LIMIT 1`,
    [scope.websiteId, scope.mode, reference],
  );
  return row && toPayment(row);
}

/** The live payment that a provider knows by this number of its own. Of several, the newest. */
export async function findPaymentByProviderRef(
  db: Database,
  method: PaymentMethod,
  providerRef: string,
): Promise<Payment | undefined> {
  const [row] = await db.query<PaymentRow>(
    `SELECT ${COLUMNS} FROM payments WHERE method = $1 AND provider_ref = $2 ORDER BY id DESC LIMIT 1`,
    [method, providerRef],
  );
  return row && toPayment(row);
}

/** The newest payments of everybody, or the newest before one: what the operator's listing shows. */
export async function listNewestPayments(
  db: Database,
  filter: {
    websiteId?: string | undefined;
    status?: PaymentStatus | undefined;
    beforeId?: number | undefined;
    limit: number;
  },
): Promise<Payment[]> {
  const params: Value[] = [];
  const equals = (column: string, value: string | undefined) => (value ? [`${column} = $${params.push(value)}`] : []);
  const conditions = [
    ...equals('website_id', filter.websiteId),
    ...equals('status', filter.status),
    ...(filter.beforeId === undefined ? [] : [`id < $${params.push(filter.beforeId)}`]),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const rows = await db.query<PaymentRow>(
    `SELECT ${COLUMNS} FROM payments ${where} ORDER BY id DESC LIMIT $${params.push(filter.limit)}`,
    params,
  );
  return rows.map(toPayment);
}

/** Live payments created from `fromUs` on and before `toUs`, oldest first, behind `after` if one is given. */
export async function listLivePayments(
  db: Database,
  { fromUs, toUs, after, limit }: { fromUs: number; toUs: number; after?: Payment | undefined; limit: number },
): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(
    `SELECT ${COLUMNS} FROM payments WHERE mode = 'live' AND created_at_us >= $1 AND created_at_us < $2
       AND (created_at_us > $1 OR id > $3)
      ORDER BY created_at_us, id LIMIT $4`,
    [after?.createdAtUs ?? fromUs, toUs, after?.id ?? 0, limit],
  );
  return rows.map(toPayment);
}

/** How many live payments of each method are open; methods without any are left out. */
export async function countOpenLivePayments(db: Database): Promise<Map<PaymentMethod, number>> {
  const rows = await db.query<Row & { method: PaymentMethod; open: number }>(
    `SELECT method, count(*) AS open FROM payments WHERE mode = 'live' AND next_check_at_us IS NOT NULL GROUP BY method`,
  );
  return new Map(rows.map((row) => [row.method, row.open]));
}

/** `pending` to `processing`. Returns the payment as it is now, or undefined when it had moved on already. */
export async function startProcessing(tx: Transaction, id: number): Promise<Payment | undefined> {
  const [row] = await tx.query<PaymentRow>(
    `UPDATE payments SET status = 'processing' WHERE id = $1 AND status IN (${quoted(statusesBefore('processing'))})
      RETURNING ${COLUMNS}`,
    [id],
  );
  return row && toPayment(row);
}

export interface Finish {
  readonly status: FinalStatus;
  readonly failureReason: FailureReason | null;
  readonly finishedAtUs: number;
  /** The provider's number of the payment, when it told one. */
  readonly providerRef?: string | undefined;
}

/** To its final status. Returns the payment as it is now, or undefined when no such move is allowed. */
export async function finishPayment(tx: Transaction, id: number, finish: Finish): Promise<Payment | undefined> {
  const [row] = await tx.query<PaymentRow>(
    `UPDATE payments SET status = $2, failure_reason = $3, finished_at_us = $4, next_check_at_us = NULL,
       provider_ref = COALESCE($5, provider_ref)
      WHERE id = $1 AND status IN (${quoted(statusesBefore(finish.status))}) RETURNING ${COLUMNS}`,
    [id, finish.status, finish.failureReason, finish.finishedAtUs, finish.providerRef ?? null],
  );
  return row && toPayment(row);
}

/** What changes when a provider was heard: left out stays as it is. */
export interface ProviderNews {
  readonly providerData?: string | null | undefined;
  readonly providerRef?: string | null | undefined;
  readonly expiresAtUs?: number | undefined;
  /** When it is asked next, whatever was planned. */
  readonly nextCheckAtUs?: number | undefined;
  /** When it is asked next at the latest: a check that is due earlier stays, unless it is the end of the lease in `leaseUntilUs`. */
  readonly checkByUs?: number | undefined;
  /** The lease of whoever claimed the payment, which is over with this. */
  readonly leaseUntilUs?: number | undefined;
}

/** Keeps what a provider said of a payment that is still open. */
export async function updateProviderData(tx: Transaction, id: number, news: ProviderNews): Promise<void> {
  const { providerData, providerRef, expiresAtUs, nextCheckAtUs, checkByUs, leaseUntilUs } = news;
  await tx.query(
    `UPDATE payments SET provider_data = COALESCE($2, provider_data), provider_ref = COALESCE($3, provider_ref),
       expires_at_us = COALESCE($4, expires_at_us), next_check_at_us = COALESCE($5,
         CASE WHEN $6 < next_check_at_us OR next_check_at_us = $7 THEN COALESCE($6, next_check_at_us)
           ELSE next_check_at_us END)
      WHERE id = $1 AND next_check_at_us IS NOT NULL`,
    [
      id,
      ...[providerData, providerRef, expiresAtUs, nextCheckAtUs, checkByUs, leaseUntilUs].map((value) => value ?? null),
    ],
  );
}

/** Whose checks are taken: all of test mode, or one method's of live mode. */
export type CheckLane = { readonly mode: 'test' } | { readonly mode: 'live'; readonly method: PaymentMethod };

/**
 * Takes open payments of a lane whose check is due, and puts their next check off to `leaseUntilUs`: a worker that dies while
 * it has them gives them back by then. Two workers never get the same one.
 */
export async function claimDuePayments(
  db: Database,
  lane: CheckLane,
  { nowUs, leaseUntilUs, limit }: { nowUs: number; leaseUntilUs: number; limit: number },
): Promise<Payment[]> {
  const params: Value[] = [nowUs, leaseUntilUs, limit, lane.mode];
  const ofMethod = lane.mode === 'live' ? `AND method = $${params.push(lane.method)}` : '';
  const rows = await db.transaction((tx) =>
    tx.query<PaymentRow>(
      `UPDATE payments SET next_check_at_us = $2 WHERE id IN (
         SELECT id FROM payments WHERE mode = $4 AND next_check_at_us <= $1 ${ofMethod}
         ORDER BY next_check_at_us LIMIT $3 ${db.skipLocked}
       ) RETURNING ${COLUMNS}`,
      params,
    ),
  );
  return rows.map(toPayment);
}

function quoted(statuses: readonly (OpenStatus | PaymentStatus)[]): string {
  return statuses.map((status) => `'${status}'`).join(', ');
}

function toValues(payment: Payment): Value[] {
  return [
    payment.id,
    payment.websiteId,
    payment.apiKeyId,
    payment.mode,
    payment.method,
    payment.status,
    payment.amountMinor,
    payment.currency,
    payment.originalAmountMinor,
    payment.rateE4,
    payment.reference,
    payment.description,
    payment.customerName,
    payment.customerEmail,
    payment.customerPhone,
    payment.metadata,
    payment.recurringInterval,
    payment.recurringIntervalCount,
    payment.subscriptionId,
    payment.subscriptionPeriod,
    payment.subscriptionTry,
    payment.chargeAskedAtUs,
    payment.providerData,
    payment.providerRef,
    payment.failureReason,
    payment.createdAtUs,
    payment.finishedAtUs,
    payment.expiresAtUs,
    payment.nextCheckAtUs,
  ];
}

export function toPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    websiteId: row.website_id,
    apiKeyId: row.api_key_id,
    mode: row.mode,
    method: row.method,
    status: row.status,
    amountMinor: row.amount_minor,
    currency: row.currency,
    originalAmountMinor: row.original_amount_minor,
    rateE4: row.rate_e4,
    reference: row.reference,
    description: row.description,
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    customerPhone: row.customer_phone,
    metadata: row.metadata,
    recurringInterval: row.recurring_interval,
    recurringIntervalCount: row.recurring_interval_count,
    subscriptionId: row.subscription_id,
    subscriptionPeriod: row.subscription_period,
    subscriptionTry: row.subscription_try,
    chargeAskedAtUs: row.charge_asked_at_us,
    providerData: row.provider_data,
    providerRef: row.provider_ref,
    failureReason: row.failure_reason,
    createdAtUs: row.created_at_us,
    finishedAtUs: row.finished_at_us,
    expiresAtUs: row.expires_at_us,
    nextCheckAtUs: row.next_check_at_us,
  };
}
