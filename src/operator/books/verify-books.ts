import { setImmediate } from 'node:timers/promises';
import { DEFAULT_RETRY_SECONDS } from '../../domain/retry-schedule.ts';
import { US_PER_DAY } from '../../lib/durations.ts';
import type { SecretBox } from '../../lib/secrets.ts';
import { refusalText } from '../../messages/refusals/refusal-messages.ts';
import { readLastPaymentId } from '../../storage/books/payment-pages.ts';
import { type ReadOnlyStore, readerOf } from '../../storage/read-only-store.ts';
import { checkAuditLog } from '../audit/check-audit-log.ts';
import { inspectSecrets, unopenedCount } from '../reseal-secrets.ts';
import { type BooksState, isGoingOnFrom, readState, readStoreMark, stateText } from './books-state.ts';
import { checkArchives } from './check-archives.ts';
import { checkDiscrepancies } from './check-discrepancies.ts';
import { checkFeeds } from './check-feeds.ts';
import { checkLinks } from './check-links.ts';
import { checkRecurring } from './check-recurring.ts';
import { checkSettings } from './check-settings.ts';
import { compareCounts } from './compare-counts.ts';
import { compareSums, readSums } from './compare-sums.ts';
import { type ComparedBooks, readComparedDays } from './compared-days.ts';
import { type FaultLog, type FoundFaults, faultLog } from './fault-log.ts';
import type { Sums } from './sum-tally.ts';
import { readKnown, walkPage } from './walk-payments.ts';

/** Payments that are looked at in one snapshot: less than a second. */
const PAGE = 20_000;
/** Of each kind so many faults are named. */
const MOST_EXAMPLES = 10;
const SAVE_EVERY_MS = 10_000;
/** Sums of hours go after ten days: keep-payment-sums.ts. The last of those days is left out. */
const HOURS_US = 9 * US_PER_DAY;

export interface VerifyOptions {
  /** What opens what is sealed; undefined where the key is not known, and then it is not tried. */
  readonly box: SecretBox | undefined;
  /** Microseconds since 1970. */
  readonly nowUs: number;
  readonly pageSize?: number | undefined;
  readonly mostExamples?: number | undefined;
  /** How many attempts the schedule of webhooks has; that of the default settings where it is undefined. */
  readonly scheduled?: number | undefined;
  /** What an earlier run has saved, to go on from there. */
  readonly saved?: string | undefined;
  /** Hears that it begins anew instead: what was saved is of another store, or of a newer state of this one, which was restored since. */
  readonly onAnew?: (() => void) | undefined;
  /** Hears every few seconds how far it is, as a text for `saved`, and before it stops. */
  readonly onSave?: ((state: string) => Promise<void>) | undefined;
  /** Hears what it is at: `12000 payments`. */
  readonly onStep?: ((howFar: string) => void) | undefined;
  /** Whether it is to stop. */
  readonly isStopping?: (() => boolean) | undefined;
}

/** What a look at the books has found. */
export interface BooksReport {
  /** How many payments were looked at. */
  readonly payments: number;
  readonly faults: readonly FoundFaults[];
  readonly compared: ComparedBooks;
  /** The head of the audit log, POSITION:HASH, up to which its chain holds. */
  readonly auditHead: string;
  /** What could not be judged, as sentences. */
  readonly notJudged: readonly string[];
}

/**
 * Holds everything that the store knows of payments against each other: payments, events, feeds, deliveries with their attempts, counts,
 * sums, recurring payments, payment links, receipts, the audit log and what is sealed; and says how far the providers' books were compared. Reads only,
 * beside gateways that work, and never reports what they are at. Returns undefined when it was stopped.
 *
 * Throws OperatorError for a `saved` that cannot be gone on from.
 */
export async function verifyBooks(store: ReadOnlyStore, options: VerifyOptions): Promise<BooksReport | undefined> {
  const { nowUs, onStep = () => {}, mostExamples = MOST_EXAMPLES } = options;
  const begun = await begin(store, options);
  const faults = faultLog(mostExamples, begun.faults);
  const counted: Sums = new Map(begun.counted);
  const hoursFromUs = begun.startedAtUs - HOURS_US;
  const payments = await walk(store, options, { begun, faults, counted, hoursFromUs });
  if (payments === undefined) return undefined;
  onStep(`${payments} payments, sums`);
  const after = await readSums(store);
  // Afterwards: what was let go meanwhile is known by now.
  const { gaps } = await readKnown(store, nowUs);
  const sums = { before: new Map(begun.keptBefore), counted, after, gaps };
  compareSums(faults, { ...sums, hoursFromUs: Math.max(hoursFromUs, nowUs - HOURS_US) });
  await compareCounts(store, faults, (keys) => onStep(`${payments} payments, counts of ${keys} keys`));
  onStep(`${payments} payments, feeds`);
  await checkFeeds(store, faults);
  await checkDiscrepancies(store, faults);
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
  const notJudged = [
    ...(after.beginsAtUs === null ? ['The sums of days: no worker has begun to keep them.'] : []),
    ...(options.box ? [] : ['What is sealed: the secret key is not here.']),
  ];
  return { payments, faults: faults.found(), compared, auditHead, notJudged };
}

/** What the walk begins with: as it was saved, or from the first payment on. */
async function begin(store: ReadOnlyStore, { saved, nowUs, onAnew }: VerifyOptions): Promise<BooksState> {
  if (saved !== undefined) {
    const state = readState(saved);
    if (await store.snapshot((reader) => isGoingOnFrom(reader, state.store))) return state;
    onAnew?.();
  }
  const mark = await store.snapshot(readStoreMark);
  // Before the payments: whatever is in these sums is found among them.
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

/** Looks at all payments. Returns how many there were, in all runs; undefined when it was stopped. */
async function walk(
  store: ReadOnlyStore,
  {
    nowUs,
    pageSize = PAGE,
    scheduled = DEFAULT_RETRY_SECONDS.length,
    onStep = () => {},
    onSave,
    isStopping = () => false,
  }: VerifyOptions,
  { begun, ...parts }: { begun: BooksState; faults: FaultLog; counted: Sums; hoursFromUs: number },
): Promise<number | undefined> {
  const known = await readKnown(store, nowUs);
  const { throughId } = begun;
  let { afterId, payments } = begun;
  const save = async () => {
    const { faults, counted } = parts;
    if (!onSave) return;
    const mark = await store.snapshot(readStoreMark);
    await onSave(
      stateText({ ...begun, store: mark, afterId, payments, counted: [...counted], faults: faults.found() }),
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
      { ...parts, nowUs, pageSize, scheduled },
      { after: afterId, through: throughId },
      known,
    );
    afterId = page.through;
    payments += page.payments;
    onStep(`${payments} payments`);
    // The embedded store works with the event loop stopped: signals are heard here.
    await setImmediate();
    if (performance.now() - savedMs < SAVE_EVERY_MS) continue;
    await save();
    savedMs = performance.now();
  }
}

async function checkLog(store: ReadOnlyStore, faults: FaultLog, onStep: (rows: number) => void): Promise<string> {
  const { head, fault } = await checkAuditLog(readerOf(store), { onStep });
  if (fault) faults.add('audit_broken', fault.position, refusalText(fault.refusal, 'en'));
  return `${head.position}:${head.hash}`;
}

async function checkSecrets(store: ReadOnlyStore, faults: FaultLog, box: SecretBox | undefined): Promise<void> {
  if (!box) return;
  const report = await inspectSecrets({ db: readerOf(store), box });
  for (const id of report.unopenedIds) faults.add('secret_unreadable', id);
  faults.addUnnamed('secret_unreadable', unopenedCount(report) - report.unopenedIds.length);
}
