import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RequestEnd, RequestStart, Telemetry } from '../../platform/log/telemetry.ts';

/**
 * The most lines of one key, and of all keys, that wait to be written. They are written every two seconds, so this also bounds how much a
 * busy node writes.
 */
const MOST_OF_KEY = 400;
const MOST_WAITING = 1_000;
/** The most lines that one transaction writes: few, because requests to a SQLite store wait for it. */
const MOST_AT_ONCE = 50;
/** The most keys for which a loss of lines is remembered. */
const MOST_KEYS = 10_000;

/** The classes of status codes by which the log is filtered. */
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

/** A request of an API key to the API, and its outcome. */
export interface RequestLine {
  readonly requestId: string;
  readonly atUs: number;
  readonly method: string;
  /** The pattern of the route, such as `/api/gateway/v1/payments/{transaction_id}`: the real path may hold anything. */
  readonly path: string;
  readonly status: number;
  /** The code of the error in the response. */
  readonly error: string | null;
  /** The payment that the request concerns. */
  readonly paymentId: number | null;
  readonly durationUs: number;
}

/** The lines of a key that are not written yet. */
export interface KeyLines {
  readonly keyId: string;
  readonly lines: readonly RequestLine[];
  /** When lines of the key were first dropped in this round, seconds before the last ones; null if none were. */
  readonly droppedAtUs: number | null;
}

/** The lines of the request log that this process has not written yet. They are only in memory: no request waits for the writing. */
export interface RequestLines {
  /** Reports requests to the telemetry, and collects a line of each request that a key was found for. */
  readonly request: Telemetry['request'];
  /**
   * Removes and returns some of the lines, by key. `isMoreDue`: some of those that waited at the first call of the round are left.
   * What requests add in between is for the next round: otherwise a busy node would write without a pause.
   */
  take(): { readonly batch: KeyLines[]; readonly isMoreDue: boolean };
  /** Takes back lines that could not be written. */
  giveBack(batch: readonly KeyLines[]): void;
  /** Drops lines that cannot be written. */
  drop(batch: readonly KeyLines[]): void;
}

interface Waiting {
  lines: RequestLine[];
  droppedAtUs: number | null;
}

/**
 * Collects lines of the request log. Lines above a bound are dropped, and reported to `telemetry`. Successful requests to the routes of
 * `polled` leave no line: programs send them every few seconds.
 */
export function requestLines({
  clock,
  log,
  telemetry,
  polled,
  pathOf,
}: {
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'request' | 'requestLinesDropped'>;
  readonly polled: readonly string[];
  /** The documented path of a route. */
  readonly pathOf: (route: string) => string;
}): RequestLines {
  const waiting = new Map<string, Waiting>();
  const paths = new Map<string, string>();
  const pathTo = (route: string): string => {
    const known = paths.get(route);
    if (known !== undefined) return known;
    const path = pathOf(route);
    paths.set(route, path);
    return path;
  };
  let count = 0;
  /** How many of the waiting keys and lines are left for this round. */
  let due = 0;
  const entryOf = (keyId: string): Waiting | undefined => {
    const known = waiting.get(keyId);
    if (known || waiting.size >= MOST_KEYS) return known;
    const entry = { lines: [], droppedAtUs: null };
    waiting.set(keyId, entry);
    return entry;
  };
  const dropOf = (keyId: string, dropped: number) => {
    if (dropped === 0) return;
    telemetry.requestLinesDropped(dropped, log);
    const entry = entryOf(keyId);
    if (entry) entry.droppedAtUs ??= Math.floor(clock());
  };
  const note = ({ requestId, method }: RequestStart, end: RequestEnd) => {
    const { keyId, route, status, ms, error = null, paymentId = null } = end;
    // Without a route, the request was refused before its address was looked at.
    if (keyId === undefined || route === 'none' || (status < 400 && polled.includes(route))) return;
    const entry = count < MOST_WAITING ? entryOf(keyId) : undefined;
    if (!entry || entry.lines.length >= MOST_OF_KEY) return dropOf(keyId, 1);
    const durationUs = Math.round(ms * 1000);
    const atUs = Math.floor(clock()) - durationUs;
    entry.lines.push({ requestId, atUs, method, path: pathTo(route), status, error, paymentId, durationUs });
    count++;
  };
  return {
    request(start, requestLog) {
      const end = telemetry.request(start, requestLog);
      return (outcome) => {
        end?.(outcome);
        note(start, outcome);
      };
    },
    take() {
      if (due === 0) due = waiting.size + count;
      const batch: KeyLines[] = [];
      let room = MOST_AT_ONCE;
      for (const [keyId, { lines, droppedAtUs }] of waiting) {
        if (batch.length >= MOST_AT_ONCE || (room === 0 && lines.length > 0)) break;
        const taken = lines.splice(0, room);
        waiting.delete(keyId);
        // Last in order, so that the other keys are next.
        if (lines.length > 0) waiting.set(keyId, { lines, droppedAtUs: null });
        batch.push({ keyId, lines: taken, droppedAtUs });
        room -= taken.length;
        count -= taken.length;
        due -= 1 + taken.length;
      }
      due = Math.max(0, due);
      return { batch, isMoreDue: due > 0 };
    },
    giveBack(batch) {
      for (const { keyId, lines, droppedAtUs } of batch) {
        const entry = entryOf(keyId);
        const room = entry ? Math.max(0, Math.min(MOST_OF_KEY - entry.lines.length, MOST_WAITING - count)) : 0;
        const kept = lines.slice(0, room);
        if (entry) {
          entry.lines = [...kept, ...entry.lines];
          entry.droppedAtUs ??= droppedAtUs;
        }
        count += kept.length;
        dropOf(keyId, lines.length - kept.length);
      }
    },
    drop(batch) {
      for (const { keyId, lines } of batch) dropOf(keyId, lines.length);
    },
  };
}
