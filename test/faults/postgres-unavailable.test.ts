import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { scrapedWhen } from '../metrics/scrape.ts';
import { paymentRequest, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres-server.ts';
import { Recorder } from '../support/recorder.ts';
import { assertSoundStore, withDatabase } from '../support/store-access.ts';
import { byTier } from '../support/tier.ts';

const skip = postgresPrograms() ? false : 'PostgreSQL is not installed here';

describe('PostgreSQL becomes unavailable and recovers', { skip, timeout: 240_000 }, () => {
  let server: PostgresServer;
  let node: NodeProcess;
  let settings: Record<string, string>;
  before(async () => {
    server = await startPostgres();
    settings = { DATABASE_URL: server.url, SECRET_KEY: randomBytes(32).toString('base64') };
    node = await startNode(settings);
  });
  after(async () => {
    await node?.end('SIGKILL');
    await server?.drop();
  });

  // Contract: REQUEST-31
  test('503 while PostgreSQL is unavailable, nothing acknowledged is lost, and the gateway recovers by itself', async (context) => {
    const api = node.client(node.seed.testKey);
    const open = (await api.post('/payments', paymentRequest())).json.transaction_id;
    const recorder = new Recorder(() => node.client(node.seed.testKey));
    context.after(() => recorder.stop());
    recorder.start(6);
    await until('some payments are acknowledged', () => recorder.acknowledged > 30);

    await server.crash();
    // A write on a connection that the gateway does not know to be dead yet is rightly a 500: it may have been committed.
    const readiness = () => api.get(`${node.url}/readyz`);
    await until('the gateway notices', async () => (await readiness()).status === 503);
    const attempts = [
      () => api.post('/payments', paymentRequest({ reference: 'during the outage' })),
      () => api.get(`/payments/${open}`),
      () => api.get('/payments'),
      () => api.get('/payments/reference/none'),
      () => api.get('/events'),
      () => api.post(`/payments/${open}/verify`),
      () => api.post(`/test_helpers/payments/${open}/complete`),
    ];
    for (const attempt of attempts) {
      const response = await attempt();
      assert.equal(response.status, 503, `${attempt}: ${response.text}`);
      assert.equal(response.json.error, 'service_unavailable');
      assert.equal(response.json.success, false);
      assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    }
    const ready = await readiness();
    assert.equal(ready.status, 503);
    assert.match(ready.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.equal((await api.get(`${node.url}/healthz`)).status, 200);

    await scrapedWhen('the metrics say so', node.url, (now) => now.get('peye_store_readable') === 0);

    const isBack = performance.now();
    await server.start();
    const acknowledgedBefore = recorder.acknowledged;
    await until('it serves again', async () => (await readiness()).status === 200);
    await until('payments are created again', () => recorder.acknowledged > acknowledgedBefore + 10);
    context.diagnostic(`served again ${Math.round(performance.now() - isBack)} ms after the start of the server`);
    await recorder.stop();

    assert.equal(node.hasExited(), false);
    assert.deepEqual(
      recorder.unexpected((status) => status === 503 || status === 500),
      [],
    );
    await recorder.assertKept();
    assert.equal((await api.get('/payments/reference/while%20away')).status, 404);
    assert.equal((await api.get(`/payments/${open}`)).json.data.status, 'processing');
    await assertSoundStore(settings);
  });

  test('every connection is terminated repeatedly under load: nothing acknowledged is lost', async (context) => {
    const recorder = new Recorder(() => node.client(node.seed.testKey));
    context.after(() => recorder.stop());
    recorder.start(6);
    let terminated = 0;
    for (let round = 0; round < byTier({ day: 6, night: 15 }); round++) {
      const before = recorder.acknowledged;
      await until('payments are still created', () => recorder.acknowledged >= before + 5);
      const rows = await withDatabase(settings, (db) =>
        db.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = $1',
          ['peye'],
        ),
      );
      terminated += rows.length;
    }
    await recorder.stop();
    assert.ok(terminated >= 15);
    assert.equal(node.hasExited(), false);
    assert.deepEqual(
      recorder.unexpected((status) => status === 503 || status === 500),
      [],
    );
    await recorder.assertKept();
    await assertSoundStore(settings);
  });
});
