import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, it } from 'node:test';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { NOTICE_MS } from '../../src/database/schema/watch-schema.ts';
import { openReadOnlySqlite } from '../../src/database/sqlite/read-only-sqlite.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { freePort, httpClient, paymentRequest, until } from '../support/gateway.ts';
import { type RunningGateway, startRunningGateway } from '../support/running-gateway.ts';
import { kill, serving, type VersionProcess, type VersionTree, versionTree } from '../support/version-tree.ts';

const CHANGE = "ALTER TABLE payments ADD COLUMN later TEXT CHECK (later <> '');\n";
const BREAKING = 999_001;
/** The test notices an announcement a little late. */
const SLACK_MS = 1_000;

onOneEngineByDay('a migration that stops older nodes', (engine) => {
  let gateway: RunningGateway;
  let current: VersionTree;
  let newer: VersionTree;
  let processes: VersionProcess[];
  let holder: ChildProcess | undefined;
  let rows: (sql: string) => Promise<readonly object[]>;
  let disconnect: () => Promise<void>;
  beforeEach(async () => {
    processes = [];
    gateway = await startRunningGateway(engine);
    await gateway.node().end('SIGTERM');
    current = versionTree();
    newer = versionTree({ add: { [`${BREAKING}_breaking.sql`]: CHANGE } });
    const { DATABASE_URL } = gateway.store.settings;
    if (DATABASE_URL) {
      const db = openPostgres(DATABASE_URL, createLog('silent'));
      [rows, disconnect] = [(sql) => db.query(sql), () => db.close()];
    } else {
      // The file is opened for each query: a start that migrates would wait for a process that has it open all the time.
      rows = async (sql) => {
        const reader = openReadOnlySqlite(join(gateway.store.folder, 'peye.db'));
        try {
          return await reader.snapshot((snapshot) => snapshot.query(sql));
        } finally {
          await reader.close();
        }
      };
      disconnect = async () => {};
    }
  });
  afterEach(async () => {
    for (const { child } of processes) child.kill('SIGCONT');
    await Promise.all(processes.map(kill));
    holder?.kill('SIGKILL');
    current.remove();
    newer.remove();
    await disconnect();
    await gateway.close();
  });

  const spawnFrom = async (tree: VersionTree) => {
    const settings = {
      ...gateway.store.settings,
      PORT: String(await freePort()),
      RATE_LIMIT_PER_MINUTE: '0',
    };
    const version = tree.spawn(['start'], settings);
    processes.push(version);
    return { version, url: `http://127.0.0.1:${settings.PORT}` };
  };
  const has = async (table: string, id: number, column: string) =>
    (await rows(`SELECT ${column} FROM ${table} WHERE ${column} = ${id}`).catch(() => [])).length > 0;
  const announced = () => has('peye_announcements', BREAKING, 'migration_id');
  const applied = () => has('peye_migrations', BREAKING, 'id');
  const hasLoggedNotice = (version: VersionProcess) => /older nodes on this store are stopping/.test(version.output());
  const payment = (url: string, reference: string) =>
    httpClient(url, { 'x-api-key': gateway.seed.testKey }).post('/payments', paymentRequest({ reference }));

  // Contract: OPERATOR-7
  it('waits for the full notice, even if a second node starts and the first restarts, and a frozen node writes nothing afterwards', {
    timeout: 300_000,
  }, async () => {
    const old = await spawnFrom(current);
    await serving(old.version, old.url);
    assert.equal((await payment(old.url, 'before')).status, 201);
    old.version.child.kill('SIGSTOP');
    const first = await spawnFrom(newer);
    await until('the migration is announced', announced, 60_000);
    const since = performance.now();
    await until('the first node waits', () => hasLoggedNotice(first.version));
    await kill(first.version);
    const others = [await spawnFrom(newer), await spawnFrom(newer)];
    await until('both other nodes wait', () => others.every(({ version }) => hasLoggedNotice(version)), 60_000);
    assert.equal(await applied(), false);
    await until('the migration is applied', applied, 60_000);
    const waitedMs = performance.now() - since;
    assert.ok(waitedMs > NOTICE_MS - SLACK_MS, `the migration was applied after ${waitedMs} ms`);
    await Promise.all(others.map(({ version, url }) => serving(version, url)));
    // These requests wait in the socket of the frozen node when it resumes.
    const late = Promise.allSettled(Array.from({ length: 8 }, (_, index) => payment(old.url, `late ${index}`)));
    old.version.child.kill('SIGCONT');
    const statuses = (await late).map((each) => (each.status === 'fulfilled' ? each.value.status : 'refused'));
    assert.ok(
      statuses.every((status) => status === 503 || status === 'refused'),
      String(statuses),
    );
    assert.equal(await old.version.ended, 1, old.version.output());
    assert.match(old.version.output(), /this version is too old for its database/);
    assert.deepEqual(await rows("SELECT reference FROM payments WHERE reference LIKE 'late%'"), []);
    assert.equal((await payment(others[0]!.url, 'after')).status, 201);
  });

  it('is not held up by a frozen starting node, which resumes later', { timeout: 300_000 }, async () => {
    // An embedded store that no process has open is changed at once.
    if (engine === 'sqlite') holder = await holdOpen(join(gateway.store.folder, 'peye.db'));
    const waiting = await spawnFrom(newer);
    await until('the first node waits', () => hasLoggedNotice(waiting.version), 60_000);
    waiting.version.child.kill('SIGSTOP');
    const second = await spawnFrom(newer);
    await until('the second node has applied the migration', applied, 60_000);
    await serving(second.version, second.url);
    waiting.version.child.kill('SIGCONT');
    await serving(waiting.version, waiting.url);
  });

  if (engine === 'sqlite') {
    it('does not wait on an embedded store that no other process has open', { timeout: 120_000 }, async () => {
      const { version, url } = await spawnFrom(newer);
      const since = performance.now();
      await serving(version, url);
      assert.ok(performance.now() - since < NOTICE_MS - SLACK_MS, 'the migration waited');
      assert.equal(hasLoggedNotice(version), false, version.output());
      assert.ok(await applied());
      assert.ok(await announced());
    });
  }
});

/** A process that has an embedded store open, and does nothing with it. */
async function holdOpen(file: string): Promise<ChildProcess> {
  const program = `
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    const database = new DatabaseSync(process.argv[1], { readOnly: true });
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    process.stdout.write('open');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}
