import type { Database } from './database.ts';

/** Runs reads, each of which is one statement that writes nothing. */
export type Reader = Pick<Database, 'query'>;

/**
 * A store that is opened to be read. The engine itself refuses writes through it. Other processes may write to the
 * store at the same time, and on PostgreSQL the server may be a standby.
 */
export interface ReadOnlyStore {
  readonly engine: Database['engine'];
  /**
   * Reads by several statements that all see the store as it was at the first of them. The reads may be restarted, so they must have no
   * other effects. Writers do not wait for them. The embedded store cannot shorten its log until the reads end, so they should be short
   * there. Throws DatabaseUnavailable.
   */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A reader whose statements each read the current state of the store. */
export function readerOf(store: Pick<ReadOnlyStore, 'snapshot'>): Reader {
  return { query: (sql, params) => store.snapshot((reader) => reader.query(sql, params)) };
}
