import { ApiError } from '../../core/errors.ts';
import type { Subscription } from '../../core/recurring.ts';
import { findSubscription } from '../../features/subscriptions/store/subscriptions.ts';
import type { SignedInContext } from '../console-context.ts';
import { isVisible } from '../visible.ts';

/** The subscription in the address. Throws ApiError `not_found` if there is none or the user may not see it. */
export async function visibleSubscription(context: SignedInContext): Promise<Subscription> {
  const subscription = await findSubscription(context.deps.db, context.params.id ?? '');
  if (!subscription || !isVisible(context, subscription.websiteId)) throw new ApiError('not_found');
  return subscription;
}
