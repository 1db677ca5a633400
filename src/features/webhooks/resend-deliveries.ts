import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '../../core/actor.ts';
import { US_PER_HOUR } from '../../core/durations.ts';
import { MODES } from '../../core/payment.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import { listAuditRows } from '../audit/store/audit-log.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { requireWebsite } from '../websites/require-website.ts';
import { lockWebsite } from '../websites/store/websites.ts';
import { WEBHOOK_EVENTS } from './event.ts';
import { failWithoutDelivery } from './require-delivery.ts';
import { DELIVERY_STATUSES, type Delivery } from './store/delivery-table.ts';
import {
  countDeliveryRange,
  type DeliveryRange,
  isRestartPending,
  listDeliveryRange,
  restartDeliveries,
  restartDelivery,
} from './store/restart-deliveries.ts';

interface ResendDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The actor who resends them. */
  readonly actor: Actor;
}

/** The deliveries to resend, and their maximum number. */
export interface ResendRange extends DeliveryRange {
  /** A range with more deliveries than this is refused as a whole; undefined: no limit. */
  readonly most?: number | undefined;
  /**
   * The number of deliveries that the user saw. If the range has another number by now, it is refused. Undefined: any
   * number.
   */
  readonly expected?: number | undefined;
}

/**
 * Starts the schedule of a delivery again, whatever its status: a worker sends the same bytes again at once. Throws
 * OperatorError when there is no such delivery. Contract: WEBHOOK-22.
 */
export async function resendDelivery({ db, clock, actor }: ResendDeps, id: string): Promise<Delivery> {
  return db.transaction(async (tx) => {
    const delivery = (await restartDelivery(tx, id, clock())) ?? failWithoutDelivery(id);
    const { websiteId, paymentId, refundId } = delivery;
    const subject = { kind: 'delivery', id } as const;
    const after = { transaction_id: String(paymentId), ...(refundId !== null && { refund: refundId }) };
    await recordChange(tx, { actor, clock }, { action: 'delivery.resend', subject, websiteId, after });
    return delivery;
  });
}

/** How many deliveries are restarted in one transaction, and the pause after it, in which other processes write. */
const BATCH = 50;
const PAUSE_MS = 40;
/** How many deliveries a merchant's users may restart for their website in an hour, in all ranges together. */
const MOST_PER_HOUR = 20_000;
/** How many entries of the audit log are read for the hourly limit. With this many ranges, the limit counts as reached. */
const MOST_RANGES = 100;

/** The websites whose ranges this process is restarting at the moment. */
const running = new Set<string>();

/**
 * Like `resendDelivery`, but for all events of a range, in batches between which others write. If the process dies in between, the rest is
 * unchanged. Returns how many were restarted. Throws OperatorError when the website does not exist, for a range that does not end after its
 * start, for an unknown status, event or mode, for more than `most`, for another number than `expected`, and while this process restarts
 * another range of the website. A range with `most`, as the console sends it, is also refused until the website's previous range was sent,
 * and beyond the hourly limit.
 */
export async function resendDeliveries(deps: ResendDeps, range: ResendRange): Promise<number> {
  const { db } = deps;
  await requireRange(db, range);
  const { websiteId, most, expected } = range;
  if (running.has(websiteId)) throw stillRunning();
  running.add(websiteId);
  try {
    // Checked before thousands of ids are read; the transaction in `startRange` checks it again.
    if (most !== undefined && (await isRestartPending(db, { websiteId, nowUs: deps.clock() }))) throw stillRunning();
    const ids = await listDeliveryRange(db, range, most === undefined ? undefined : most + 1);
    if (most !== undefined && ids.length > most) throw tooMany(most);
    if (expected !== undefined && ids.length !== expected) throw changedSince(expected, ids.length);
    if (ids.length === 0) return 0;
    let count = await startRange(deps, range, ids);
    for (let at = BATCH; at < ids.length; at += BATCH) {
      await pause(PAUSE_MS);
      count += await db.transaction((tx) => restartDeliveries(tx, ids.slice(at, at + BATCH), deps.clock()));
    }
    return count;
  } finally {
    running.delete(websiteId);
  }
}

/**
 * Records the range and restarts its first batch. The website's lock lets only one process at a time read the earlier
 * restarts.
 */
function startRange({ db, clock, actor }: ResendDeps, range: ResendRange, ids: readonly string[]): Promise<number> {
  return db.transaction(async (tx) => {
    const { websiteId, fromUs, toUs, status = null, event, mode, most } = range;
    await lockWebsite(tx, websiteId);
    const nowUs = clock();
    if (most !== undefined) {
      if (await isRestartPending(tx, { websiteId, nowUs })) throw stillRunning();
      if ((await resentSince(tx, websiteId, nowUs - US_PER_HOUR)) + ids.length > MOST_PER_HOUR) throw tooManyAnHour();
    }
    const count = await restartDeliveries(tx, ids.slice(0, BATCH), nowUs);
    const subject = { kind: 'website', id: websiteId } as const;
    const chosen = { status, ...(event !== undefined && { event }), ...(mode !== undefined && { mode }) };
    const after = { from: formatTimestamp(fromUs), to: formatTimestamp(toUs), ...chosen, count: ids.length };
    await recordChange(tx, { actor, clock }, { action: 'deliveries.resend', subject, websiteId, after });
    return count;
  });
}

/** How many deliveries of a website were restarted in ranges since a moment, by the audit log. */
async function resentSince(tx: Transaction, websiteId: string, fromUs: number): Promise<number> {
  const rows = await listAuditRows(tx, { websiteId, action: 'deliveries.resend', fromUs, limit: MOST_RANGES });
  if (rows.length === MOST_RANGES) return MOST_PER_HOUR;
  return rows.reduce((sum, { after }) => sum + Number(parseObject(after ?? '{}')?.count ?? 0), 0);
}

/**
 * How many deliveries `resendDeliveries` would restart for this range, counted up to one more than `most`. Throws
 * OperatorError for an invalid range, as `resendDeliveries` does.
 */
export async function countResend(
  { db }: Pick<ResendDeps, 'db'>,
  range: ResendRange & { readonly most: number },
): Promise<number> {
  await requireRange(db, range);
  return countDeliveryRange(db, range, range.most + 1);
}

async function requireRange(db: Database, range: ResendRange): Promise<void> {
  refuseField('to', rangeFault(range));
  if (range.status !== undefined && !DELIVERY_STATUSES.includes(range.status)) {
    throw new OperatorError('invalid', 'status', refusal('statusUnknown', { statuses: DELIVERY_STATUSES }));
  }
  if (range.event !== undefined && !WEBHOOK_EVENTS.includes(range.event)) {
    throw new OperatorError('invalid', 'event', refusal('eventUnknown', { events: WEBHOOK_EVENTS }));
  }
  if (range.mode !== undefined && !MODES.includes(range.mode)) {
    throw new OperatorError('invalid', 'mode', refusal('modeUnknown', { modes: MODES }));
  }
  await requireWebsite(db, range.websiteId);
}

function stillRunning(): OperatorError {
  return new OperatorError('conflict', 'website', refusal('resendRunning'));
}

function tooManyAnHour(): OperatorError {
  return new OperatorError('conflict', 'to', refusal('resendTooOften', { most: MOST_PER_HOUR }));
}

function tooMany(most: number): OperatorError {
  return new OperatorError('conflict', 'to', refusal('resendTooMany', { most }));
}

function changedSince(expected: number, count: number): OperatorError {
  return new OperatorError('conflict', 'to', refusal('resendChanged', { expected, count }));
}

/** The fault of a time range; undefined when it has none. */
export function rangeFault({ fromUs, toUs }: Pick<ResendRange, 'fromUs' | 'toUs'>): Refusal | undefined {
  return fromUs < toUs ? undefined : refusal('periodOrder');
}
