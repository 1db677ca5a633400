import type { Actor } from '../domain/actor.ts';
import { EVENT_KINDS } from '../domain/event.ts';
import { OperatorError, refuseField } from '../domain/operator-error.ts';
import { formatTimestamp } from '../domain/timestamps.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import { DELIVERY_STATUSES, type Delivery } from '../storage/deliveries/delivery-table.ts';
import {
  countDeliveryRange,
  type DeliveryRange,
  restartDeliveries,
  restartDelivery,
} from '../storage/deliveries/restart-deliveries.ts';
import { recordChange } from '../storage/record-change.ts';
import { failWithoutDelivery } from './require-delivery.ts';
import { requireWebsite } from './require-website.ts';

interface ResendDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Who wants them sent again. */
  readonly actor: Actor;
}

/** Which deliveries are sent again, and how many that may be. */
export interface ResendRange extends DeliveryRange {
  /** More than so many are refused, and none of them is sent again; undefined: however many. */
  readonly most?: number | undefined;
  /** How many whoever asks was told that these are: if they are others by now, none is sent again. Undefined: however many. */
  readonly expected?: number | undefined;
}

/**
 * Starts the schedule of a delivery again, whatever its status: a worker sends the same bytes again at once. Throws
 * OperatorError when there is no such delivery. Contract: WEBHOOK-22.
 */
export async function resendDelivery({ db, clock, actor }: ResendDeps, id: string): Promise<Delivery> {
  return db.transaction(async (tx) => {
    const delivery = (await restartDelivery(tx, id, clock())) ?? failWithoutDelivery(id);
    const { websiteId, paymentId } = delivery;
    const subject = { kind: 'delivery', id } as const;
    const after = { transaction_id: String(paymentId) };
    await recordChange(tx, { actor, clock }, { action: 'delivery.resend', subject, websiteId, after });
    return delivery;
  });
}

/**
 * The same for all events of a range. Returns how many were started again. Throws OperatorError when there is no such
 * website, for a range that ends before it begins, for more than `most`, and for another number than `expected`.
 */
export async function resendDeliveries({ db, clock, actor }: ResendDeps, range: ResendRange): Promise<number> {
  await requireRange(db, range);
  return db.transaction(async (tx) => {
    const { websiteId, fromUs, toUs, status = null, event, most, expected } = range;
    if (most !== undefined && (await countDeliveryRange(tx, range, most + 1)) > most) throw tooMany(most);
    const count = await restartDeliveries(tx, range, clock());
    // Thrown within the transaction, which undoes it.
    if (expected !== undefined && count !== expected) throw changedSince(expected, count);
    if (count === 0) return 0;
    const subject = { kind: 'website', id: websiteId } as const;
    const chosen = { status, ...(event !== undefined && { event }) };
    const after = { from: formatTimestamp(fromUs), to: formatTimestamp(toUs), ...chosen, count };
    await recordChange(tx, { actor, clock }, { action: 'deliveries.resend', subject, websiteId, after });
    return count;
  });
}

/**
 * How many deliveries `resendDeliveries` would start again for this range, counted up to one more than `most`. Throws OperatorError
 * as it does for a range that is none.
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
    throw new OperatorError('invalid', 'status', `The status must be one of ${DELIVERY_STATUSES.join(', ')}.`);
  }
  if (range.event !== undefined && !EVENT_KINDS.includes(range.event)) {
    throw new OperatorError('invalid', 'event', `The event must be one of ${EVENT_KINDS.join(', ')}.`);
  }
  await requireWebsite(db, range.websiteId);
}

function tooMany(most: number): OperatorError {
  return new OperatorError('conflict', 'to', `These are more than ${most} deliveries: choose a shorter time.`);
}

function changedSince(expected: number, count: number): OperatorError {
  return new OperatorError(
    'conflict',
    'to',
    `These were ${expected} deliveries, and are ${count} now: none was sent again. Look at the number, and decide again.`,
  );
}

/** What is wrong with a range of time; undefined when nothing is. */
export function rangeFault({ fromUs, toUs }: Pick<ResendRange, 'fromUs' | 'toUs'>): string | undefined {
  return fromUs < toUs ? undefined : 'The end must be after the beginning.';
}
