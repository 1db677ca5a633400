import { ApiError } from '../../../domain/errors.ts';
import type { Subscription } from '../../../domain/recurring.ts';
import { findSubscription } from '../../../storage/recurring/subscriptions.ts';
import { isVisible } from '../../visible.ts';
import type { SignedInVisit } from '../../visit.ts';

/** The subscription in the address. Throws ApiError `not_found` if there is none or the user may not see it. */
export async function visibleSubscription(visit: SignedInVisit): Promise<Subscription> {
  const subscription = await findSubscription(visit.deps.db, visit.params.id ?? '');
  if (!subscription || !isVisible(visit, subscription.websiteId)) throw new ApiError('not_found');
  return subscription;
}
