import type { Subscription } from '../../core/recurring.ts';
import { momentOf } from '../../core/timestamps.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';

/** The OperatorError for a subscription that has ended. */
export function hasEnded(subscription: Subscription): OperatorError {
  const { id, status, endedAtUs, endReason } = subscription;
  const reason = refusal('subscriptionEnded', { id, status, time: momentOf(endedAtUs) ?? '', reason: endReason ?? '' });
  return new OperatorError('conflict', 'subscription_id', reason);
}

/** When and why a subscription ended, as text for people. */
export function endText({ status, endedAtUs, endReason }: Subscription): string {
  return `${status} at ${momentOf(endedAtUs)} (${endReason})`;
}
