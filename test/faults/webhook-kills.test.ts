import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EmptyStore, newStore, onBothEngines } from '../support/engines.ts';
import { freePort, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { Recorder } from '../support/recorder.ts';
import { withDatabase } from '../support/store-access.ts';
import { changeWebsite } from '../support/websites.ts';

const ROUNDS = 20;
/** Longer than the lease of a delivery: each new node's clock is this much ahead of the one before, so nobody waits. */
const LEASE_SECONDS = 46;

// Contract: WEBHOOK-19
onBothEngines(`kill -9 in the middle of deliveries, ${ROUNDS} times`, (engine) => {
  let store: EmptyStore;
  let receiver: Receiver;
  let node: NodeProcess;
  let settings: Record<string, string>;
  before(async () => {
    receiver = await startReceiver();
    store = await newStore(engine);
    settings = { ...store.settings, ...receiver.settings, PORT: String(await freePort()) };
    node = await startNode(settings);
  });
  after(async () => {
    await node?.end('SIGKILL');
    await receiver?.close();
    await store?.drop();
  });

  test('every event arrives, with the same bytes each time, and none is stuck beyond its lease', {
    timeout: 240_000,
  }, async (context) => {
    const { seed } = node;
    await withDatabase(store.settings, (db) =>
      changeWebsite(db, seed.websiteId, { callbackUrl: `${receiver.origin}/shop` }),
    );
    // Slow enough that a kill always finds attempts on their way.
    receiver.script('/shop', (response) => setTimeout(() => response.end(), 15));
    for (let round = 1; round <= ROUNDS; round++) {
      const recorder = new Recorder(() => node.client(seed.testKey));
      context.after(() => recorder.stop());
      const before = receiver.received().length;
      const enough = before + 5 + Math.floor(Math.random() * 40);
      recorder.start(6);
      await until('webhooks arrive', () => receiver.received().length >= enough, 15_000);
      await node.end('SIGKILL');
      await recorder.stop();
      node = await startNode({ ...settings, PEYE_TEST_CLOCK_AHEAD_SECONDS: String(round * LEASE_SECONDS) }, seed);
    }

    const unfinished = () =>
      withDatabase(store.settings, async (db) => {
        const [row] = await db.query<{ n: number }>("SELECT count(*) AS n FROM deliveries WHERE status <> 'delivered'");
        return row?.n;
      });
    await until('nothing is left', async () => (await unfinished()) === 0, 15_000);
    const bodies = new Map<string, string[]>();
    for (const { body } of receiver.received()) {
      const text = body.toString();
      const { event, data } = JSON.parse(text);
      const key = `${event} ${data.transaction_id}`;
      bodies.set(key, [...(bodies.get(key) ?? []), text]);
    }
    const events = await withDatabase(store.settings, (db) =>
      db.query<{ payment_id: number; kind: string }>('SELECT payment_id, kind FROM events'),
    );
    assert.deepEqual([...bodies.keys()].sort(), events.map((event) => `${event.kind} ${event.payment_id}`).sort());
    for (const [key, texts] of bodies) assert.equal(new Set(texts).size, 1, key);
    const repeated = receiver.received().length - events.length;
    context.diagnostic(`${events.length} events arrived, ${repeated} of them once more, after ${ROUNDS} kills`);
  });
});
