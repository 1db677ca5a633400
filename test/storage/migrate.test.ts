import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, it, test } from 'node:test';
import { promisify } from 'node:util';
import { type Database, DatabaseRefused } from '../../src/database/database.ts';
import { knownMigrations } from '../../src/database/schema/migration-files.ts';
import { readSchemaState } from '../../src/database/schema/schema-state.ts';
import { listAuditRows } from '../../src/features/audit/store/audit-log.ts';
import { migrate } from '../../src/features/operations/store/migrate.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { onBothEngines } from '../support/engines.ts';
import { until } from '../support/gateway.ts';
import { openTestStore, seed, sqliteFile, type TestStore } from '../support/store.ts';

const MIGRATIONS = readdirSync(new URL('../../migrations', import.meta.url)).map((file) => file.replace('.sql', ''));
const URL_OF = (path: string) => new URL(`../../src/${path}`, import.meta.url).href;

/** A node that only migrates, in its own process, and prints which migrations it ran. */
const NODE = `
  const { migrate } = await import('${URL_OF('features/operations/store/migrate.ts')}');
  const { openPostgres } = await import('${URL_OF('database/postgres/postgres.ts')}');
  const { openSqlite } = await import('${URL_OF('database/sqlite/sqlite.ts')}');
  const { createLog } = await import('${URL_OF('platform/log/log.ts')}');
  const { DATABASE_URL, SQLITE_FILE } = process.env;
  const db = DATABASE_URL ? openPostgres(DATABASE_URL, createLog('silent')) : openSqlite(SQLITE_FILE);
  console.log(JSON.stringify(await migrate(db, () => Date.now() * 1000)));
  await db.close();`;

onBothEngines('migrate', (engine) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await openTestStore(engine, { migrated: false });
  });
  afterEach(() => store.close());

  // Contract: OPERATOR-6
  it('applies every migration once, in order, and nothing the second time', async () => {
    assert.deepEqual(await migrate(store.db, systemClock()), MIGRATIONS);
    assert.deepEqual(await migrate(store.db, systemClock()), []);
    assert.deepEqual((await readSchemaState(store.db)).pending, []);
  });

  it('writes one audit row for each startup that migrates, with the previous and the newest migration', async () => {
    const newest = MIGRATIONS.at(-1) ?? '';
    await migrate(store.db, systemClock());
    await store.db.transaction(async (tx) => {
      // Set the store back to its state before an upgrade.
      const { fence, statements } = knownMigrations().at(-1)!;
      const indexes = statements.flatMap((sql) => [...sql.matchAll(/CREATE (?:UNIQUE )?INDEX (\w+)/g)]);
      for (const [, index] of indexes) await tx.query(`DROP INDEX ${index}`);
      const made = [...fence, ...statements].flatMap((sql) => [...sql.matchAll(/CREATE TABLE (\w+)/g)]);
      // A table refers only to tables that were created before it.
      for (const [, table] of made.reverse()) await tx.query(`DROP TABLE ${table}`);
      const dropped = fence.flatMap((sql) => [...sql.matchAll(/DROP TABLE (\w+)/g)]);
      for (const [, table] of dropped) await tx.query(`CREATE TABLE ${table} (never SMALLINT)`);
      const added = statements.flatMap((sql) => [...sql.matchAll(/ALTER TABLE (\w+) ADD COLUMN (\w+)/g)]);
      for (const [, table, column] of added.reverse()) await tx.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
      await tx.query('DELETE FROM peye_migrations WHERE name = $1', [newest]);
      // The migration was announced long ago, so it waits for no node.
      await tx.query('INSERT INTO peye_announcements (migration_id, announced_at_us) VALUES ($1, 1)', [
        Number.parseInt(newest, 10),
      ]);
    });
    await migrate(store.db, systemClock());
    await migrate(store.db, systemClock());
    const rows = await listAuditRows(store.db, { limit: 10 });
    const after = JSON.stringify({ migration: newest });
    assert.deepEqual(
      rows.map((row) => [row.position, row.action, row.before, row.after]),
      [
        [2, 'schema.migrate', after, after],
        [1, 'schema.migrate', null, after],
      ],
    );
  });

  for (const nodes of [2, 5]) {
    // Contract: OPERATOR-6
    it(`lets ${nodes} nodes start on one empty store together`, async () => {
      const env = { ...process.env, ...store.place.settings, SQLITE_FILE: sqliteFile(store.place) };
      const runs = await Promise.all(
        Array.from({ length: nodes }, () => promisify(execFile)(process.execPath, ['-e', NODE], { env })),
      );
      const applied = runs.flatMap(({ stdout }) => JSON.parse(stdout) as string[]);
      assert.deepEqual(applied.sort(), MIGRATIONS);
      assert.equal((await listAuditRows(store.db, { limit: 10 })).length, 1);
      assert.deepEqual((await readSchemaState(store.db)).pending, []);
    });
  }

  it('refuses the store of a newer version, and does not change it', async () => {
    await migrate(store.db, systemClock());
    await seed(store.db);
    await store.db.transaction((tx) =>
      tx.query("INSERT INTO peye_migrations (id, name, applied_at_us) VALUES (999999, '999999_later', 1)"),
    );
    const before = await content(store.db);
    await store.disconnect();
    const bytes = engine === 'sqlite' ? readFileSync(sqliteFile(store.place)) : undefined;

    const db = store.open();
    await assert.rejects(migrate(db, systemClock()), (error: Error) => {
      assert.ok(error instanceof DatabaseRefused);
      assert.match(error.message, /newer Peye \(its schema is 999999, this version knows \d+\)/);
      return true;
    });
    assert.deepEqual(await content(db), before);
    await store.disconnect();
    if (bytes) assert.ok(bytes.equals(readFileSync(sqliteFile(store.place))), 'the file has the same bytes');
  });

  it('leaves nothing of a migration that fails half-way', async () => {
    const broken: Database = {
      ...store.db,
      transaction: (work, options) =>
        store.db.transaction(
          (tx) =>
            work({
              ...tx,
              query: (sql, params) =>
                sql.startsWith('CREATE TABLE events') ? Promise.reject(new Error('planted')) : tx.query(sql, params),
            }),
          options,
        ),
    };
    await assert.rejects(migrate(broken, systemClock()), /planted/);
    await assert.rejects(store.db.query('SELECT 1 FROM websites'), /websites/);
    assert.deepEqual(await migrate(store.db, systemClock()), MIGRATIONS);
  });
});

test('postgres: a migration has no time limit, and nodes that start in the meantime wait for it', {
  skip: process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set',
  timeout: 240_000,
}, async () => {
  const store = await openTestStore('postgres', { migrated: false });
  try {
    // Like building an index over a large table: longer than both timeouts of an ordinary statement.
    const large: Database = {
      ...store.db,
      transaction: (work, options) =>
        store.db.transaction(async (tx) => {
          const query: typeof tx.query = async (sql, params) => {
            if (sql.startsWith('CREATE TABLE websites')) await tx.query('SELECT pg_sleep(16)');
            return tx.query(sql, params);
          };
          return work({ ...tx, query });
        }, options),
    };
    const first = migrate(large, systemClock());
    await until('the first node migrates', async () => (await pidsAsleep(store.db)).length > 0);
    const second = migrate(store.open(), systemClock());
    const applied = await Promise.all([first, second]);
    assert.deepEqual(applied.flat().sort(), MIGRATIONS);
  } finally {
    await store.close();
  }
});

function pidsAsleep(db: Database): Promise<unknown[]> {
  return db.query("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'");
}

/** Every row of the tables that this test writes to. */
async function content(db: Database): Promise<unknown> {
  const tables = ['peye_migrations', 'websites', 'api_keys', 'feeds'];
  return Promise.all(tables.map((table) => db.query(`SELECT * FROM ${table} ORDER BY 1`)));
}
