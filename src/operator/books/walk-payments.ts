import {
  listFaultyAttempts,
  listUnfoundedLateChecks,
  listUnfoundedReceipts,
} from '../../storage/books/beside-payments.ts';
import { sumFinalPayments } from '../../storage/books/final-sums.ts';
import { listFaultyLinkPayments } from '../../storage/books/link-faults.ts';
import { type Lacking, listOrphans, listWithoutDelivery, listWithoutEvent } from '../../storage/books/missing-rows.ts';
import { listFaultyPayments } from '../../storage/books/payment-faults.ts';
import { findPageEnd, type IdRange } from '../../storage/books/payment-pages.ts';
import type { Reader, ReadOnlyStore } from '../../storage/read-only-store.ts';
import { type CallbackTimes, readCallbackTimes } from './callback-times.ts';
import type { FaultLog } from './fault-log.ts';
import { type LawfulGaps, readLawfulGaps } from './lawful-gaps.ts';
import { addHourSums, type Sums } from './sum-tally.ts';

/** What the walk adds to. */
export interface WalkParts {
  readonly faults: FaultLog;
  readonly counted: Sums;
  /** Hours from here on are added up, as well as days. */
  readonly hoursFromUs: number;
  readonly nowUs: number;
  readonly pageSize: number;
}

/** A page of payments that was looked at. */
export interface WalkedPage {
  /** Up to which payment. */
  readonly through: number;
  readonly payments: number;
}

/** What is known before a walk begins: what need not be asked for. */
export interface Known {
  readonly gaps: LawfulGaps;
  /** Of each website and mode since when every event has a delivery. */
  readonly callbacks: CallbackTimes;
}

export function readKnown(store: ReadOnlyStore, nowUs: number): Promise<Known> {
  return store.snapshot(async (reader) => ({
    gaps: await readLawfulGaps(reader, nowUs),
    callbacks: await readCallbackTimes(reader),
  }));
}

/**
 * Looks at the next payments of a range with all that belongs to them, as they are at one moment, and adds up the final ones. What is
 * missing is held against what is known of it afterwards: it may have been let go a moment ago.
 */
export async function walkPage(
  store: ReadOnlyStore,
  { faults, counted, hoursFromUs, nowUs, pageSize }: WalkParts,
  range: IdRange,
  known: Known,
): Promise<WalkedPage> {
  const page = await store.snapshot((reader) => readPage(reader, range, { known, pageSize }));
  for (const { id, kinds } of page.faulty) for (const kind of kinds) faults.add(kind, id);
  for (const id of page.orphans.events) faults.add('event_unfounded', id, 'the payment is not there');
  for (const id of page.orphans.deliveries) faults.add('delivery_unfounded', id, 'the payment is not there');
  for (const id of page.receipts) faults.add('receipt_unfounded', id);
  for (const id of page.lateChecks) faults.add('late_check_unfounded', id);
  for (const id of page.links) faults.add('link_mismatch', id);
  if (!isEmpty(lackingOf(page, known))) {
    const lacking = lackingOf(page, await readKnown(store, nowUs));
    for (const { id } of lacking.events) faults.add('event_missing', id);
    for (const { id } of lacking.deliveries) faults.add('delivery_missing', id);
    for (const { deliveryId, counted: said, found } of lacking.attempts) {
      faults.add('attempts_mismatch', deliveryId, `counted ${said}, found ${found}`);
    }
  }
  addHourSums(counted, page.sums, hoursFromUs);
  return page.walked;
}

type Page = Awaited<ReturnType<typeof readPage>>;

/** What a page lacks that was not let go, by what is known. */
function lackingOf({ withoutEvent, withoutDelivery, attempts }: Page, { gaps, callbacks }: Known) {
  const dueFromUs = ({ websiteId, mode }: Lacking) => callbacks[mode].get(websiteId) ?? Number.POSITIVE_INFINITY;
  return {
    events: withoutEvent.filter(({ finishedAtUs }) => finishedAtUs >= gaps.events),
    deliveries: withoutDelivery.filter(
      (lacking) => lacking.finishedAtUs >= Math.max(gaps.deliveries, dueFromUs(lacking)),
    ),
    // Attempts go before their delivery.
    attempts: attempts.filter(({ createdAtUs, counted, found }) => createdAtUs >= gaps.deliveries || found > counted),
  };
}

function isEmpty(lacking: Readonly<Record<string, readonly unknown[]>>): boolean {
  return Object.values(lacking).every((each) => each.length === 0);
}

async function readPage(
  reader: Reader,
  { after, through: end }: IdRange,
  { known, pageSize }: { known: Known; pageSize: number },
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
    attempts: await listFaultyAttempts(reader, range),
    receipts: await listUnfoundedReceipts(reader, range),
    links: await listFaultyLinkPayments(reader, range),
    lateChecks: await listUnfoundedLateChecks(reader, range),
    sums: await sumFinalPayments(reader, range),
  };
}
