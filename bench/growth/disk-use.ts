import type { Row } from '../../src/database/database.ts';
import { sizeOf } from './dataset.ts';
import type { FilledStore } from './filled-store.ts';

/** The disk use of a table and its indexes. */
export interface DiskUse {
  readonly engine: string;
  readonly payments: number;
  readonly table: string;
  readonly tableBytes: number;
  /** The size of each index, including primary keys. */
  readonly indexBytes: Readonly<Record<string, number>>;
}

const SMALLEST = 0.002;

/** Measures the disk use of the tables and indexes that matter. */
export async function measureDisk({ engine, data, store: { db } }: FilledStore): Promise<DiskUse[]> {
  const rows = await db.query<Row & { name: string; tbl: string; bytes: number }>(
    engine === 'sqlite'
      ? `SELECT d.name AS name, s.tbl_name AS tbl, d.pgsize AS bytes FROM dbstat d JOIN sqlite_schema s ON s.name = d.name
          WHERE d.aggregate = 1`
      : `SELECT c.relname::text AS name, COALESCE(t.relname, c.relname)::text AS tbl,
                CASE WHEN i.indexrelid IS NULL THEN pg_table_size(c.oid) ELSE pg_relation_size(c.oid) END AS bytes
           FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid LEFT JOIN pg_class t ON t.oid = i.indrelid
          WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i')`,
  );
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  const tables = rows.filter(({ name, tbl }) => name === tbl).sort((a, b) => b.bytes - a.bytes);
  return tables
    .map(({ name, bytes }) => ({
      engine,
      payments: sizeOf(data),
      table: name,
      tableBytes: bytes,
      indexBytes: Object.fromEntries(
        rows
          .filter((row) => row.tbl === name && row.name !== name)
          .sort((a, b) => b.bytes - a.bytes)
          .map((row) => [row.name, row.bytes]),
      ),
    }))
    .filter((use) => allBytes(use) > SMALLEST * total);
}

/** The size of a table with its indexes. */
export function allBytes({ tableBytes, indexBytes }: DiskUse): number {
  return Object.values(indexBytes).reduce((sum, bytes) => sum + bytes, tableBytes);
}
