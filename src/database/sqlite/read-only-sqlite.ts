import type { Row, Value } from '../database.ts';
import type { Reader, ReadOnlyStore } from '../read-only-store.ts';
import { BUSY_TIMEOUT_MS, withoutBlocking } from './busy-waits.ts';
import { failureBeforeCommit, type SqliteConnection, sqliteConnection } from './sqlite-connection.ts';

/** Opens an embedded store for reading only: the connection refuses writes. Throws DatabaseUnavailable for a file that is no store. */
export function openReadOnlySqlite(file: string): ReadOnlyStore {
  const connection = sqliteConnection(file, { readOnly: true });
  const reader: Reader = {
    query: async <R extends Row>(sql: string, params: readonly Value[] = []) =>
      connection.statement(sql).all(...params) as R[],
  };
  return {
    engine: 'sqlite',
    async snapshot(work) {
      try {
        await withoutBlocking(() => begin(connection), performance.now() + BUSY_TIMEOUT_MS);
        return await work(reader);
      } catch (error) {
        throw failureBeforeCommit(error);
      } finally {
        end(connection);
      }
    },
    close: async () => connection.close(),
  };
}

/** A snapshot starts at its first read, so this function reads something. BEGIN alone takes no lock, and waits for no writer. */
function begin(connection: SqliteConnection): void {
  connection.use().exec('BEGIN');
  try {
    connection.use().exec('SELECT count(*) FROM sqlite_schema');
  } catch (error) {
    end(connection);
    throw error;
  }
}

/** Nothing was written, so a rollback is enough. */
function end(connection: SqliteConnection): void {
  try {
    if (connection.use().isTransaction) connection.use().exec('ROLLBACK');
  } catch {
    connection.close();
  }
}
