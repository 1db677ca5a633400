import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { listEntriesAbout } from '../../src/features/ledger/store/postings.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { recordReturns } from '../../src/features/refunds/record-returns.ts';
import { countDisputeWork, listDisputesOf, listNewestDisputes } from '../../src/features/refunds/store/disputes.ts';
import type { ReportedDispute } from '../../src/providers/provider.ts';
import { peye } from '../support/cli.ts';
import { consolePerson } from '../support/console.ts';
import { onBothEngines } from '../support/engines.ts';
import { shownDispute } from '../support/shown-dispute.ts';
import { openRefundStage, type RefundStage } from './live-stage.ts';

onBothEngines('disputes of card payments', (engine) => {
  let stage: RefundStage;
  before(async () => {
    stage = await openRefundStage(engine, 'card', { ROLES: 'api,console' });
  });
  after(() => stage?.stop());

  const disputesOf = (id: string) => listDisputesOf(stage.gateway.store.db, Number(id));
  const stateOf = async (id: string) => (await disputesOf(id)).map(({ state }) => state);
  const cases = async (id: string) =>
    (await stage.discrepancies())
      .filter((each) => each.transaction_id === id && each.settled_at === null)
      .map(({ kind, word }) => `${kind} ${word}`);
  const left = async (id: string) =>
    (await stage.refunds.readRefundable((await findPayment(stage.gateway.store.db, Number(id)))!)).leftMinor;
  /** The balances of the payment's entries, without those of zero. */
  const balances = async (id: string) => {
    const sums: Record<string, number> = {};
    for (const { lines } of await listEntriesAbout(stage.gateway.store.db, Number(id))) {
      for (const { account, money } of lines) sums[account] = (sums[account] ?? 0) + money.amountMinor;
    }
    return Object.fromEntries(Object.entries(sums).filter(([, minor]) => minor !== 0));
  };
  const WHOLE = { sales: -50_000, 'due:card': 50_000 };
  const TAKEN = { sales: -50_000, 'due:card': 20_000, discrepancies: 30_000 };

  /** Reports a dispute as a process does that has queried the provider before. */
  const report = async (id: string, reported: ReportedDispute) => {
    const { db } = stage.gateway.store;
    const payment = (await findPayment(db, Number(id)))!;
    const shown = shownDispute(payment, reported);
    await db.transaction((tx) => recordReturns(tx, payment, shown, Math.floor(stage.clock.now())));
  };

  // Contract: REFUND-14
  it('are stored when they open, hold their money, and give it back when they are won', async () => {
    const id = await stage.paid();
    stage.stripe.dispute(id, { amountMinor: 30_000 });
    await stage.verify(id);
    await stage.verify(id);
    const [dispute, ...more] = await disputesOf(id);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [dispute?.state, dispute?.amountMinor, dispute?.currency, dispute?.reason, dispute?.decidedAtUs],
      ['opened', 30_000, 'HTG', 'fraudulent', null],
    );
    assert.equal(dispute!.evidenceDueAtUs! - dispute!.openedAtUs, 7 * 86_400e6);
    assert.deepEqual(await balances(id), TAKEN);
    assert.deepEqual([await cases(id), await left(id)], [['disputed disputed'], 20_000]);
    stage.stripe.closeDispute(id, 'won');
    await stage.verify(id);
    await stage.verify(id);
    assert.deepEqual(await stateOf(id), ['won']);
    assert.deepEqual([await cases(id), await left(id)], [[], 50_000], 'nothing is left to do');
    assert.deepEqual(await balances(id), WHOLE);
    const entries = (await listEntriesAbout(stage.gateway.store.db, Number(id))).map(({ event }) => event);
    assert.deepEqual(entries, ['completed', `dispute:${dispute?.id}:opened`, `dispute:${dispute?.id}:won`]);
  });

  // Contract: REFUND-14
  it('keep their money when they are lost, and return it if the loss is reversed', async () => {
    const id = await stage.paid();
    stage.stripe.dispute(id, { amountMinor: 30_000 });
    await stage.verify(id);
    stage.stripe.closeDispute(id, 'lost');
    await stage.verify(id);
    assert.deepEqual(await stateOf(id), ['lost']);
    assert.deepEqual((await cases(id)).sort(), ['disputed disputed', 'returned_after_completion dispute_lost']);
    assert.deepEqual([await balances(id), await left(id)], [TAKEN, 20_000]);
    const refused = await stage.put('of-lost', { transaction_id: id, amount: 200.01 });
    assert.deepEqual([refused.status, refused.json.error], [409, 'refund_exceeds_payment']);
    stage.stripe.closeDispute(id, 'won');
    await stage.verify(id);
    assert.deepEqual([await stateOf(id), await cases(id), await left(id)], [['won'], [], 50_000]);
    assert.deepEqual(await balances(id), WHOLE);
  });

  // Contract: REFUND-14
  it('are stored once, and never go back, in whatever order two processes report them', async () => {
    const id = await stage.paid();
    const opened: ReportedDispute = {
      providerRef: `du_${id}`,
      money: { amountMinor: 30_000, currency: 'HTG' },
      state: 'opened',
      reason: null,
      openedAtUs: null,
      evidenceDueAtUs: null,
    };
    await Promise.all([report(id, opened), report(id, opened), report(id, { ...opened, state: 'lost' })]);
    assert.deepEqual(await stateOf(id), ['lost']);
    assert.deepEqual([await balances(id), await left(id)], [TAKEN, 20_000]);
    await Promise.all([report(id, { ...opened, state: 'won' }), report(id, { ...opened, state: 'won' })]);
    await report(id, opened);
    await report(id, { ...opened, state: 'lost' });
    assert.deepEqual([await stateOf(id), await cases(id), await left(id)], [['won'], [], 50_000]);
    assert.deepEqual(await balances(id), WHOLE);
    const other = await stage.paid();
    const foreign = { ...opened, money: { ...opened.money, amountMinor: 1 } };
    await report(other, { ...foreign, state: 'won' });
    assert.deepEqual(await stateOf(other), [], 'a number belongs to one payment');
  });

  // Contract: REFUND-14
  it('are no refund of the gateway, although one of their amount is on its way without a number', async () => {
    const id = await stage.paid();
    const name = await stage.approved(id, 200);
    stage.stripe.faults.refund = 'drop';
    await stage.work();
    const { status, provider_ref: ref } = await stage.read(name);
    stage.stripe.faults.refund = 'none';
    assert.deepEqual([status, ref], ['unknown', null]);
    stage.stripe.dispute(id, { amountMinor: 20_000 });
    await stage.verify(id);
    assert.deepEqual(await stateOf(id), ['opened']);
    assert.deepEqual([await cases(id), await left(id)], [['disputed disputed'], 10_000]);
  });

  it('are listed by the API and the command, page by page, for the key of their website and mode', async () => {
    const { gateway, api } = stage;
    const id = await stage.paid();
    stage.stripe.dispute(id, { amountMinor: 30_000 });
    await stage.verify(id);
    const url = `${gateway.url}/api/refunds/v1/disputes`;
    const [dispute] = await disputesOf(id);
    const { json } = await api.get(`${url}?transaction_id=${id}&status=opened`);
    const { opened_at: _opened, evidence_due_at: due, created_at: _created, ...shown } = json.data[0];
    assert.match(due, /^\d{4}-.*Z$/);
    assert.deepEqual(shown, {
      dispute_id: dispute?.id,
      transaction_id: id,
      payment_method: 'card',
      amount: '300.00',
      currency: 'HTG',
      reason: 'fraudulent',
      status: 'opened',
      provider_ref: dispute?.providerRef,
      decided_at: null,
    });
    assert.deepEqual((await api.get(`${url}?transaction_id=${id}&status=won`)).json.data, []);
    const all: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { json: { data: { dispute_id: string }[]; next_cursor: string | null } } = await api.get(
        `${url}?per_page=1&cursor=${cursor}`,
      );
      all.push(...page.json.data.map((each) => each.dispute_id));
      cursor = page.json.next_cursor;
    }
    assert.ok(all.length > 2);
    assert.deepEqual(all, [...new Set(all)]);
    assert.equal(all[0], dispute?.id, 'newest first');
    const foreign = gateway.client(gateway.testKey);
    assert.deepEqual((await foreign.get(url)).json.data, []);
    assert.equal((await foreign.get(`${url}?cursor=${dispute?.id}`)).json.error, 'invalid_cursor');
    const { settings } = gateway;
    const listed = JSON.parse((await peye(['disputes', '--payment', id, '--json'], { settings })).stdout);
    assert.deepEqual([listed.length, listed[0].status, listed[0].website_id], [1, 'opened', gateway.website.id]);
    assert.match((await peye(['disputes', '--status', 'opened'], { settings })).stdout, /fraudulent/);
  });

  it('that are resolved by hand before the bank decides still hold their money', async () => {
    const id = await stage.paid();
    stage.stripe.dispute(id);
    await stage.verify(id);
    const [found] = (await stage.discrepancies()).filter((each) => each.transaction_id === id);
    await stage.verbs.operator.resolveDiscrepancy(String(found?.id), 'evidence is sent');
    assert.equal(await left(id), 0);
    stage.stripe.closeDispute(id, 'won');
    await stage.verify(id);
    assert.deepEqual([await stateOf(id), await left(id)], [['won'], 50_000]);
  });

  it('have no evidence due while the bank reviews it', async () => {
    const { db } = stage.gateway.store;
    const id = await stage.paid();
    stage.stripe.dispute(id);
    await stage.verify(id);
    const due = Number((await disputesOf(id))[0]?.evidenceDueAtUs);
    const work = { kind: 'evidence_due', nowUs: due } as const;
    const needing = () => listNewestDisputes(db, { paymentId: Number(id), work, limit: 5 });
    assert.equal((await needing()).length, 1);
    stage.stripe.sendEvidence(id);
    await stage.verify(id);
    assert.deepEqual([(await disputesOf(id))[0]?.evidenceDueAtUs, await needing()], [null, []]);
    const operator = await consolePerson(stage.gateway, 'operator');
    assert.match((await operator.get(`/payments/${id}`)).text, /No evidence is due/);
    stage.stripe.closeDispute(id, 'lost');
    await stage.verify(id);
    assert.equal((await disputesOf(id))[0]?.state, 'lost');
  });

  it('need attention around the end of the time for evidence, and when the bank has not decided for 90 days', async () => {
    const { db } = stage.gateway.store;
    const id = await stage.paid();
    stage.stripe.dispute(id);
    await stage.verify(id);
    const [dispute] = await disputesOf(id);
    const { openedAtUs = 0, evidenceDueAtUs } = dispute ?? {};
    const due = Number(evidenceDueAtUs);
    const DAY_US = 86_400e6;
    const works = async (nowUs: number) => {
      const found: string[] = [];
      for (const kind of ['evidence_due', 'undecided'] as const) {
        const page = await listNewestDisputes(db, { paymentId: Number(id), work: { kind, nowUs }, limit: 5 });
        if (page.length > 0) found.push(kind);
      }
      return found;
    };
    for (const [nowUs, expected] of [
      [due - 3 * DAY_US - 1, []],
      [due - 3 * DAY_US, ['evidence_due']],
      [due + DAY_US - 1, ['evidence_due']],
      [due + DAY_US, []],
      [openedAtUs + 90 * DAY_US - 1, []],
      [openedAtUs + 90 * DAY_US, ['undecided']],
    ] as const) {
      assert.deepEqual(await works(nowUs), expected, String(nowUs));
    }
    const { website } = stage.gateway;
    const [one, ...others] = await countDisputeWork(db, due, [website.id]);
    assert.deepEqual(others, []);
    assert.deepEqual(await countDisputeWork(db, due, ['web_of_another']), []);
    assert.equal(one?.kind, 'evidence_due');
    assert.ok(one.count >= 1 && one.sinceUs <= due - 3 * DAY_US);
    stage.clock.forward(5 * 86_400);
    const [operator, merchant] = [
      await consolePerson(stage.gateway, 'operator'),
      await consolePerson(stage.gateway, 'merchant_owner'),
    ];
    const link =
      /href="\/console\/disputes\?work&#61;evidence_due&#38;mode&#61;live"[\s\S]*?time for evidence ends soon/;
    assert.match((await operator.get('')).text, link);
    assert.doesNotMatch((await merchant.get('')).text, link);
    assert.match((await operator.get('/disputes?work=evidence_due&mode=live')).text, new RegExp(id));
    assert.doesNotMatch((await operator.get('/disputes?work=undecided&mode=live')).text, new RegExp(id));
    for (const each of await listNewestDisputes(db, { state: 'opened', limit: 100 })) {
      stage.stripe.closeDispute(String(each.paymentId), 'won');
      await stage.verify(String(each.paymentId));
    }
    assert.deepEqual(await stateOf(id), ['won']);
    assert.doesNotMatch((await operator.get('')).text, link);
  });
});
