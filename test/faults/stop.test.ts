import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { Recorder } from '../support/recorder.ts';
import { type RunningGateway, startRunningGateway } from '../support/running-gateway.ts';
import { testPayment } from '../support/store.ts';
import { withDatabase } from '../support/store-access.ts';
import { byTier } from '../support/tier.ts';

const ROUNDS = byTier({ day: 1, night: 3 });
/** Requests in flight take milliseconds. The gateway itself would cut them off after ten seconds. */
const STOP_LIMIT_MS = 5_000;

onOneEngineByDay('SIGTERM under load', (engine) => {
  let gateway: RunningGateway;
  before(async () => {
    gateway = await startRunningGateway(engine);
  });
  after(() => gateway.close());

  // Contract: OPERATOR-5
  test('exits 0 in time; every payment in the store was acknowledged, and no client got an error', {
    timeout: 240_000,
  }, async (context) => {
    let acknowledged = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const recorder = new Recorder(() => gateway.api());
      context.after(() => recorder.stop());
      recorder.start(8);
      const tookMs = await gateway.stopAt('payments are acknowledged', () => recorder.acknowledged > 60);
      await recorder.stop();
      context.diagnostic(`stopped in ${Math.round(tookMs)} ms`);
      assert.ok(tookMs < STOP_LIMIT_MS);
      assert.deepEqual(
        recorder.unexpected(() => false),
        [],
      );
      acknowledged += recorder.created;
      const [row] = await withDatabase(gateway.settings, (db) =>
        db.query<{ n: number }>('SELECT count(*) AS n FROM payments'),
      );
      assert.equal(row?.n, acknowledged, 'every stored payment was acknowledged, and every acknowledged one is stored');
      await gateway.restart();
      await recorder.assertKept();
    }
    await gateway.assertSound();
  });
});

test('SIGTERM while a provider keeps us waiting exits 0 in time, and its payment stays open', {
  timeout: 240_000,
}, async () => {
  let asked = 0;
  // Each response arrives within its own timeout, and leads to the next request.
  const moncash = createServer((request, response) => {
    asked += 1;
    const isToken = request.url?.endsWith('/oauth/token');
    const reply = isToken
      ? { access_token: 'a-token', token_type: 'bearer', expires_in: 59 }
      : { error: 'invalid_token' };
    setTimeout(() => response.writeHead(isToken ? 200 : 401).end(JSON.stringify(reply)), 8_000);
  }).listen(0, '127.0.0.1');
  await once(moncash, 'listening');
  const gateway = await startRunningGateway('sqlite', {
    MONCASH_CLIENT_ID: 'client',
    MONCASH_CLIENT_SECRET: 'secret',
    MONCASH_API_URL: `http://127.0.0.1:${(moncash.address() as AddressInfo).port}`,
  });
  const { settings, seed } = gateway;
  try {
    const id = await withDatabase(settings, async (db) => {
      const [key] = await db.query<{ id: string }>("SELECT id FROM api_keys WHERE mode = 'live'");
      const payment = testPayment({ websiteId: seed.websiteId, apiKeyId: key!.id }, { mode: 'live' });
      await db.transaction((tx) => insertPayments(tx, [payment]));
      return payment.id;
    });
    const tookMs = await gateway.stopAt('the provider is queried', () => asked > 0);
    assert.ok(tookMs < 10_000 + STOP_LIMIT_MS, `stopped in ${Math.round(tookMs)} ms`);
    const payment = await withDatabase(settings, (db) => findPayment(db, id));
    assert.equal(payment?.status, 'processing');
    assert.notEqual(payment?.nextCheckAtUs, null);
  } finally {
    moncash.closeAllConnections();
    moncash.close();
    await gateway.close();
  }
});
