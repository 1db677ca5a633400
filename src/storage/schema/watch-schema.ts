import type { Log } from '../../lib/log.ts';
import { type Loop, startLoop } from '../../lib/loop.ts';
import { type Database, DatabaseRefused, DatabaseUnavailable } from '../database.ts';
import { readSchemaState } from './schema-state.ts';

const WATCH_MS = 2_000;
/** A node that stops finishes what is in flight within ten seconds; the rest is for machines that are slow. */
const STOP_MS = 13_000;
/** How long before it happens a change that older nodes must not see is said. */
export const NOTICE_MS = WATCH_MS + STOP_MS;

/**
 * Looks every two seconds whether a newer version has changed the store's schema, or is about to, so that this program must
 * not work on it any longer. Says so once, with the reason. While the store is away nothing is known, and nothing is written.
 */
export function watchSchema({ db, log }: { db: Database; log: Log }, onOutdated: (reason: string) => void): Loop {
  let isSaid = false;
  const look = async () => {
    try {
      await readSchemaState(db);
    } catch (error) {
      if (error instanceof DatabaseRefused && !isSaid) {
        isSaid = true;
        onOutdated(error.message);
      } else if (!(error instanceof DatabaseRefused || error instanceof DatabaseUnavailable)) throw error;
    }
    return { isMoreWaiting: false };
  };
  return startLoop(look, { name: "watching the store's schema", pollMs: WATCH_MS, retryMs: WATCH_MS, log });
}
