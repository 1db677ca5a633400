import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EmptyStore, emptyStore, onBothEngines } from '../support/engines.ts';
import { freePort, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { Recorder } from '../support/recorder.ts';
import { assertSoundStore, withDatabase } from '../support/store-access.ts';

const ROUNDS = 3;
/** What is in flight takes milliseconds; ten seconds is when the gateway itself would give up. */
const STOP_LIMIT_MS = 5_000;

onBothEngines('SIGTERM under load', (engine) => {
  let store: EmptyStore;
  let node: NodeProcess;
  let settings: Record<string, string>;
  before(async () => {
    store = await emptyStore(engine);
    settings = { ...store.settings, PORT: String(await freePort()) };
    node = await startNode(settings);
  });
  after(async () => {
    await node.end('SIGKILL');
    await store.drop();
  });

  test('exits 0 in time; every payment in the store was acknowledged, and nobody got an error', {
    timeout: 60_000,
  }, async (context) => {
    const { seed } = node;
    let acknowledged = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const recorder = new Recorder(() => node.client(seed.testKey));
      context.after(() => recorder.stop());
      recorder.start(8);
      await until('payments are acknowledged', () => recorder.acknowledged > 60);
      const told = performance.now();
      assert.equal(await node.end('SIGTERM'), 0);
      const tookMs = performance.now() - told;
      await recorder.stop();
      context.diagnostic(`stopped in ${Math.round(tookMs)} ms`);
      assert.ok(tookMs < STOP_LIMIT_MS);
      assert.deepEqual(
        recorder.unexpected(() => false),
        [],
      );
      acknowledged += recorder.created;
      const [row] = await withDatabase(store.settings, (db) =>
        db.query<{ n: number }>('SELECT count(*) AS n FROM payments'),
      );
      assert.equal(row?.n, acknowledged, 'what was done was answered, and what was answered was done');
      node = await startNode(settings, seed);
      await recorder.assertKept();
    }
    await assertSoundStore(store.settings);
  });
});
