import type { Database } from '../../src/database/database.ts';

/** The schema of a store as its engine sees it, in the form of the snapshots. */
export function readSchema(db: Database): Promise<string> {
  return db.engine === 'sqlite' ? sqliteSchema(db) : postgresSchema(db);
}

async function sqliteSchema(db: Database): Promise<string> {
  const rows = await db.query<{ sql: string }>(
    'SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY tbl_name, type DESC, name',
  );
  return rows.map((row) => `${row.sql};\n`).join('\n');
}

async function postgresSchema(db: Database): Promise<string> {
  const columns = await db.query<{ tbl: string; line: string }>(
    `SELECT c.table_name::text AS tbl, c.column_name || ' ' || c.data_type
            || CASE WHEN c.is_nullable = 'NO' THEN ' NOT NULL' ELSE '' END
            || COALESCE(' DEFAULT ' || c.column_default, '') AS line
       FROM information_schema.columns c WHERE c.table_schema = 'public'
      ORDER BY c.table_name COLLATE "C", c.ordinal_position`,
  );
  const constraints = await db.query<{ tbl: string; line: string }>(
    `SELECT conrelid::regclass::text AS tbl, conname || ' ' || pg_get_constraintdef(oid) AS line
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'p', 'u')
      ORDER BY conname COLLATE "C"`,
  );
  const indexes = await db.query<{ tbl: string; line: string }>(
    `SELECT tablename::text AS tbl, indexdef AS line FROM pg_indexes WHERE schemaname = 'public'
      ORDER BY indexname COLLATE "C"`,
  );
  const section = (title: string, rows: { tbl: string; line: string }[], table: string) =>
    rows.filter((row) => row.tbl === table).map((row) => `  ${title} ${row.line}\n`);
  const tables = [...new Set(columns.map((row) => row.tbl))];
  const parts = tables.map((table) => [
    `${table}\n`,
    ...section('column', columns, table),
    ...section('constraint', constraints, table),
    ...section('index', indexes, table),
  ]);
  return parts.map((lines) => lines.join('')).join('\n');
}
