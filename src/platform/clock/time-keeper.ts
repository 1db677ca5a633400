import { US_PER_DAY, US_PER_HOUR, US_PER_MINUTE, US_PER_SECOND } from '../../core/durations.ts';
import type { Clock } from './clock.ts';

/** NTP keeps clocks far closer together than this, and a difference this small is harmless. */
const TOLERANCE_US = US_PER_SECOND / 2;
/** Small corrections are followed, up to this total, which refills at this rate: enough for a clock that drifts. */
const MAX_FOLLOWED_US = 2 * US_PER_SECOND;
const FOLLOWED_PER_US = 0.01;
/** A pause this short is a restart. A longer one looks the same as a clock that was set forward. */
const RESTART_US = 10 * US_PER_MINUTE;
/** How long a clock must run without a step after such a pause. */
const AFTER_PAUSE_US = 5 * US_PER_MINUTE;
/** How long a stepped clock must run steadily before it is accepted: the larger the step, the longer. */
const STAYS: readonly { readonly upToUs: number; readonly staysUs: number }[] = [
  { upToUs: US_PER_MINUTE, staysUs: US_PER_MINUTE },
  { upToUs: US_PER_HOUR, staysUs: 10 * US_PER_MINUTE },
  { upToUs: US_PER_DAY, staysUs: US_PER_HOUR },
  { upToUs: Number.POSITIVE_INFINITY, staysUs: US_PER_DAY },
];

/** Why the time is not trusted. Times are microseconds. */
export interface Doubt {
  /**
   * `step`: the clock was set while the process ran. `behind`: at the start it was behind the newest time in the store.
   * `pause`: no process ran for a while, and the clock may have been set during that time.
   */
  readonly reason: 'step' | 'behind' | 'pause';
  /** How far the clock is ahead of the time in use; for `pause`, ahead of the newest time in the store. */
  readonly stepUs: number;
  /** How long the time has not been trusted. */
  readonly lastsUs: number;
  /** How much longer the clock must stay steady before it is accepted. */
  readonly remainsUs: number;
}

/** The result of comparing the time with the clock. */
export type Judgement =
  | { readonly kind: 'certain' }
  | { readonly kind: 'doubt'; readonly isNew: boolean; readonly doubt: Doubt }
  /** The clock stepped back to its old time, and nothing has changed. */
  | { readonly kind: 'returned' }
  /** The clock's reading is accepted from now on: the time stepped by this much. */
  | { readonly kind: 'confirmed'; readonly stepUs: number };

/** The known times from before this process. */
interface History {
  /** The current time, as an earlier process knew it during this boot of the machine, or as other running processes know it. */
  readonly continuedUs?: number | undefined;
  /** The newest time in the store. */
  readonly newestUs?: number | undefined;
}

export interface TimeKeeper {
  /** Microseconds since 1970. Two readings are never equal, and time never runs backwards except by a confirmed step. */
  readonly clock: Clock;
  /** Call it at the start, and again when the time of other nodes becomes known. */
  recall(history: History): Judgement;
  /** Compares the time with a clock that reads `readUs` now, plus or minus `doubtUs`. */
  observe(readUs: number, doubtUs: number): Judgement;
  /** Accepts the last observed reading of the clock. */
  confirm(): Judgement;
  doubt(): Doubt | undefined;
}

/** An unresolved difference. Offsets are added to the elapsed time. */
interface Open {
  readonly reason: Doubt['reason'];
  /** The clock's reading. */
  readonly clockReadingUs: number;
  readonly startedUs: number;
  /** Since when the clock has had this reading. */
  readonly sinceUs: number;
}

/**
 * The time, continued by elapsed time from a trusted moment. When the clock is set, the time moves only after the new reading
 * is confirmed: by itself, after running steadily for long enough, or by `confirm`.
 *
 * @param elapsed elapsed time, microseconds, from any origin
 * @param startUs the clock's reading at this moment
 */
export function timeKeeper(elapsed: () => number, startUs: number): TimeKeeper {
  let offsetUs = startUs - elapsed();
  let last = 0;
  let followable = MAX_FOLLOWED_US;
  let followedAtUs = elapsed();
  let open: Open | undefined;
  /** The continuation of the store's newest time; no clock may be behind it. Undefined once there is a trusted time. */
  let floorUs: number | undefined;

  const describe = ({ reason, clockReadingUs, startedUs, sinceUs }: Open): Doubt => {
    const stepUs = clockReadingUs - (reason === 'pause' ? (floorUs ?? offsetUs) : offsetUs);
    const staysUs = reason === 'pause' ? AFTER_PAUSE_US : staysFor(Math.abs(stepUs));
    return { reason, stepUs, lastsUs: elapsed() - startedUs, remainsUs: Math.max(0, sinceUs + staysUs - elapsed()) };
  };

  /** Switches to another offset. When that moves the time back, readings may be earlier than the last one. */
  const goBy = (nextUs: number) => {
    if (nextUs < offsetUs) last = 0;
    offsetUs = nextUs;
  };

  const believe = (clockReadingUs: number): Judgement => {
    const stepUs = clockReadingUs - offsetUs;
    goBy(clockReadingUs);
    [open, floorUs] = [undefined, undefined];
    return { kind: 'confirmed', stepUs };
  };

  const begin = (reason: Doubt['reason'], clockReadingUs: number): Judgement => {
    const nowUs = elapsed();
    const isNew = open === undefined;
    open = { reason, clockReadingUs, startedUs: open?.startedUs ?? nowUs, sinceUs: nowUs };
    return { kind: 'doubt', isNew, doubt: describe(open) };
  };

  /**
   * Called when there is no earlier time to continue from. A clock that is not behind the store's newest time is used
   * as it is.
   */
  const judgeStart = (clockReadingUs: number, newestUs: number): Judgement => {
    const aheadUs = clockReadingUs - newestUs;
    goBy(Math.max(clockReadingUs, newestUs));
    if (aheadUs < -TOLERANCE_US) return begin('behind', clockReadingUs);
    if (aheadUs > RESTART_US) return begin('pause', clockReadingUs);
    return believe(clockReadingUs);
  };

  /** Whether a difference is small enough to be drift, and may be followed. */
  const isDrift = (differenceUs: number, allowedUs: number): boolean => {
    const nowUs = elapsed();
    followable = Math.min(MAX_FOLLOWED_US, followable + (nowUs - followedAtUs) * FOLLOWED_PER_US);
    followedAtUs = nowUs;
    const excessUs = Math.abs(differenceUs) - allowedUs;
    if (excessUs > Math.min(followable, TOLERANCE_US)) return false;
    followable -= Math.max(0, excessUs);
    return true;
  };

  return {
    clock() {
      const read = Math.floor(offsetUs + elapsed());
      last = read > last ? read : last + 1;
      return last;
    },
    recall({ continuedUs, newestUs }) {
      const clockReadingUs = offsetUs;
      if (continuedUs !== undefined) {
        const knownUs = continuedUs - elapsed();
        if (Math.abs(clockReadingUs - knownUs) <= TOLERANCE_US) return { kind: 'certain' };
        goBy(knownUs);
        floorUs = undefined;
        return begin('step', clockReadingUs);
      }
      if (newestUs === undefined) return { kind: 'certain' };
      floorUs = newestUs - elapsed();
      const judged = judgeStart(clockReadingUs, floorUs);
      return judged.kind === 'confirmed' ? { kind: 'certain' } : judged;
    },
    observe(readUs, doubtUs) {
      const clockReadingUs = readUs - elapsed();
      const differenceUs = clockReadingUs - offsetUs;
      const allowedUs = TOLERANCE_US + doubtUs;
      if (open && Math.abs(clockReadingUs - open.clockReadingUs) <= allowedUs) {
        // Over a day two clocks drift apart, without a step.
        open = { ...open, clockReadingUs };
        const doubt = describe(open);
        return doubt.remainsUs > 0 ? { kind: 'doubt', isNew: false, doubt } : believe(clockReadingUs);
      }
      if (floorUs !== undefined) return judgeStart(clockReadingUs, floorUs);
      if (Math.abs(differenceUs) <= allowedUs) {
        const isBack = open !== undefined;
        open = undefined;
        return { kind: isBack ? 'returned' : 'certain' };
      }
      if (open || !isDrift(differenceUs, allowedUs)) return begin('step', clockReadingUs);
      // Readings never fall: they stay at the last one until the time has caught up.
      offsetUs = clockReadingUs;
      return { kind: 'certain' };
    },
    confirm: () => (open ? believe(open.clockReadingUs) : { kind: 'certain' }),
    doubt: () => open && describe(open),
  };
}

function staysFor(stepUs: number): number {
  return STAYS.find(({ upToUs }) => stepUs <= upToUs)?.staysUs ?? US_PER_DAY;
}
