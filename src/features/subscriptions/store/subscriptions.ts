import type { Mode } from '../../../core/payment.ts';
import { periodDueAtUs, type Subscription, type SubscriptionStatus } from '../../../core/recurring.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { matching, positionCondition, whereAll } from '../../../database/matching.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import { updateChosen } from '../../../database/update-chosen.ts';

const SUBSCRIPTIONS = tableOf<Subscription>('subscriptions', {
  id: text('id'),
  firstPaymentId: bigint('first_payment_id'),
  websiteId: text('website_id'),
  apiKeyId: text('api_key_id'),
  mode: text('mode'),
  cardTokenSealed: text('card_token_sealed'),
  interval: text('recurring_interval'),
  intervalCount: bigint('recurring_interval_count'),
  anchorAtUs: bigint('anchor_at_us'),
  nextPeriod: bigint('next_period'),
  nextChargeAtUs: bigint('next_charge_at_us'),
  status: text('status'),
  consecutiveFailures: bigint('consecutive_failures'),
  periodsLeftOut: bigint('periods_left_out'),
  endedAtUs: bigint('ended_at_us'),
  endReason: text('end_reason'),
  testClockUs: bigint('test_clock_us'),
  createdAtUs: bigint('created_at_us'),
  pausedAtUs: bigint('paused_at_us'),
  skippedUntilUs: bigint('skipped_until_us'),
});
const INSERT = SUBSCRIPTIONS.insertion('ON CONFLICT DO NOTHING RETURNING id');

const BATCH = 500;

/** Stores a new subscription. Returns false when its first payment already has one, in whatever status. */
export async function insertSubscription(tx: Transaction, subscription: Subscription): Promise<boolean> {
  return (await tx.query(INSERT, SUBSCRIPTIONS.valuesOf(subscription))).length > 0;
}

export async function findSubscription(db: Pick<Database, 'query'>, id: string): Promise<Subscription | undefined> {
  const [row] = await db.query(`SELECT ${SUBSCRIPTIONS.columns} FROM subscriptions WHERE id = $1`, [id]);
  return row && SUBSCRIPTIONS.read(row);
}

/** The next `limit` subscriptions, by their ids. */
export async function listSubscriptionsById(
  db: Pick<Database, 'query'>,
  after: string,
  limit: number,
): Promise<Subscription[]> {
  const rows = await db.query(`SELECT ${SUBSCRIPTIONS.columns} FROM subscriptions WHERE id > $1 ORDER BY id LIMIT $2`, [
    after,
    limit,
  ]);
  return rows.map(SUBSCRIPTIONS.read);
}

/** Locks a subscription until the transaction ends. Undefined when it does not exist, or has ended. */
export async function lockActiveSubscription(tx: Transaction, id: string): Promise<Subscription | undefined> {
  // An update that changes nothing takes the row's lock on both engines.
  const [row] = await tx.query(
    `UPDATE subscriptions SET status = status WHERE id = $1 AND status = 'active' RETURNING ${SUBSCRIPTIONS.columns}`,
    [id],
  );
  return row && SUBSCRIPTIONS.read(row);
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
 * The earliest due date among the next cycles of active live subscriptions, which are unpaid by our records.
 * Microseconds since 1970; undefined when none is due.
 */
export async function earliestDue(db: Pick<Database, 'query'>, nowUs: number): Promise<number | undefined> {
  let earliest: number | undefined;
  for (let after = ''; ; ) {
    const rows = await db.query(
      `SELECT ${SUBSCRIPTIONS.columns} FROM subscriptions WHERE mode = 'live' AND status = 'active' AND id > $1 ORDER BY id LIMIT ${BATCH}`,
      [after],
    );
    const subscriptions = rows.map(SUBSCRIPTIONS.read);
    for (const subscription of subscriptions) {
      const dueAtUs = periodDueAtUs(subscription, subscription.nextPeriod);
      if (dueAtUs <= nowUs) earliest = Math.min(earliest ?? dueAtUs, dueAtUs);
    }
    if (rows.length < BATCH) return earliest;
    after = subscriptions.at(-1)?.id ?? '';
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

const PROGRESS = ['nextPeriod', 'nextChargeAtUs', 'consecutiveFailures', 'periodsLeftOut'] as const;
/** The fields that change when a cycle is closed. */
export type Progress = Pick<Subscription, (typeof PROGRESS)[number]>;

/** Moves a subscription to a later cycle. */
export async function advanceSubscription(tx: Transaction, id: string, progress: Progress): Promise<void> {
  const params: Value[] = [id, progress.nextPeriod];
  await tx.query(
    `UPDATE subscriptions SET ${SUBSCRIPTIONS.set(params, PROGRESS, progress)}
      WHERE id = $1 AND status = 'active' AND next_period < $2`,
    params,
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
  const [row] = await tx.query(
    `UPDATE subscriptions SET status = $2, end_reason = $3, ended_at_us = $4, next_charge_at_us = NULL,
            consecutive_failures = consecutive_failures + $5
      WHERE id = $1 AND status = 'active' RETURNING ${SUBSCRIPTIONS.columns}`,
    [id, status, reason, atUs, Number(isFailure)],
  );
  return row && SUBSCRIPTIONS.read(row);
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
  const [row] = await tx.query(
    `UPDATE subscriptions SET ${change}
      WHERE id = $1 AND status = 'active' AND paused_at_us IS ${isPaused ? 'NULL' : 'NOT NULL'} RETURNING ${SUBSCRIPTIONS.columns}`,
    [id, atUs],
  );
  return row && SUBSCRIPTIONS.read(row);
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
  const [row] = await tx.query(
    `UPDATE subscriptions SET test_clock_us = $2, next_charge_at_us = CASE WHEN next_charge_at_us < $3 THEN next_charge_at_us ELSE $3 END
      WHERE id = $1 AND mode = 'test' AND status = 'active' AND COALESCE(test_clock_us, 0) <= $2 RETURNING ${SUBSCRIPTIONS.columns}`,
    [id, toUs, nowUs],
  );
  return row && SUBSCRIPTIONS.read(row);
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
  const rows = await db.query(
    `SELECT ${SUBSCRIPTIONS.columns} FROM subscriptions ${where} ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(filter.limit)}`,
    params,
  );
  return rows.map(SUBSCRIPTIONS.read);
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
    const rows = await db.query(
      `SELECT ${SUBSCRIPTIONS.columns} FROM subscriptions ${whereAll(conditions)}
        ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(limit)}`,
      params,
    );
    found.push(...rows.map(SUBSCRIPTIONS.read));
  }
  return found.sort((a, b) => b.createdAtUs - a.createdAtUs || (a.id < b.id ? 1 : -1)).slice(0, limit);
}
