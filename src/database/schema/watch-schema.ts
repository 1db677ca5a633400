import { type Database, DatabaseRefused, DatabaseUnavailable } from '../database.ts';
import { readSchemaState } from './schema-state.ts';

/** How often every node checks whether the schema has changed. */
export const WATCH_SCHEMA_MS = 2_000;
/** A node that stops finishes the work in progress within ten seconds; the rest is for slow machines. */
const STOP_MS = 13_000;
/** The time from the announcement of a change that older nodes must not see to the change itself. */
export const NOTICE_MS = WATCH_SCHEMA_MS + STOP_MS;

/**
 * Returns a check for changes of the store's schema by a newer version after which this program must no longer work on the store. It also
 * finds changes that are only announced. The check calls `onOutdated` once, with the reason. While the store is unavailable nothing is
 * known, and nothing is written.
 */
export function watchSchema(db: Database, onOutdated: (reason: string) => void): () => Promise<void> {
  let isLogged = false;
  return async () => {
    try {
      await readSchemaState(db);
    } catch (error) {
      if (error instanceof DatabaseRefused && !isLogged) {
        isLogged = true;
        onOutdated(error.message);
      } else if (!(error instanceof DatabaseRefused || error instanceof DatabaseUnavailable)) throw error;
    }
  };
}
