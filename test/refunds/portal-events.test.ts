import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { listDisputesOf } from '../../src/features/refunds/store/disputes.ts';
import { listRefundsOf } from '../../src/features/refunds/store/refunds.ts';
import { onBothEngines } from '../support/engines.ts';
import { until } from '../support/gateway.ts';
import { openRefundStage, type RefundStage } from './live-stage.ts';

onBothEngines('events of Stripe about refunds and disputes', (engine) => {
  let stage: RefundStage;
  before(async () => {
    stage = await openRefundStage(engine, 'card');
  });
  after(() => stage?.stop());

  const db = () => stage.gateway.store.db;
  const refundsOf = async (id: string) =>
    (await listRefundsOf(db(), Number(id))).map(({ kind, status }) => `${kind} ${status}`);
  const disputesOf = async (id: string) => (await listDisputesOf(db(), Number(id))).map(({ state }) => state);
  const isJust = (read: (id: string) => Promise<string[]>, id: string, expected: string) =>
    until(expected, async () => (await read(id)).join() === expected);
  /** The statuses of the responses to the events of this type. */
  const answers = (type: string) =>
    stage.stripe.webhooks.events.filter((event) => event.type === type).flatMap((event) => event.answers);

  // Contract: REFUND-13, REFUND-14
  it('lead to a search at once: refunds and disputes in the portal are recorded without a verification', async () => {
    const [refunded, disputed] = [await stage.paid(), await stage.paid()];
    stage.stripe.faults.reports = 'after';
    stage.stripe.refund(refunded, 30_000);
    await isJust(refundsOf, refunded, 'external succeeded');
    stage.stripe.finishRefund(refunded, 'failed');
    await isJust(refundsOf, refunded, 'external reversed');
    stage.stripe.dispute(disputed, { amountMinor: 30_000 });
    await isJust(disputesOf, disputed, 'opened');
    stage.stripe.closeDispute(disputed, 'lost');
    await isJust(disputesOf, disputed, 'lost');
    stage.stripe.closeDispute(disputed, 'won');
    await isJust(disputesOf, disputed, 'won');
    assert.deepEqual(await refundsOf(disputed), [], 'a dispute is no refund');
    stage.stripe.faults.reports = 'never';
  });

  it('let the worker look up a refund of the gateway now', async () => {
    const id = await stage.paid();
    stage.stripe.faults.slowRefunds = true;
    const name = await stage.approved(id, 300);
    await stage.work();
    stage.stripe.faults.slowRefunds = false;
    assert.equal(await stage.statusOf(name), 'sent');
    // A day later, the refund is looked up every few hours.
    stage.clock.forward(86_400);
    await stage.work();
    stage.clock.forward(60);
    stage.stripe.finishRefund(id, 'succeeded');
    await stage.work();
    assert.equal(await stage.statusOf(name), 'sent', 'it is not due');
    assert.equal(await stage.stripe.notify(id), 200);
    await stage.work();
    assert.equal(await stage.statusOf(name), 'succeeded');
    assert.deepEqual(await refundsOf(id), ['gateway succeeded']);
  });

  it('are never trusted, and are repeated by Stripe while its records cannot be searched', async () => {
    const id = await stage.paid();
    stage.stripe.faults.reports = 'forged';
    stage.stripe.dispute(id);
    await until('the forged event is refused', async () => answers('charge.dispute.created').includes(400));
    assert.deepEqual(await disputesOf(id), []);
    stage.stripe.faults.reports = 'never';
    stage.stripe.faults.query = 'drop';
    assert.equal(await stage.stripe.notify(id), 503);
    assert.deepEqual(await disputesOf(id), []);
    stage.stripe.faults.query = 'none';
    assert.equal(await stage.stripe.notify(id), 200);
    assert.deepEqual(await disputesOf(id), ['opened']);
  });
});
