import type { Subscription } from '../../core/recurring.ts';
import type { Database } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { findSubscription } from './store/subscriptions.ts';

/** The subscription with this id. Throws OperatorError `not_found` when there is none. */
export async function requireSubscription(db: Pick<Database, 'query'>, id: string): Promise<Subscription> {
  const found = await findSubscription(db, id);
  if (!found) throw new OperatorError('not_found', 'subscription_id', refusal('subscriptionNotFound', { id }));
  return found;
}
