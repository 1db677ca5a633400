import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { transactionIds } from '../../src/core/ids.ts';
import { createPayment } from '../../src/features/payments/create-payment.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { paymentStore } from '../../src/features/payments/store-payment.ts';
import { fixedRate } from '../../src/features/rates/exchange-rate.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { sandboxProvider } from '../../src/providers/sandbox/provider.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { assertSound } from '../support/soundness.ts';

const REQUEST = {
  amount: { amountMinor: 50_000, currency: 'HTG' },
  method: 'moncash',
  customerName: 'Marie Joseph',
  customerEmail: null,
  customerPhone: null,
  description: null,
  metadata: null,
  recurringInterval: null,
  recurringIntervalCount: null,
} as const;

onOneEngineByDay('two nodes that draw the same ids', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { ROLES: 'api' } });
  });
  after(() => gateway.stop());

  /** The part of a creation that each node has itself: its generator of ids and its group commit, on the shared store. */
  const node = (nextId: () => number) => {
    const { store, website } = gateway;
    const config = readConfig({});
    const settings = { autoCompleteSeconds: null, expirySeconds: 3600 };
    const publicUrl = 'http://localhost';
    const deps = {
      clock: store.clock,
      nextId,
      amountLimits: config.amountLimits,
      rates: fixedRate(config.exchangeRate.fixedE4),
      providerFor: () => sandboxProvider(settings, { ...store, publicUrl }),
      store: paymentStore(store.db),
      openAtProvider: async () => ({}),
    };
    return async (reference: string) => {
      const [key] = await store.db.query<{ id: string }>("SELECT id FROM api_keys WHERE mode = 'test' LIMIT 1");
      return createPayment(
        deps,
        { apiKeyId: key!.id, mode: 'test', website },
        { ...REQUEST, reference },
        createLog('silent'),
      );
    };
  };

  test('with a stuck clock and few random numbers, every payment gets its own id, and none is lost or changed', async () => {
    const stuckUs = Date.parse('2026-11-21T12:00:00Z') * 1000;
    // Two generators that are as bad as possible but still work: both nodes start with the same ids.
    const seen: number[] = [];
    const generator = () => {
      const next = transactionIds(
        () => stuckUs,
        () => Math.floor(Math.random() * 4),
      );
      return () => {
        const id = next();
        seen.push(id);
        return id;
      };
    };
    const nodes = [node(generator()), node(generator())];
    const created: { id: number; reference: string }[] = [];
    for (let round = 0; round < 20; round++) {
      await Promise.all(
        nodes.map(async (create, index) => {
          const reference = `round-${round}-node-${index}`;
          const { payment } = await create(reference);
          created.push({ id: payment.id, reference });
        }),
      );
    }
    assert.ok(seen.length > created.length, 'some ids were drawn twice');
    assert.equal(new Set(created.map(({ id }) => id)).size, created.length);
    for (const { id, reference } of created) {
      assert.equal((await findPayment(gateway.store.db, id))?.reference, reference);
    }
    await assertSound(gateway.store.db);
  });

  test('a clash inside a group fails no payment in it', async () => {
    const first = Date.parse('2026-11-21T13:00:00Z');
    // Fifty creations at once whose first draws are only ten different ids.
    let draws = 0;
    const create = node(() => {
      const draw = draws++;
      return (draw < 50 ? first + (draw % 10) : first + draw) * 1000;
    });
    const created = await Promise.all(Array.from({ length: 50 }, (_, index) => create(`group-${index}`)));
    assert.equal(new Set(created.map(({ payment }) => payment.id)).size, 50);
    for (const [index, { payment }] of created.entries()) {
      assert.equal((await findPayment(gateway.store.db, payment.id))?.reference, `group-${index}`);
    }
    await assertSound(gateway.store.db);
  });

  test('a store in which no id is free refuses creations instead of overwriting', async () => {
    const taken = Date.parse('2026-11-21T14:00:00Z') * 1000;
    const create = node(() => taken);
    await create('the first');
    await assert.rejects(create('the second'), /no free transaction id/);
    assert.equal((await findPayment(gateway.store.db, taken))?.reference, 'the first');
    await assertSound(gateway.store.db);
  });
});
