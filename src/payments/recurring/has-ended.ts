import { OperatorError } from '../../domain/operator-error.ts';
import type { Subscription } from '../../domain/recurring.ts';
import { momentOf } from '../../domain/timestamps.ts';

/** The OperatorError of a recurring payment that has ended. */
export function hasEnded(subscription: Subscription): OperatorError {
  const message = `Recurring payment ${subscription.id} has ended already: ${endText(subscription)}.`;
  return new OperatorError('conflict', 'subscription_id', message);
}

/** Since when and why a recurring payment is no longer charged, for people. */
export function endText({ status, endedAtUs, endReason }: Subscription): string {
  return `${status} at ${momentOf(endedAtUs)} (${endReason})`;
}
