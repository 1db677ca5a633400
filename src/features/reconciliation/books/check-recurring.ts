import { US_PER_DAY } from '../../../core/durations.ts';
import { periodDueAtUs, type Subscription, subscriptionNowUs } from '../../../core/recurring.ts';
import type { ReadOnlyStore } from '../../../database/read-only-store.ts';
import { listSubscriptionsById } from '../../subscriptions/store/subscriptions.ts';
import { lastRestore } from './books-state.ts';
import { readExpectedGaps } from './expected-gaps.ts';
import type { FaultLog } from './fault-log.ts';
import { type Recorded, readRecorded } from './recorded-facts.ts';
import {
  type ChargedCycles,
  listChargedCycles,
  listFaultyCharges,
  listMissingPeriods,
  listStoppedWithoutFailure,
  listUnfoundedSubscriptions,
} from './store/recurring-faults.ts';

const PAGE = 500;
/** A worker processes a due cycle within this time: the longest wait is 20 hours. */
const LONGEST_WAIT_US = 2 * US_PER_DAY;
/** The clock is read separately for the change and for its row in the audit log. */
const MARGIN_US = 10_000_000;
const ACTIONS = ['recurring.cancel', 'recurring.pause', 'recurring.resume'] as const;

/** Compares every subscription with its first payment, its charges and the audit log. */
export async function checkRecurring(
  store: ReadOnlyStore,
  faults: FaultLog,
  { nowUs, onStep }: { nowUs: number; onStep: (subscriptions: number) => void },
): Promise<void> {
  let done = 0;
  for (let after = ''; ; ) {
    const page = await store.snapshot(async (reader) => {
      const subscriptions = await listSubscriptionsById(reader, after, PAGE);
      const last = subscriptions.at(-1);
      if (!last) return undefined;
      const range = { after, through: last.id };
      const gaps = await readExpectedGaps(reader, nowUs);
      const endedFromUs = Math.max(gaps.testPayments, gaps.livePayments);
      const recordedOf = await readRecorded(
        reader,
        subscriptions.map(({ id }) => id),
        ACTIONS,
      );
      const byId = new Map(subscriptions.map((each) => [each.id, each]));
      // A restored store adopts the charges that it had lost, also those of cycles after the next one.
      const wasRestored = (await lastRestore(reader)) > 0;
      return {
        subscriptions,
        last: last.id,
        unfounded: await listUnfoundedSubscriptions(reader, range),
        charges: await listFaultyCharges(reader, range),
        missing: await listMissingPeriods(reader, range),
        stopped: await listStoppedWithoutFailure(reader, { ...range, endedFromUs }),
        states: subscriptions.flatMap((each) =>
          stateFaults(each, recordedOf(each.id), nowUs).map((what) => [each.id, what] as const),
        ),
        cycles: (await listChargedCycles(reader, range)).flatMap((cycles) =>
          cycleFaults(byId.get(cycles.id), cycles, wasRestored).map((what) => [cycles.id, what] as const),
        ),
      };
    });
    if (!page) return;
    for (const id of page.unfounded) faults.add('recurring_mismatch', id);
    for (const id of page.stopped) faults.add('recurring_state', id, 'stopped, and no charge has failed');
    for (const [id, what] of [...page.states, ...page.cycles]) faults.add('recurring_state', id, what);
    for (const id of page.charges) faults.add('charge_mismatch', id);
    for (const { id, missing } of page.missing) faults.add('period_missing', id, `${missing} of its cycles`);
    onStep((done += page.subscriptions.length));
    if (page.subscriptions.length < PAGE) return;
    after = page.last;
  }
}

/** The parts of a subscription's state that contradict the audit log or the subscription's own interval. */
function stateFaults(subscription: Subscription, { rows }: Recorded, nowUs: number): string[] {
  const { status, pausedAtUs, skippedUntilUs, testClockUs, nextChargeAtUs, nextPeriod } = subscription;
  const faults: string[] = [];
  const isCancelled = rows.some(({ action }) => action === 'recurring.cancel');
  if (isCancelled !== (status === 'cancelled')) {
    faults.push(isCancelled ? `${status}, but cancelled in the audit log` : 'cancelled, but not in the audit log');
  }
  const switched = rows.findLast(({ action }) => action !== 'recurring.cancel');
  const isPaused = switched?.action === 'recurring.pause';
  if (isPaused !== (pausedAtUs !== null)) {
    faults.push(isPaused ? 'not paused, but paused in the audit log' : 'paused, but not in the audit log');
  }
  const resumed = rows.findLast(({ action }) => action === 'recurring.resume');
  const mostSkippedUs = resumed ? Math.max(resumed.atUs, testClockUs ?? 0) + MARGIN_US : Number.NEGATIVE_INFINITY;
  if (skippedUntilUs !== null && skippedUntilUs > mostSkippedUs) faults.push('skips cycles that no pause explains');
  const passedDueUs = periodDueAtUs(subscription, nextPeriod - 1);
  if (status === 'active' && nextPeriod > 1 && passedDueUs > subscriptionNowUs(subscription, nowUs) + LONGEST_WAIT_US) {
    faults.push('it has passed cycles that are not due yet');
  }
  const latestUs = Math.max(periodDueAtUs(subscription, nextPeriod), nowUs + LONGEST_WAIT_US);
  if (nextChargeAtUs !== null && nextChargeAtUs > latestUs)
    faults.push('its next charge is planned after its cycle is due');
  return faults;
}

/** The counts of an active subscription that contradict its charges. */
function cycleFaults(
  subscription: Subscription | undefined,
  { failed, failedInARow, hasLateMoney, last }: ChargedCycles,
  wasRestored: boolean,
): string[] {
  if (!subscription) return [];
  const { mode, nextPeriod, consecutiveFailures, periodsLeftOut } = subscription;
  const faults: string[] = [];
  // A paid charge may have been adopted for a skipped cycle. That cycle is not closed as paid, so its payment does not
  // reset the count of failures.
  const most = periodsLeftOut === 0 ? failedInARow : failed;
  // A cycle whose charges failed may be skipped instead of counted, and one with late money counts as paid.
  const least = hasLateMoney ? 0 : failedInARow - periodsLeftOut;
  if (consecutiveFailures > most || consecutiveFailures < least) {
    faults.push(`it counts ${consecutiveFailures} failed cycles in a row, and its charges show ${failedInARow}`);
  }
  if (periodsLeftOut + consecutiveFailures > nextPeriod - 1) {
    faults.push('it counts more skipped and failed cycles than it has passed');
  }
  if (last > nextPeriod && !(mode === 'live' && wasRestored)) faults.push(`it has a charge of cycle ${last} already`);
  return faults;
}
