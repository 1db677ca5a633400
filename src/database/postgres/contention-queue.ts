import { TooManyWaiting, type Turns, turns } from '../../platform/tasks/turns.ts';
import { DatabaseUnavailable } from '../database.ts';

/**
 * Two transactions are enough for a row: one continues as soon as the other has committed. Behind a pooler, the
 * transactions of all processes add up.
 */
const AT_ONCE = 2;
const MAX_WAITING = 1_000;
/** The same time as other callers wait for a connection. */
const WAIT_MS = 5_000;

/**
 * Runs transactions that all lock one row, a few at a time. In PostgreSQL each of them would wait on a connection. Too
 * many would occupy every connection of the process, and no other query would run. Throws DatabaseUnavailable for a
 * transaction that waits too long.
 */
export function contentionQueue(): Turns {
  const inTurn = turns({ atOnce: AT_ONCE, waiting: MAX_WAITING });
  return async (work) => {
    const giveUpAt = performance.now() + WAIT_MS;
    try {
      return await inTurn(() => {
        if (performance.now() > giveUpAt) throw new DatabaseUnavailable('others held the same row for too long');
        return work();
      });
    } catch (error) {
      if (error instanceof TooManyWaiting)
        throw new DatabaseUnavailable('too many want the same row', { cause: error });
      throw error;
    }
  };
}
