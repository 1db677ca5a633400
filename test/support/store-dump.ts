import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from '../../src/database/database.ts';
import type { EmptyStore } from './engines.ts';
import { withDatabase } from './store-access.ts';

/** The queries that list the tables of a store. */
export const TABLES = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  postgres: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
};

/** Every row of every table as text, by table; and of the embedded store its files too, including deleted content. */
export async function dumpStore(store: EmptyStore): Promise<Map<string, string>> {
  const dump = new Map<string, string>();
  await withDatabase(store.settings, async (db) => {
    for (const { name } of await db.query<Row & { name: string }>(TABLES[store.engine])) {
      dump.set(name, JSON.stringify(await db.query(`SELECT * FROM ${name}`)));
    }
  });
  for (const file of existsSync(store.folder) ? readdirSync(store.folder) : []) {
    if (file.startsWith('peye.db')) dump.set(file, readFileSync(join(store.folder, file), 'latin1'));
  }
  return dump;
}
