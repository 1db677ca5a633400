import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { findPayment } from '../../src/storage/payments/find-payment.ts';
import { insertPayments } from '../../src/storage/payments/insert-payments.ts';
import { type EmptyStore, emptyStore, onBothEngines } from '../support/engines.ts';
import { freePort, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { Recorder } from '../support/recorder.ts';
import { testPayment } from '../support/store.ts';
import { assertSoundStore, withDatabase } from '../support/store-access.ts';

const ROUNDS = 3;
/** What is in flight takes milliseconds; ten seconds is when the gateway itself would give up. */
const STOP_LIMIT_MS = 5_000;

// Contract: OPERATOR-5
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
    timeout: 240_000,
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

test('SIGTERM while a provider keeps us waiting exits 0 in time, and its payment stays open', {
  timeout: 240_000,
}, async () => {
  const store = await emptyStore('sqlite');
  let asked = 0;
  // Each answer comes within its own timeout, and leads to the next question.
  const moncash = createServer((request, response) => {
    asked += 1;
    const isToken = request.url?.endsWith('/oauth/token');
    const answer = isToken
      ? { access_token: 'a-token', token_type: 'bearer', expires_in: 59 }
      : { error: 'invalid_token' };
    setTimeout(() => response.writeHead(isToken ? 200 : 401).end(JSON.stringify(answer)), 8_000);
  }).listen(0, '127.0.0.1');
  await once(moncash, 'listening');
  const settings = {
    ...store.settings,
    MONCASH_CLIENT_ID: 'client',
    MONCASH_CLIENT_SECRET: 'secret',
    MONCASH_API_URL: `http://127.0.0.1:${(moncash.address() as AddressInfo).port}`,
  };
  const node = await startNode(settings);
  try {
    const id = await withDatabase(settings, async (db) => {
      const [key] = await db.query<{ id: string }>("SELECT id FROM api_keys WHERE mode = 'live'");
      const payment = testPayment({ websiteId: node.seed.websiteId, apiKeyId: key!.id }, { mode: 'live' });
      await db.transaction((tx) => insertPayments(tx, [payment]));
      return payment.id;
    });
    await until('the provider is asked', () => asked > 0);
    const told = performance.now();
    assert.equal(await node.end('SIGTERM'), 0);
    const tookMs = performance.now() - told;
    assert.ok(tookMs < 10_000 + STOP_LIMIT_MS, `stopped in ${Math.round(tookMs)} ms`);
    const payment = await withDatabase(settings, (db) => findPayment(db, id));
    assert.equal(payment?.status, 'processing');
    assert.notEqual(payment?.nextCheckAtUs, null);
  } finally {
    await node.end('SIGKILL');
    moncash.closeAllConnections();
    moncash.close();
    await store.drop();
  }
});
