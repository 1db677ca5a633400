import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Verbs } from '../../src/app/build-verbs.ts';
import { refundIdOf } from '../../src/features/refunds/store/refund-table.ts';
import { listRefundsOf } from '../../src/features/refunds/store/refunds.ts';
import { openStage, type Stage } from '../cli/reconcile-stage.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { verbsOf } from '../support/verbs.ts';
import { loseRefunds } from './live-stage.ts';

const HOUR_S = 3_600;

onOneEngineByDay('refunds of live card payments', (engine) => {
  let stage: Stage;
  let verbs: Verbs;
  before(async () => {
    stage = await openStage(engine);
    verbs = await verbsOf(stage.gateway);
  });
  after(async () => {
    await verbs?.close();
    await stage?.stop();
  });

  let names = 0;
  const paid = async (): Promise<string> => {
    const id = await stage.create('card');
    await stage.pay(id, 'card');
    assert.equal(await stage.verify(id), 'completed');
    return id;
  };
  const put = (name: string, body: object) =>
    stage.api.request('PUT', `${stage.gateway.url}/api/refunds/v1/refunds/${name}`, body);
  const idOf = (name: string) => refundIdOf({ websiteId: stage.gateway.website.id, mode: 'live' }, name);
  /** Requests and approves a refund, and returns its name. */
  const approved = async (transaction_id: string, amount?: number): Promise<string> => {
    const name = `refund-${++names}`;
    const made = await put(name, { transaction_id, ...(amount !== undefined && { amount }) });
    assert.deepEqual([made.status, made.json.data?.status], [201, 'requested'], made.text);
    await verbs.refunds.approve(idOf(name));
    return name;
  };
  const work = () => verbs.refunds.sendDue('live');
  const read = async (name: string) =>
    (await stage.api.get(`${stage.gateway.url}/api/refunds/v1/refunds/${name}`)).json.data;
  const atStripe = (id: string) =>
    stage.stripe.intents().findLast(({ metadata }) => metadata.transaction_id === id)?.refunds ?? [];

  // Contract: REFUND-8
  it('are sent after an approval, once, in parts, and are no discrepancies', async () => {
    const id = await paid();
    const waiting = await put('waiting', { transaction_id: id, amount: 100 });
    await work();
    assert.deepEqual([waiting.json.data.status, atStripe(id).length], ['requested', 0], 'nothing without an approval');
    await verbs.refunds.reject(idOf('waiting'), 'not wanted');
    const [first, second] = [await approved(id, 200), await approved(id)];
    await Promise.all([work(), work()]);
    await work();
    for (const [name, amount] of [
      [first, '200.00'],
      [second, '300.00'],
    ] as const) {
      const { status, amount: refunded, provider_ref: ref } = await read(name);
      assert.deepEqual([status, refunded], ['succeeded', amount]);
      assert.ok(atStripe(id).some((made) => made.id === ref));
    }
    assert.deepEqual(
      atStripe(id)
        .map(({ amount }) => amount)
        .sort(),
      [20_000, 30_000],
    );
    await stage.verify(id);
    await approved(await paid(), 100);
    await work();
    const { code, stdout } = await stage.reconcile(['--method', 'card', '--json']);
    assert.deepEqual([code, JSON.parse(stdout).results.matched], [0, 2], 'a refund of the gateway is no difference');
    assert.deepEqual(await stage.discrepancies(), []);
  });

  // Contract: REFUND-3
  it('are looked up after a lost response, and not sent again', async () => {
    const id = await paid();
    const name = await approved(id, 100);
    stage.stripe.faults.refund = 'drop_after_effect';
    await work();
    assert.equal((await read(name)).status, 'unknown');
    await stage.verify(id);
    assert.deepEqual(await stage.discrepancies(), [], 'a refund on its way is no discrepancy');
    assert.equal(
      (await put('too-much', { transaction_id: id, amount: 400.01 })).status,
      409,
      'its money stays reserved',
    );
    stage.stripe.faults.refund = 'none';
    stage.clock.forward(HOUR_S);
    await work();
    assert.equal((await read(name)).status, 'succeeded');
    assert.equal(atStripe(id).length, 1);
  });

  it('are sent again if Stripe never got them, and fail only if it refuses', async () => {
    const id = await paid();
    const name = await approved(id, 100);
    stage.stripe.faults.refund = 'drop';
    await work();
    assert.equal((await read(name)).status, 'unknown');
    stage.stripe.faults.refund = 'none';
    stage.clock.forward(HOUR_S);
    await work();
    assert.deepEqual([(await read(name)).status, atStripe(id).length], ['succeeded', 1]);
  });

  it('fail when the store has lost them, and their ID is requested with another amount', async () => {
    for (const isFound of [false, true]) {
      const id = await paid();
      const name = await approved(id, 100);
      await work();
      await loseRefunds(stage.gateway.store.db, id);
      // Found as an external refund, or not yet.
      if (isFound) await stage.verify(id);
      assert.equal((await put(name, { transaction_id: id, amount: 250 })).status, 201, 'the store does not know it');
      await verbs.refunds.approve(idOf(name));
      await work();
      const { status, failure_reason: reason, provider_ref: ref } = await read(name);
      assert.deepEqual([status, reason, ref], ['failed', 'returned_already', null]);
      assert.deepEqual(
        atStripe(id).map(({ amount }) => amount),
        [10_000],
      );
      await stage.verify(id);
      const all = await listRefundsOf(stage.gateway.store.db, Number(id));
      const external = all.filter(({ kind }) => kind === 'external').map(({ amountMinor }) => amountMinor);
      assert.deepEqual(external, [10_000], 'what the provider executed is known');
      assert.equal((await put('too-much', { transaction_id: id, amount: 400.01 })).status, 409);
    }
  });

  it('are found by their name after the store has lost them', async () => {
    const id = await paid();
    const name = await approved(id, 100);
    await work();
    const { provider_ref: ref } = await read(name);
    await loseRefunds(stage.gateway.store.db, id);
    const again = await put(name, { transaction_id: id, amount: 100 });
    assert.equal(again.status, 201, 'the store does not know it');
    await verbs.refunds.approve(idOf(name));
    await work();
    assert.deepEqual([(await read(name)).status, (await read(name)).provider_ref], ['succeeded', ref]);
    assert.equal(atStripe(id).length, 1);
  });

  // Contract: REFUND-2
  it('never return what was returned in the portal, whether or not the gateway knows', async () => {
    const id = await paid();
    const name = await approved(id, 300);
    stage.stripe.refund(id, 30_000);
    await work();
    const { status, failure_reason: reason } = await read(name);
    assert.deepEqual([status, reason, atStripe(id).length], ['failed', 'returned_already', 1]);
    await stage.verify(id);
    const refused = await put('known', { transaction_id: id, amount: 300 });
    assert.deepEqual([refused.status, refused.json.error], [409, 'refund_exceeds_payment']);
    assert.match(refused.json.message, /200\.00 HTG/);
    assert.equal((await put('rest', { transaction_id: id })).json.data.amount, '200.00');
  });

  it('wait while the customer disputes the payment', async () => {
    const id = await paid();
    const name = await approved(id, 300);
    stage.stripe.dispute(id, { amountMinor: 30_000 });
    await work();
    const { status } = await read(name);
    assert.deepEqual([status, atStripe(id).length], ['approved', 0]);
    stage.stripe.closeDispute(id, 'won');
    stage.clock.forward(HOUR_S);
    await work();
    assert.equal((await read(name)).status, 'succeeded');
  });

  it('that come back after their success are reversed, and their money can be refunded again', async () => {
    const id = await paid();
    stage.stripe.faults.slowRefunds = true;
    const name = await approved(id);
    await work();
    assert.equal((await read(name)).status, 'sent');
    stage.stripe.finishRefund(id, 'succeeded');
    stage.stripe.faults.slowRefunds = false;
    stage.clock.forward(HOUR_S);
    await work();
    assert.equal((await read(name)).status, 'succeeded');
    stage.stripe.finishRefund(id, 'failed');
    stage.clock.forward(30 * HOUR_S);
    await work();
    assert.equal((await read(name)).status, 'reversed');
    assert.equal((await put('after', { transaction_id: id })).json.data.amount, '500.00');
    const [refund] = await listRefundsOf(stage.gateway.store.db, Number(id));
    assert.equal(refund?.nextStepAtUs, null);
  });
});
