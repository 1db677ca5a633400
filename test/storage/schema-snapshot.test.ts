import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import type { Database } from '../../src/storage/database.ts';
import { onBothEngines } from '../support/engines.ts';
import { openTestStore } from '../support/store.ts';

/** The schema as the engines see it, in a file that reviewers read. UPDATE_SNAPSHOTS=1 writes it again. */
onBothEngines('schema snapshot', (engine) => {
  it('is the schema that the migrations make', async () => {
    const store = await openTestStore(engine);
    try {
      const schema = engine === 'sqlite' ? await sqliteSchema(store.db) : await postgresSchema(store.db);
      const file = new URL(`../snapshots/schema.${engine}.txt`, import.meta.url);
      if (process.env.UPDATE_SNAPSHOTS === '1') writeFileSync(file, schema);
      assert.ok(existsSync(file), 'run this test with UPDATE_SNAPSHOTS=1 to write the snapshot');
      assert.equal(
        schema,
        readFileSync(file, 'utf8'),
        '`UPDATE_SNAPSHOTS=1 npm test -- test/storage` writes the snapshots again',
      );
    } finally {
      await store.close();
    }
  });
});

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
