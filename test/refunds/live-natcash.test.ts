import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { peye } from '../support/cli.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { openRefundStage, type RefundStage } from './live-stage.ts';

const HOUR_S = 3_600;

onOneEngineByDay('refunds of live NatCash payments', (engine) => {
  let stage: RefundStage;
  before(async () => {
    stage = await openRefundStage(engine, 'natcash');
  });
  afterEach(() => stage.natcash.repair());
  after(() => stage?.stop());

  const returnsOf = (id: string) => stage.natcash.returns(`NC${id}`);
  const cancellations = (id: string) =>
    stage.natcash.calls.filter(({ operation, subject }) => operation === 'cancelTrans' && subject === `NC${id}`).length;
  const command = (...args: string[]) => peye(['refunds', ...args], { settings: stage.gateway.settings });
  /** Workers for a long time, in which everything works. */
  const waitLong = async () => {
    stage.natcash.repair();
    for (let hour = 0; hour < 3; hour++) {
      stage.clock.forward(HOUR_S);
      await Promise.all([stage.work(), stage.work()]);
    }
  };

  // Contract: REFUND-7, REFUND-8
  it('are sent after an approval, once, in full only, and leave no discrepancy whatever the records show then', async () => {
    for (const cancelledAs of ['failed', 'not_found', 'paid'] as const) {
      stage.natcash.faults.cancelledAs = cancelledAs;
      const id = await stage.paid();
      const part = await stage.put(`part-${cancelledAs}`, { transaction_id: id, amount: 100 });
      assert.deepEqual([part.status, part.json.error], [400, 'refund_not_supported']);
      const name = await stage.approved(id);
      await Promise.all([stage.work(), stage.work()]);
      await stage.work();
      assert.equal(await stage.statusOf(name), 'succeeded');
      assert.equal(returnsOf(id), 1);
      await stage.verify(id);
      assert.equal((await stage.reconcile(['--method', 'natcash'])).code, 0);
      assert.deepEqual(await stage.discrepancies(), [], cancelledAs);
      assert.equal((await stage.put(`again-${cancelledAs}`, { transaction_id: id })).status, 409);
    }
  });

  // Contract: REFUND-3
  it('are unknown after a lost request or response, are never sent again, and wait for an operator with proof', async () => {
    // NatCash would return the money of a second cancellation a second time.
    for (const fault of ['drop', 'drop_after_effect', 'error_500', 'garbage', 'hang'] as const) {
      const id = await stage.paid();
      const name = await stage.approved(id);
      Object.assign(stage.natcash.faults, { cancel: fault, cancelsAgain: true });
      if (fault === 'hang') setTimeout(() => stage.natcash.repair(), 300);
      await stage.work();
      assert.equal(await stage.statusOf(name), 'unknown', fault);
      stage.natcash.faults.cancelsAgain = true;
      await waitLong();
      assert.deepEqual([await stage.statusOf(name), cancellations(id)], ['unknown', 1], fault);
      assert.equal((await stage.put(`other-${fault}`, { transaction_id: id })).status, 409, 'its money stays reserved');
    }
  });

  it('are unknown if NatCash refuses without proof that nothing moved, and fail only with that proof', async () => {
    for (const [status, expected] of [
      [1, 'unknown'],
      [3, 'unknown'],
      [101, 'unknown'],
      [102, 'unknown'],
      [10112, 'failed'],
    ] as const) {
      stage.natcash.faults.refuseCancel = status;
      const id = await stage.paid();
      const name = await stage.approved(id);
      await stage.work();
      await waitLong();
      assert.deepEqual([await stage.statusOf(name), cancellations(id)], [expected, 1], String(status));
    }
    stage.natcash.faults.doublesCancel = true;
    const id = await stage.paid();
    const name = await stage.approved(id);
    await stage.work();
    assert.deepEqual([await stage.statusOf(name), returnsOf(id)], ['unknown', 1]);
  });

  it('are ended by an operator, not before a lost request can no longer arrive, and by one number once', async () => {
    const [moved, notMoved] = [await stage.paid(), await stage.paid()];
    const [first, second] = [await stage.approved(moved), await stage.approved(notMoved)];
    stage.natcash.faults.cancel = 'drop_after_effect';
    await stage.work();
    const notMovedYet = () => stage.refunds.resolve(stage.idOf(second), { notMoved: 'not in the portal' });
    await assert.rejects(notMovedYet(), /may still arrive/);
    assert.equal(await stage.statusOf(second), 'unknown');
    await waitLong();
    for (const args of [[], ['--not-moved'], ['--succeeded', 'TX900', '--not-moved', '--note', 'both']]) {
      assert.equal((await command('resolve', stage.idOf(first), ...args)).code, 2, args.join(' '));
    }
    const resolved = await command('resolve', stage.idOf(first), '--succeeded', 'TX900', '--json');
    assert.equal(resolved.code, 0, resolved.stderr);
    assert.equal(
      (await command('resolve', stage.idOf(second), '--succeeded', 'TX900')).code,
      1,
      'the number has paid another refund',
    );
    await notMovedYet();
    const { status, provider_ref: ref } = await stage.read(first);
    assert.deepEqual([status, ref], ['succeeded', 'TX900']);
    assert.deepEqual([await stage.statusOf(second), (await stage.read(second)).failure_reason], ['failed', 'rejected']);
    assert.equal((await command('resolve', stage.idOf(second), '--succeeded', 'TX901')).code, 1, 'it is over');
    assert.equal(
      (await stage.put('after', { transaction_id: notMoved })).status,
      201,
      'the money can be refunded again',
    );
  });

  // Contract: REFUND-2
  it('are not sent if the payment was cancelled in the portal', async () => {
    for (const cancelledAs of ['failed', 'not_found'] as const) {
      stage.natcash.faults.cancelledAs = cancelledAs;
      const id = await stage.paid();
      const name = await stage.approved(id);
      stage.natcash.cancelInPortal(`NC${id}`);
      stage.clock.forward(HOUR_S);
      await stage.work();
      assert.deepEqual([await stage.statusOf(name), returnsOf(id)], ['approved', 1], cancelledAs);
      await stage.refunds.resolve(stage.idOf(name), { notMoved: 'cancelled in the portal' });
      assert.equal(await stage.statusOf(name), 'failed');
    }
  });

  // Contract: REFUND-3
  it('of payments from before a restore are paid by a person who has looked in the portal', async () => {
    const id = await stage.paid();
    const before = await stage.approved(id);
    const other = await stage.paid();
    const waiting = await stage.put('waiting', { transaction_id: other });
    assert.equal(waiting.status, 201);
    await stage.verbs.recurring.pauseRestored();
    stage.clock.forward(HOUR_S);
    await stage.verbs.recurring.resumeUnchecked();
    await stage.work();
    await stage.refunds.approve(stage.idOf('waiting'));
    await stage.work();
    assert.deepEqual([await stage.statusOf(before), cancellations(id)], ['manual', 0]);
    assert.deepEqual([await stage.statusOf('waiting'), cancellations(other)], ['manual', 0]);
    const later = await stage.paid();
    const name = await stage.approved(later);
    await stage.work();
    assert.equal(await stage.statusOf(name), 'succeeded');
  });
});
