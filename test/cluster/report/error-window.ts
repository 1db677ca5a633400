import { type Answer, type AskedKind, isError } from '../check/history.ts';

const WRITES: readonly AskedKind[] = ['create', 'finish'];

/** How a fault affected a client's writes, or its reads. Times are milliseconds since the fault, and null without an error. */
export interface ErrorWindow {
  readonly asked: number;
  readonly errors: number;
  /** How many of the errors stated that nothing was done (503). */
  readonly refused: number;
  /** When the first failed request got its response. */
  readonly firstErrorMs: number | null;
  /** When the last failed request got its response: afterwards, no request failed. */
  readonly lastErrorMs: number | null;
  /** The time of the slowest request that did not fail. */
  readonly slowestMs: number;
}

/** The error window of the writes, or of the other requests, whose response came between two moments. */
export function errorWindow(answers: readonly Answer[], fromMs: number, toMs: number, writes: boolean): ErrorWindow {
  const within = answers.filter(
    ({ kind, endedMs }) => WRITES.includes(kind) === writes && endedMs >= fromMs && endedMs < toMs,
  );
  const failed = within.filter(isError);
  const ends = failed.map(({ endedMs }) => endedMs - fromMs);
  const slowest = within.filter((answer) => !isError(answer)).map(({ startedMs, endedMs }) => endedMs - startedMs);
  return {
    asked: within.length,
    errors: failed.length,
    refused: failed.filter(({ status }) => status === 503).length,
    firstErrorMs: ends.length > 0 ? Math.min(...ends) : null,
    lastErrorMs: ends.length > 0 ? Math.max(...ends) : null,
    slowestMs: Math.max(0, ...slowest),
  };
}
