import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { listEntriesAbout } from '../../src/features/ledger/store/postings.ts';
import { recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { isRefundPaidOut } from '../../src/features/payouts/store/paid-out.ts';
import { listLines } from '../../src/features/payouts/store/payout-lines.ts';
import { listMisfitLines } from '../../src/features/reconciliation/books/store/payout-faults.ts';
import { checkExternal, recordReturns } from '../../src/features/refunds/record-returns.ts';
import type { RefundDeps } from '../../src/features/refunds/refund-deps.ts';
import { readRefundMoney } from '../../src/features/refunds/store/refunds.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { peye } from '../support/cli.ts';
import { onBothEngines } from '../support/engines.ts';
import { openRefundStage, type RefundStage } from './live-stage.ts';

onBothEngines('refunds made in the portal of the provider', (engine) => {
  let stage: RefundStage;
  before(async () => {
    stage = await openRefundStage(engine, 'card');
  });
  after(() => stage?.stop());

  const list = async (id: string, query = '') => {
    const url = `${stage.gateway.url}/api/refunds/v1/refunds?transaction_id=${id}${query}`;
    // biome-ignore lint/suspicious/noExplicitAny: JSON
    return (await stage.api.get(url)).json.data as any[];
  };
  const moneyOf = async (id: string) => {
    const money = await readRefundMoney(stage.gateway.store.db, Number(id));
    return [money?.reserved_minor, money?.refunded_minor];
  };
  /** The balances of the payment's entries, without those of zero. */
  const balances = async (id: string) => {
    const sums: Record<string, number> = {};
    for (const { lines } of await listEntriesAbout(stage.gateway.store.db, Number(id))) {
      for (const { account, money } of lines) sums[account] = (sums[account] ?? 0) + money.amountMinor;
    }
    return Object.fromEntries(Object.entries(sums).filter(([, minor]) => minor !== 0));
  };
  const returned = async (id: string) => (await stage.discrepancies()).filter((each) => each.transaction_id === id);

  const statusesOf = async (id: string) => (await list(id)).map(({ kind, status }) => `${kind} ${status}`);

  // Contract: REFUND-13
  it('are external refunds, of which the discrepancy stays open, and which are counted once', async () => {
    const id = await stage.paid();
    stage.stripe.refund(id, 30_000);
    await stage.verify(id);
    await stage.verify(id);
    const [refund, ...more] = await list(id);
    assert.deepEqual(more, []);
    const { kind, status, amount, refund_id: name, provider_ref: ref, reason } = refund;
    assert.deepEqual([kind, status, amount, reason], ['external', 'succeeded', '300.00', null]);
    assert.match(name, /^external-[0-9a-f]{32}$/);
    assert.deepEqual(await stage.read(name), refund, 'it can be read by its name');
    const [found] = await returned(id);
    assert.deepEqual(
      [found?.kind, found?.settled_at, found?.provider_ref, found?.refund],
      ['returned_after_completion', null, ref, stage.idOf(name)],
    );
    assert.deepEqual(await moneyOf(id), [0, 30_000]);
    assert.deepEqual(await balances(id), { sales: -50_000, 'due:card': 20_000, refunds: 30_000 });
    assert.deepEqual([(await list(id, '&kind=gateway')).length, (await list(id, '&kind=external')).length], [0, 1]);
    const refused = await stage.put('more', { transaction_id: id, amount: 200.01 });
    assert.deepEqual([refused.status, refused.json.error], [409, 'refund_exceeds_payment']);
    const { settings } = stage.gateway;
    const shown = JSON.parse((await peye(['refunds', 'list', '--kind', 'external', '--json'], { settings })).stdout);
    assert.deepEqual([shown[0].kind, shown[0].requested_by], ['external', 'external']);
  });

  // Contract: REFUND-13
  it('are a discrepancy alone while they exceed what is left, and a refund as soon as they fit', async () => {
    const id = await stage.paid();
    const name = await stage.approved(id, 300);
    stage.stripe.refund(id, 30_000);
    await stage.verify(id);
    // An own refund of this amount may be on its way: the worker looks it up by its name.
    await stage.work();
    assert.equal(await stage.statusOf(name), 'failed', 'the money was returned before');
    await stage.verify(id);
    assert.deepEqual((await list(id)).map(({ kind, status }) => `${kind} ${status}`).sort(), [
      'external succeeded',
      'gateway failed',
    ]);
    const other = await stage.paid();
    const reserved = await stage.put('reserved', { transaction_id: other, amount: 400 });
    assert.equal(reserved.status, 201);
    stage.stripe.refund(other, 20_000);
    await stage.verify(other);
    assert.deepEqual((await list(other, '&kind=external')).length, 0);
    assert.deepEqual([(await returned(other)).length, await moneyOf(other)], [1, [40_000, 0]]);
    assert.equal((await balances(other)).discrepancies, 20_000);
    await stage.refunds.reject(stage.idOf('reserved'), 'returned in the portal');
    assert.deepEqual(
      (await list(other, '&kind=external')).map(({ amount }) => amount),
      ['200.00'],
    );
    assert.deepEqual(await moneyOf(other), [0, 20_000]);
    assert.deepEqual(await balances(other), { sales: -50_000, 'due:card': 30_000, refunds: 20_000 });
  });

  // Contract: REFUND-13
  it('are replaced by a refund of the gateway if it gets their number', async () => {
    const id = await stage.paid();
    const name = await stage.approved(id, 200);
    await stage.work();
    const { provider_ref: ref } = await stage.read(name);
    await stage.gateway.store.db.transaction(async (tx) => {
      await tx.query('DELETE FROM refunds WHERE payment_id = $1', [Number(id)]);
      await tx.query('DELETE FROM refund_money WHERE payment_id = $1', [Number(id)]);
      await tx.query("DELETE FROM postings WHERE about = $1 AND entry <> 'completed'", [Number(id)]);
    });
    await stage.verify(id);
    assert.deepEqual(
      (await list(id)).map(({ kind, provider_ref }) => [kind, provider_ref]),
      [['external', ref]],
    );
    assert.equal((await stage.put(name, { transaction_id: id, amount: 200 })).status, 201, 'the store lost it');
    await stage.refunds.approve(stage.idOf(name));
    await stage.work();
    assert.deepEqual(
      (await list(id)).map(({ refund_id, status }) => [refund_id, status]),
      [[name, 'succeeded']],
    );
    assert.deepEqual(await moneyOf(id), [0, 20_000]);
    assert.deepEqual(await balances(id), { sales: -50_000, 'due:card': 30_000, refunds: 20_000 });
  });

  it('hand over the line of a statement that names them to the refund that replaces them', async () => {
    const { store } = stage.gateway;
    const id = await stage.paid();
    const name = await stage.approved(id, 200);
    await stage.work();
    const { provider_ref: ref } = await stage.read(name);
    await store.db.transaction(async (tx) => {
      await tx.query('DELETE FROM refunds WHERE payment_id = $1', [Number(id)]);
      await tx.query('DELETE FROM refund_money WHERE payment_id = $1', [Number(id)]);
      await tx.query("DELETE FROM postings WHERE about = $1 AND entry <> 'completed'", [Number(id)]);
    });
    await stage.verify(id);
    const imported = async (reference: string) => {
      const bytes = Buffer.from(`date,kind,reference,amount,fee,currency\n2026-01-02,refund,${ref},-200,0,HTG`);
      const given = { bytes, method: 'card', format: 'peye', bank: 'sogebank', reference, paidOn: 20_455 } as const;
      const [first] = await stage.verbs.operator.importStatement(given);
      while ((await stage.verbs.operator.matchLines()).isMoreWaiting);
      const [line] = await listLines(store.db, first?.payout.id ?? '', { limit: 1 });
      return { payoutId: first?.payout.id ?? '', line };
    };
    const { payoutId, line } = await imported('PO-1');
    assert.equal(line?.state, 'matched');
    assert.equal((await stage.put(name, { transaction_id: id, amount: 200 })).status, 201, 'the store lost it');
    await stage.refunds.approve(stage.idOf(name));
    await stage.work();
    assert.deepEqual(await statusesOf(id), ['gateway succeeded']);
    const [after] = await listLines(store.db, payoutId, { limit: 1 });
    assert.equal(after?.refundId, stage.idOf(name));
    assert.equal(await isRefundPaidOut(store.db, stage.idOf(name)), true);
    assert.deepEqual(await listMisfitLines(store.db as never, payoutId), []);
    assert.equal((await imported('PO-2')).line?.reason, 'repeated', 'one refund is in one payout');
  });

  // Contract: REFUND-13
  it('are sent while the provider has not finished them, and then end as it reports', async () => {
    const [paid, back] = [await stage.paid(), await stage.paid()];
    stage.stripe.faults.slowRefunds = true;
    for (const id of [paid, back]) {
      stage.stripe.refund(id, 30_000);
      await stage.verify(id);
      assert.deepEqual(await statusesOf(id), ['external sent']);
      assert.deepEqual(await moneyOf(id), [30_000, 0]);
      assert.deepEqual(await balances(id), { sales: -50_000, 'due:card': 50_000, refunds: 30_000, reserved: -30_000 });
      const refused = await stage.put('over', { transaction_id: id, amount: 200.01 });
      assert.deepEqual([refused.status, refused.json.error], [409, 'refund_exceeds_payment']);
    }
    stage.stripe.faults.slowRefunds = false;
    stage.stripe.finishRefund(paid, 'succeeded');
    stage.stripe.finishRefund(back, 'failed');
    // The worker looks pending ones up.
    stage.clock.forward(7 * 3_600);
    await stage.work();
    await stage.verify(paid);
    assert.deepEqual([await statusesOf(paid), await moneyOf(paid)], [['external succeeded'], [0, 30_000]]);
    assert.deepEqual(await balances(paid), { sales: -50_000, 'due:card': 20_000, refunds: 30_000 });
    assert.deepEqual([await statusesOf(back), await moneyOf(back)], [['external failed'], [0, 0]]);
    assert.deepEqual(await balances(back), { sales: -50_000, 'due:card': 50_000 });
    const [found] = await returned(back);
    assert.deepEqual([found?.word, found?.note], ['refund_failed', 'the refund returned nothing']);
    assert.equal((await stage.put('again', { transaction_id: back })).json.data.amount, '500.00');
  });

  // Contract: REFUND-13
  // Contract: REFUND-13
  it('end as their provider reports although a refund without an outcome has the same amount', async () => {
    const id = await stage.paid();
    stage.stripe.faults.slowRefunds = true;
    stage.stripe.refund(id, 10_000);
    await stage.verify(id);
    stage.stripe.faults.slowRefunds = false;
    assert.deepEqual(await statusesOf(id), ['external sent']);
    const name = await stage.approved(id, 100);
    await stage.gateway.store.db.transaction((tx) =>
      tx.query("UPDATE refunds SET status = 'unknown', asked_at_us = 1, next_step_at_us = NULL WHERE id = $1", [
        stage.idOf(name),
      ]),
    );
    stage.stripe.finishRefund(id, 'succeeded');
    await stage.verify(id);
    assert.deepEqual((await statusesOf(id)).sort(), ['external succeeded', 'gateway unknown']);
  });

  it('that come back after their success are reversed, whatever a slower process reports afterwards', async () => {
    const id = await stage.paid();
    stage.stripe.refund(id, 30_000);
    const { db } = stage.gateway.store;
    const payment = (await findPayment(db, Number(id)))!;
    await stage.verify(id);
    const [{ provider_ref: providerRef }] = await list(id);
    stage.stripe.finishRefund(id, 'failed');
    await stage.verify(id);
    await stage.verify(id);
    const reported = { amountMinor: 30_000, currency: 'HTG' } as const;
    const report = {
      kind: 'returned_after_completion',
      method: 'card',
      paymentId: payment.id,
      providerRef,
      reported,
    } as const;
    for (const word of ['refunded', 'refund_pending']) {
      const shown = { reports: [{ ...report, word }], disputes: [], undone: [], listed: [providerRef] };
      await db.transaction((tx) => recordReturns(tx, payment, shown, Math.floor(stage.clock.now())));
    }
    assert.deepEqual([await statusesOf(id), await moneyOf(id)], [['external reversed'], [0, 0]]);
    assert.deepEqual(await balances(id), { sales: -50_000, 'due:card': 50_000 });
    assert.deepEqual(
      (await returned(id)).map(({ settled_at: at }) => at !== null),
      [true],
    );
  });

  // Contract: REFUND-13
  it('that a complete list no longer has returned nothing, but only if no process has just seen them', async () => {
    const id = await stage.paid();
    const { db } = stage.gateway.store;
    const payment = (await findPayment(db, Number(id)))!;
    const report = (providerRef: string, amountMinor: number, word: string) =>
      ({
        kind: 'returned_after_completion',
        method: 'card',
        paymentId: payment.id,
        providerRef,
        reported: { amountMinor, currency: 'HTG' },
        word,
      }) as const;
    const none = { reports: [], disputes: [], undone: [], listed: undefined };
    const record = (shown: Partial<Parameters<typeof recordReturns>[2]>) =>
      db.transaction((tx) => recordReturns(tx, payment, { ...none, ...shown }, Math.floor(stage.clock.now())));
    await record({ reports: [report(`re_${id}`, 10_000, 'refunded'), report(`ch_${id}`, 20_000, 'unlisted')] });
    assert.deepEqual(await statusesOf(id), ['external succeeded'], 'a sum is no refund');
    assert.deepEqual(await balances(id), {
      sales: -50_000,
      'due:card': 20_000,
      refunds: 10_000,
      discrepancies: 20_000,
    });
    // Another sum replaces it.
    await record({ reports: [report(`ch_${id}`, 25_000, 'unlisted')] });
    assert.deepEqual(await balances(id), {
      sales: -50_000,
      'due:card': 15_000,
      refunds: 10_000,
      discrepancies: 25_000,
    });
    await stage.verify(id);
    assert.deepEqual(await statusesOf(id), ['external succeeded'], 'the list may be from before it');
    stage.clock.forward(3_600);
    await stage.verify(id);
    assert.deepEqual([await statusesOf(id), await moneyOf(id)], [['external reversed'], [0, 0]]);
    assert.deepEqual(await balances(id), { sales: -50_000, 'due:card': 50_000 });
    assert.deepEqual((await returned(id)).map(({ word }) => word).sort(), ['refund_failed', 'replaced', 'replaced']);
  });

  // Contract: REFUND-13
  it('are not taken from another charge that the provider reports when pending ones are looked up', async () => {
    const id = await stage.paid();
    const { db } = stage.gateway.store;
    const payment = (await findPayment(db, Number(id)))!;
    const money = (amountMinor: number) => ({ amountMinor, currency: 'HTG' }) as const;
    const outcome = {
      status: 'completed',
      paid: money(50_000),
      returns: {
        left: money(20_000),
        items: [{ providerRef: `re_other_${id}`, money: money(30_000), how: 'refunded' }],
      },
    } as const;
    const lookUp = (providerRef: string | null) => {
      const verify = async () => ({ outcome, response: {}, providerRef: providerRef ?? undefined });
      const deps = { db, clock: stage.clock.now, providerFor: () => ({ verify }) } as unknown as RefundDeps;
      return checkExternal(deps, payment, createLog('silent'));
    };
    await lookUp('pi_of_a_second_charge');
    assert.deepEqual([await returned(id), await statusesOf(id)], [[], []]);
    await lookUp(payment.providerRef);
    assert.deepEqual(await statusesOf(id), ['external succeeded']);
  });

  it('do not break a list when one at the end of a page turns out to be a refund of the gateway', async () => {
    const id = await stage.paid();
    for (const amountMinor of [10_000, 20_000]) stage.stripe.refund(id, amountMinor);
    await stage.verify(id);
    const [first, second] = await list(id);
    const url = `${stage.gateway.url}/api/refunds/v1/refunds?transaction_id=${id}&per_page=1`;
    const { next_cursor: cursor } = (await stage.api.get(url)).json;
    await stage.gateway.store.db.transaction((tx) =>
      tx.query('DELETE FROM refunds WHERE id = $1', [stage.idOf(first.refund_id)]),
    );
    // biome-ignore lint/suspicious/noExplicitAny: JSON
    const page: any[] = (await stage.api.get(`${url}&cursor=${cursor}`)).json.data;
    assert.deepEqual(
      page.map((each) => each.refund_id),
      [second.refund_id],
    );
  });

  it('that were reported before there were external refunds become some, once', async () => {
    const { db } = stage.gateway.store;
    const id = await stage.paid();
    const payment = await findPayment(db, Number(id));
    const report = {
      method: 'card',
      paymentId: Number(id),
      reported: { amountMinor: 10_000, currency: 'HTG' },
    } as const;
    const kind = 'returned_after_completion' as const;
    for (const [ref, word] of [
      ['re_old', 'refunded'],
      ['dp_old', 'dispute_lost'],
      ['void_old', 'voided'],
    ] as const) {
      await db.transaction((tx) =>
        recordDiscrepancy(
          tx,
          `dsc_${ref}_${id}`,
          { ...report, kind, providerRef: `${ref}_${id}`, word },
          1_000 + Number(payment?.finishedAtUs),
        ),
      );
    }
    assert.deepEqual(await balances(id), { sales: -50_000, 'due:card': 20_000, discrepancies: 30_000 });
    while ((await stage.refunds.adoptReturns()).isMoreWaiting);
    assert.deepEqual((await list(id)).map(({ provider_ref: ref }) => ref).sort(), [`re_old_${id}`, `void_old_${id}`]);
    assert.deepEqual(await balances(id), {
      sales: -50_000,
      'due:card': 20_000,
      discrepancies: 10_000,
      refunds: 20_000,
    });
    assert.deepEqual(await stage.refunds.adoptReturns(), { isMoreWaiting: false });
    assert.deepEqual(await moneyOf(id), [0, 20_000]);
  });
});
