import type { Subscription } from '../../../core/recurring.ts';
import type { Database, Value } from '../../../database/database.ts';
import { inList } from '../../../database/matching.ts';
import { PAYMENTS } from '../../payments/store/payment-table.ts';
import { listSubscriptionPage } from '../../subscriptions/store/subscriptions.ts';
import type { ShownSubscription } from '../../subscriptions/subscription-json.ts';
import type { Source } from './newest-first.ts';

type Filter = Omit<Parameters<typeof listSubscriptionPage>[1], 'before' | 'limit'>;

/** The list of subscriptions, each with its charged amount. */
export function subscriptionSource(db: Database, filter: Filter): Source<ShownSubscription> {
  return async (before, limit) => {
    const place = before && { atUs: before.atUs, id: String(before.id) };
    const page = await listSubscriptionPage(db, { ...filter, before: place, limit });
    const firsts = await readFirsts(db, page);
    const found = page.map((subscription) => ({
      place: { atUs: subscription.createdAtUs, id: subscription.id },
      item: { subscription, first: firsts.get(subscription.firstPaymentId) },
    }));
    return { found, next: page.length < limit ? undefined : found.at(-1)?.place };
  };
}

const FIRSTS = PAYMENTS.part('id', 'amountMinor', 'currency', 'reference');

async function readFirsts(db: Database, subscriptions: readonly Subscription[]) {
  const params: Value[] = [];
  const ids = subscriptions.map(({ firstPaymentId }) => firstPaymentId);
  const rows = await db.query(`SELECT ${FIRSTS.columns} FROM payments WHERE ${inList(params, 'id', ids)}`, params);
  return new Map(rows.map(FIRSTS.read).map(({ id, ...first }) => [id, first]));
}
