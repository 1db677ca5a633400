import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type DeliveringGateway, startDeliveringGateway } from '../support/delivering-gateway.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres-server.ts';
import { hang, type Receiver, startReceiver } from '../support/receiver.ts';
import { Recorder } from '../support/recorder.ts';
import { aheadBy } from '../support/running-gateway.ts';
import { withDatabase, withStore } from '../support/store-access.ts';
import { byTier } from '../support/tier.ts';
import { fillOutbox, registerShop } from '../support/webhooks.ts';
import { changeWebsite } from '../support/websites.ts';

const LEASE_SECONDS = 46;

const count = (settings: Record<string, string>, sql: string): Promise<number> =>
  withDatabase(settings, async (db) => (await db.query<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`))[0]?.n ?? -1);

onOneEngineByDay('SIGTERM in the middle of deliveries', (engine) => {
  let gateway: DeliveringGateway;
  let receiver: Receiver;
  before(async () => {
    gateway = await startDeliveringGateway(engine);
    receiver = gateway.receiver;
  });
  after(() => gateway.close());
  const deliverTo = (path: string, due: number) =>
    withStore(gateway.settings, async (opened) => {
      const { websiteId } = await registerShop(opened, `${receiver.origin}${path}`);
      return fillOutbox(opened.db, websiteId, due);
    });

  // Contract: WEBHOOK-19
  test('exits 0 in time with every attempt written down, and the next node sends the rest: each event once', {
    timeout: 240_000,
  }, async (context) => {
    receiver.script('/slow', (response) => setTimeout(() => response.end(), 100));
    const ids = await deliverTo('/slow', byTier({ day: 600, night: 1_000 }));
    for (let round = 0; round < 3; round++) {
      const enough = (round + 1) * 150;
      const tookMs = Math.round(
        await gateway.stopAt('deliveries are under way', () => receiver.received('/slow').length >= enough, 20_000),
      );
      context.diagnostic(`stopped in ${tookMs} ms`);
      assert.ok(tookMs < 5_000, `${tookMs} ms`);
      assert.equal(await count(gateway.settings, 'delivery_tries'), receiver.received('/slow').length);
      await gateway.restart();
    }
    await until('all are delivered', async () => {
      return (await count(gateway.settings, "deliveries WHERE status = 'delivered'")) === ids.length;
    });
    const arrived = receiver.received('/slow').map(({ body }) => JSON.parse(body.toString()).data.transaction_id);
    assert.deepEqual(arrived.sort(), ids.sort());
  });

  test('abandons a hanging attempt after ten seconds: exit 0, and the attempt is repeated later', {
    timeout: 240_000,
  }, async () => {
    receiver.script('/hangs', hang);
    await deliverTo('/hangs', 3);
    const tookMs = await gateway.stopAt('an attempt hangs', () => receiver.received('/hangs').length > 0);
    assert.ok(tookMs < 13_000, `${tookMs} ms`);
    assert.equal(await count(gateway.settings, "deliveries WHERE status = 'pending'"), 3);
    const failed = 'delivery_tries WHERE error IS NOT NULL AND status_code IS NULL';
    assert.equal(await count(gateway.settings, failed), receiver.received('/hangs').length);
  });
});

const skip = postgresPrograms() ? false : 'PostgreSQL is not installed here';

describe('PostgreSQL is restarted in the middle of deliveries', { skip, timeout: 240_000 }, () => {
  let server: PostgresServer;
  let receiver: Receiver;
  let node: NodeProcess;
  let settings: Record<string, string>;
  before(async () => {
    [server, receiver] = [await startPostgres(), await startReceiver()];
    const SECRET_KEY = randomBytes(32).toString('base64');
    settings = { DATABASE_URL: server.url, SECRET_KEY, ...receiver.settings };
    node = await startNode(settings);
  });
  after(async () => {
    await node?.end('SIGKILL');
    await receiver?.close();
    await server?.drop();
  });

  test('deliveries resume by themselves, and every event arrives', async (context) => {
    const { seed } = node;
    await withDatabase(settings, (db) => changeWebsite(db, seed.websiteId, { callbackUrl: `${receiver.origin}/shop` }));
    receiver.script('/shop', (response) => setTimeout(() => response.end(), 15));
    const recorder = new Recorder(() => node.client(seed.testKey));
    context.after(() => recorder.stop());
    recorder.start(6);
    for (let round = 0; round < byTier({ day: 1, night: 3 }); round++) {
      const enough = receiver.received().length + 50;
      await until('webhooks arrive', () => receiver.received().length >= enough, 60_000);
      await server.crash();
      await server.start();
    }
    const enough = receiver.received().length + 50;
    await until('webhooks arrive again, from the same process', () => receiver.received().length >= enough, 60_000);
    assert.equal(node.hasExited(), false);
    await recorder.stop();
    // Deliveries that a broken claim has leased are due again once the lease is over. A node whose clock is ahead need not wait.
    assert.equal(await node.end('SIGTERM'), 0);
    node = await startNode({ ...settings, ...aheadBy(LEASE_SECONDS) }, seed);
    await until('nothing is left', async () => (await count(settings, "deliveries WHERE status <> 'delivered'")) === 0);
    const events = await withDatabase(settings, (db) =>
      db.query<{ id: number }>('SELECT payment_id AS id FROM events'),
    );
    const arrived = receiver.received().map(({ body }) => Number(JSON.parse(body.toString()).data.transaction_id));
    assert.deepEqual([...new Set(arrived)].sort(), events.map(({ id }) => id).sort());
    context.diagnostic(`${events.length} events arrived, ${arrived.length - events.length} of them again`);
  });
});
