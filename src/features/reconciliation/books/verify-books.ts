import { setImmediate } from 'node:timers/promises';
import { DEFAULT_RETRY_SECONDS, US_PER_DAY } from '../../../core/durations.ts';
import type { ReadOnlyStore } from '../../../database/read-only-store.ts';
import type { SecretBox } from '../../../platform/secrets/secrets.ts';
import { readLedgerFill } from '../../ledger/store/postings.ts';
import { type BooksState, isGoingOnFrom, readState, readStoreMark, stateText } from './books-state.ts';
import { checkDiscrepancies } from './check-discrepancies.ts';
import { checkPayouts } from './check-payouts.ts';
import { checkArchives, checkFeeds, checkLog, checkSecrets } from './check-records.ts';
import { checkRecurring } from './check-recurring.ts';
import { checkDisputes, checkRefunds } from './check-refunds.ts';
import { checkSettings } from './check-settings.ts';
import { checkLinks, compareCounts } from './compare-counts.ts';
import { compareSums, readSums } from './compare-sums.ts';
import { type ComparedBooks, readComparedDays } from './compared-days.ts';
import { type FaultLog, type FoundFaults, faultLog } from './fault-log.ts';
import { readLastPaymentId } from './store/payment-pages.ts';
import type { Sums } from './sum-tally.ts';
import { readKnown, walkPage } from './walk-payments.ts';

/** Payments that are checked in one snapshot: less than a second of work. */
const PAGE = 20_000;
/** How many faults of each kind are named. */
const MOST_EXAMPLES = 10;
const SAVE_EVERY_MS = 10_000;
/** Sums of hours are deleted after ten days: update-payment-sums.ts. The last of those days is skipped. */
const HOURS_US = 9 * US_PER_DAY;

export interface VerifyOptions {
  /** Opens sealed texts; undefined if the key is not known, and then none is opened. */
  readonly box: SecretBox | undefined;
  /** Microseconds since 1970. */
  readonly nowUs: number;
  readonly pageSize?: number | undefined;
  readonly mostExamples?: number | undefined;
  /** The wait before each attempt of a webhook; defaults to the schedule of the default settings. */
  readonly retrySeconds?: readonly number[] | undefined;
  /** The saved state of an earlier run, to continue from. */
  readonly saved?: string | undefined;
  /**
   * Called when the run starts from the first payment instead, because the saved state belongs to another store, or to
   * this store before it was restored to an older state.
   */
  readonly onRestart?: (() => void) | undefined;
  /** Called with the progress, as a text for `saved`: every few seconds, and before the run stops. */
  readonly onSave?: ((state: string) => Promise<void>) | undefined;
  /** Called with the progress, for people: `12000 payments`. */
  readonly onStep?: ((howFar: string) => void) | undefined;
  /** Whether the check should stop. */
  readonly isStopping?: (() => boolean) | undefined;
}

/** The result of a consistency check. */
export interface BooksReport {
  /** How many payments were checked. */
  readonly payments: number;
  readonly faults: readonly FoundFaults[];
  readonly compared: ComparedBooks;
  /** The head of the audit log, POSITION:HASH, up to which its chain holds. */
  readonly auditHead: string;
  /** The parts that could not be checked, as sentences. */
  readonly notJudged: readonly string[];
}

/**
 * Compares all stored data about payments for consistency: payments, events, feeds, deliveries with their attempts,
 * counts, sums, refunds, subscriptions, payment links, checkout sessions, receipts, the audit log and sealed texts. It also reports how
 * far payments were compared with the provider records. It only reads, may run while gateways work, and never reports
 * changes in progress as faults. Returns undefined when it was stopped.
 *
 * Throws OperatorError for a `saved` that cannot be continued from.
 */
export async function verifyBooks(store: ReadOnlyStore, options: VerifyOptions): Promise<BooksReport | undefined> {
  const { nowUs, onStep = () => {}, mostExamples = MOST_EXAMPLES } = options;
  const start = await startOfWalk(store, options);
  const faults = faultLog(mostExamples, start.faults);
  const counted: Sums = new Map(start.counted);
  const hoursFromUs = start.startedAtUs - HOURS_US;
  const payments = await walk(store, options, { progress: start, faults, counted, hoursFromUs });
  if (payments === undefined) return undefined;
  onStep(`${payments} payments, sums`);
  const after = await readSums(store);
  // Read after the payments, so that `gaps` includes everything that was deleted while they were read.
  const { gaps } = await readKnown(store, nowUs);
  const sums = { before: new Map(start.keptBefore), counted, after, gaps };
  compareSums(faults, { ...sums, hoursFromUs: Math.max(hoursFromUs, nowUs - HOURS_US) });
  await compareCounts(store, faults, (keys) => onStep(`${payments} payments, counts of ${keys} keys`));
  onStep(`${payments} payments, feeds`);
  await checkFeeds(store, faults);
  await checkDiscrepancies(store, faults);
  await checkRefunds(store, faults, nowUs);
  await checkDisputes(store, faults);
  await checkPayouts(store, faults);
  await checkRecurring(store, faults, {
    nowUs,
    onStep: (done) => onStep(`${payments} payments, ${done} recurring ones`),
  });
  await checkLinks(store, faults, (links) => onStep(`${payments} payments, ${links} payment links`));
  await checkSettings(store, faults);
  await checkArchives(store, faults);
  const auditHead = await checkLog(store, faults, (rows) => onStep(`${payments} payments, ${rows} changes`));
  await checkSecrets(store, faults, options.box);
  const compared = await readComparedDays(store, nowUs);
  const isPosted = (await store.snapshot(readLedgerFill)) === null;
  const notJudged = [
    ...(after.beginsAtUs === null ? ['The sums of days: no worker has started them yet.'] : []),
    ...(isPosted ? [] : ['The ledger of older payments: it is not complete yet, a worker is still posting them.']),
    ...(options.box ? [] : ['Sealed texts: the secret key is not available.']),
  ];
  return { payments, faults: faults.found(), compared, auditHead, notJudged };
}

/** The start of the walk: the saved state, or the first payment. */
async function startOfWalk(store: ReadOnlyStore, { saved, nowUs, onRestart }: VerifyOptions): Promise<BooksState> {
  if (saved !== undefined) {
    const state = readState(saved);
    if (await store.snapshot((reader) => isGoingOnFrom(reader, state.store))) return state;
    onRestart?.();
  }
  const mark = await store.snapshot(readStoreMark);
  // Read before the payments, so that the walk finds every payment in these sums.
  const { each } = await readSums(store);
  const throughId = await store.snapshot(readLastPaymentId);
  return {
    store: mark,
    startedAtUs: nowUs,
    afterId: 0,
    throughId,
    payments: 0,
    keptBefore: [...each],
    counted: [],
    faults: [],
  };
}

/**
 * Checks all payments. Returns how many were checked, by this run and by the earlier runs that it continues; undefined
 * when it was stopped.
 */
async function walk(
  store: ReadOnlyStore,
  {
    nowUs,
    pageSize = PAGE,
    retrySeconds = DEFAULT_RETRY_SECONDS,
    onStep = () => {},
    onSave,
    isStopping = () => false,
  }: VerifyOptions,
  { progress, ...parts }: { progress: BooksState; faults: FaultLog; counted: Sums; hoursFromUs: number },
): Promise<number | undefined> {
  const known = await readKnown(store, nowUs);
  const { throughId } = progress;
  let { afterId, payments } = progress;
  const save = async () => {
    const { faults, counted } = parts;
    if (!onSave) return;
    const mark = await store.snapshot(readStoreMark);
    await onSave(
      stateText({ ...progress, store: mark, afterId, payments, counted: [...counted], faults: faults.found() }),
    );
  };
  let savedMs = performance.now();
  for (;;) {
    if (isStopping()) {
      await save();
      return undefined;
    }
    if (afterId >= throughId) return payments;
    const page = await walkPage(
      store,
      { ...parts, nowUs, pageSize, retrySeconds },
      { after: afterId, through: throughId },
      known,
    );
    afterId = page.through;
    payments += page.payments;
    onStep(`${payments} payments`);
    // The embedded store blocks the event loop: signals are received here.
    await setImmediate();
    if (performance.now() - savedMs < SAVE_EVERY_MS) continue;
    await save();
    savedMs = performance.now();
  }
}
