import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { type EmptyStore, emptyStore } from '../support/engines.ts';
import { until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { Recorder } from '../support/recorder.ts';
import { withStore } from '../support/store-access.ts';
import { kill, type VersionProcess, type VersionTree, versionTree } from '../support/version-tree.ts';
import { createWebsite } from '../support/websites.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';

const COMPATIBLE = '-- compatible with: 000010\n';
const COLUMN = {
  '999001_column.sql': `${COMPATIBLE}ALTER TABLE payments ADD COLUMN later TEXT CHECK (later <> '');\n`,
};
const INDEXES = {
  '999001_indexes.sql': `${COMPATIBLE}-- beside writers
CREATE INDEX payments_later ON payments (customer_name);

CREATE INDEX events_later ON events (kind);
`,
};
const UNIQUE = {
  '999001_unique.sql': `${COMPATIBLE}-- beside writers\nCREATE UNIQUE INDEX websites_later ON websites (name);\n`,
};

describe('postgres: a migration while clients write to the store', { skip, timeout: 300_000 }, () => {
  let store: EmptyStore;
  let node: NodeProcess;
  let recorder: Recorder;
  let tree: VersionTree | undefined;
  let other: pg.Client;
  /** A connection that only watches, without a transaction: within one transaction, PostgreSQL always shows the same activity. */
  let watcher: pg.Client;
  let migrators: VersionProcess[];
  beforeEach(async () => {
    migrators = [];
    store = await emptyStore('postgres');
    node = await startNode(store.settings);
    recorder = new Recorder(() => node.client(node.seed.testKey));
    [other, watcher] = [0, 1].map(() => new pg.Client({ connectionString: store.settings.DATABASE_URL })) as [
      pg.Client,
      pg.Client,
    ];
    for (const client of [other, watcher]) {
      client.on('error', () => {});
      await client.connect();
    }
  });
  afterEach(async () => {
    await recorder.stop();
    await Promise.all([other.end(), watcher.end()]);
    await Promise.all([...migrators.map(kill), node.end('SIGKILL')]);
    tree?.remove();
    await store.drop();
  });

  const migrate = (): VersionProcess => {
    const running = tree!.spawn(['migrate'], store.settings);
    migrators.push(running);
    return running;
  };
  const count = async (sql: string) => Number((await watcher.query<{ n: string }>(sql)).rows[0]?.n);
  const goesOn = async () => {
    const before = recorder.acknowledged;
    await until('payments are created again', () => recorder.acknowledged > before + 60);
  };

  it('does not delay the writers while it waits for another transaction', async () => {
    tree = versionTree({ add: COLUMN });
    recorder.start(4);
    // A long transaction, like that of a backup, or of a report that a user left open.
    await other.query('BEGIN');
    await other.query('SELECT count(*) FROM payments');
    const migrator = migrate();
    const waits = "SELECT count(*) AS n FROM pg_locks WHERE relation = 'payments'::regclass AND NOT granted";
    await until('the migration waits for the table', async () => (await count(waits)) > 0);
    await goesOn();
    assert.equal(migrator.hasEnded(), false, migrator.output());
    await other.query('COMMIT');
    assert.equal(await migrator.ended, 0, migrator.output());
    await recorder.stop();
    assert.deepEqual(
      recorder.unexpected(() => false),
      [],
    );
  });

  it('builds indexes alongside writers, and one of the nodes that start rebuilds an index that a killed node left incomplete', async () => {
    tree = versionTree({ add: INDEXES });
    recorder.start(4);
    // The build of the index waits for this transaction.
    await other.query('BEGIN');
    await other.query('LOCK TABLE payments IN ROW EXCLUSIVE MODE');
    const first = migrate();
    const building = 'SELECT count(*) AS n FROM pg_stat_progress_create_index';
    await until('the index is being built', async () => (await count(building)) > 0);
    await goesOn();
    await kill(first);
    const [second, third] = [migrate(), migrate()];
    // PostgreSQL continues to build the index until it is cancelled, or notices that its client has disconnected.
    await watcher.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_progress_create_index WHERE datname = current_database()',
    );
    await until('the build has ended', async () => (await count(building)) === 0);
    // The incomplete index is dropped first. The drop also waits for the open transaction, and delays no writer.
    const working = `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
      AND query ~ '^(DROP|CREATE) INDEX CONCURRENTLY'`;
    await until('a node has started to rebuild the index', async () => (await count(working)) > 0, 40_000);
    await goesOn();
    await other.query('COMMIT');
    assert.deepEqual(await Promise.all([second.ended, third.ended]), [0, 0], second.output() + third.output());
    const applied = [second, third].filter((one) => one.output().includes('999001_indexes'));
    assert.equal(applied.length, 1, second.output() + third.output());
    const valid = "SELECT count(*) AS n FROM pg_index WHERE indisvalid AND indexrelid::regclass::text LIKE '%\\_later'";
    assert.equal(await count(valid), 2);
    await recorder.stop();
    assert.deepEqual(
      recorder.unexpected(() => false),
      [],
    );
  });

  it('reports rows that a unique index does not allow, and builds the index once they have changed', async () => {
    await withStore(store.settings, (opened) => createWebsite(opened, { name: 'Test shop' }));
    tree = versionTree({ add: UNIQUE });
    const refused = migrate();
    assert.equal(await refused.ended, 1);
    assert.match(refused.output(), /the index websites_later cannot be built: could not create unique index/);
    await other.query('UPDATE websites SET name = id WHERE id <> $1', [node.seed.websiteId]);
    const done = migrate();
    assert.equal(await done.ended, 0, done.output());
    assert.equal(
      await count("SELECT count(*) AS n FROM pg_index WHERE indisvalid AND indexrelid = to_regclass('websites_later')"),
      1,
    );
  });
});
