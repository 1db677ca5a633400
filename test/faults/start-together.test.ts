import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyStore, onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest } from '../support/gateway.ts';
import { startNode } from '../support/node-process.ts';
import { assertSoundStore, withDatabase } from '../support/store-access.ts';
import { byTier } from '../support/tier.ts';

const ROUNDS = byTier({ day: 2, night: 5 });

onOneEngineByDay('two nodes that start at once on one empty store', (engine) => {
  // Contract: OPERATOR-6
  test('both serve, on one schema, and see each other’s payments', { timeout: 240_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const store = await emptyStore(engine);
      const started = await Promise.allSettled([startNode(store.settings), startNode(store.settings)]);
      const nodes = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      try {
        for (const result of started) if (result.status === 'rejected') throw result.reason;
        const migrations = await withDatabase(store.settings, (db) =>
          db.query('SELECT id, count(*) AS n FROM peye_migrations GROUP BY id HAVING count(*) > 1'),
        );
        assert.deepEqual(migrations, []);
        for (const [index, node] of nodes.entries()) {
          const other = nodes[1 - index]!;
          const created = await node.client(node.seed.testKey).post('/payments', paymentRequest());
          assert.equal(created.status, 201, created.text);
          const read = await other.client(node.seed.testKey).get(`/payments/${created.json.transaction_id}`);
          assert.equal(read.status, 200, read.text);
        }
        await assertSoundStore(store.settings);
      } finally {
        await Promise.all(nodes.map((node) => node.end('SIGKILL')));
        await store.drop();
      }
    }
  });
});
