import { DatabaseUnavailable } from '../database.ts';
import { BUSY_TIMEOUT_MS, withoutBlocking } from './busy-waits.ts';
import { failureBeforeCommit, isBusy, isUntrustedAfter, type SqliteConnection } from './sqlite-connection.ts';

/** How many reads run in a row, before the reads that arrived in the meantime are considered. */
const MAX_TOGETHER = 100;
/** Beyond this number, reads are refused with DatabaseUnavailable. */
const MAX_WAITING = 10_000;

interface Waiting {
  readonly read: () => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads of the embedded store. */
export interface SqliteReads {
  /** Runs reads in one state of the store. They may be repeated when another process held a lock. */
  run<T>(read: () => T): Promise<T>;
  /** Runs the waiting reads; later ones are refused. */
  close(): void;
}

/**
 * Runs the reads of one round of the event loop at its end, in one read transaction. The transaction starts when all of them have been
 * submitted, so each read sees whatever was committed before. A read that fails does not affect the others. Their responses then leave
 * together as well, which spares the system most of the cost of waking the clients.
 */
export function readsTogether(reader: SqliteConnection): SqliteReads {
  let waiting: Waiting[] = [];
  let isClosed = false;

  const runRound = () => {
    const round = waiting.length > MAX_TOGETHER ? waiting.splice(0, MAX_TOGETHER) : waiting;
    if (round === waiting) waiting = [];
    else setImmediate(runRound);
    answerTogether(round);
  };

  const answerTogether = (round: readonly Waiting[]) => {
    let hasStarted = false;
    for (const { read, resolve, reject } of round) {
      try {
        if (!hasStarted) begin();
        hasStarted = true;
        resolve(read());
      } catch (error) {
        if (closedAfter(error)) hasStarted = false;
        if (isBusy(error)) resolve(again(read));
        else reject(failureBeforeCommit(error));
      }
    }
    if (hasStarted) end();
  };

  const begin = () => {
    if (isClosed) throw new DatabaseUnavailable('the store was closed');
    reader.statement('BEGIN').run();
  };

  const end = () => {
    try {
      reader.statement('COMMIT').run();
    } catch {
      // The results of the reads are not affected. The connection is closed, because a new connection is in no
      // transaction.
      reader.close();
    }
  };

  /** Repeats a read that found a lock: alone, after the end of the round. */
  const again = async (read: () => unknown): Promise<unknown> => {
    await new Promise(setImmediate);
    try {
      return await withoutBlocking(() => {
        begin();
        try {
          return read();
        } finally {
          end();
        }
      }, performance.now() + BUSY_TIMEOUT_MS);
    } catch (error) {
      closedAfter(error);
      throw failureBeforeCommit(error);
    }
  };

  const closedAfter = (error: unknown): boolean => {
    const isUntrusted = isUntrustedAfter(error);
    if (isUntrusted) reader.close();
    return isUntrusted;
  };

  return {
    run: (read) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new DatabaseUnavailable('the store was closed');
        if (waiting.length >= MAX_WAITING) throw new DatabaseUnavailable('too many reads are waiting');
        waiting.push({ read, resolve: resolve as (result: unknown) => void, reject });
        if (waiting.length === 1) setImmediate(runRound);
      }),
    close() {
      answerTogether(waiting.splice(0));
      isClosed = true;
    },
  };
}
