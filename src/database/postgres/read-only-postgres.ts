import { MS_PER_MINUTE } from '../../core/durations.ts';
import type { Row, Value } from '../database.ts';
import type { Reader, ReadOnlyStore } from '../read-only-store.ts';
import { ownConnection } from './own-connection.ts';
import { failureBeforeCommit } from './postgres-errors.ts';
import { unavailable } from './postgres-pool.ts';

/** The system notices a dead server; a page of a large store takes seconds. */
const SILENCE_TIMEOUT_MS = 10 * MS_PER_MINUTE;
/** A standby ends what holds up its replay: the same page is read again. */
const MAX_RUNS = 5;
/** With each snapshot, so that it holds behind a pooler too. Compiling a statement that reads some thousand rows costs more than it saves. */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${SILENCE_TIMEOUT_MS}; SET LOCAL jit = off`;

/**
 * Connects to PostgreSQL by one connection, whose every transaction is READ ONLY: the server refuses what writes. A standby does as
 * well. Throws DatabaseUnavailable.
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
      // Nothing was written: to end it is all that is left.
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
