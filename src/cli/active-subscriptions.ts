import { formatTimestamp } from '../core/timestamps.ts';
import type { Database } from '../database/database.ts';
import { countActiveSubscriptions, listSubscriptions } from '../features/subscriptions/store/subscriptions.ts';
import { table } from './output.ts';

/** Which payments a restore loses, and where to find them. */
export const LOST_PAYMENTS = `Payments created after the backup are missing. peye reconcile finds the paid card payments. It finds no wallet payments, because
MonCash and NatCash offer no list: compare their portals with peye payments list from the time of the backup on. A missing wallet
payment that is reported later becomes an unknown_payment discrepancy (peye discrepancies list).`;

/** The most subscriptions that the result lists; `peye subscriptions list` shows the rest. */
const MAX_LISTED = 1000;

/** The active live subscriptions of a restored database. Some may have been cancelled after the backup. */
export interface ActiveSubscriptions {
  readonly active: number;
  /** The newest ones. */
  readonly subscriptions: readonly { readonly id: string; readonly website_id: string; readonly created_at: string }[];
}

export async function activeSubscriptions(db: Database): Promise<ActiveSubscriptions> {
  const active = await countActiveSubscriptions(db, 'live');
  const listed = await listSubscriptions(db, { status: 'active', mode: 'live', limit: MAX_LISTED });
  const subscriptions = listed.map(({ id, websiteId, createdAtUs }) => ({
    id,
    website_id: websiteId,
    created_at: formatTimestamp(createdAtUs),
  }));
  return { active, subscriptions };
}

/** The reason why charging waits, and the subscriptions that the operator has to check. */
export function pausedText(found: ActiveSubscriptions): string {
  const paused =
    "Charging of live cards is paused until the acquirer's records have been checked. See peye charging resume --help.";
  if (found.active === 0) return paused;
  const rows = found.subscriptions.map((one) => [one.id, one.website_id, one.created_at]);
  return `${paused}\n\nSubscriptions that are active in this database. Cancel again any that were cancelled after the backup:\n\n${table(['ID', 'WEBSITE', 'CREATED'], rows)}${found.active > MAX_LISTED ? `\n\nShowing the newest ${MAX_LISTED} of ${found.active}.` : ''}`;
}
