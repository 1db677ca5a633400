import type { Database, Row } from './database.ts';

/** The size of the store in bytes. */
export async function storeSize(db: Pick<Database, 'query' | 'engine'>): Promise<number> {
  const [row] = await db.query<Row & { bytes: number }>(
    db.engine === 'sqlite'
      ? 'SELECT p.page_count * s.page_size AS bytes FROM pragma_page_count() AS p, pragma_page_size() AS s'
      : 'SELECT pg_database_size(current_database()) AS bytes',
  );
  return row?.bytes ?? 0;
}
