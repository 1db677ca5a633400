import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { noFaults } from '../../simulators/secure-acceptance/faults.ts';
import type { Verbs } from '../../src/app/build-verbs.ts';
import { refundIdOf } from '../../src/features/refunds/store/refund-table.ts';
import { listRefundsOf } from '../../src/features/refunds/store/refunds.ts';
import { openStage, type Stage } from '../cli/reconcile-stage.ts';
import { onBothEngines } from '../support/engines.ts';
import { verbsOf } from '../support/verbs.ts';
import { loseRefunds } from './live-stage.ts';

const HOUR_S = 3_600;
const DAY_MS = 86_400_000;

onBothEngines('refunds of live LakayPay card payments', (engine) => {
  let stage: Stage;
  let verbs: Verbs;
  before(async () => {
    stage = await openStage(engine);
    verbs = await verbsOf(stage.gateway);
  });
  beforeEach(() => {
    Object.assign(stage.acceptance.faults, noFaults(), { reports: 'never', returns: 'never' });
  });
  after(async () => {
    await verbs?.close();
    await stage?.stop();
  });

  let names = 0;
  const paid = async (): Promise<string> => {
    const id = await stage.create('lakaypay_card');
    await stage.pay(id, 'lakaypay_card');
    assert.equal(await stage.verify(id), 'completed');
    return id;
  };
  const put = (name: string, body: object) =>
    stage.api.request('PUT', `${stage.gateway.url}/api/refunds/v1/refunds/${name}`, body);
  const idOf = (name: string) => refundIdOf({ websiteId: stage.gateway.website.id, mode: 'live' }, name);
  const approved = async (transaction_id: string, amount?: number): Promise<string> => {
    const name = `refund-${++names}`;
    const made = await put(name, { transaction_id, ...(amount !== undefined && { amount }) });
    assert.deepEqual([made.status, made.json.data?.status], [201, 'requested'], made.text);
    await verbs.refunds.approve(idOf(name));
    return name;
  };
  const work = () => verbs.refunds.sendDue('live');
  const later = async (seconds: number) => {
    stage.clock.forward(seconds);
    await work();
  };
  const read = async (name: string) =>
    (await stage.api.get(`${stage.gateway.url}/api/refunds/v1/refunds/${name}`)).json.data;
  const stored = async (name: string) =>
    (await listRefundsOf(stage.gateway.store.db, Number((await read(name)).transaction_id))).find(
      ({ id }) => id === idOf(name),
    );
  /** The accepted refunds and voids in the provider's records, by their reference. */
  const atProvider = (id: string) => {
    const all = stage.acceptance.transactions();
    const charges = all.filter(({ reference, status }) => reference === id && status === 'paid').map((one) => one.id);
    return all.flatMap(({ parentId, reference, applications }) =>
      charges.includes(parentId ?? '') && applications[0]?.reasonCode === '100' ? [reference] : [],
    );
  };
  const isInOrder = async (id: string) => {
    const known = (await stage.discrepancies()).length;
    await stage.verify(id);
    return (await stage.discrepancies()).length === known;
  };

  // Contract: REFUND-8
  it('are sent after an approval, once, in parts, and are no discrepancies', async () => {
    const id = await paid();
    const waiting = await put('waiting', { transaction_id: id, amount: 100 });
    await work();
    assert.deepEqual([waiting.json.data.status, atProvider(id)], ['requested', []], 'nothing without an approval');
    await verbs.refunds.reject(idOf('waiting'), 'not wanted');
    const names = [await approved(id, 200), await approved(id)];
    await Promise.all([work(), work()]);
    await work();
    assert.deepEqual(atProvider(id).sort(), names.map(idOf).sort());
    assert.ok(await isInOrder(id), 'a refund on its way is no discrepancy');
    await later(60);
    for (const [index, name] of names.entries()) {
      const { status, amount } = await read(name);
      assert.deepEqual([status, amount], ['succeeded', ['200.00', '300.00'][index]]);
    }
    assert.ok(await isInOrder(id));
    assert.equal((await put('more', { transaction_id: id, amount: 1 })).status, 409);
  });

  it('of all of it void a charge that the processor does not have yet', async () => {
    const id = await paid();
    stage.acceptance.faults.voidableMs = DAY_MS;
    const name = await approved(id);
    await work();
    assert.equal((await read(name)).status, 'succeeded');
    assert.deepEqual(atProvider(id), [id], 'a void, under the reference of the payment');
    assert.ok(await isInOrder(id));
    await later(HOUR_S);
    assert.deepEqual([(await read(name)).status, atProvider(id).length], ['succeeded', 1]);
  });

  // Contract: REFUND-3
  it('are looked up after a lost response until the records show them, and not sent again', async () => {
    const id = await paid();
    // The search knows the charge, and what follows only after ten minutes.
    stage.clock.forward(600);
    Object.assign(stage.acceptance.faults, { refund: 'drop_after_effect', indexLagMs: 600_000 });
    const name = await approved(id, 100);
    await work();
    stage.acceptance.faults.refund = 'none';
    for (const seconds of [30, 60, 300]) {
      await later(seconds);
      assert.equal((await read(name)).status, 'unknown');
    }
    assert.equal((await put('too-much', { transaction_id: id, amount: 400.01 })).status, 409, 'it stays reserved');
    await later(HOUR_S);
    assert.deepEqual([(await read(name)).status, atProvider(id).length], ['succeeded', 1]);
    assert.ok(await isInOrder(id));
  });

  it('are never sent again when the request was lost, and end under their name in the Business Center', async () => {
    const id = await paid();
    stage.acceptance.faults.refund = 'drop';
    const name = await approved(id, 100);
    await work();
    stage.acceptance.faults.refund = 'none';
    for (let hour = 0; hour < 30; hour++) await later(HOUR_S);
    assert.deepEqual([(await read(name)).status, atProvider(id)], ['unknown', []]);
    stage.acceptance.giveBack(id, { kind: 'refund', amountMinor: 10_000, reference: idOf(name) });
    await later(HOUR_S);
    assert.deepEqual([(await read(name)).status, atProvider(id)], ['succeeded', [idOf(name)]]);
  });

  it('stay as they are while the records lag behind a confirmed request', async () => {
    const id = await paid();
    stage.clock.forward(600);
    stage.acceptance.faults.indexLagMs = 600_000;
    const name = await approved(id, 100);
    await work();
    await later(60);
    const { status, word, attempts } = (await stored(name)) ?? {};
    assert.deepEqual([status, word, attempts], ['sent', 'PENDING', 1]);
    await later(HOUR_S);
    assert.equal((await read(name)).status, 'succeeded');
  });

  it('fail only if CyberSource refuses them, and their money can be refunded again', async () => {
    const id = await paid();
    stage.acceptance.faults.refundOutcome = 'refused';
    const name = await approved(id);
    await work();
    const { status, failure_reason: reason } = await read(name);
    assert.deepEqual([status, reason, atProvider(id)], ['failed', 'declined', []]);
    stage.acceptance.faults.refundOutcome = 'accepted';
    const again = await approved(id);
    await work();
    await later(60);
    assert.equal((await read(again)).status, 'succeeded');
  });

  it('fail when the store has lost them, and their ID is requested with another amount', async () => {
    const id = await paid();
    const name = await approved(id, 300);
    await work();
    await later(60);
    await loseRefunds(stage.gateway.store.db, id);
    assert.equal((await put(name, { transaction_id: id, amount: 100 })).status, 201, 'the store does not know it');
    await verbs.refunds.approve(idOf(name));
    await work();
    const { status, failure_reason: reason, provider_ref: ref } = await read(name);
    assert.deepEqual([status, reason, ref, atProvider(id).length], ['failed', 'returned_already', null, 1]);
  });

  it('are found by their name after the store has lost them, and counted under another name', async () => {
    const id = await paid();
    const name = await approved(id, 300);
    await work();
    await later(60);
    const { provider_ref: ref } = await read(name);
    await loseRefunds(stage.gateway.store.db, id);
    // Another name for money that is no longer there.
    const other = await approved(id, 300);
    await work();
    const { status, failure_reason: reason } = await read(other);
    assert.deepEqual([status, reason], ['failed', 'returned_already']);
    assert.equal((await put(name, { transaction_id: id, amount: 300 })).status, 201, 'the store does not know it');
    await verbs.refunds.approve(idOf(name));
    await work();
    assert.deepEqual([(await read(name)).status, (await read(name)).provider_ref], ['succeeded', ref]);
    assert.equal(atProvider(id).length, 1);
  });

  // Contract: REFUND-2
  it('never return what was returned in the Business Center, whether or not the gateway knows', async () => {
    const id = await paid();
    const first = await approved(id, 200);
    await work();
    const name = await approved(id, 300);
    stage.acceptance.giveBack(id, { kind: 'refund', amountMinor: 30_000 });
    await later(60);
    assert.equal((await read(first)).status, 'succeeded');
    const { status, failure_reason: reason } = await read(name);
    assert.deepEqual([status, reason, atProvider(id).length], ['failed', 'returned_already', 2]);
    await stage.verify(id);
    assert.equal((await put('known', { transaction_id: id, amount: 1 })).status, 409);
  });

  it('that are voided after their success are reversed, and their money can be refunded again', async () => {
    const id = await paid();
    const name = await approved(id);
    await work();
    await later(60);
    const { provider_ref: ref, status } = await read(name);
    assert.equal(status, 'succeeded');
    stage.acceptance.giveBack('', { kind: 'void', chargeId: ref });
    await later(25 * HOUR_S);
    assert.equal((await read(name)).status, 'reversed');
    assert.equal((await put('after-void', { transaction_id: id })).json.data.amount, '500.00');
    const [refund] = await listRefundsOf(stage.gateway.store.db, Number(id));
    assert.equal(refund?.nextStepAtUs, null);
  });

  it('are paid by hand when the number of the charge is not known', async () => {
    const id = await paid();
    await stage.gateway.store.db.transaction((tx) =>
      tx.query('UPDATE payments SET provider_ref = NULL WHERE id = $1', [Number(id)]),
    );
    const name = await approved(id);
    const { status, word } = (await stored(name)) ?? {};
    assert.deepEqual([status, word], ['manual', "the provider's number of the payment is not known"]);
  });
});
