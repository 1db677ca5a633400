import type { Actor } from '../../../core/actor.ts';
import { US_PER_DAY, US_PER_MINUTE, US_PER_SECOND } from '../../../core/durations.ts';
import { formatTimestamp } from '../../../core/timestamps.ts';
import {
  confirmedTimeUs,
  confirmTime,
  DOUBTED_CLOCK,
  deleteDoubtedClock,
  deleteLaterAnchors,
  findClockAnchor,
  newestAnchorUs,
  saveClockAnchor,
} from '../../../database/clock/clock-anchors.ts';
import { type Database, DatabaseUnavailable, type Row } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type MachineTime, machineTime } from '../../../platform/clock/machine-time.ts';
import { type Doubt, type Judgement, type TimeKeeper, timeKeeper } from '../../../platform/clock/time-keeper.ts';
import type { Log } from '../../../platform/log/log.ts';
import { recordChange } from '../../audit/store/record-change.ts';
import { restartAskedCharges } from '../../subscriptions/store/charges.ts';
import { restartPause } from '../../subscriptions/store/charging.ts';

/** NTP keeps clocks far closer together than this, and a difference this small is harmless. */
const TOLERANCE_US = 500_000;
const REPORT_AGAIN_US = US_PER_MINUTE;
const KEEP_EVERY_US = US_PER_MINUTE;
const DELETE_AFTER_US = 30 * US_PER_DAY;
/** A confirmation applies only to a clock whose reading differs from the confirmed time by at most this. */
const CONFIRMED_WITHIN_US = US_PER_MINUTE;
/** A node that does not trust the time reports this with every comparison. Older reports have expired. */
const DOUBTED_WITHIN_US = US_PER_MINUTE;
/** A node that trusts the time reports this every minute. */
const CERTAIN_WITHIN_US = KEEP_EVERY_US + 15 * US_PER_SECOND;
/**
 * For a step smaller than this plus the reading's uncertainty, another node's time may be from before the step, and
 * proves nothing.
 */
const SHARED_FROM_US = 2 * US_PER_SECOND;

const DIFFERENT = "this machine's clock is wrong, or PostgreSQL's: PostgreSQL's time is used. Set both by NTP";
const AGREED = "this machine's clock agrees with PostgreSQL's again";
const SUSPENDED =
  'the clock is not trusted: until it is confirmed, no payment expires, no card is charged again and no old data is deleted.  ' +
  'Set the clock by NTP; if it is right as it is: peye clock confirm';

const AFTER_PAUSE =
  'no node ran for a while: until the clock has run for five minutes, no payment expires, no card is charged again and no ' +
  'old data is deleted.  If it is right as it is: peye clock confirm';

export interface StoreClock {
  /** Microseconds since 1970. It never steps, unless a step was confirmed. */
  readonly clock: Clock;
  /** Whether irreversible actions may depend on the time: false while a step of the clock is unconfirmed. */
  readonly isCertain: () => boolean;
  /** Why the time is not trusted; undefined when it is trusted. */
  readonly doubt: () => Doubt | undefined;
  /** One round of maintenance: compares the clocks. More is waiting when they must be compared again. */
  readonly followClock: () => Promise<{ isMoreWaiting: boolean }>;
  /** One comparison of the clocks; undefined when it has to be repeated. */
  readonly compare: () => Promise<Judgement | undefined>;
  /**
   * Accepts the current clock, here and in every process on this store, on behalf of this actor. Returns the accepted
   * time.
   */
  readonly confirm: (actor: Actor) => Promise<number>;
}

/** A store's clock before the store's own records were read. */
export interface UnrecalledClock extends StoreClock {
  /** Compares the time with the store's records of it. Call it once, on a store that has its schema. */
  recall(): Promise<void>;
}

/** Sources of time besides the machine's clock. */
export interface TimeSources extends Pick<MachineTime, 'elapsed' | 'boot'> {
  /** The store's own time, microseconds since 1970; PostgreSQL's, unless a test supplies another. */
  readonly readStoreTime?: (db: Database) => Promise<number>;
}

/** A clock's reading, and its uncertainty. */
interface Reading {
  readonly atUs: number;
  readonly doubtUs: number;
}

/**
 * The time that nodes on one store agree on: PostgreSQL's, or for an embedded store the machine's. It advances by
 * elapsed time. When a clock steps, this time follows only once the step is confirmed (see `timeKeeper`). While the
 * store is unavailable it keeps advancing.
 */
export async function storeClock(
  { db, log }: { db: Database; log: Log },
  wall: Clock,
  sources: TimeSources = machineTime(),
): Promise<UnrecalledClock> {
  const { elapsed, boot } = sources;
  const read = db.engine === 'sqlite' ? wallReader(wall) : storeReader({ db, log }, wall, sources);
  let first = await read();
  while (!first) first = await read();
  const keeper = timeKeeper(elapsed, first.startUs ?? first.atUs);
  const report = doubtLog(log, elapsed);
  let keptAtUs = Number.NEGATIVE_INFINITY;
  let isRecalled = false;
  /** How far the time has stepped since it stopped being trusted; undefined once the store has recorded the step. */
  let unrecordedStepUs: number | undefined;

  const keep = async () => {
    if (!isRecalled || keeper.doubt() || !boot || elapsed() - keptAtUs < KEEP_EVERY_US) return;
    const atUs = keeper.clock();
    const anchor = { machine: boot.id, runningUs: boot.running(), atUs };
    try {
      await db.transaction((tx) => saveClockAnchor(tx, anchor, atUs - DELETE_AFTER_US));
      keptAtUs = elapsed();
    } catch (error) {
      // An unwritable store is reported elsewhere. Its earlier records stay.
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
  };
  const recordStep = async () => {
    const stepUs = unrecordedStepUs;
    if (stepUs === undefined) return;
    await db.transaction(async (tx) => {
      await deleteDoubtedClock(tx);
      if (stepUs < 0) await deleteLaterAnchors(tx, keeper.clock());
      if (Math.abs(stepUs) <= TOLERANCE_US) return;
      await restartPause(tx, keeper.clock());
      await restartAskedCharges(tx, keeper.clock());
    });
    unrecordedStepUs = undefined;
  };
  const applyJudgement = async (judgement: Judgement) => {
    report(judgement);
    if (isRecalled && judgement.kind === 'returned') unrecordedStepUs ??= 0;
    if (isRecalled && judgement.kind === 'confirmed') {
      keptAtUs = Number.NEGATIVE_INFINITY;
      unrecordedStepUs = judgement.stepUs + (unrecordedStepUs ?? 0);
    }
    await recordStep();
  };
  const compare = async () => {
    const reading = await read();
    if (!reading) return undefined;
    let judgement = keeper.observe(reading.atUs, reading.doubtUs);
    if (isRecalled && judgement.kind === 'doubt') {
      const isBelieved = (await isConfirmed(db, reading.atUs)) || (await isShared(db, boot, judgement.doubt, reading));
      if (isBelieved) judgement = keeper.confirm();
      else judgement = await joinDoubt(db, keeper, judgement, reading);
    }
    await applyJudgement(judgement);
    if (isRecalled) await shareDoubt(db, keeper, judgement, reading);
    await keep();
    return judgement;
  };
  return {
    clock: keeper.clock,
    // A stepped time is not trusted before the store has recorded the step.
    isCertain: () => keeper.doubt() === undefined && unrecordedStepUs === undefined,
    doubt: keeper.doubt,
    compare,
    recall: async () => {
      // An untrusted time is logged by the comparisons that follow, not here. Short commands log nothing, because they
      // have no work that could wait for a trusted time.
      await recall(db, keeper, boot);
      isRecalled = true;
    },
    confirm: async (actor) => {
      let reading = await read();
      while (!reading) reading = await read();
      keeper.observe(reading.atUs, reading.doubtUs);
      const doubt = keeper.doubt();
      // PostgreSQL stores whole microseconds. The reading includes half of the query's duration, so it may have a
      // fraction.
      const atUs = Math.round(reading.atUs);
      await db.transaction(async (tx) => {
        await confirmTime(tx, atUs);
        const after = {
          clock: formatTimestamp(atUs),
          ...(doubt && { reason: doubt.reason, step_seconds: seconds(doubt.stepUs) }),
        };
        const change = { action: 'clock.confirm', subject: { kind: 'store', id: null }, after } as const;
        await recordChange(tx, { actor, clock: keeper.clock }, change);
      });
      await applyJudgement(keeper.confirm());
      await keep();
      return atUs;
    },
    followClock: async () => {
      try {
        return { isMoreWaiting: (await compare()) === undefined };
      } catch (error) {
        // The machine's clock has been compared all the same. A busy embedded store is reported elsewhere.
        if (db.engine === 'sqlite' && error instanceof DatabaseUnavailable) return { isMoreWaiting: false };
        throw error;
      }
    },
  };
}

/**
 * Compares the time with the best record of it in the store. That is this machine's own record from the same boot;
 * otherwise the time of nodes that do not trust the clock; otherwise the newest recorded time.
 */
async function recall(db: Database, keeper: TimeKeeper, boot: TimeSources['boot']): Promise<void> {
  const own = boot && (await findClockAnchor(db, boot.id));
  const sinceUs = own ? (boot?.running() ?? 0) - own.runningUs : -1;
  if (own && sinceUs >= 0) return void keeper.recall({ continuedUs: own.atUs + sinceUs });
  const doubtedUs = await timeOfDoubtingNodes(db, keeper.clock());
  keeper.recall(doubtedUs === undefined ? { newestUs: await newestAnchorUs(db) } : { continuedUs: doubtedUs });
}

/** The time used by other nodes that do not trust PostgreSQL's clock; undefined when there are no such nodes. */
async function timeOfDoubtingNodes(db: Database, clockReadingUs: number): Promise<number | undefined> {
  if (db.engine === 'sqlite') return undefined;
  const doubted = await findClockAnchor(db, DOUBTED_CLOCK);
  if (!doubted) return undefined;
  const sinceUs = clockReadingUs - doubted.runningUs;
  if (sinceUs < -TOLERANCE_US || sinceUs > DOUBTED_WITHIN_US) return undefined;
  // If some nodes trust PostgreSQL's clock, the doubt comes from a node whose own counter is wrong.
  const certainUs = (await newestAnchorUs(db)) ?? Number.NEGATIVE_INFINITY;
  if (certainUs > clockReadingUs - CERTAIN_WITHIN_US && certainUs < clockReadingUs + TOLERANCE_US) return undefined;
  return doubted.atUs + sinceUs;
}

/** If other nodes ran in the meantime and report a step, the apparent pause of this node is a step. */
async function joinDoubt(
  db: Database,
  keeper: TimeKeeper,
  judgement: Judgement & { kind: 'doubt' },
  { atUs }: Reading,
): Promise<Judgement> {
  if (judgement.doubt.reason !== 'pause') return judgement;
  const continuedUs = await timeOfDoubtingNodes(db, atUs);
  return continuedUs === undefined ? judgement : keeper.recall({ continuedUs });
}

/** Records that PostgreSQL's clock has stepped, for nodes that start now. */
async function shareDoubt(db: Database, keeper: TimeKeeper, judgement: Judgement, { atUs }: Reading): Promise<void> {
  if (db.engine === 'sqlite' || judgement.kind !== 'doubt' || judgement.doubt.reason !== 'step') return;
  const nowUs = keeper.clock();
  const anchor = { machine: DOUBTED_CLOCK, runningUs: Math.round(atUs), atUs: nowUs };
  await db.transaction((tx) => saveClockAnchor(tx, anchor, nowUs - DELETE_AFTER_US));
}

async function isConfirmed(db: Database, clockReadingUs: number): Promise<boolean> {
  const atUs = await confirmedTimeUs(db);
  return atUs !== undefined && Math.abs(clockReadingUs - atUs) <= CONFIRMED_WITHIN_US;
}

/**
 * Whether another machine uses the time after the step and trusts it. If so, it was this machine that stood still, with
 * its counter. False after a step back: the other machine's time may then be from before the step.
 */
async function isShared(
  db: Database,
  boot: TimeSources['boot'],
  { reason, stepUs, lastsUs }: Doubt,
  { atUs, doubtUs }: Reading,
): Promise<boolean> {
  if (db.engine === 'sqlite' || reason !== 'step' || stepUs < SHARED_FROM_US + doubtUs) return false;
  const otherUs = await newestAnchorUs(db, boot?.id);
  return otherUs !== undefined && otherUs > atUs - lastsUs - TOLERANCE_US && otherUs < atUs + doubtUs + TOLERANCE_US;
}

/** Logs an untrusted time: at once, and again every minute while it lasts. */
function doubtLog(log: Log, elapsed: () => number): (judgement: Judgement) => void {
  let reportedAtUs = Number.NEGATIVE_INFINITY;
  return (judgement) => {
    switch (judgement.kind) {
      case 'doubt':
        if (!judgement.isNew && elapsed() - reportedAtUs < REPORT_AGAIN_US) return;
        reportedAtUs = elapsed();
        if (judgement.doubt.reason === 'pause') log.warn(describeDoubt(judgement.doubt), AFTER_PAUSE);
        else log.error(describeDoubt(judgement.doubt), SUSPENDED);
        break;
      case 'returned':
        log.warn('the clock is back where it was: the time is certain again');
        break;
      case 'confirmed':
        log.warn(
          { step_seconds: seconds(judgement.stepUs) },
          'the time is certain again: what the clock says was taken over',
        );
    }
  };
}

/** The details of an untrusted time for a log line or a response, in seconds. */
export function describeDoubt({ reason, stepUs, lastsUs, remainsUs }: Doubt): Record<string, string | number> {
  return {
    reason,
    step_seconds: seconds(stepUs),
    lasts_seconds: seconds(lastsUs),
    certain_in_seconds: seconds(remainsUs),
  };
}

function seconds(us: number): number {
  return Math.round(us / 1000) / 1000;
}

type Reader = () => Promise<(Reading & { readonly startUs?: number }) | undefined>;

function wallReader(wall: Clock): Reader {
  return async () => ({ atUs: wall(), doubtUs: 0 });
}

/**
 * Reads PostgreSQL's time, and logs when this machine's clock differs from it. Undefined when the machine's clock was
 * set during the query: the query's duration is then unknown.
 */
function storeReader(
  { db, log }: { db: Database; log: Log },
  wall: Clock,
  { elapsed, readStoreTime = readTime }: TimeSources,
): Reader {
  let aheadUs = 0;
  return async () => {
    const asked = { wallUs: wall(), us: elapsed() };
    const storeUs = await readStoreTime(db);
    const answered = { wallUs: wall(), us: elapsed() };
    const tookUs = answered.us - asked.us;
    if (Math.abs(answered.wallUs - asked.wallUs - tookUs) > TOLERANCE_US) return undefined;
    const doubtUs = tookUs / 2;
    const differenceUs = Math.round(storeUs - (asked.wallUs + answered.wallUs) / 2);
    if (Math.abs(differenceUs - aheadUs) > TOLERANCE_US + doubtUs) {
      aheadUs = Math.abs(differenceUs) > TOLERANCE_US ? differenceUs : 0;
      log.warn({ storeAheadSeconds: aheadUs / 1_000_000 }, aheadUs === 0 ? AGREED : DIFFERENT);
    }
    const atUs = storeUs + doubtUs;
    // If the clocks agree, the time starts at the reading of the machine's own clock, which is finer and has no
    // uncertainty.
    return { atUs, doubtUs, startUs: aheadUs === 0 ? answered.wallUs : atUs };
  };
}

async function readTime(db: Database): Promise<number> {
  const [row] = await db.query<Row & { us: number }>(
    'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT) AS us',
  );
  if (!row) throw new Error('the store did not return its time');
  return row.us;
}

/** A fixed clock that is always trusted. */
export function fixedClock(clock: Clock): StoreClock {
  return {
    clock,
    isCertain: () => true,
    doubt: () => undefined,
    followClock: async () => ({ isMoreWaiting: false }),
    compare: async () => ({ kind: 'certain' }),
    confirm: async () => clock(),
  };
}
