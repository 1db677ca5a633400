import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { type MachineTime, machineTime } from '../../lib/machine-time.ts';
import { type Doubt, type Judgement, type TimeKeeper, timeKeeper } from '../../lib/time-keeper.ts';
import { type Database, DatabaseUnavailable, type Row } from '../database.ts';
import { restartAskedCharges } from '../recurring/charges.ts';
import { restartPause } from '../recurring/charging.ts';
import {
  confirmedTimeUs,
  confirmTime,
  DOUBTED_CLOCK,
  findClockAnchor,
  forgetDoubtedClock,
  forgetLaterAnchors,
  keepClockAnchor,
  newestAnchorUs,
} from './clock-anchors.ts';

/** NTP keeps clocks far closer together than this, and so small a difference does no harm. */
const TOLERANCE_US = 500_000;
const SAY_AGAIN_US = 60_000_000;
const KEEP_EVERY_US = 60_000_000;
const FORGET_AFTER_US = 30 * 86_400_000_000;
/** A confirmation counts for the clock that it was made by, and no longer than this. */
const CONFIRMED_WITHIN_US = 60_000_000;
/** Nodes that are in doubt say so with every comparison. What was said longer ago than this is over. */
const DOUBTED_WITHIN_US = 60_000_000;
/** Nodes that are certain say so every minute. */
const CERTAIN_WITHIN_US = KEEP_EVERY_US + 15_000_000;
/** Smaller steps than this, with what may be wrong about a reading, are no proof that another node has read the time after them. */
const SHARED_FROM_US = 2_000_000;

const DIFFERENT = "this machine's clock is wrong, or PostgreSQL's: PostgreSQL's time is used. Set both by NTP";
const AGREED = "this machine's clock agrees with PostgreSQL's again";
const SUSPENDED =
  'the time is in doubt: nothing expires, no card is charged again and nothing old is deleted until it is confirmed. ' +
  'Set the clock by NTP; if it is right as it is: peye clock confirm';

const AFTER_PAUSE =
  'nothing ran for a while: until the clock has gone on for five minutes nothing expires, no card is charged again and nothing ' +
  'old is deleted. If it is right as it is: peye clock confirm';

export interface StoreClock {
  /** Microseconds since 1970. It never steps, unless a step was confirmed. */
  readonly clock: Clock;
  /** Whether what cannot be undone may be done because of the time: false while a step of the clock is not confirmed. */
  readonly isCertain: () => boolean;
  /** Why it is not certain; undefined when it is. */
  readonly doubt: () => Doubt | undefined;
  /** One round of keeping it right: compares the clocks. More is waiting when they have to be compared anew. */
  readonly followClock: () => Promise<{ isMoreWaiting: boolean }>;
  /** One comparison, as `followClock` makes them: undefined when it has to be made again. */
  readonly compare: () => Promise<Judgement | undefined>;
  /** Takes the clock as it is now for right, here and in every process on this store. Returns that time. */
  readonly confirm: () => Promise<number>;
}

/** A store's clock that does not know yet what the store remembers. */
export interface UnrecalledClock extends StoreClock {
  /** Holds the time against what the store knows of it. To be called once, on a store that has its schema. */
  recall(): Promise<void>;
}

/** Where the time comes from beside the machine's clock. */
export interface TimeSources extends Pick<MachineTime, 'elapsed' | 'boot'> {
  /** The store's own time, microseconds since 1970; PostgreSQL's unless a test has another one. */
  readonly readStoreTime?: (db: Database) => Promise<number>;
}

/** What a clock says, and by how much that may be wrong. */
interface Reading {
  readonly atUs: number;
  readonly doubtUs: number;
}

/**
 * The time that nodes on one store agree on: PostgreSQL's, or of an embedded store the machine's. It goes on by what has passed;
 * a clock that steps moves it once the step is confirmed (see `timeKeeper`). While the store is away, it goes on so.
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
  const say = doubtLog(log, elapsed);
  let keptAtUs = Number.NEGATIVE_INFINITY;
  let isRecalled = false;
  /** By how much the time has stepped since it was in doubt, until the store knows that. */
  let untoldStepUs: number | undefined;

  const keep = async () => {
    if (!isRecalled || keeper.doubt() || !boot || elapsed() - keptAtUs < KEEP_EVERY_US) return;
    const atUs = keeper.clock();
    const anchor = { machine: boot.id, runningUs: boot.running(), atUs };
    try {
      await db.transaction((tx) => keepClockAnchor(tx, anchor, atUs - FORGET_AFTER_US));
      keptAtUs = elapsed();
    } catch (error) {
      // A store that cannot be written to is said by others, and remembers what it knew.
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
  };
  const tellStep = async () => {
    const stepUs = untoldStepUs;
    if (stepUs === undefined) return;
    await db.transaction(async (tx) => {
      await forgetDoubtedClock(tx);
      if (stepUs < 0) await forgetLaterAnchors(tx, keeper.clock());
      if (Math.abs(stepUs) <= TOLERANCE_US) return;
      await restartPause(tx, keeper.clock());
      await restartAskedCharges(tx, keeper.clock());
    });
    untoldStepUs = undefined;
  };
  const tookOver = async (judgement: Judgement) => {
    say(judgement);
    if (isRecalled && judgement.kind === 'returned') untoldStepUs ??= 0;
    if (isRecalled && judgement.kind === 'confirmed') {
      keptAtUs = Number.NEGATIVE_INFINITY;
      untoldStepUs = judgement.stepUs + (untoldStepUs ?? 0);
    }
    await tellStep();
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
    await tookOver(judgement);
    if (isRecalled) await shareDoubt(db, keeper, judgement, reading);
    await keep();
    return judgement;
  };
  return {
    clock: keeper.clock,
    // Nothing counts by a time that has stepped before the store knows that it did.
    isCertain: () => keeper.doubt() === undefined && untoldStepUs === undefined,
    doubt: keeper.doubt,
    compare,
    recall: async () => {
      // Said by the comparisons that follow: commands that are done in a moment have nothing that could wait.
      await recall(db, keeper, boot);
      isRecalled = true;
    },
    confirm: async () => {
      let reading = await read();
      while (!reading) reading = await read();
      keeper.observe(reading.atUs, reading.doubtUs);
      await db.transaction((tx) => confirmTime(tx, reading.atUs));
      await tookOver(keeper.confirm());
      await keep();
      return reading.atUs;
    },
    followClock: async () => {
      try {
        return { isMoreWaiting: (await compare()) === undefined };
      } catch (error) {
        // The machine's clock was watched all the same; that an embedded store is busy, others say.
        if (db.engine === 'sqlite' && error instanceof DatabaseUnavailable) return { isMoreWaiting: false };
        throw error;
      }
    },
  };
}

/** What the store remembers: the time as this machine counted it before, or at least how late it was at the latest. */
async function recall(db: Database, keeper: TimeKeeper, boot: TimeSources['boot']): Promise<void> {
  const own = boot && (await findClockAnchor(db, boot.id));
  const sinceUs = own ? (boot?.running() ?? 0) - own.runningUs : -1;
  if (own && sinceUs >= 0) return void keeper.recall({ continuedUs: own.atUs + sinceUs });
  const doubtedUs = await timeOfDoubters(db, keeper.clock());
  keeper.recall(doubtedUs === undefined ? { newestUs: await newestAnchorUs(db) } : { continuedUs: doubtedUs });
}

/** The time that other nodes go by which doubt what PostgreSQL's clock says now; undefined when there are none. */
async function timeOfDoubters(db: Database, saidUs: number): Promise<number | undefined> {
  if (db.engine === 'sqlite') return undefined;
  const doubted = await findClockAnchor(db, DOUBTED_CLOCK);
  if (!doubted) return undefined;
  const sinceUs = saidUs - doubted.runningUs;
  if (sinceUs < -TOLERANCE_US || sinceUs > DOUBTED_WITHIN_US) return undefined;
  // Some are certain of what it says: then the doubt is of a node whose own counter is wrong.
  const certainUs = (await newestAnchorUs(db)) ?? Number.NEGATIVE_INFINITY;
  if (certainUs > saidUs - CERTAIN_WITHIN_US && certainUs < saidUs + TOLERANCE_US) return undefined;
  return doubted.atUs + sinceUs;
}

/** What looks like a pause is none when others ran meanwhile, and say that the clock has stepped. */
async function joinDoubt(
  db: Database,
  keeper: TimeKeeper,
  judgement: Judgement & { kind: 'doubt' },
  { atUs }: Reading,
): Promise<Judgement> {
  if (judgement.doubt.reason !== 'pause') return judgement;
  const continuedUs = await timeOfDoubters(db, atUs);
  return continuedUs === undefined ? judgement : keeper.recall({ continuedUs });
}

/** Tells whoever starts now that PostgreSQL's clock has stepped. */
async function shareDoubt(db: Database, keeper: TimeKeeper, judgement: Judgement, { atUs }: Reading): Promise<void> {
  if (db.engine === 'sqlite' || judgement.kind !== 'doubt' || judgement.doubt.reason !== 'step') return;
  const nowUs = keeper.clock();
  const anchor = { machine: DOUBTED_CLOCK, runningUs: Math.round(atUs), atUs: nowUs };
  await db.transaction((tx) => keepClockAnchor(tx, anchor, nowUs - FORGET_AFTER_US));
}

async function isConfirmed(db: Database, saidUs: number): Promise<boolean> {
  const atUs = await confirmedTimeUs(db);
  return atUs !== undefined && Math.abs(saidUs - atUs) <= CONFIRMED_WITHIN_US;
}

/**
 * Whether another machine goes by the new time, and is certain of it: then this one stood still, and its counter with it. Only of a
 * step forwards can be told that the other's time is from after it.
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

/** Says what becomes of a doubt: at once, and again every minute for as long as it lasts. */
function doubtLog(log: Log, elapsed: () => number): (judgement: Judgement) => void {
  let saidAtUs = Number.NEGATIVE_INFINITY;
  return (judgement) => {
    switch (judgement.kind) {
      case 'doubt':
        if (!judgement.isNew && elapsed() - saidAtUs < SAY_AGAIN_US) return;
        saidAtUs = elapsed();
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

/** A doubt for a log line or an answer, in seconds. */
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
 * Reads PostgreSQL's time, and says when this machine's clock differs from it. Undefined when that clock was set meanwhile:
 * how long the question took is not known then.
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
    // The machine's own clock is finer, and without the doubt.
    return { atUs, doubtUs, startUs: aheadUs === 0 ? answered.wallUs : atUs };
  };
}

async function readTime(db: Database): Promise<number> {
  const [row] = await db.query<Row & { us: number }>(
    'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT) AS us',
  );
  if (!row) throw new Error('the store did not tell its time');
  return row.us;
}

/** A clock that is right as it is. */
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
