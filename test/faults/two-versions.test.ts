import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, it } from 'node:test';
import pg from 'pg';
import { type EmptyStore, onOneEngineByDay } from '../support/engines.ts';
import { freePort, httpClient, until } from '../support/gateway.ts';
import { startNode } from '../support/node-process.ts';
import { Recorder } from '../support/recorder.ts';
import { type RunningGateway, startRunningGateway } from '../support/running-gateway.ts';
import { kill, serving, type VersionProcess, type VersionTree, versionTree } from '../support/version-tree.ts';

/** Both migrations add a column that nothing reads. Only the first allows this version to continue. */
const CHANGE = "ALTER TABLE payments ADD COLUMN later TEXT CHECK (later <> '');\n";
const ADDITIVE = {
  '999001_additive.sql': `-- compatible with: 000010\n${CHANGE}`,
  '999002_index.sql':
    '-- compatible with: 000010\n-- beside writers\nCREATE INDEX payments_later ON payments (later);\n',
};
const BREAKING = { '999001_breaking.sql': CHANGE };

onOneEngineByDay('a newer version on a store that this one serves', (engine) => {
  let gateway: RunningGateway;
  let tree: VersionTree | undefined;
  let newer: VersionProcess | undefined;
  let older: VersionProcess | undefined;
  let recorder: Recorder | undefined;
  /** The nodes to which the recorder sends its requests, in turn. */
  let urls: string[];
  beforeEach(async () => {
    gateway = await startRunningGateway(engine);
    urls = [gateway.node().url];
  });
  afterEach(async () => {
    await recorder?.stop();
    await Promise.all([kill(newer), kill(older)]);
    tree?.remove();
    await gateway?.close();
  });

  const settings = async () => ({
    ...gateway.store.settings,
    PORT: String(await freePort()),
    RATE_LIMIT_PER_MINUTE: '0',
    VERIFY_LIMIT_PER_MINUTE: '0',
  });
  const record = () => {
    let turn = 0;
    const running = new Recorder(() => httpClient(urls[turn++ % urls.length]!, { 'x-api-key': gateway.seed.testKey }));
    running.start(4);
    recorder = running;
    return running;
  };
  /** Starts the newer version alongside the node, under load. */
  const startNewer = async (add: Record<string, string>) => {
    tree = versionTree({ add });
    const its = await settings();
    newer = tree.spawn(['start'], its);
    return { url: `http://127.0.0.1:${its.PORT}`, version: newer };
  };

  // Contract: OPERATOR-7
  it('that allows this version to continue: both serve without one error, and this version may be started again', {
    timeout: 300_000,
  }, async () => {
    const load = record();
    await until('payments are created', () => load.acknowledged > 30);
    const { url, version } = await startNewer(ADDITIVE);
    await serving(version, url);
    urls.push(url);
    const before = load.acknowledged;
    await until('both nodes create payments', () => load.acknowledged > before + 60);
    const again = await startNode(gateway.store.settings, gateway.seed);
    try {
      urls.push(again.url);
      const later = load.acknowledged;
      await until('all three nodes create payments', () => load.acknowledged > later + 60);
    } finally {
      urls.pop();
      await load.stop();
      await again.end('SIGTERM');
    }
    assert.deepEqual(
      load.unexpected(() => false),
      [],
    );
    await load.assertKept();
    await gateway.assertSound();
    assert.equal(gateway.node().hasExited(), false);
    assert.deepEqual((await applied(gateway.store)).slice(-2), [999001, 999002]);
  });

  // Contract: OPERATOR-7
  it('that does not allow it: this version ends before the schema changes, nothing is lost, and it refuses to start', {
    timeout: 300_000,
  }, async () => {
    const its = await settings();
    await gateway.node().end('SIGTERM');
    const current = versionTree();
    older = current.spawn(['start'], its);
    urls = [`http://127.0.0.1:${its.PORT}`];
    await serving(older, urls[0]!);
    const load = record();
    await until('payments are created', () => load.acknowledged > 30);
    const { url, version } = await startNewer(BREAKING);
    assert.equal(await older.ended, 1, older.output());
    assert.ok(
      !(await applied(gateway.store)).includes(999001),
      'the old version was still there when the schema changed',
    );
    assert.match(older.output(), /"reason":"the store was written by a newer Peye/);
    await serving(version, url);
    urls = [url];
    const before = load.acknowledged;
    await until('payments are created again', () => load.acknowledged > before + 30);
    await load.stop();
    // No outcome is unknown: requests in flight were finished, and later ones found no listener.
    assert.deepEqual(
      load.unexpected(() => false),
      [],
    );
    await load.assertKept();
    const refused = current.spawn(['start'], await settings());
    assert.equal(await refused.ended, 1);
    assert.match(refused.output(), /newer Peye \(its schema is 999001, this version knows \d+\)/);
    current.remove();
  });
});

async function applied(store: EmptyStore): Promise<number[]> {
  const sql = 'SELECT id FROM peye_migrations ORDER BY id';
  if (store.engine === 'sqlite') {
    const database = new DatabaseSync(join(store.folder, 'peye.db'), { readOnly: true, timeout: 5_000 });
    try {
      return database
        .prepare(sql)
        .all()
        .map((row) => Number(row.id));
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: store.settings.DATABASE_URL });
  await client.connect();
  try {
    return (await client.query<{ id: number }>(sql)).rows.map((row) => row.id);
  } finally {
    await client.end();
  }
}
