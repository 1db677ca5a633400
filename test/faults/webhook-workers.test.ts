import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type EmptyStore, newStore } from '../support/engines.ts';
import { freePort, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { withDatabase } from '../support/store-access.ts';
import { byTier } from '../support/tier.ts';
import { fillOutbox } from '../support/webhooks.ts';
import { changeWebsite } from '../support/websites.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';
const DELIVERIES = byTier({ day: 600, night: 3_000 });

describe('two workers on PostgreSQL', { skip }, () => {
  let store: EmptyStore;
  let receiver: Receiver;
  let nodes: NodeProcess[] = [];
  before(async () => {
    receiver = await startReceiver();
    store = await newStore('postgres');
    const settings = { ...store.settings, ...receiver.settings, WEBHOOK_RETRY_SECONDS: '0,1,1,1' };
    const first = await startNode({ ...settings, PORT: String(await freePort()) });
    nodes = [first, await startNode({ ...settings, PORT: String(await freePort()), ROLES: 'worker' }, first.seed)];
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    await receiver?.close();
    await store?.drop();
  });

  test(`share ${DELIVERIES} deliveries, and send each attempt once`, { timeout: 240_000 }, async (context) => {
    const { seed } = nodes[0]!;
    const answered = new Set<string>();
    // Each event is refused once: first attempts and retries are both shared.
    receiver.script('/shop', (response, request) => {
      const body = receiver.received('/shop').at(-1)?.body.toString() ?? '';
      const isRetry = answered.has(body);
      answered.add(body);
      status(isRetry ? 200 : 500)(response, request);
    });
    const ids = await withDatabase(store.settings, async (db) => {
      await changeWebsite(db, seed.websiteId, { callbackUrl: `${receiver.origin}/shop` });
      return fillOutbox(db, seed.websiteId, DELIVERIES);
    });
    const started = performance.now();
    const left = () =>
      withDatabase(store.settings, async (db) => {
        const [row] = await db.query<{ n: number }>("SELECT count(*) AS n FROM deliveries WHERE status = 'pending'");
        return row?.n;
      });
    await until('every delivery has ended', async () => (await left()) === 0, 200_000);
    context.diagnostic(`${2 * DELIVERIES} attempts within ${Math.round(performance.now() - started)} ms`);

    const received = new Map<string, number>();
    for (const { body } of receiver.received('/shop')) {
      const id = JSON.parse(body.toString()).data.transaction_id;
      received.set(id, (received.get(id) ?? 0) + 1);
    }
    assert.deepEqual([...received.keys()].sort(), ids.sort());
    assert.deepEqual(
      [...received].filter(([, times]) => times !== 2),
      [],
    );
    const [row] = await withDatabase(store.settings, (db) =>
      db.query<{ n: number; made: number }>(
        "SELECT count(*) AS n, CAST(SUM(attempts) AS BIGINT) AS made FROM deliveries WHERE status = 'delivered'",
      ),
    );
    assert.equal(row?.n, DELIVERIES);
    // On a busy machine an attempt may time out before it reaches the receiver.
    assert.ok((row?.made ?? 0) >= 2 * DELIVERIES, `${row?.made} attempts`);
  });
});
