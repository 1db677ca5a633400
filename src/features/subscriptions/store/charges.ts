import type { Payment } from '../../../core/payment.ts';
import type { Subscription } from '../../../core/recurring.ts';
import type { Database, Row, Transaction } from '../../../database/database.ts';
import { PAYMENTS } from '../../payments/store/payment-table.ts';

/** The payments of a subscription after the first one, or of one cycle, oldest first. */
export async function listSubscriptionPayments(
  db: Pick<Database, 'query'>,
  subscriptionId: string,
  period?: number,
): Promise<Payment[]> {
  const rows = await db.query(
    `SELECT ${PAYMENTS.columns} FROM payments WHERE subscription_id = $1 AND ($2 = 0 OR subscription_period = $2)
      ORDER BY subscription_period, id`,
    [subscriptionId, period ?? 0],
  );
  return rows.map(PAYMENTS.read);
}

/**
 * The newest payments of a subscription, except its first one; with `before`, the last payment of the previous page,
 * only older ones.
 */
export async function listNewestCharges(
  db: Pick<Database, 'query'>,
  subscriptionId: string,
  { before, limit }: { before?: { readonly period: number; readonly id: number } | undefined; limit: number },
): Promise<Payment[]> {
  const rows = await db.query(
    `SELECT ${PAYMENTS.columns} FROM payments
      WHERE subscription_id = $1 AND (subscription_period, id) < ($2, $3)
      ORDER BY subscription_period DESC, id DESC LIMIT $4`,
    [subscriptionId, before?.period ?? MOST_PERIODS, before?.id ?? 0, limit],
  );
  return rows.map(PAYMENTS.read);
}

/** The charges of a subscription that were requested since a moment and have not completed: how many, and when the first was requested. */
export async function countUnpaidCharges(
  db: Pick<Database, 'query'>,
  subscriptionId: string,
  sinceUs: number,
): Promise<{ count: number; firstAtUs: number | null }> {
  const [row] = await db.query<Row & { n: number; first: number | null }>(
    `SELECT count(*) AS n, MIN(charge_asked_at_us) AS first FROM payments
      WHERE subscription_id = $1 AND charge_asked_at_us > $2 AND status <> 'completed'`,
    [subscriptionId, sinceUs],
  );
  return { count: row?.n ?? 0, firstAtUs: row?.first ?? null };
}

/**
 * Whether the card has been charged successfully since a charge of its subscription: a payment of the same or a later
 * cycle has completed, or money arrived for one that had failed.
 */
export async function wasPaidSince(
  db: Pick<Database, 'query'>,
  { id, subscriptionId, subscriptionPeriod }: Pick<Payment, 'id' | 'subscriptionId' | 'subscriptionPeriod'>,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT p.id FROM payments p WHERE p.subscription_id = $1 AND p.subscription_period >= $2 AND p.id <> $3
        AND (p.status = 'completed' OR EXISTS
          (SELECT 1 FROM discrepancies d WHERE d.payment_id = p.id AND d.kind = 'paid_after_failure'))
      LIMIT 1`,
    [subscriptionId, subscriptionPeriod ?? 0, id],
  );
  return rows.length > 0;
}

/** More cycles than any subscription has. */
const MOST_PERIODS = 2_147_483_647;

export interface AskedCharge {
  readonly askedAtUs: number;
  readonly expiresAtUs: number;
  readonly nextCheckAtUs: number;
  /** The attempt number found in the provider's records; undefined leaves it unchanged. */
  readonly attempt?: number;
}

/**
 * Records that the charge is about to be requested from the provider. Returns the current payment; or undefined when
 * another caller was first or the payment is final, and the provider must not be called.
 */
export async function markChargeAsked(
  tx: Transaction,
  id: number,
  { askedAtUs, expiresAtUs, nextCheckAtUs, attempt }: AskedCharge,
): Promise<Payment | undefined> {
  const [row] = await tx.query(
    `UPDATE payments SET charge_asked_at_us = $2, expires_at_us = $3, next_check_at_us = $4,
       subscription_try = COALESCE($5, subscription_try)
      WHERE id = $1 AND status = 'processing' AND subscription_id IS NOT NULL AND charge_asked_at_us IS NULL
      RETURNING ${PAYMENTS.columns}`,
    [id, askedAtUs, expiresAtUs, nextCheckAtUs, attempt ?? null],
  );
  return row && PAYMENTS.read(row);
}

/**
 * Restarts the full time until expiry of requested charges with an unknown outcome. Call it when the time has stepped:
 * as long as a search may lag behind a charge, finding nothing proves nothing.
 */
export async function restartAskedCharges(tx: Transaction, nowUs: number): Promise<void> {
  await tx.query(
    `UPDATE payments SET expires_at_us = CAST($1 AS BIGINT) + (expires_at_us - charge_asked_at_us), charge_asked_at_us = $1,
       next_check_at_us = $1
      WHERE next_check_at_us IS NOT NULL AND status = 'processing' AND charge_asked_at_us IS NOT NULL`,
    [nowUs],
  );
}

/** The first cycle after the next one that has payments; undefined when none has. */
export async function nextKnownPeriod(
  tx: Transaction,
  { id, nextPeriod }: Pick<Subscription, 'id' | 'nextPeriod'>,
): Promise<number | undefined> {
  const [row] = await tx.query<Row & { period: number | null }>(
    'SELECT min(subscription_period) AS period FROM payments WHERE subscription_id = $1 AND subscription_period > $2',
    [id, nextPeriod],
  );
  return row?.period ?? undefined;
}
