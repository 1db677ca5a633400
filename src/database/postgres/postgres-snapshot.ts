import type pg from 'pg';
import pgCopy from 'pg-copy-streams';
import type { Row, Snapshot, Value } from '../database.ts';
import { onOwnConnection, statementFailure } from './own-connection.ts';

/** The transaction sees the state at its first statement that reads. */
const BEGIN =
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SELECT 1';

/** Reads from one state of the database: one transaction, by whose snapshot every statement reads. */
export function postgresSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return onOwnConnection(url, async (client) => {
    const query = async <R extends Row>(sql: string, params: readonly Value[] = []): Promise<R[]> => {
      try {
        return (await client.query<R>(sql, params as Value[])).rows;
      } catch (error) {
        throw statementFailure(error);
      }
    };
    await query(BEGIN);
    return work({ query, copyOut: (table, columns) => copyOut(client, table, columns) });
  });
}

async function* copyOut(client: pg.Client, table: string, columns: readonly string[]): AsyncGenerator<Buffer> {
  try {
    yield* client.query(pgCopy.to(`COPY ${table} (${quoted(columns)}) TO STDOUT`)) as AsyncIterable<Buffer>;
  } catch (error) {
    throw statementFailure(error);
  }
}

/** A column may have a name that is a word of SQL. */
export function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}
