import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PaymentStatus } from '../../src/core/payment.ts';
import type { Row } from '../../src/database/database.ts';
import { newStore, onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { withStore } from '../support/store-access.ts';

const CUSTOMERS = 4;
const KILLS = 2;
const PAID_BETWEEN_KILLS = 8;

/** Pays until the gateway has exited. */
async function pay(node: NodeProcess, paid: { count: number }): Promise<void> {
  const post = (url: string, form: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  try {
    for (;;) {
      const { payment_url: url } = (await node.client(node.seed.testKey).post('/payments', paymentRequest())).json;
      await fetch(url);
      const asked = await post(url, { phone: '37000001', pin: '1234' });
      const code = new URL(asked.headers.get('location') ?? '', url).href;
      await post(code, { code: '123456' });
      paid.count++;
    }
  } catch {
    // The gateway was killed.
  }
}

onOneEngineByDay('a gateway that is killed while customers pay', (engine) => {
  it('has the paying step of every payment that a customer has paid, and of no other payment', {
    timeout: 120_000,
  }, async () => {
    const store = await newStore(engine);
    let node: NodeProcess | undefined;
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        const running: NodeProcess = await startNode(store.settings, node?.seed);
        node = running;
        const paid = { count: 0 };
        const customers = Array.from({ length: CUSTOMERS }, () => pay(running, paid));
        await until('some customers have paid', () => paid.count >= PAID_BETWEEN_KILLS);
        await running.end('SIGKILL');
        await Promise.all(customers);
      }
      await withStore(store.settings, async ({ db }) => {
        const rows = await db.query<Row & { status: PaymentStatus; steps: number }>(
          `SELECT p.status, (SELECT COUNT(*) FROM payment_history h
             WHERE h.payment_id = p.id AND h.kind = 'step' AND h.what = 'submitted') AS steps FROM payments p`,
        );
        const completed = rows.filter(({ status }) => status === 'completed');
        assert.ok(completed.length >= KILLS * PAID_BETWEEN_KILLS);
        assert.deepEqual([...new Set(completed.map(({ steps }) => steps))], [1]);
        assert.ok(rows.every(({ status, steps }) => status === 'completed' || steps === 0));
      });
    } finally {
      await node?.end('SIGKILL');
      await store.drop();
    }
  });
});
