import type { Actor } from '../../domain/actor.ts';
import type { Mode } from '../../domain/payment.ts';
import type { Subscription } from '../../domain/recurring.ts';
import type { Log } from '../../lib/log.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { chargeDueSubscriptions } from './charge-due-subscriptions.ts';
import { pauseSubscription, resumeSubscription } from './pause-subscription.ts';
import type { RecurringDeps } from './recurring-deps.ts';
import { type Resumed, resumeCharging, resumeUnchecked } from './resume-charging.ts';
import { runTestClock, type TestClockRun } from './run-test-clock.ts';

/** What is done to recurring payments, each with its parts wired in. */
export interface RecurringVerbs {
  /** One round of charging what is due of a mode. */
  readonly chargeDue: (mode: Mode) => Promise<{ charged: number; isMoreWaiting: boolean }>;
  readonly cancel: (id: string, reason: string) => Promise<Subscription>;
  readonly pause: (id: string) => Promise<Subscription>;
  /** Lets one that was paused be charged again. */
  readonly unpause: (id: string) => Promise<Subscription>;
  readonly moveTestClock: (to: { id: string; toUs: number }, log: Log) => Promise<TestClockRun>;
  readonly resume: (log: Log) => Promise<Resumed>;
  readonly resumeUnchecked: () => Promise<Resumed>;
  /** Somebody says that the store was restored: charging pauses. */
  readonly pauseRestored: () => Promise<void>;
  /** The same verbs for somebody else: what they change is recorded as that actor's. */
  readonly as: (actor: Actor) => RecurringVerbs;
}

/** Wires the verbs of recurring payments. */
export function recurringVerbs(parts: RecurringDeps & { readonly log: Log }): RecurringVerbs {
  return {
    chargeDue: (mode) => chargeDueSubscriptions(parts, mode),
    cancel: (id, reason) => cancelSubscription(parts, id, reason),
    pause: (id) => pauseSubscription(parts, id),
    unpause: (id) => resumeSubscription(parts, id),
    moveTestClock: (to, log) => runTestClock(parts, to, log),
    resume: (log) => resumeCharging(parts, log),
    resumeUnchecked: () => resumeUnchecked(parts),
    pauseRestored: () => parts.restores.told(parts.actor),
    as: (actor) => recurringVerbs({ ...parts, actor }),
  };
}
