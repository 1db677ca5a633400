import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { PREFUNDED_SETTINGS } from '../../simulators/moncash/moncash-simulator.ts';
import { peye } from '../support/cli.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { loseRefunds, openRefundStage, type RefundStage } from './live-stage.ts';

const HOUR_S = 3_600;
/** The wallet from which the simulator pays. */
const PAYER = '50937007294';

onOneEngineByDay('refunds of live MonCash payments', (engine) => {
  let stage: RefundStage;
  before(async () => {
    stage = await openRefundStage(engine, 'moncash', PREFUNDED_SETTINGS);
  });
  afterEach(() => stage.moncash.repair());
  after(() => stage?.stop());

  /** The transfers for a refund. */
  const transfersOf = (name: string) =>
    stage.moncash.transfers().filter(({ reference }) => `rfd_${reference}` === stage.idOf(name));
  const waitLong = async (hours = 3) => {
    for (let hour = 0; hour < hours; hour++) {
      stage.clock.forward(HOUR_S);
      await Promise.all([stage.work(), stage.work()]);
    }
  };

  // Contract: REFUND-8
  it('are transferred to the wallet that MonCash names, once, in parts, and are no discrepancies', async () => {
    const id = await stage.create('moncash', { customer_phone: '+509 34 11 2233' });
    await stage.pay(id, 'moncash');
    await stage.verify(id);
    const [first, second] = [await stage.approved(id, 200), await stage.approved(id)];
    await Promise.all([stage.work(), stage.work()]);
    await waitLong();
    for (const [name, amountMinor] of [
      [first, 20_000],
      [second, 30_000],
    ] as const) {
      const [made, ...others] = transfersOf(name);
      assert.deepEqual([made?.receiver, made?.amountMinor, others], [PAYER, amountMinor, []], name);
      const { status, provider_ref: ref } = await stage.read(name);
      assert.deepEqual([status, ref], ['succeeded', made?.transactionId]);
    }
    assert.equal((await stage.put('more', { transaction_id: id, amount: 1 })).status, 409);
    await stage.verify(id);
    assert.equal((await stage.reconcile(['--method', 'moncash'])).code, 0);
    assert.deepEqual(await stage.discrepancies(), []);
  });

  it('are in whole gourdes', async () => {
    const { status, json } = await stage.put('centimes', { transaction_id: await stage.paid(), amount: 10.5 });
    assert.deepEqual([status, json.error], [400, 'refund_not_supported']);
  });

  // Contract: REFUND-3
  it('are looked up by their reference after a fault, and transferred once', async () => {
    for (const fault of ['drop', 'drop_after_effect', 'error_500', 'garbage', 'endless'] as const) {
      const name = await stage.approved(await stage.paid());
      stage.moncash.faults.transfer = fault;
      await stage.work();
      assert.equal(await stage.statusOf(name), 'unknown', fault);
      stage.moncash.faults.transferQuery = 'drop';
      await waitLong(1);
      assert.equal(await stage.statusOf(name), 'unknown', fault);
      stage.moncash.repair();
      await waitLong();
      assert.deepEqual([await stage.statusOf(name), transfersOf(name).length], ['succeeded', 1], fault);
    }
    const name = await stage.approved(await stage.paid());
    stage.moncash.faults.doublesTransfer = true;
    await stage.work();
    assert.equal(await stage.statusOf(name), 'unknown', 'the second response says that the reference is used');
    await waitLong();
    assert.deepEqual([await stage.statusOf(name), transfersOf(name).length], ['succeeded', 1]);
  });

  it('wait while the prefunded account has too little money, and say so', async () => {
    for (const balanceAs of ['object', 'number'] as const) {
      Object.assign(stage.moncash.faults, { balanceAs, prefundedMinor: 49_900 });
      const name = await stage.approved(await stage.paid());
      await stage.work();
      const shown = await peye(['refunds', 'show', stage.idOf(name)], { settings: stage.gateway.settings });
      assert.match(shown.stdout, /approved[\s\S]*the prefunded account has 499\.00 HTG/);
      assert.equal(
        stage.moncash.calls.filter(
          ({ operation, subject }) => operation === 'Transfert' && `rfd_${subject}` === stage.idOf(name),
        ).length,
        0,
      );
      stage.moncash.faults.prefundedMinor = 1_000_000;
      await waitLong(1);
      assert.equal(await stage.statusOf(name), 'succeeded');
    }
  });

  it('fail only with the documented refusal, and have no outcome after any other', async () => {
    for (const [message, expected] of [
      ['Maximum Account Balance', 'failed'],
      ['Insufficient balance', 'unknown'],
      ['Transaction Failed', 'unknown'],
    ] as const) {
      stage.moncash.faults.refuseTransfer = message;
      const name = await stage.approved(await stage.paid());
      await stage.work();
      await waitLong(1);
      assert.equal(await stage.statusOf(name), expected, message);
      assert.deepEqual(transfersOf(name), []);
      stage.moncash.repair();
      await waitLong();
      assert.equal(await stage.statusOf(name), expected === 'failed' ? 'failed' : 'succeeded', message);
    }
    stage.moncash.faults.transfer = 'drop_after_effect';
    stage.moncash.faults.transferStatus = 'failed';
    const name = await stage.approved(await stage.paid());
    await stage.work();
    await waitLong();
    assert.equal(await stage.statusOf(name), 'unknown', 'no source says what another status means');
    assert.equal(transfersOf(name).length, 1);
  });

  it('are paid by a person if MonCash names no wallet, or the store was restored after the payment', async () => {
    stage.moncash.faults.payer = 'unknown';
    const nameless = await stage.approved(await stage.paid());
    await stage.work();
    assert.deepEqual([await stage.statusOf(nameless), transfersOf(nameless)], ['manual', []]);
    stage.moncash.repair();
    const old = await stage.paid();
    const before = await stage.approved(old, 100);
    await stage.verbs.recurring.pauseRestored();
    stage.clock.forward(HOUR_S);
    await stage.verbs.recurring.resumeUnchecked();
    await stage.work();
    assert.deepEqual([await stage.statusOf(before), transfersOf(before)], ['manual', []]);
    const later = await stage.approved(old, 100);
    await stage.work();
    assert.deepEqual([await stage.statusOf(later), transfersOf(later)], ['manual', []]);
  });

  it('wait for a person when the store has lost them: MonCash does not show their amount', async () => {
    for (const isSame of [true, false]) {
      const id = await stage.paid();
      const name = await stage.approved(id, 100);
      await stage.work();
      await waitLong(1);
      assert.equal(await stage.statusOf(name), 'succeeded');
      await loseRefunds(stage.gateway.store.db, id);
      await stage.put(name, { transaction_id: id, amount: isSame ? 100 : 250 });
      await stage.verbs.refunds.approve(stage.idOf(name));
      await stage.work();
      await waitLong();
      assert.equal(await stage.statusOf(name), 'unknown', 'no amount is shown');
      const [transfer] = transfersOf(name);
      await stage.verbs.refunds.resolve(
        stage.idOf(name),
        isSame ? { succeeded: transfer?.transactionId ?? '' } : { notMoved: 'another amount in the portal' },
      );
      await waitLong(1);
      assert.deepEqual([await stage.statusOf(name), transfersOf(name).length], [isSame ? 'succeeded' : 'failed', 1]);
    }
  });

  it('are shown to the operator by peye doctor as transfers, with the balance', async () => {
    const { stdout } = await peye(['doctor'], { settings: stage.gateway.settings });
    assert.match(stdout, /refunds are transferred from a prefunded account with [\d.]+ HTG/);
  });
});
