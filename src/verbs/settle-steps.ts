import { settleSession } from '../features/checkout/settle-session.ts';
import { postFee } from '../features/fees/post-fee.ts';
import { settleLink } from '../features/links/settle-link.ts';
import type { SettleStep } from '../features/payments/settle-payment.ts';
import { startSubscription } from '../features/subscriptions/start-subscription.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { SecretBox } from '../platform/secrets/secrets.ts';

/**
 * The steps of all features when a payment becomes final. A feature registers its step only here. The steps take their
 * locks in this order. Sessions and links are last, because several payments share one.
 */
export function settleSteps(deps: {
  readonly clock: Clock;
  readonly box: SecretBox;
  readonly canSendNotices: boolean;
}): SettleStep[] {
  return [postFee(), startSubscription(deps), settleSession(), settleLink(deps)];
}
