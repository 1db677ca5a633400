import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { type RunningCli, spawnPeye } from '../support/cli.ts';
import { type EmptyStore, emptyStore, newStore } from '../support/engines.ts';
import { freePort, until } from '../support/gateway.ts';
import { startTcpSwitch, type TcpSwitch } from '../support/tcp-switch.ts';
import { byTier } from '../support/tier.ts';
import { kill, type VersionProcess, type VersionTree, versionTree } from '../support/version-tree.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';

interface JsonResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into every shape of response
  readonly json: any;
}

async function get(url: string, init?: RequestInit): Promise<JsonResponse | undefined> {
  const response = await fetch(url, init).catch(() => undefined);
  if (!response) return undefined;
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text.startsWith('{') ? JSON.parse(text) : text };
}

/** Asserts what a start without its store responds to load balancers, supervisors and merchants. */
async function assertWaits(url: string): Promise<void> {
  const health = await get(`${url}/healthz`);
  assert.deepEqual([health?.status, health?.json], [200, { status: 'ok' }]);
  const ready = await get(`${url}/readyz`);
  assert.equal(ready?.status, 503);
  assert.deepEqual(ready.json, {
    status: 'unavailable',
    store: 'unavailable',
    starting: 'waiting_for_store',
    stopping: false,
  });
  for (const [path, init] of [
    ['/api/gateway/v1/payments', { method: 'POST', body: '{}' }],
    ['/api/gateway/v1/payments', {}],
    ['/console', {}],
  ] as const) {
    const refused = await get(`${url}${path}`, init);
    assert.equal(refused?.status, 503, path);
    assert.deepEqual([refused.json.success, refused.json.error], [false, 'service_unavailable']);
    assert.equal(refused.headers.get('retry-after'), '5');
    assert.ok(refused.headers.get('x-request-id'));
    assert.equal(refused.headers.get('x-content-type-options'), 'nosniff');
  }
}

describe('postgres: a start without its store', { skip, timeout: 300_000 }, () => {
  let store: EmptyStore;
  let line: TcpSwitch;
  let database: URL;
  let settings: Record<string, string>;
  let url: string;
  let running: RunningCli[];
  beforeEach(async () => {
    running = [];
    store = await newStore('postgres');
    database = new URL(store.settings.DATABASE_URL ?? '');
    // Nothing listens there yet.
    const nowhere = await freePort();
    line = await startTcpSwitch(nowhere);
    const through = new URL(database);
    through.host = `127.0.0.1:${line.port}`;
    const PORT = String(await freePort());
    url = `http://127.0.0.1:${PORT}`;
    settings = { ...store.settings, DATABASE_URL: through.href, PORT };
  });
  afterEach(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    await line.close();
    await store.drop();
  });
  const start = (more: Record<string, string> = {}) => {
    const started = spawnPeye(['start'], { settings: { ...settings, ...more } });
    running.push(started);
    return started;
  };
  const waits = async ({ stdout }: RunningCli) => {
    await until('the start waits', () => /the database is unavailable: retrying the start/.test(stdout()));
    await until('it serves health checks', async () => (await get(`${url}/healthz`))?.status === 200);
  };

  for (const processes of byTier({ day: ['2'], night: ['1', '2'] })) {
    // Contract: OPERATOR-19
    it(`of ${processes} processes waits, serves health checks, and serves payments when the store is there`, async () => {
      const started = start({ PROCESSES: processes });
      await waits(started);
      await assertWaits(url);
      line.lead(Number(database.port || '5432'));
      await until('it is ready', async () => (await get(`${url}/readyz`))?.status === 200, 60_000);
      assert.equal((await get(`${url}/api/gateway/v1/payments`))?.status, 401);
      started.child.kill('SIGTERM');
      assert.equal(await started.ended, 0);
    });
  }

  for (const processes of byTier({ day: ['1'], night: ['1', '2'] })) {
    it(`of ${processes} processes ends with 0 on SIGTERM while it waits`, async () => {
      const started = start({ PROCESSES: processes });
      await waits(started);
      started.child.kill('SIGTERM');
      assert.equal(await started.ended, 0, started.stdout());
      assert.equal(await get(`${url}/healthz`), undefined);
    });
  }

  it('waits for a server that refuses writes, and for one without a free connection', async () => {
    line.lead(Number(database.port || '5432'));
    const client = new pg.Client({ connectionString: database.href });
    await client.connect();
    const name = database.pathname.slice(1);
    await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const started = start();
    await waits(started);
    assert.match(started.stdout(), /takes no writes/);
    await client.query('SET default_transaction_read_only = off');
    await client.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await client.end();
    await until('it is ready', async () => (await get(`${url}/readyz`))?.status === 200, 60_000);
  });

  it('ends if only other settings can help: a user, a password or a database that does not exist', async () => {
    line.lead(Number(database.port || '5432'));
    const wrong: [string, (other: URL) => void, RegExp][] = [
      ['user', (other) => (other.username = 'nobody_of_that_name'), /does not exist|authentication failed/],
      ['database', (other) => (other.pathname = '/no_database_of_that_name'), /no_database_of_that_name/],
    ];
    for (const [what, change, message] of wrong) {
      const other = new URL(database);
      change(other);
      const started = start({ DATABASE_URL: other.href });
      assert.equal(await started.ended, 1, what);
      assert.match(started.stderr(), /^peye: the database is unavailable: [^\n]+\n$/);
      assert.match(started.stderr(), message);
    }
  });

  it('ends if the port is in use, whether the store is available or not', async () => {
    const first = start();
    await waits(first);
    const second = start();
    assert.equal(await second.ended, 1);
    assert.match(second.stderr(), /^peye: port \d+ on \S+ is in use\. [^\n]+\n$/);
  });
});

describe('sqlite: a start that migrates for a while', { timeout: 300_000 }, () => {
  // Contract: OPERATOR-19
  it('serves health checks although the event loop stands still, and ends with 0 on SIGTERM while the store is locked', async () => {
    const store = await emptyStore('sqlite');
    let tree: VersionTree | undefined;
    let version: VersionProcess | undefined;
    try {
      const PORT = String(await freePort());
      const url = `http://127.0.0.1:${PORT}`;
      const settings = { ...store.settings, PORT };
      const first = spawnPeye(['start'], { settings });
      await until('the store is there', async () => (await get(`${url}/readyz`))?.status === 200, 60_000);
      first.child.kill('SIGTERM');
      assert.equal(await first.ended, 0);
      // A migration that works for some seconds without a pause.
      const SLOW = `-- compatible with: 000010
CREATE TABLE later AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000000) SELECT count(*) AS n FROM n;
`;
      tree = versionTree({ add: { '999001_slow.sql': SLOW } });
      version = tree.spawn(['start'], settings);
      let [alive, refused] = [0, 0];
      await until(
        'it is ready',
        async () => {
          const ready = await get(`${url}/readyz`);
          if (ready?.json.starting === 'changing_schema') {
            assert.equal(ready.status, 503);
            alive += (await get(`${url}/healthz`))?.status === 200 ? 1 : 0;
            refused += (await get(`${url}/api/gateway/v1/payments`))?.status === 503 ? 1 : 0;
          }
          return ready?.status === 200;
        },
        120_000,
      );
      assert.ok(alive > 10 && refused > 10, `${alive} and ${refused} responses during the migration`);
      version.child.kill('SIGTERM');
      assert.equal(await version.ended, 0, version.output());

      const lock = new DatabaseSync(join(store.folder, 'peye.db'));
      lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
      const waiting = tree.spawn(['start'], settings);
      version = waiting;
      await until(
        'the start waits',
        () => /the database is unavailable: retrying the start/.test(waiting.output()),
        60_000,
      );
      await until('it serves health checks', async () => (await get(`${url}/healthz`))?.status === 200);
      await assertWaits(url);
      waiting.child.kill('SIGTERM');
      assert.equal(await waiting.ended, 0, waiting.output());
      lock.close();
    } finally {
      await kill(version);
      tree?.remove();
      await store.drop();
    }
  });
});
