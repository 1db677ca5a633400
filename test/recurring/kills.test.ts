import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openStore, type Store } from '../../src/app/open-store.ts';
import { readConfig } from '../../src/config.ts';
import { periodDueAtUs } from '../../src/core/recurring.ts';
import { subscriptionId } from '../../src/features/subscriptions/start-subscription.ts';
import { findSubscription, setTestClock } from '../../src/features/subscriptions/store/subscriptions.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest, until } from '../support/gateway.ts';
import { aheadBy, type RunningGateway, startRunningGateway } from '../support/running-gateway.ts';
import { assertSound } from '../support/soundness.ts';
import { byTier } from '../support/tier.ts';

/** How many kills on each engine. KILLS=20 is the complete proof: `npm run test:kills`. */
const ROUNDS = Number(process.env.KILLS ?? byTier({ day: 2, night: 6 }));
const CARDS = 24;
/** A kill falls into every tenth period of each card. */
const PERIODS = 10;
/** Longer than the lease of a card that is being charged: each new node's clock is ahead of the previous one by this much. */
const LEASE_SECONDS = 70;

onOneEngineByDay(`kill -9 while cards are charged, ${ROUNDS} times`, (engine) => {
  let gateway: RunningGateway;
  let store: Store;
  before(async () => {
    gateway = await startRunningGateway(engine);
    store = await openStore(readConfig(gateway.settings), createLog('silent'), { migrate: false });
  });
  after(async () => {
    await store?.db.close();
    await gateway?.close();
  });

  // Contract: RECURRING-4
  test('each period of each card is charged once, and none is missed', {
    timeout: ROUNDS * 40_000,
  }, async (context) => {
    const api = gateway.api();
    const ids: string[] = [];
    for (let card = 0; card < CARDS; card++) {
      const recurring = { recurring: true, recurring_interval: 'daily', recurring_interval_count: 1 + (card % 12) };
      const { json } = await api.post('/payments', paymentRequest({ payment_method: 'lakaypay_card', ...recurring }));
      await api.post(`/test_helpers/payments/${json.transaction_id}/complete`);
      ids.push(subscriptionId(Number(json.transaction_id)));
    }
    const { db } = store;
    const count = async (condition: string) => {
      const [row] = await db.query<{ n: number }>(
        `SELECT count(*) AS n FROM payments WHERE subscription_id IS NOT NULL AND ${condition}`,
      );
      return row?.n ?? 0;
    };
    let cutOff = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      const charged = await count("status = 'completed'");
      for (const id of ids) {
        const subscription = await findSubscription(db, id);
        const toUs = periodDueAtUs(subscription!, round * PERIODS);
        assert.ok(await db.transaction((tx) => setTestClock(tx, id, { toUs, nowUs: store.clock() })));
      }
      const enough = charged + 1 + Math.floor(Math.random() * CARDS * PERIODS * 0.8);
      await gateway.killAt('cards are charged', async () => (await count("status = 'completed'")) >= enough);
      cutOff += await count("status = 'processing'");
      await assertSound(db);
      await gateway.restart(aheadBy(round * LEASE_SECONDS));
      await until(
        'all are charged',
        async () => (await count("status = 'completed'")) >= CARDS * PERIODS * round,
        30_000,
      );
    }
    await until('no charge is processing', async () => (await count("status = 'processing'")) === 0, 20_000);
    const rows = await db.query<{ subscription_id: string; subscription_period: number; n: number }>(
      `SELECT subscription_id, subscription_period, count(*) AS n FROM payments WHERE subscription_id IS NOT NULL
        AND status = 'completed' GROUP BY subscription_id, subscription_period ORDER BY subscription_period`,
    );
    assert.deepEqual(
      rows.filter(({ n }) => n !== 1),
      [],
    );
    for (const id of ids) {
      const periods = rows.filter((row) => row.subscription_id === id).map((row) => row.subscription_period);
      assert.deepEqual(
        periods,
        Array.from({ length: ROUNDS * PERIODS }, (_, index) => index + 1),
      );
    }
    await assertSound(db);
    const failed = await count("status = 'failed'");
    assert.equal(await count("status = 'failed' AND failure_reason <> 'provider_error'"), 0);
    context.diagnostic(`${rows.length} periods charged once; ${cutOff} charges were cut off, ${failed} of them failed`);
  });
});
