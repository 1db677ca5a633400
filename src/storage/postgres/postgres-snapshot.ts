import pgCopy from 'pg-copy-streams';
import type { Row, Snapshot, Value } from '../database.ts';
import { onOwnConnection } from './own-connection.ts';

const BEGIN =
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0';

/** Reads from one state of the database: one transaction, by whose snapshot every statement reads. */
export function postgresSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return onOwnConnection(url, async (client) => {
    await client.query(BEGIN);
    return work({
      query: async <R extends Row>(sql: string, params: readonly Value[] = []) =>
        (await client.query<R>(sql, params as Value[])).rows,
      copyOut: (table, columns) => client.query(pgCopy.to(`COPY ${table} (${quoted(columns)}) TO STDOUT`)),
    });
  });
}

/** A column may have a name that is a word of SQL. */
export function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}
