import { US_PER_HOUR } from '../../../core/durations.ts';
import { transactionIdTimeUs } from '../../../core/ids.ts';
import { RATE_SCALE } from '../../../core/money.ts';
import type { Reader, ReadOnlyStore } from '../../../database/read-only-store.ts';
import { LATE_CHECK_WAITS_US, LATE_CHECKS_END_US } from '../../payments/late-check-waits.ts';
import { listWithoutTerms } from '../../payments/store/payment-terms.ts';
import { longestWaitUs } from '../../webhooks/schedule.ts';
import { webhookBody } from '../../webhooks/sign.ts';
import { type CallbackTimes, readCallbackTimes } from './callback-times.ts';
import { checkLedgerPage, readLedgerPage } from './check-ledger.ts';
import { type ExpectedGaps, readExpectedGaps } from './expected-gaps.ts';
import type { FaultLog } from './fault-log.ts';
import { sumFinalPayments } from './store/final-sums.ts';
import { type Lacking, listOrphans, listWithoutDelivery, listWithoutEvent } from './store/missing-rows.ts';
import {
  listFaultyLinkPayments,
  listFaultySessionPayments,
  listLinksWithoutPayment,
  listUnlistedLinkPayments,
} from './store/order-faults.ts';
import { type LargeConversion, listFaultyPayments, listLargeConversions } from './store/payment-faults.ts';
import { findPageEnd, type IdRange } from './store/payment-pages.ts';
import {
  type FaultyAttempts,
  listFaultyAttempts,
  listStoredBodies,
  listUnfoundedLateChecks,
  listUnfoundedReceipts,
  listWithoutDiscrepancy,
  listWithoutLateCheck,
} from './store/payment-rows.ts';
import { listWithoutSubscription } from './store/recurring-faults.ts';
import { addHourSums, type Sums } from './sum-tally.ts';

/** The clock of the gateway may be ahead of this one, or behind it, by this much. */
const MARGIN_US = US_PER_HOUR;
const LONGEST_LATE_WAIT_US = Math.max(...LATE_CHECK_WAITS_US);
/** Bodies in memory at once. */
const BODIES = 2_000;

/** The tallies that the walk adds to, and its settings. */
export interface WalkParts {
  readonly faults: FaultLog;
  readonly counted: Sums;
  /** Hours from here on are added up, as well as days. */
  readonly hoursFromUs: number;
  readonly nowUs: number;
  readonly pageSize: number;
  /** The wait before each attempt of a webhook. */
  readonly retrySeconds: readonly number[];
}

/** A page of payments that was checked. */
export interface WalkedPage {
  /** The last payment checked. */
  readonly through: number;
  readonly payments: number;
}

/** Data read before a walk starts, so that it need not be queried again. */
export interface WalkContext {
  readonly gaps: ExpectedGaps;
  /** For each website and mode: since when every event has a delivery. */
  readonly callbacks: CallbackTimes;
}

export function readKnown(store: ReadOnlyStore, nowUs: number): Promise<WalkContext> {
  return store.snapshot(async (reader) => ({
    gaps: await readExpectedGaps(reader, nowUs),
    callbacks: await readCallbackTimes(reader, 'payments'),
  }));
}

/**
 * Checks the next payments of a range with all their data, in one snapshot, and adds up the final ones. Missing data
 * may have been deleted a moment ago, so it is compared with the deletions that are read afterwards.
 */
export async function walkPage(
  store: ReadOnlyStore,
  { faults, counted, hoursFromUs, nowUs, pageSize, retrySeconds }: WalkParts,
  range: IdRange,
  known: WalkContext,
): Promise<WalkedPage> {
  const page = await store.snapshot((reader) => readPage(reader, range, { known, pageSize, retrySeconds, nowUs }));
  for (const { id, kinds } of page.faulty) for (const kind of kinds) faults.add(kind, id);
  for (const id of page.conversions) faults.add('conversion_wrong', id);
  const mismatched = new Set(
    page.faulty.filter(({ kinds }) => kinds.includes('delivery_mismatch')).map(({ id }) => id),
  );
  for (const id of page.bodies) if (!mismatched.has(id)) faults.add('delivery_mismatch', id);
  for (const id of page.withoutDiscrepancy) faults.add('discrepancy_missing', id);
  for (const id of page.withoutSubscription) faults.add('recurring_missing', id);
  for (const id of page.withoutLateCheck) faults.add('late_check_missing', id);
  for (const id of page.withoutTerms) faults.add('search_terms_missing', id);
  for (const id of page.unlisted) faults.add('link_payment_missing', id);
  for (const id of page.orphans.events) faults.add('event_unfounded', id, 'the payment does not exist');
  for (const id of page.orphans.deliveries) faults.add('delivery_unfounded', id, 'the payment does not exist');
  for (const id of page.receipts) faults.add('receipt_unfounded', id);
  for (const id of page.lateChecks) faults.add('late_check_unfounded', id);
  for (const id of page.links) faults.add('link_mismatch', id);
  for (const id of page.sessions) faults.add('session_mismatch', id);
  const areMissing = page.ledger.strays.some(({ status }) => status === null);
  const current = areMissing || !isEmpty(lackingOf(page, known)) ? await readKnown(store, nowUs) : known;
  checkLedgerPage(faults, page.ledger, current.gaps.livePayments);
  if (current !== known) {
    const lacking = lackingOf(page, current);
    for (const { id } of lacking.events) faults.add('event_missing', id);
    for (const { id } of lacking.deliveries) faults.add('delivery_missing', id);
    for (const attempts of lacking.attempts) addAttempts(faults, attempts);
    for (const { paymentId } of lacking.links) faults.add('link_mismatch', paymentId, 'the payment does not exist');
  }
  addHourSums(counted, page.sums, hoursFromUs);
  return page.walked;
}

function addAttempts(faults: FaultLog, { deliveryId, fault, counted, found }: FaultyAttempts): void {
  if (fault === 'early') faults.add('given_up_early', deliveryId, `after ${counted} attempts`);
  else if (fault === 'number') faults.add('attempts_mismatch', deliveryId, `counted ${counted}, found ${found}`);
  else if (fault === 'late') faults.add('planned_late', deliveryId);
  else faults.add('attempts_mismatch', deliveryId, 'no attempt explains its status or its last result');
}

type Page = Awaited<ReturnType<typeof readPage>>;

/** The missing data of a page, except data that is known to be deleted. */
function lackingOf(
  { withoutEvent, withoutDelivery, attempts, linksWithoutPayment }: Page,
  { gaps, callbacks }: WalkContext,
) {
  const dueFromUs = ({ websiteId, mode }: Lacking) => callbacks[mode].get(websiteId) ?? Number.POSITIVE_INFINITY;
  return {
    events: withoutEvent.filter(({ finishedAtUs }) => finishedAtUs >= gaps.events),
    deliveries: withoutDelivery.filter(
      (lacking) => lacking.finishedAtUs >= Math.max(gaps.deliveries, dueFromUs(lacking)),
    ),
    // The attempts of a delivery are deleted before the delivery itself.
    attempts: attempts.filter(({ createdAtUs, counted, found }) => createdAtUs >= gaps.deliveries || found > counted),
    // Open payments are never removed. A payment that was created after the time in `gaps` cannot have become final
    // before it, so it has not been removed.
    links: linksWithoutPayment.filter(
      ({ paymentId, mode, isOpen }) =>
        isOpen || transactionIdTimeUs(paymentId) >= (mode === 'test' ? gaps.testPayments : gaps.livePayments),
    ),
  };
}

function isEmpty(lacking: Readonly<Record<string, readonly unknown[]>>): boolean {
  return Object.values(lacking).every((each) => each.length === 0);
}

async function readPage(
  reader: Reader,
  { after, through: end }: IdRange,
  {
    known,
    pageSize,
    retrySeconds,
    nowUs,
  }: { known: WalkContext } & Pick<WalkParts, 'pageSize' | 'retrySeconds' | 'nowUs'>,
) {
  const { lastId, payments } = await findPageEnd(reader, { after, through: end }, pageSize);
  const through = payments < pageSize || lastId === null ? end : lastId;
  const range = { after, through };
  const callbackTimes = [...known.callbacks.test.values(), ...known.callbacks.live.values()];
  const deliveriesFromUs = Math.max(known.gaps.deliveries, Math.min(Number.MAX_SAFE_INTEGER, ...callbackTimes));
  return {
    walked: { through, payments },
    faulty: await listFaultyPayments(reader, range),
    withoutEvent: await listWithoutEvent(reader, { ...range, fromUs: known.gaps.events }),
    withoutDelivery:
      callbackTimes.length === 0
        ? ([] as Lacking[])
        : await listWithoutDelivery(reader, { ...range, fromUs: deliveriesFromUs }),
    orphans: await listOrphans(reader, range),
    attempts: await listFaultyAttempts(reader, {
      ...range,
      scheduled: retrySeconds.length,
      latestUs: nowUs + Math.ceil(longestWaitUs(retrySeconds)) + MARGIN_US,
    }),
    receipts: await listUnfoundedReceipts(reader, range),
    links: await listFaultyLinkPayments(reader, range),
    sessions: await listFaultySessionPayments(reader, range),
    linksWithoutPayment: await listLinksWithoutPayment(reader, range),
    unlisted: await listUnlistedLinkPayments(reader, range),
    conversions: (await listLargeConversions(reader, range)).filter(isConvertedWrong).map(({ id }) => id),
    bodies: await listWrongBodies(reader, range),
    withoutDiscrepancy: await listWithoutDiscrepancy(reader, range),
    withoutSubscription: await listWithoutSubscription(reader, range),
    withoutLateCheck: await listWithoutLateCheck(reader, {
      ...range,
      failedFromUs: nowUs - LATE_CHECKS_END_US + MARGIN_US,
      latestUs: nowUs + LONGEST_LATE_WAIT_US + MARGIN_US,
      checkedByUs: nowUs + MARGIN_US,
    }),
    withoutTerms: await listWithoutTerms(reader, range),
    lateChecks: await listUnfoundedLateChecks(reader, range),
    sums: await sumFinalPayments(reader, range),
    ledger: await readLedgerPage(reader, range),
  };
}

/** The final payments of a range whose stored webhook differs in any byte from the correct one. */
async function listWrongBodies(reader: Reader, { after, through }: IdRange): Promise<number[]> {
  const wrong: number[] = [];
  for (let from = after; ; ) {
    const page = await listStoredBodies(reader, { after: from, through }, BODIES);
    for (const { payment, body } of page) if (body !== webhookBody(payment)) wrong.push(payment.id);
    const last = page.at(-1);
    if (page.length < BODIES || !last) return wrong;
    from = last.payment.id;
  }
}

/**
 * Checks by `usdToHtg` without a limit: to the centime or, for a provider that takes only whole gourdes, rounded up to
 * the gourde.
 */
function isConvertedWrong({ originalMinor, rateE4, amountMinor }: LargeConversion): boolean {
  const scale = BigInt(RATE_SCALE);
  const converted = (BigInt(originalMinor) * BigInt(rateE4) * 2n + scale) / (2n * scale);
  const amount = BigInt(amountMinor);
  return amount !== converted && amount !== ((converted + 99n) / 100n) * 100n;
}
