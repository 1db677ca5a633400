import { ApiError } from '../../core/errors.ts';
import type { Subscription, SubscriptionStatus } from '../../core/recurring.ts';
import { findSubscription } from '../../features/subscriptions/store/subscriptions.ts';
import type { Html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { RECURRING_TEXTS } from '../../platform/messages/subscriptions/subscriptions-messages.ts';
import type { SignedInContext } from '../console-context.ts';
import { badge } from '../views/parts.ts';
import { isVisible } from '../visible.ts';

export const RECURRING_STATES = ['active', 'paused', 'stopped', 'cancelled'] as const;
/** The state of a subscription. */
type RecurringState = (typeof RECURRING_STATES)[number];

const TONES = { active: 'good', paused: 'care', stopped: 'bad', cancelled: 'calm' } as const;

/** Once the subscription ends, its pause ends too. */
export function recurringState({ status, pausedAtUs }: Subscription): RecurringState {
  return status === 'active' && pausedAtUs !== null ? 'paused' : status;
}

/** The list's filter for a state. */
export function stateFilter(state: RecurringState | undefined): { status?: SubscriptionStatus; isPaused?: boolean } {
  if (state === 'active' || state === 'paused') return { status: 'active', isPaused: state === 'paused' };
  return state === undefined ? {} : { status: state };
}

/** A subscription's state as a badge. */
export function recurringBadge(subscription: Subscription, language: Language): Html {
  const state = recurringState(subscription);
  return badge(TONES[state], RECURRING_TEXTS[language].states[state]);
}

/** How often a subscription is charged: "every 2 weeks". */
export function rhythmText({ interval, intervalCount }: Subscription, language: Language): string {
  const { intervals } = RECURRING_TEXTS[language];
  return intervals[interval]({ count: intervalCount });
}

/** The subscription in the address. Throws ApiError `not_found` if there is none or the user may not see it. */
export async function visibleSubscription(context: SignedInContext): Promise<Subscription> {
  const subscription = await findSubscription(context.deps.db, context.params.id ?? '');
  if (!subscription || !isVisible(context, subscription.websiteId)) throw new ApiError('not_found');
  return subscription;
}
