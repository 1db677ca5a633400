import { settleLink } from '../features/links/settle-link.ts';
import type { SettleStep } from '../features/payments/settle-payment.ts';
import { startSubscription } from '../features/subscriptions/start-subscription.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { SecretBox } from '../platform/secrets/secrets.ts';

/**
 * What every feature stores when a payment becomes final: a feature that takes part is registered here, and nowhere
 * else. The steps take their locks in this order. Links are last, because many payments share one link.
 */
export function settleSteps(deps: {
  readonly clock: Clock;
  readonly box: SecretBox;
  readonly canSendNotices: boolean;
}): SettleStep[] {
  return [startSubscription(deps), settleLink(deps)];
}
