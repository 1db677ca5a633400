import { join } from 'node:path';
import type { Database } from '../../../src/database/database.ts';
import { openPostgres } from '../../../src/database/postgres/postgres.ts';
import { openSqlite } from '../../../src/database/sqlite/sqlite.ts';
import { migrate } from '../../../src/features/operations/store/migrate.ts';
import { systemClock } from '../../../src/platform/clock/clock.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { administer, TEMPLATE_DATABASE, TEMPLATE_FILE } from '../engines.ts';
import type { Keeper } from './keeper.ts';

/** One store of each engine with the schema of this version. Tests copy it, which is faster than migrating each store. */
export interface Templates {
  /** The environment variables with the addresses of the templates. */
  readonly env: Record<string, string>;
  drop(): Promise<void>;
}

/** Creates both templates, or only that of the embedded store if there is no PostgreSQL. */
export async function makeTemplates({ folder }: Keeper, server: string | undefined): Promise<Templates> {
  const file = join(folder, 'template/peye.db');
  await fill(openSqlite(file));
  if (!server) return { env: { [TEMPLATE_FILE]: file }, drop: async () => {} };
  const database = `peye_template_${process.pid}_${Date.now()}`;
  await administer(server, `CREATE DATABASE ${database}`);
  const url = new URL(server);
  url.pathname = `/${database}`;
  await fill(openPostgres(url.href, createLog('silent')));
  return {
    env: { [TEMPLATE_FILE]: file, [TEMPLATE_DATABASE]: database },
    drop: () => administer(server, `DROP DATABASE ${database} WITH (FORCE)`),
  };
}

async function fill(db: Database): Promise<void> {
  try {
    await migrate(db, systemClock());
  } finally {
    await db.close();
  }
}
