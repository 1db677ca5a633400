import type { Mode, RecurringInterval } from '../../../core/payment.ts';
import { periodDueAtUs, type Subscription, type SubscriptionStatus } from '../../../core/recurring.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { positionCondition } from '../../../database/list-position.ts';
import { matching, whereAll } from '../../../database/matching.ts';
import { updateChosen } from '../../../database/update-chosen.ts';

interface SubscriptionRow extends Row {
  id: string;
  first_payment_id: number;
  website_id: string;
  api_key_id: string;
  mode: Mode;
  card_token_sealed: string;
  recurring_interval: RecurringInterval;
  recurring_interval_count: number;
  anchor_at_us: number;
  next_period: number;
  next_charge_at_us: number | null;
  status: SubscriptionStatus;
  consecutive_failures: number;
  periods_left_out: number;
  ended_at_us: number | null;
  end_reason: string | null;
  test_clock_us: number | null;
  created_at_us: number;
  paused_at_us: number | null;
  skipped_until_us: number | null;
}

const BATCH = 500;

const COLUMNS = `id, first_payment_id, website_id, api_key_id, mode, card_token_sealed, recurring_interval,
  recurring_interval_count, anchor_at_us, next_period, next_charge_at_us, status, consecutive_failures, periods_left_out,
  ended_at_us, end_reason, test_clock_us, created_at_us, paused_at_us,
  skipped_until_us`;

/** Stores a new subscription. Returns false when its first payment already has one, in whatever status. */
export async function insertSubscription(tx: Transaction, subscription: Subscription): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO subscriptions (${COLUMNS})
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
     ON CONFLICT (first_payment_id) DO NOTHING RETURNING id`,
    [
      subscription.id,
      subscription.firstPaymentId,
      subscription.websiteId,
      subscription.apiKeyId,
      subscription.mode,
      subscription.cardTokenSealed,
      subscription.interval,
      subscription.intervalCount,
      subscription.anchorAtUs,
      subscription.nextPeriod,
      subscription.nextChargeAtUs,
      subscription.status,
      subscription.consecutiveFailures,
      subscription.periodsLeftOut,
      subscription.endedAtUs,
      subscription.endReason,
      subscription.testClockUs,
      subscription.createdAtUs,
      subscription.pausedAtUs,
      subscription.skippedUntilUs,
    ],
  );
  return rows.length > 0;
}

export async function findSubscription(db: Pick<Database, 'query'>, id: string): Promise<Subscription | undefined> {
  const [row] = await db.query<SubscriptionRow>(`SELECT ${COLUMNS} FROM subscriptions WHERE id = $1`, [id]);
  return row && toSubscription(row);
}

/** The next `limit` subscriptions, by their ids. */
export async function listSubscriptionsById(
  db: Pick<Database, 'query'>,
  after: string,
  limit: number,
): Promise<Subscription[]> {
  const rows = await db.query<SubscriptionRow>(
    `SELECT ${COLUMNS} FROM subscriptions WHERE id > $1 ORDER BY id LIMIT $2`,
    [after, limit],
  );
  return rows.map(toSubscription);
}

/** Locks a subscription until the transaction ends. Undefined when it does not exist, or has ended. */
export async function lockActiveSubscription(tx: Transaction, id: string): Promise<Subscription | undefined> {
  // An update that changes nothing takes the row's lock on both engines.
  const [row] = await tx.query<SubscriptionRow>(
    `UPDATE subscriptions SET status = status WHERE id = $1 AND status = 'active' RETURNING ${COLUMNS}`,
    [id],
  );
  return row && toSubscription(row);
}

/**
 * Claims the subscriptions of a mode that a worker must process now, longest waiting first, and postpones them to
 * `leaseUntilUs`: if the worker dies, its lease expires and others claim them. Returns their ids.
 */
export async function claimDueSubscriptions(
  db: Database,
  mode: Mode,
  { nowUs, leaseUntilUs, limit }: { nowUs: number; leaseUntilUs: number; limit: number },
): Promise<string[]> {
  const rows = await db.transaction((tx) =>
    tx.query<Row & { id: string }>(
      updateChosen(
        {
          table: 'subscriptions',
          key: 'id',
          chosen: `SELECT id FROM subscriptions WHERE mode = $1 AND next_charge_at_us <= $2
                    ORDER BY next_charge_at_us LIMIT $4 ${db.skipLocked}`,
        },
        'next_charge_at_us = $3',
        'id',
      ),
      [mode, nowUs, leaseUntilUs, limit],
    ),
  );
  return rows.map((row) => row.id);
}

/**
 * The earliest due date among the next cycles of active live subscriptions, microseconds since 1970: by our records
 * these cycles are unpaid. Undefined when none is due.
 */
export async function earliestDue(db: Pick<Database, 'query'>, nowUs: number): Promise<number | undefined> {
  let earliest: number | undefined;
  for (let after = ''; ; ) {
    const rows = await db.query<SubscriptionRow>(
      `SELECT ${COLUMNS} FROM subscriptions WHERE mode = 'live' AND status = 'active' AND id > $1 ORDER BY id LIMIT ${BATCH}`,
      [after],
    );
    for (const subscription of rows.map(toSubscription)) {
      const dueAtUs = periodDueAtUs(subscription, subscription.nextPeriod);
      if (dueAtUs <= nowUs) earliest = Math.min(earliest ?? dueAtUs, dueAtUs);
    }
    if (rows.length < BATCH) return earliest;
    after = rows.at(-1)?.id ?? '';
  }
}

/** How many subscriptions of a mode are active. */
export async function countActiveSubscriptions(db: Pick<Database, 'query'>, mode: Mode): Promise<number> {
  const [row] = await db.query<Row & { n: number }>(
    "SELECT count(*) AS n FROM subscriptions WHERE mode = $1 AND status = 'active'",
    [mode],
  );
  return row?.n ?? 0;
}

/** Sets when a worker next processes a subscription. */
export async function scheduleSubscription(tx: Transaction, id: string, nextChargeAtUs: number): Promise<void> {
  await tx.query(`UPDATE subscriptions SET next_charge_at_us = $2 WHERE id = $1 AND status = 'active'`, [
    id,
    nextChargeAtUs,
  ]);
}

/** What changes when a cycle is closed. */
export type Progress = Pick<Subscription, 'nextPeriod' | 'nextChargeAtUs' | 'consecutiveFailures' | 'periodsLeftOut'>;

/** Moves a subscription to a later cycle. */
export async function advanceSubscription(tx: Transaction, id: string, progress: Progress): Promise<void> {
  await tx.query(
    `UPDATE subscriptions SET next_period = $2, next_charge_at_us = $3, consecutive_failures = $4, periods_left_out = $5
      WHERE id = $1 AND status = 'active' AND next_period < $2`,
    [id, progress.nextPeriod, progress.nextChargeAtUs, progress.consecutiveFailures, progress.periodsLeftOut],
  );
}

/**
 * Ends an active subscription for good. Returns its current state; undefined when it does not exist, or had already
 * ended.
 */
export async function endSubscription(
  tx: Transaction,
  id: string,
  {
    status,
    reason,
    atUs,
    isFailure = false,
  }: {
    status: Exclude<SubscriptionStatus, 'active'>;
    reason: string;
    atUs: number;
    /** Whether the charge of the next cycle has failed, and that failure is not counted yet. */
    isFailure?: boolean;
  },
): Promise<Subscription | undefined> {
  const [row] = await tx.query<SubscriptionRow>(
    `UPDATE subscriptions SET status = $2, end_reason = $3, ended_at_us = $4, next_charge_at_us = NULL,
            consecutive_failures = consecutive_failures + $5
      WHERE id = $1 AND status = 'active' RETURNING ${COLUMNS}`,
    [id, status, reason, atUs, Number(isFailure)],
  );
  return row && toSubscription(row);
}

/**
 * Pauses an active subscription at a moment, or resumes it. Cycles that fell due before the subscription is resumed are
 * skipped. If its test clock is ahead, the cycles that are due by that clock are skipped as well. Undefined when the
 * subscription does not exist, has ended, or is in the requested state already.
 */
export async function setSubscriptionPaused(
  tx: Transaction,
  id: string,
  { isPaused, atUs }: { isPaused: boolean; atUs: number },
): Promise<Subscription | undefined> {
  const change = isPaused
    ? 'paused_at_us = $2'
    : `paused_at_us = NULL, skipped_until_us = CASE WHEN test_clock_us > $2 THEN test_clock_us ELSE $2 END`;
  const [row] = await tx.query<SubscriptionRow>(
    `UPDATE subscriptions SET ${change}
      WHERE id = $1 AND status = 'active' AND paused_at_us IS ${isPaused ? 'NULL' : 'NOT NULL'} RETURNING ${COLUMNS}`,
    [id, atUs],
  );
  return row && toSubscription(row);
}

/**
 * Sets the test clock of an active subscription, but never back, and makes it due for a worker. Undefined when that is
 * not possible.
 */
export async function setTestClock(
  tx: Transaction,
  id: string,
  { toUs, nowUs }: { toUs: number; nowUs: number },
): Promise<Subscription | undefined> {
  const [row] = await tx.query<SubscriptionRow>(
    `UPDATE subscriptions SET test_clock_us = $2, next_charge_at_us = CASE WHEN next_charge_at_us < $3 THEN next_charge_at_us ELSE $3 END
      WHERE id = $1 AND mode = 'test' AND status = 'active' AND COALESCE(test_clock_us, 0) <= $2 RETURNING ${COLUMNS}`,
    [id, toUs, nowUs],
  );
  return row && toSubscription(row);
}

/** The newest subscriptions that match. */
export async function listSubscriptions(
  db: Database,
  filter: {
    websiteId?: string | undefined;
    status?: SubscriptionStatus | undefined;
    mode?: Mode | undefined;
    limit: number;
  },
): Promise<Subscription[]> {
  const params: Value[] = [];
  const { websiteId, status, mode } = filter;
  const where = whereAll(matching(params, { website_id: websiteId, status, mode }));
  const rows = await db.query<SubscriptionRow>(
    `SELECT ${COLUMNS} FROM subscriptions ${where} ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(filter.limit)}`,
    params,
  );
  return rows.map(toSubscription);
}

/** Which subscriptions a page of the list shows; without a filter, all of them. */
export interface SubscriptionPageFilter {
  /** Null: those of all websites. */
  readonly websiteIds: readonly string[] | null;
  readonly status?: SubscriptionStatus | undefined;
  readonly isPaused?: boolean | undefined;
  readonly mode?: Mode | undefined;
  /** Only those older than this one, the last of the previous page. */
  readonly before?: { readonly atUs: number; readonly id: string } | undefined;
  readonly limit: number;
}

/** A page of subscriptions, newest first. Each website is a range of an index. */
export async function listSubscriptionPage(db: Database, filter: SubscriptionPageFilter): Promise<Subscription[]> {
  const { websiteIds, status, isPaused, mode, before, limit } = filter;
  const found: Subscription[] = [];
  for (const websiteId of websiteIds ?? [undefined]) {
    const params: Value[] = [];
    const conditions = matching(params, { website_id: websiteId, status, mode });
    if (isPaused !== undefined) conditions.push(`paused_at_us IS ${isPaused ? 'NOT NULL' : 'NULL'}`);
    if (before) conditions.push(positionCondition('<', `$${params.push(before.atUs)}`, `$${params.push(before.id)}`));
    const rows = await db.query<SubscriptionRow>(
      `SELECT ${COLUMNS} FROM subscriptions ${whereAll(conditions)}
        ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(limit)}`,
      params,
    );
    found.push(...rows.map(toSubscription));
  }
  return found.sort((a, b) => b.createdAtUs - a.createdAtUs || (a.id < b.id ? 1 : -1)).slice(0, limit);
}

function toSubscription(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    firstPaymentId: row.first_payment_id,
    websiteId: row.website_id,
    apiKeyId: row.api_key_id,
    mode: row.mode,
    cardTokenSealed: row.card_token_sealed,
    interval: row.recurring_interval,
    intervalCount: row.recurring_interval_count,
    anchorAtUs: row.anchor_at_us,
    nextPeriod: row.next_period,
    nextChargeAtUs: row.next_charge_at_us,
    status: row.status,
    consecutiveFailures: row.consecutive_failures,
    periodsLeftOut: row.periods_left_out,
    endedAtUs: row.ended_at_us,
    endReason: row.end_reason,
    testClockUs: row.test_clock_us,
    createdAtUs: row.created_at_us,
    pausedAtUs: row.paused_at_us,
    skippedUntilUs: row.skipped_until_us,
  };
}
