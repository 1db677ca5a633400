import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { paymentPagePath } from '../../src/providers/payment-page.ts';
import { openStage, type Stage } from '../cli/reconcile-stage.ts';
import { formOnPage } from '../support/drivers/form-on-page.ts';
import { onBothEngines } from '../support/engines.ts';
import { assertSound } from '../support/soundness.ts';
import { sessionsOf } from './session-stage.ts';

onBothEngines('a live checkout session is paid once', (engine) => {
  let stage: Stage;
  let sessions: ReturnType<typeof sessionsOf>;
  before(async () => {
    stage = await openStage(engine);
    sessions = sessionsOf(stage.gateway.url, stage.api);
  });
  after(async () => {
    try {
      if (stage) await assertSound(stage.gateway.store.db);
    } finally {
      await stage?.stop();
    }
  });
  const pageOf = (id: string) => `${stage.gateway.url}/${paymentPagePath(stage.gateway.store.box, Number(id))}?lang=en`;
  const paymentOf = async (id: string) => (await stage.api.get(`/payments/${id}`)).json.data;

  // Contract: CHECKOUT-5, CHECKOUT-7
  it('warns while an earlier payment may still be paid; money of a second one is a discrepancy', async () => {
    const session = await sessions.create();
    const monCash = await sessions.start(session, 'moncash');
    const warned = await sessions.choose(session, 'natcash');
    const page = await warned.text();
    assert.match(page, /data-state="session_unsure"/);
    assert.ok(page.includes('Your payment with MonCash may still go through'), page);
    assert.equal((await sessions.read(session)).payments.length, 1, 'nothing is started');
    const natCash = await sessions.start(session, 'natcash', { sure: '1' });
    // The customer pays both.
    await stage.pay(monCash, 'moncash');
    await stage.pay(natCash, 'natcash');
    assert.deepEqual(await Promise.all([stage.verify(natCash), stage.verify(monCash)]).then((all) => all.sort()), [
      'completed',
      'failed',
    ]);
    const paid = await sessions.read(session);
    const second = paid.transaction_id === monCash ? natCash : monCash;
    assert.equal(paid.status, 'paid');
    assert.equal((await paymentOf(second)).failure_reason, 'cancelled');
    const [discrepancy, ...others] = await stage.discrepancies();
    assert.deepEqual(
      [discrepancy?.kind, discrepancy?.transaction_id, others],
      ['paid_after_failure', second, []],
      JSON.stringify(discrepancy),
    );
    // It names the payment that paid the order.
    assert.equal(discrepancy?.order_paid_by, paid.transaction_id);
    // The same money seen again is the same discrepancy.
    assert.equal(await stage.verify(second), 'failed');
    assert.equal((await stage.discrepancies()).length, 1);
  });

  it('a session without attempts left says so, also while one of its payments may still be paid', async () => {
    const session = await sessions.create();
    await sessions.start(session, 'moncash');
    const setAttempts = (attempts: number) =>
      stage.gateway.store.db.transaction((tx) =>
        tx.query('UPDATE checkout_sessions SET attempts = $2 WHERE id = $1', [session.session_id, attempts]),
      );
    await setAttempts(20);
    const response = await sessions.choose(session, 'natcash', { sure: '1' });
    assert.match(await response.text(), /data-state="session_used_up"/);
    await setAttempts(1);
  });

  // Contract: CHECKOUT-5
  it('of three payments whose money arrives at the same time one completes', async () => {
    for (let round = 0; round < 3; round++) {
      const session = await sessions.create();
      const sure = { sure: '1' };
      const monCash = await sessions.start(session, 'moncash');
      const natCash = await sessions.start(session, 'natcash', sure);
      const card = await sessions.start(session, 'lakaypay_card', sure);
      await stage.pay(monCash, 'moncash');
      await stage.pay(natCash, 'natcash');
      await stage.acceptance.pay(await formOnPage(pageOf(card)));
      const ids = [monCash, natCash, card];
      const before = (await stage.discrepancies()).length;
      const statuses = await Promise.all(ids.map(stage.verify));
      assert.deepEqual([...statuses].sort(), ['completed', 'failed', 'failed']);
      const { transaction_id: paid } = await sessions.read(session);
      assert.equal(paid, ids[statuses.indexOf('completed')]);
      assert.equal((await stage.discrepancies()).length, before + 2);
    }
  });

  // Contract: CHECKOUT-5
  it('the page of an open payment leads to the session that another payment has paid', async () => {
    const session = await sessions.create();
    const [open, paid] = [
      await sessions.start(session, 'natcash'),
      await sessions.start(session, 'moncash', { sure: '1' }),
    ];
    await stage.pay(paid, 'moncash');
    await stage.verify(paid);
    for (const method of ['GET', 'POST']) {
      const response = await fetch(pageOf(open), { method, redirect: 'manual' });
      const to = response.headers.get('location');
      assert.deepEqual([response.status, to], [303, `${new URL(session.url).pathname}?lang=en`]);
    }
    const { html, state } = await sessions.page(session);
    assert.equal(state, 'session_paid');
    assert.ok(html.includes('Another payment was started for this order. Do not complete it.'));
  });

  it('the page for a browser that only claims to come from a payment does not show the address of its session', async () => {
    const session = await sessions.create({ return_url: 'https://shop.example/secret' });
    const id = await sessions.start(session, 'moncash');
    const sent = await fetch(pageOf(id), { redirect: 'manual' });
    const cookie = (sent.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    const returned = await fetch(`${stage.gateway.url}/providers/moncash/return?orderId=${id}`, {
      headers: { cookie, accept: 'text/html' },
    });
    const html = await returned.text();
    assert.match(html, /data-state="waiting"/);
    for (const secret of [new URL(session.url).pathname, session.session_id, 'secret']) {
      assert.ok(!html.includes(secret), secret);
    }
  });

  // Contract: CHECKOUT-5
  it('a choice finds the payment that was paid in another tab', async () => {
    const session = await sessions.create();
    const monCash = await sessions.start(session, 'moncash');
    await stage.pay(monCash, 'moncash');
    const response = await sessions.choose(session, 'natcash', { sure: '1' });
    assert.match(await response.text(), /data-state="session_paid"/);
    const { status, transaction_id: id, payments } = await sessions.read(session);
    assert.deepEqual([status, id, payments.length], ['paid', monCash, 1]);
  });

  // Contract: CHECKOUT-6
  it('a cancelled session stays processing while a wallet may still take the money', async () => {
    const session = await sessions.create();
    const id = await sessions.start(session, 'moncash');
    assert.equal((await sessions.cancel(session)).status, 'processing');
    assert.equal((await sessions.page(session)).state, 'session_processing');
    await stage.pay(id, 'moncash');
    assert.equal(await stage.verify(id), 'completed');
    assert.equal((await sessions.read(session)).status, 'paid');
  });
});
