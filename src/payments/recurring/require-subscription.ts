import { OperatorError } from '../../domain/operator-error.ts';
import type { Subscription } from '../../domain/recurring.ts';
import { refusal } from '../../messages/refusals/refusal-messages.ts';
import type { Database } from '../../storage/database.ts';
import { findSubscription } from '../../storage/recurring/subscriptions.ts';

/** The subscription with this id. Throws OperatorError `not_found` when there is none. */
export async function requireSubscription(db: Pick<Database, 'query'>, id: string): Promise<Subscription> {
  const found = await findSubscription(db, id);
  if (!found) throw new OperatorError('not_found', 'subscription_id', refusal('subscriptionNotFound', { id }));
  return found;
}
