import { formatTimestamp } from '../domain/timestamps.ts';
import type { Database } from '../storage/database.ts';
import { countActiveSubscriptions, listSubscriptions } from '../storage/recurring/subscriptions.ts';
import { table } from './output.ts';

/** As many as anybody reads; `recurring list` shows the rest. */
const SHOWN = 1000;

/** What is told of the recurring payments of a restored store, some of which were cancelled after the backup was made. */
export interface ActiveSubscriptions {
  readonly active: number;
  /** The newest of them. */
  readonly subscriptions: readonly { readonly id: string; readonly website_id: string; readonly created_at: string }[];
}

export async function activeSubscriptions(db: Database): Promise<ActiveSubscriptions> {
  const active = await countActiveSubscriptions(db, 'live');
  const listed = await listSubscriptions(db, { status: 'active', mode: 'live', limit: SHOWN });
  const subscriptions = listed.map(({ id, websiteId, createdAtUs }) => ({
    id,
    website_id: websiteId,
    created_at: formatTimestamp(createdAtUs),
  }));
  return { active, subscriptions };
}

/** What charging waits for, and which recurring payments are to be looked through. */
export function pausedText(found: ActiveSubscriptions): string {
  const told =
    "Live cards will not be charged again until the acquirer's books have been compared (peye recurring resume --help).";
  if (found.active === 0) return told;
  const rows = found.subscriptions.map((one) => [one.id, one.website_id, one.created_at]);
  return `${told}\n\nActive in this store; cancel again what was cancelled after the backup was made:\n\n${table(['ID', 'WEBSITE', 'CREATED'], rows)}${found.active > SHOWN ? `\n\nThe newest ${SHOWN} of ${found.active}.` : ''}`;
}
