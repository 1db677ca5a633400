import type { Database, Row, Snapshot } from './database.ts';

const COLUMNS = {
  sqlite: 'SELECT name FROM pragma_table_info($1) ORDER BY cid',
  postgres:
    'SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum',
};

/** The columns of a table, in their order. */
export async function tableColumns(
  on: Pick<Snapshot, 'query'>,
  engine: Database['engine'],
  table: string,
): Promise<string[]> {
  return (await on.query<Row & { name: string }>(COLUMNS[engine], [table])).map(({ name }) => name);
}
