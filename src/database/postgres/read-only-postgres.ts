import { MS_PER_MINUTE } from '../../core/durations.ts';
import type { Row, Value } from '../database.ts';
import type { Reader, ReadOnlyStore } from '../read-only-store.ts';
import { ownConnection } from './own-connection.ts';
import { failureBeforeCommit } from './postgres-errors.ts';
import { unavailable } from './postgres-pool.ts';

/** Reading a page of a large store takes seconds. The operating system notices a dead server. */
const SILENCE_TIMEOUT_MS = 10 * MS_PER_MINUTE;
/** A standby ends a query that holds up its replay. The same page is then read again, this many times at most. */
const MAX_RUNS = 5;
/**
 * Sent with each snapshot, so that the settings apply behind a pooler too. Compiling a statement that reads a few thousand rows costs more
 * than it saves.
 */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${SILENCE_TIMEOUT_MS}; SET LOCAL jit = off`;

/**
 * Opens one connection to PostgreSQL, on which every transaction is READ ONLY: the server refuses writes. The server may be a standby.
 * Throws DatabaseUnavailable.
 */
export async function openReadOnlyPostgres(url: string): Promise<ReadOnlyStore> {
  const client = await ownConnection(url, {
    query_timeout: SILENCE_TIMEOUT_MS,
    application_name: 'peye verify-books',
  });
  const reader: Reader = {
    query: async <R extends Row>(sql: string, params: readonly Value[] = []) =>
      (await client.query<R>(sql, [...params])).rows,
  };
  const once = async <T>(work: (reader: Reader) => Promise<T>): Promise<T> => {
    await client.query(BEGIN);
    try {
      return await work(reader);
    } finally {
      // Nothing was written, so a rollback is enough.
      await client.query('ROLLBACK').catch(() => {});
    }
  };
  return {
    engine: 'postgres',
    async snapshot(work) {
      for (let runs = 1; ; runs++) {
        try {
          return await once(work);
        } catch (error) {
          const failure = failureBeforeCommit(error);
          if (failure === 'conflict' && runs < MAX_RUNS) continue;
          throw failure === 'statement' ? error : unavailable(error);
        }
      }
    },
    close: () => client.end(),
  };
}
