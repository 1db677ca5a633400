import type { Clock } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import {
  type Delivery,
  type DeliveryStatus,
  restartDeliveries,
  restartDelivery,
} from '../storage/deliveries/deliveries.ts';

interface ResendDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Starts the schedule of a delivery anew, whatever its status: a worker sends the same bytes again at once. Undefined when
 * there is no such delivery. Contract: WEBHOOK-22.
 */
export function resendDelivery({ db, clock }: ResendDeps, id: string): Promise<Delivery | undefined> {
  return db.transaction((tx) => restartDelivery(tx, id, clock()));
}

/**
 * The same for all events of a website from one moment (microseconds since 1970) to before another, or only for those in a
 * status. Returns how many were started anew.
 */
export function resendDeliveries(
  { db, clock }: ResendDeps,
  range: { websiteId: string; fromUs: number; toUs: number; status?: DeliveryStatus | undefined },
): Promise<number> {
  return db.transaction((tx) => restartDeliveries(tx, range, clock()));
}
