import type { Actor } from '../domain/actor.ts';
import { OperatorError, refuseField } from '../domain/operator-error.ts';
import { formatTimestamp } from '../domain/timestamps.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from '../storage/deliveries/delivery-table.ts';
import { restartDeliveries, restartDelivery } from '../storage/deliveries/restart-deliveries.ts';
import { recordChange } from '../storage/record-change.ts';
import { failWithoutDelivery } from './require-delivery.ts';
import { requireWebsite } from './require-website.ts';

interface ResendDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Who wants them sent again. */
  readonly actor: Actor;
}

/** Events of a website from one moment (microseconds since 1970) to before another, or only those whose delivery is in a status. */
export interface ResendRange {
  readonly websiteId: string;
  readonly fromUs: number;
  readonly toUs: number;
  readonly status?: DeliveryStatus | undefined;
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
 * website, and for a range that ends before it begins.
 */
export async function resendDeliveries({ db, clock, actor }: ResendDeps, range: ResendRange): Promise<number> {
  refuseField('to', rangeFault(range));
  if (range.status !== undefined && !DELIVERY_STATUSES.includes(range.status)) {
    throw new OperatorError('invalid', 'status', `The status must be one of ${DELIVERY_STATUSES.join(', ')}.`);
  }
  await requireWebsite(db, range.websiteId);
  return db.transaction(async (tx) => {
    const count = await restartDeliveries(tx, range, clock());
    if (count === 0) return 0;
    const { websiteId, fromUs, toUs, status = null } = range;
    const subject = { kind: 'website', id: websiteId } as const;
    const after = { from: formatTimestamp(fromUs), to: formatTimestamp(toUs), status, count };
    await recordChange(tx, { actor, clock }, { action: 'deliveries.resend', subject, websiteId, after });
    return count;
  });
}

/** What is wrong with a range of time; undefined when nothing is. */
export function rangeFault({ fromUs, toUs }: Pick<ResendRange, 'fromUs' | 'toUs'>): string | undefined {
  return fromUs < toUs ? undefined : 'The end must be after the beginning.';
}
