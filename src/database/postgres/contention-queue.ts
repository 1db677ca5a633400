import { TooManyWaiting, type Turns, turns } from '../../platform/tasks/turns.ts';
import { DatabaseUnavailable } from '../database.ts';

/**
 * Two transactions are enough for a row: one continues as soon as the other has committed. Behind a pooler, the
 * transactions of all processes add up.
 */
const AT_ONCE_FOR_ROW = 2;
/** Half of a process's connections. The others remain for other queries, even while every row is locked. */
const AT_ONCE = 4;
const MAX_WAITING = 1_000;
/** The same time as other callers wait for a connection. */
const WAIT_MS = 5_000;

/**
 * Runs transactions that wait for a row which others lock, a few at a time, and fewer for the same row. In PostgreSQL each of them would wait
 * on a connection. Too many would occupy every connection of the process, and no other query would run. A row that stays locked delays
 * only the transactions that need it. Throws DatabaseUnavailable for a transaction that waits too long.
 */
export function contentionQueue(): <T>(row: string, work: () => Promise<T>) => Promise<T> {
  const inTurn = turns({ atOnce: AT_ONCE, waiting: MAX_WAITING });
  /** The turns of each row that transactions need at present, and the number of these transactions. */
  const rows = new Map<string, { inTurn: Turns; users: number }>();
  let users = 0;
  return async (name, work) => {
    const giveUpAt = performance.now() + WAIT_MS;
    const row = rows.get(name) ?? { inTurn: turns({ atOnce: AT_ONCE_FOR_ROW, waiting: MAX_WAITING }), users: 0 };
    rows.set(name, row);
    row.users++;
    users++;
    try {
      if (users > MAX_WAITING + AT_ONCE) throw new TooManyWaiting('too many wait for a row');
      return await row.inTurn(() =>
        inTurn(() => {
          if (performance.now() > giveUpAt) throw new DatabaseUnavailable('others held the same row for too long');
          return work();
        }),
      );
    } catch (error) {
      if (error instanceof TooManyWaiting)
        throw new DatabaseUnavailable('too many want the same row', { cause: error });
      throw error;
    } finally {
      users--;
      if (--row.users === 0) rows.delete(name);
    }
  };
}
