import { type Answer, type AskedKind, isError } from '../check/history.ts';

const WRITES: readonly AskedKind[] = ['create', 'finish'];

/** What a client saw of one fault, of its writes or of its reads. Milliseconds since the fault; null without an error. */
export interface ErrorWindow {
  readonly asked: number;
  readonly errors: number;
  /** How many of the errors stated that nothing was done (503). */
  readonly refused: number;
  /** When the response to the first request that failed came. */
  readonly firstErrorMs: number | null;
  /** When the last of them was: from then on all is well. */
  readonly lastErrorMs: number | null;
  /** The longest that a request took that did not fail. */
  readonly slowestMs: number;
}

/** Of the requests whose response came between two moments, and are writes or are not. */
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
