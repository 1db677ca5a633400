import type { Actor } from '../../core/actor.ts';
import type { Mode } from '../../core/payment.ts';
import type { Subscription } from '../../core/recurring.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RecurringDeps } from './recurring-deps.ts';
import type { Resumed } from './resume-charging.ts';
import type { TestClockRun } from './run-test-clock.ts';

/** The functions that change subscriptions, with their dependencies bound. */
export interface RecurringVerbs {
  /** One round of charging the due subscriptions of a mode. */
  readonly chargeDue: (mode: Mode) => Promise<{ charged: number; isMoreWaiting: boolean }>;
  readonly cancel: (id: string, reason: string) => Promise<Subscription>;
  readonly pause: (id: string) => Promise<Subscription>;
  /** Resumes a paused subscription. */
  readonly unpause: (id: string) => Promise<Subscription>;
  readonly moveTestClock: (to: { id: string; toUs: number }, log: Log) => Promise<TestClockRun>;
  /** Resumes charging after the store was rolled back. */
  readonly resume: (log: Log) => Promise<Resumed>;
  readonly resumeUnchecked: () => Promise<Resumed>;
  /** Records that the store was restored: charging pauses. */
  readonly pauseRestored: () => Promise<void>;
  /** The same functions for another actor: their changes are recorded as that actor's. */
  readonly as: (actor: Actor) => RecurringVerbs;
}

/** Binds the functions of subscriptions. They are loaded on first use: a start needs none. */
export function recurringVerbs(parts: RecurringDeps & { readonly log: Log }): RecurringVerbs {
  return {
    async chargeDue(mode) {
      return (await import('./charge-subscription.ts')).chargeDueSubscriptions(parts, mode);
    },
    async cancel(id, reason) {
      return (await import('./change-subscription.ts')).cancelSubscription(parts, id, reason);
    },
    async pause(id) {
      return (await import('./change-subscription.ts')).pauseSubscription(parts, id);
    },
    async unpause(id) {
      return (await import('./change-subscription.ts')).resumeSubscription(parts, id);
    },
    async moveTestClock(to, log) {
      return (await import('./run-test-clock.ts')).runTestClock(parts, to, log);
    },
    async resume(log) {
      return (await import('./resume-charging.ts')).resumeCharging(parts, log);
    },
    async resumeUnchecked() {
      return (await import('./resume-charging.ts')).resumeUnchecked(parts);
    },
    pauseRestored: () => parts.restores.markRestored(parts.actor),
    as: (actor) => recurringVerbs({ ...parts, actor }),
  };
}
