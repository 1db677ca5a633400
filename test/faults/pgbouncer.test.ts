import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import pg from 'pg';
import { restorePlace } from '../support/backups.ts';
import { peye, peyeJson, spawnPeye } from '../support/cli.ts';
import { type EmptyStore, emptyStore } from '../support/engines.ts';
import { until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { type Pgbouncer, startPgbouncer } from '../support/pgbouncer.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { Recorder } from '../support/recorder.ts';
import { assertSoundStore, withDatabase } from '../support/store-access.ts';
import { byTier } from '../support/tier.ts';
import { changeWebsite } from '../support/websites.ts';

const skip =
  process.env.TEST_DATABASE_URL && process.env.PGBOUNCER_PATH
    ? false
    : 'TEST_DATABASE_URL and PGBOUNCER_PATH are not both set';

/** Fewer connections than either gateway wants alone: many transactions share each. */
const POOL_SIZE = 2;
/** How many acknowledged requests a test of the load needs, and the backup that a restore must still be reading when it is killed. */
const ACKNOWLEDGED = { load: byTier({ day: 100, night: 300 }), backup: 300 };
/** The settings with which a session starts if it is not shared through a pooler. */
const STARTUP = 'statement_timeout, idle_in_transaction_session_timeout';

describe('postgres: two gateways behind one PgBouncer in transaction mode', { skip, timeout: 240_000 }, () => {
  let store: EmptyStore;
  let pooler: Pgbouncer;
  let receiver: Receiver;
  let nodes: NodeProcess[];
  beforeEach(async () => {
    nodes = [];
    receiver = await startReceiver();
    store = await emptyStore('postgres');
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    await pooler?.stop();
    await receiver?.close();
    await store?.drop();
  });

  const start = async (settings: Record<string, string>) => {
    const all = { ...store.settings, ...receiver.settings, DATABASE_URL: pooler.url, ...settings };
    const first = await startNode(all);
    nodes.push(first);
    nodes.push(await startNode(all, first.seed));
    await withDatabase(store.settings, (db) =>
      changeWebsite(db, first.seed.websiteId, { callbackUrl: `${receiver.origin}/shop` }),
    );
    return first.seed;
  };

  /** Creates, reads and finishes payments on both gateways, until enough of them are acknowledged. Returns what went wrong. */
  const load = async (key: string, enough = ACKNOWLEDGED.load): Promise<string[]> => {
    let turn = 0;
    const recorder = new Recorder(() => nodes[turn++ % nodes.length]!.client(key));
    recorder.start(8);
    try {
      await until('payments are created', () => recorder.acknowledged >= enough, 40_000);
    } finally {
      await recorder.stop();
    }
    await recorder.assertKept();
    await until('every event has been delivered', async () => (await undelivered(store)) === 0, 20_000);
    await assertSoundStore(store.settings);
    return recorder.unexpected(() => false);
  };

  test('serve, settle and deliver without one error, and change no setting of the pooler’s sessions for good', async () => {
    pooler = await startPgbouncer(store.settings.DATABASE_URL!, { poolSize: POOL_SIZE });
    const seed = await start({ DATABASE_POOLER: 'true' });
    assert.deepEqual(await load(seed.testKey), []);
    assert.ok(receiver.received('/shop').length > 0);
    assert.equal(nodes.flatMap((node) => node.output().split('\n').filter(isError)).join('\n'), '');
    for (const session of await sessions(pooler.url)) {
      assert.deepEqual(session, { statement_timeout: '0', idle: '0', synchronous_commit: 'on', prepared: 0 });
    }
  });

  test('a backup and its restore work through the pooler, and a restore that is killed in the middle leaves nothing', async () => {
    pooler = await startPgbouncer(store.settings.DATABASE_URL!, { poolSize: POOL_SIZE });
    const seed = await start({ DATABASE_POOLER: 'true' });
    assert.deepEqual(await load(seed.testKey, ACKNOWLEDGED.backup), []);
    const { store: target, settings: own, drop } = await restorePlace('postgres', store.settings);
    const through = new URL(pooler.url);
    through.pathname = new URL(own.DATABASE_URL!).pathname;
    const unset = { ...own, DATABASE_URL: through.href };
    const settings = { ...unset, DATABASE_POOLER: 'true' };
    try {
      const file = join(target.folder, 'store.backup');
      const behind = { ...store.settings, DATABASE_URL: pooler.url, DATABASE_POOLER: 'true' };
      const { payments } = await peyeJson(['backup', file], { settings: behind });
      assert.ok(payments > ACKNOWLEDGED.backup / 3, `${payments}`);

      // The command must fail before it does anything, because otherwise a store would exist although the command has failed.
      const refused = await peye(['restore', file], { settings: unset });
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /unsupported startup parameter.*Set DATABASE_POOLER=true\n$/);

      assert.equal(await asked(target, "SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'"), 0);

      const pipe = join(target.folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const killed = spawnPeye(['restore', pipe], { settings });
      const writer = createWriteStream(pipe);
      writer.on('error', () => {});
      const bytes = readFileSync(file);
      await new Promise((done) => writer.write(bytes.subarray(0, Math.floor(bytes.length * 0.9)), done));
      await until('the restore is in the middle of its work', async () => (await inTransaction(target)) > 0);
      killed.child.kill('SIGKILL');
      await killed.ended;
      writer.destroy();
      await until('the pooler has ended it', async () => (await inTransaction(target)) === 0);

      assert.equal((await peyeJson(['restore', file], { settings })).payments, payments);
      await assertSoundStore(own);
      assert.equal((await peyeJson(['verify-books'], { settings })).ok, true);
      for (const session of await sessions(through.href)) {
        assert.deepEqual(session, { statement_timeout: '0', idle: '0', synchronous_commit: 'on', prepared: 0 });
      }
    } finally {
      await drop();
    }
  });

  test('a missing setting is named by the first command', async () => {
    pooler = await startPgbouncer(store.settings.DATABASE_URL!, { poolSize: POOL_SIZE });
    const { code, stderr } = await peye(['migrate'], { settings: { ...store.settings, DATABASE_URL: pooler.url } });
    assert.equal(code, 1);
    assert.match(stderr, /unsupported startup parameter.*Set DATABASE_POOLER=true\n$/);
  });

  test('if PgBouncer hides that the setting is missing, no statement is confused with another one, and the log reports it', async () => {
    pooler = await startPgbouncer(store.settings.DATABASE_URL!, {
      poolSize: POOL_SIZE,
      settings: { ignore_startup_parameters: STARTUP },
    });
    const seed = await start({});
    assert.deepEqual(await load(seed.testKey), []);
    for (const node of nodes) {
      const errors = node.output().split('\n').filter(isError);
      assert.equal(errors.length, 1, errors.join('\n'));
      assert.match(errors[0] ?? '', /Set DATABASE_POOLER=true/);
    }
  });
});

/** Whether a line of output is an error: the nodes log only errors. */
function isError(line: string): boolean {
  return line.includes('"level":');
}

/** How many sessions of a database are in a transaction. */
function inTransaction(store: EmptyStore): Promise<number> {
  return asked(
    store,
    `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
  );
}

/** The number `n` that a statement finds in a database, past the pooler. */
async function asked({ settings }: EmptyStore, sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: settings.DATABASE_URL });
  try {
    await client.connect();
    const { rows } = await client.query<{ n: number }>(sql);
    return rows[0]!.n;
  } finally {
    await client.end();
  }
}

async function undelivered(store: EmptyStore): Promise<number> {
  const [row] = await withDatabase(store.settings, (db) =>
    db.query<{ n: number }>("SELECT count(*) AS n FROM deliveries WHERE status <> 'delivered'"),
  );
  return row?.n ?? -1;
}

/** The state of every session that the pooler holds. To reach them all, it runs as many transactions at once as there are connections. */
async function sessions(url: string): Promise<Record<string, unknown>[]> {
  const clients = Array.from({ length: POOL_SIZE }, () => new pg.Client({ connectionString: url }));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await Promise.all(clients.map((client) => client.query('BEGIN')));
    const seen = [];
    for (const client of clients) {
      const { rows } = await client.query(
        `SELECT current_setting('statement_timeout') AS statement_timeout,
                current_setting('idle_in_transaction_session_timeout') AS idle,
                current_setting('synchronous_commit') AS synchronous_commit,
                (SELECT count(*)::int FROM pg_prepared_statements WHERE name <> '') AS prepared`,
      );
      seen.push(...rows);
    }
    return seen;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
