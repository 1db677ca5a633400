import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Verbs } from '../../src/app/build-verbs.ts';
import { US_PER_DAY, US_PER_MINUTE } from '../../src/core/durations.ts';
import type { PaymentMethod } from '../../src/core/payment.ts';
import type { Refund } from '../../src/core/refund.ts';
import { listAuditRows } from '../../src/features/audit/store/audit-log.ts';
import { findRefund, listRefundsOf, moveRefund } from '../../src/features/refunds/store/refunds.ts';
import { OperatorError } from '../../src/platform/operator-error.ts';
import { openStage, type Stage } from '../cli/reconcile-stage.ts';
import { type ConsolePerson, consolePerson, pathOf, valuesOf } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { formsOf } from '../support/html-forms.ts';
import { verbsOf } from '../support/verbs.ts';

onOneEngineByDay('refunds in the console', (engine) => {
  let stage: Stage;
  let verbs: Verbs;
  let shop: ConsolePerson;
  let operator: ConsolePerson;
  before(async () => {
    stage = await openStage(engine, undefined, { ROLES: 'api,console', REFUND_SECOND_PERSON_HTG: '300' });
    verbs = await verbsOf(stage.gateway);
    shop = await consolePerson(stage.gateway, 'merchant_owner', { name: 'Shop owner' });
    operator = await consolePerson(stage.gateway, 'operator', { name: 'First operator' });
  });
  after(async () => {
    await verbs?.close();
    await stage?.stop();
  });

  const db = () => stage.gateway.store.db;
  const paid = async (method: PaymentMethod): Promise<string> => {
    const id = await stage.create(method, { customer_phone: '50937000042' });
    await stage.pay(id, method);
    assert.equal(await stage.verify(id), 'completed');
    return id;
  };
  const refundsOf = (id: string) => listRefundsOf(db(), Number(id));
  const textOf = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u00a0]+/g, ' ');
  const pageOf = async (person: ConsolePerson, path: string) => textOf((await person.get(path)).text);
  /** Opens the form, and returns a function that sends it with these fields. */
  const opened = async (person: ConsolePerson, path: string) => {
    const { text, status } = await person.get(path);
    const form = formsOf(text).find(({ method, action }) => method === 'post' && pathOf(action) === path);
    assert.ok(form, `${path}: ${status}`);
    const own = valuesOf(form);
    return (fields: Record<string, string>) => person.post(path, { ...own, ...fields });
  };
  const requested = async (person: ConsolePerson, paymentId: string, amount: string): Promise<Refund> => {
    const send = await opened(person, `/payments/${paymentId}/refund`);
    const { status, location } = await send({ amount, confirmed: '1' });
    assert.equal(status, 303);
    const refund = await findRefund(db(), location?.split('/')[2]?.split('?')[0] ?? '');
    assert.ok(refund);
    return refund;
  };
  const decide = (person: ConsolePerson, { id }: Refund, verb: string, fields: Record<string, string> = {}) =>
    person.post(`/refunds/${id}/${verb}`, fields);

  /** What the customer reads on the payment's own page. */
  const receiptOf = async (id: string): Promise<string> => {
    const { headers } = await operator.get(`/payments/${id}/page`);
    const page = await fetch(new URL(headers.get('location') ?? '', stage.gateway.url), {
      headers: { 'accept-language': 'en' },
    });
    return textOf(await page.text());
  };

  // Contract: CONSOLE-4
  it('a shop owner requests one by a form with a confirmation, and stores one however often it is sent', async () => {
    const id = await paid('card');
    const path = `/payments/${id}/refund`;
    assert.match((await shop.get(`/payments/${id}`)).text, new RegExp(`href="/console${path}"`));
    const form = await pageOf(shop, path);
    assert.match(form, /500 HTG of 500 HTG can still be refunded/);
    assert.match(form, /The operator approves it first.*Peye sends the refund to the provider/);
    const send = await opened(shop, path);
    const asked = await send({ amount: '200.50', reason: 'out of stock' });
    assert.deepEqual(
      [asked.status, (await refundsOf(id)).length],
      [200, 0],
      'nothing is stored before it is confirmed',
    );
    assert.match(textOf(asked.text), /Refund 200\.50 HTG of 500 HTG to /);
    const [confirmation] = formsOf(asked.text).filter(({ action }) => pathOf(action) === path);
    assert.ok(confirmation);
    const twice = await Promise.all([1, 2].map(() => shop.post(path, valuesOf(confirmation))));
    assert.deepEqual(
      twice.map(({ location }) => location?.split('done=')[1]).sort(),
      ['already', 'requested'],
      'sent twice at once',
    );
    const [refund, ...others] = await refundsOf(id);
    assert.deepEqual(
      [refund?.amountMinor, refund?.reason, refund?.status, others.length],
      [20_050, 'out of stock', 'requested', 0],
    );
    // Its name is changed: it is unknown whether this is the same request.
    const forged = await shop.post(path, { ...valuesOf(confirmation), once: 'ref_0000000000000000.1' });
    assert.deepEqual([forged.status, (await refundsOf(id)).length], [200, 1], 'it has to be confirmed again');
    const other = await shop.post(path, { ...valuesOf(confirmation), amount: '1' });
    assert.equal(other.status, 409, 'the same form for another amount');
    for (const [amount, status, text] of [
      ['299.51', 409, /more than what can still be refunded: 299\.50 HTG/],
      ['', 422, /Enter an amount above 0/],
      ['-1', 422, /Enter an amount above 0/],
      ['1.001', 422, /two decimals/],
      ['9'.repeat(30), 409, /more than what can still be refunded/],
    ] as const) {
      const refused = await send({ amount, reason: 'typed before' });
      assert.equal(refused.status, status, amount);
      assert.match(textOf(refused.text), text);
      assert.ok(refused.text.includes('value="typed before"'), 'what was typed is shown again');
    }
    assert.equal((await refundsOf(id)).length, 1);
  });

  it('shows its status, what is next and for whom, and a shop neither names nor the provider’s words', async () => {
    const id = await paid('card');
    const refund = await requested(shop, id, '100');
    const path = `/refunds/${refund.id}`;
    assert.match(
      await pageOf(shop, path),
      /Waiting for approval 100 HTG Next step The operator of this gateway approves/,
    );
    assert.match(await pageOf(operator, path), /Next step Approve or reject it/);
    assert.match(
      await pageOf(operator, `${path}/approve`),
      /Peye sends 100 HTG back to the customer as soon as you approve/,
    );
    // Two operators at the same moment: one decides.
    const second = await consolePerson(stage.gateway, 'owner', { name: 'Second operator' });
    const contested = await requested(shop, await paid('card'), '100');
    const both = await Promise.all([
      decide(operator, contested, 'approve'),
      decide(second, contested, 'reject', { note: 'no' }),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 409]);
    assert.equal((await findRefund(db(), contested.id))?.status, both[0]?.status === 303 ? 'approved' : 'failed');
    assert.equal((await decide(operator, refund, 'approve')).status, 303);
    await verbs.refunds.sendDue('live');
    await db().transaction((tx) => tx.query("UPDATE refunds SET word = 'qzword' WHERE id = $1", [refund.id]));
    const seen = await pageOf(shop, path);
    assert.match(seen, /Money returned 100 HTG Next step Nothing to do\. The customer has the money/);
    assert.match(
      seen,
      /Timeline Refund requested: 100 HTG .* by Shop owner Approved .* Sent to the provider .* Money returned: 100 HTG/,
    );
    const returned = await requested(shop, await paid('card'), '100');
    assert.equal((await decide(operator, returned, 'reject', { note: 'no' })).status, 303);
    await db().transaction((tx) =>
      tx.query("UPDATE refunds SET failure_reason = 'returned_already' WHERE id = $1", [returned.id]),
    );
    for (const [person, text] of [
      [shop, /Next step This refund moved no money: .* Only the operator of this gateway can see/],
      [operator, /Next step This refund moved no money: .* Do not request another refund before that/],
    ] as const)
      assert.match(await pageOf(person, `/refunds/${returned.id}`), text);
    for (const hidden of ['First operator', 'Second operator', 'qzword', 'Requested by'])
      assert.ok(!seen.includes(hidden), hidden);
    assert.match(await pageOf(operator, path), /qzword.* by First operator/);
    assert.match(await pageOf(shop, `/payments/${id}`), /Refunds of this payment .* 100 HTG Money returned/);
    assert.match(await pageOf(shop, `/payments/${id}`), /Paid, money returned/);
    assert.match(await pageOf(shop, '/refunds?mode=live&status=succeeded'), /Money returned 100 HTG/);
    assert.doesNotMatch(await pageOf(shop, '/refunds?mode=live&status=failed'), /Money returned 100 HTG/);
    const { text } = await shop.post('/exports/refunds', { format: 'csv', mode: 'live', status: 'succeeded' });
    assert.match(text, /"?transaction_id/);
    assert.ok(text.includes(id) && !text.includes('First operator') && !text.includes('qzword'));
  });

  // Contract: RECEIPT-10
  it('a manual one is paid by steps that name no whole typed number, and completed by its transaction', async () => {
    const id = await paid('moncash');
    const refund = await requested(shop, id, '120');
    assert.match(await pageOf(operator, `/refunds/${refund.id}/approve`), /No money moves yet/);
    assert.equal((await decide(operator, refund, 'approve')).status, 303);
    const page = await operator.get(`/refunds/${refund.id}/complete`);
    const [payment] = await db().query<{ provider_ref: string; customer_phone: string }>(
      'SELECT provider_ref, customer_phone FROM payments WHERE id = $1',
      [Number(id)],
    );
    assert.ok(payment?.provider_ref && payment.customer_phone);
    const steps = textOf(page.text);
    assert.match(steps, new RegExp(`find the transaction ${payment.provider_ref}`));
    assert.match(
      steps,
      new RegExp(
        `••${payment.customer_phone.slice(-2)}\\. If the portal shows another phone number, check with the merchant before you pay\\. ` +
          'After you have claimed the refund, look in the portal whether another person has already paid it\\. ' +
          'If so, do not pay: enter the number of that transaction\\. Pay 120 HTG to the wallet that the portal shows as the customer’s',
      ),
      'compared before the money leaves',
    );
    assert.ok(!steps.includes(payment.customer_phone));
    const wrong = await decide(operator, refund, 'complete', { transaction_number: '?' });
    assert.deepEqual([wrong.status, (await findRefund(db(), refund.id))?.status], [422, 'manual']);
    assert.doesNotMatch(await receiptOf(id), /Refunded|refunded/, 'it was not paid');
    const unclaimed = await decide(operator, refund, 'complete', { transaction_number: '2284013977' });
    assert.equal(unclaimed.status, 409);
    assert.match(textOf(unclaimed.text), /Claim it before you pay/);
    const colleague = await consolePerson(stage.gateway, 'operator', { name: 'Second operator' });
    assert.match(await pageOf(colleague, `/refunds/${refund.id}/complete`), /I am paying this refund/);
    const claimed = await decide(colleague, refund, 'claim');
    assert.deepEqual([claimed.status, claimed.location], [303, `/refunds/${refund.id}/complete`]);
    assert.doesNotMatch(
      await pageOf(colleague, `/refunds/${refund.id}/complete`),
      /I am paying this refund|not claimed it/,
    );
    const paying = /Second operator is paying this refund by hand until .*\. Do not pay it too/;
    for (const path of [`/refunds/${refund.id}`, `/refunds/${refund.id}/complete`]) {
      assert.match(await pageOf(operator, path), paying);
      assert.doesNotMatch(await pageOf(colleague, path), paying);
    }
    const rejection = `/refunds/${refund.id}/reject`;
    assert.ok((await colleague.get(`/refunds/${refund.id}`)).text.includes(rejection));
    assert.ok(!(await operator.get(`/refunds/${refund.id}`)).text.includes(rejection), 'it may be paid now');
    const opened = await operator.get(rejection);
    assert.deepEqual([opened.status, opened.location], [303, `/refunds/${refund.id}`]);
    assert.doesNotMatch(await pageOf(shop, `/refunds/${refund.id}`), /Second operator/);
    for (const [verb, fields] of [
      ['claim', {}],
      ['reject', { note: 'no' }],
      ['complete', { transaction_number: '2284013977' }],
    ] as const) {
      const refused = await decide(operator, refund, verb, fields);
      assert.equal(refused.status, 409, verb);
      assert.match(textOf(refused.text), /Second operator is paying refund/, verb);
    }
    const confirmed = { transaction_number: '2284013977', unclaimed: '1' };
    assert.equal((await decide(operator, refund, 'complete', confirmed)).status, 303);
    assert.match(await receiptOf(id), /All or part of this payment was refunded to the customer.* Refunded 120 HTG \(/);
    const [done] = await refundsOf(id);
    assert.deepEqual([done?.status, done?.providerRef], ['succeeded', '2284013977']);
    assert.match(await pageOf(operator, `/refunds/${refund.id}`), /Recorded as paid by hand/);
  });

  // Contract: CONSOLE-10
  it('above a limit needs a person other than the requester, also in parts and after a new name', async () => {
    const id = await paid('moncash');
    const first = await requested(operator, id, '200');
    assert.equal((await decide(operator, first, 'approve')).status, 303, 'below the limit one person is enough');
    const second = await requested(operator, id, '200');
    await operator.submit('/account', '/account/profile', { name: 'Another name' });
    const { text: page } = await operator.get(`/refunds/${second.id}`);
    assert.match(
      textOf(page),
      /You requested this refund\. Above 300\.00 HTG for one payment, another person must approve it/,
    );
    assert.ok(!page.includes(`/refunds/${second.id}/approve`), 'no button');
    for (const [refund, verb, fields] of [
      [second, 'approve', {}],
      [first, 'complete', { transaction_number: '991' }],
    ] as const) {
      const refused = await decide(operator, refund, verb, fields);
      assert.equal(refused.status, 409);
      assert.match(textOf(refused.text), /another person must approve it/);
    }
    const cli = (name: string) => verbs.refunds.as({ kind: 'cli', id: null, name, address: null });
    await assert.rejects(
      cli(' first OPERATOR').approve(second.id),
      (error) => error instanceof OperatorError && error.refusal.id === 'refundNeedsOther',
      'the same name at the command line',
    );
    assert.deepEqual(
      (await listAuditRows(db(), { subjectId: second.id, limit: 9 })).map(({ action }) => action),
      ['refund.request'],
    );
    const other = await consolePerson(stage.gateway, 'owner', { name: 'First operator' });
    assert.equal((await decide(other, second, 'approve')).status, 303, 'another user of the same name');
    await assert.rejects(cli(' first OPERATOR').claim(first.id), /another person/);
    await cli('second').claim(first.id);
    assert.equal((await cli('second').complete(first.id, '992')).status, 'succeeded');
    // What a key requested was requested by no person.
    const byKey = await paid('moncash');
    const url = `${stage.gateway.url}/api/refunds/v1/refunds/by-key`;
    assert.equal((await stage.api.request('PUT', url, { transaction_id: byKey })).status, 201);
    const [made] = await refundsOf(byKey);
    assert.ok(made);
    assert.equal((await decide(operator, made, 'approve')).status, 303);
    assert.equal((await decide(operator, made, 'claim')).status, 303);
    assert.equal((await decide(operator, made, 'complete', { transaction_number: '993' })).status, 303);
  });

  it('says how to give surplus money back, which belongs to no completed payment', async () => {
    const id = await stage.create('moncash');
    await stage.pay(id, 'moncash', 40_000);
    await stage.verify(id);
    const [found] = await db().query<{ id: string }>('SELECT id FROM discrepancies WHERE payment_id = $1', [
      Number(id),
    ]);
    assert.ok(found, 'a wrong amount');
    assert.match(await pageOf(operator, `/discrepancies/${found.id}`), /Give the money back .* Peye cannot refund it/);
    assert.doesNotMatch(await pageOf(shop, `/discrepancies/${found.id}`), /Give the money back/);
    const { status, text } = await operator.get(`/payments/${id}/refund`);
    assert.equal(status, 409);
    assert.match(textOf(text), /is not completed, so there is nothing to refund/);
  });

  it('the overview shows what waits, for whom, since when, and a refund whose money came back until it is dismissed', async () => {
    await db().transaction((tx) =>
      tx.query(
        "UPDATE refunds SET status = 'failed', failure_reason = 'rejected', ended_at_us = 1 WHERE ended_at_us IS NULL",
      ),
    );
    const quiet = await pageOf(operator, '?mode=live');
    assert.doesNotMatch(quiet, /refunds? (?:wait|ha[sv]e? |of )/);
    const [one, two, three, four] = [await paid('card'), await paid('moncash'), await paid('card'), await paid('card')];
    await requested(shop, one, '10');
    await decide(operator, await requested(shop, two, '20'), 'approve');
    for (const [id, fault] of [
      [three, 'drop_after_effect'],
      [four, 'none'],
    ] as const) {
      await decide(operator, await requested(shop, id, '30'), 'approve');
      stage.stripe.faults.refund = fault;
      await verbs.refunds.sendDue('live');
      stage.stripe.faults.refund = 'none';
    }
    assert.doesNotMatch(await pageOf(operator, ''), /refunds? has no outcome/, 'not before an hour');
    const [back] = await refundsOf(four);
    assert.ok(back);
    assert.equal(back.status, 'succeeded');
    const ended = { status: 'reversed', endedAtUs: stage.clock.now() } as const;
    await db().transaction((tx) => moveRefund(tx, back, ended));
    stage.clock.forward(2 * 3_600);
    const [viewer, chief] = await Promise.all([
      consolePerson(stage.gateway, 'merchant_viewer'),
      consolePerson(stage.gateway, 'operator'),
    ]);
    const ours = await pageOf(chief, '');
    assert.match(ours, /1 refund waits for an approval for 2 hours/);
    assert.match(
      ours,
      /1 refund has to be paid by hand, then recorded with the number of the wallet’s transaction for 2 hours/,
    );
    assert.match(ours, /1 refund has no outcome: the provider did not respond. .* Do not pay it by hand for 2 hours/);
    assert.match(ours, /1 refund of Test shop came back: the customer does not have the money/);
    const theirs = await pageOf(viewer, '');
    assert.match(theirs, /refunds? has no outcome/);
    assert.match(theirs, /came back/);
    assert.doesNotMatch(theirs, /waits for an approval|paid by hand, then/);
    assert.doesNotMatch(await receiptOf(four), /Refunded/, 'the customer does not have the money');
    const path = `/overview/websites/${stage.gateway.website.id}/dismiss`;
    const dismissed = await chief.submit(`${path}?kind=reversed`, path, { note: 'paid in cash' });
    assert.equal(dismissed.status, 303);
    assert.doesNotMatch(await pageOf(chief, ''), /came back.* Nothing else/s);
    assert.match(await pageOf(chief, ''), /Dismissed \(1\).* came back/);
    // An operator who has looked in the portal ends what has no outcome; not against the provider's own record.
    const [lost] = await refundsOf(three);
    assert.ok(lost);
    assert.match(await pageOf(chief, `/refunds/${lost.id}`), /Do not pay this refund by hand.* End with proof/);
    for (const [fields, status, text] of [
      [{}, 422, /Choose what the portal shows/],
      [{ outcome: 'succeeded', transaction_number: ' ' }, 422, /Enter the number of/],
      [{ outcome: 'not_moved' }, 422, /1 to 255 characters/],
      [{ outcome: 'not_moved', note: 'not in the portal' }, 409, /./],
    ] as const) {
      const refused = await decide(chief, lost, 'resolve', { transaction_number: '', note: '', ...fields });
      assert.equal(refused.status, status, JSON.stringify(fields));
      assert.match(textOf(refused.text), text);
    }
    const proof = { outcome: 'succeeded', transaction_number: 're_portal', note: '' };
    const ended2 = await Promise.all([decide(chief, lost, 'resolve', proof), decide(chief, lost, 'resolve', proof)]);
    assert.deepEqual(ended2.map(({ status }) => status).sort(), [303, 409]);
    const [resolved] = await refundsOf(three);
    assert.deepEqual([resolved?.status, resolved?.providerRef], ['succeeded', 're_portal']);
  });

  // Contract: REFUND-3
  it('a manual one from before a restore says that it may have been paid, before a person pays it', async () => {
    const chief = await consolePerson(stage.gateway, 'operator');
    const refund = await requested(chief, await paid('moncash'), '120');
    assert.equal((await decide(chief, refund, 'approve')).status, 303);
    const path = `/refunds/${refund.id}/complete`;
    assert.doesNotMatch(await pageOf(chief, path), /restored/);
    await verbs.recurring.pauseRestored();
    assert.match(
      await pageOf(chief, path),
      /restored after this payment.* If the refund was paid, do not pay it again/,
    );
  });

  it('one that is approved and not sent for an hour needs attention, with the reason and what to do', async () => {
    const owner = await consolePerson(stage.gateway, 'merchant_owner', { name: 'Another owner' });
    const boss = await consolePerson(stage.gateway, 'owner', { name: 'Another operator' });
    const id = await paid('card');
    const refund = await requested(owner, id, '50');
    await decide(boss, refund, 'approve');
    const nowUs = stage.gateway.store.clock();
    const keep = (word: string | null, sinceUs: number) =>
      db().transaction(async (tx) => {
        await tx.query('UPDATE refunds SET word = $2, next_step_at_us = $3 WHERE id = $1', [
          refund.id,
          word,
          nowUs * 2,
        ]);
        await tx.query("UPDATE audit_log SET at_us = $2 WHERE subject_id = $1 AND action = 'refund.approve'", [
          refund.id,
          sinceUs,
        ]);
      });
    const [fresh, old] = [nowUs - 59 * US_PER_MINUTE, nowUs - 61 * US_PER_MINUTE];
    const disputed =
      /1 approved refund has waited for more than an hour: The customer disputes the payment.*Respond to the dispute/;
    await keep('the customer disputes the payment', fresh);
    assert.doesNotMatch(await pageOf(boss, ''), /approved refund/);
    await keep('the customer disputes the payment', old);
    assert.match(await pageOf(boss, ''), disputed);
    assert.match((await boss.get('')).text, /href="\/console\/refunds\?status&#61;approved&#38;mode&#61;live"/);
    assert.match(await pageOf(boss, `/refunds/${refund.id}`), /Next step The customer disputes the payment/);
    assert.doesNotMatch(await pageOf(owner, ''), /approved refund/);
    assert.doesNotMatch(await pageOf(owner, `/refunds/${refund.id}`), /Respond to the dispute/);
    await keep('the prefunded account has 12 HTG: add money to it', old);
    assert.match(await pageOf(boss, ''), /Read its message.*the prefunded account has 12 HTG/);
    const other = await requested(owner, await paid('card'), '60');
    await decide(boss, other, 'approve');
    await db().transaction(async (tx) => {
      await tx.query("UPDATE refunds SET word = 'the prefunded account has 7 HTG: add money to it' WHERE id = $1", [
        other.id,
      ]);
      await tx.query("UPDATE audit_log SET at_us = $2 WHERE subject_id = $1 AND action = 'refund.approve'", [
        other.id,
        old + US_PER_MINUTE / 2,
      ]);
    });
    const grouped = await pageOf(boss, '');
    assert.match(grouped, /2 approved refunds have waited for more than an hour: .*the prefunded account has 12 HTG/);
    assert.doesNotMatch(grouped, /1 approved refund has/, 'one item for all words of providers');
    await keep(null, old);
    assert.match(await pageOf(boss, ''), /Peye has not tried to send it yet/);
  });

  it('one that its provider does not finish for a day needs attention, also for the merchant', async () => {
    const [viewer, chief] = await Promise.all([
      consolePerson(stage.gateway, 'merchant_viewer'),
      consolePerson(stage.gateway, 'operator'),
    ]);
    const refund = await requested(chief, await paid('card'), '70');
    const sent = (askedAtUs: number) =>
      db().transaction((tx) =>
        tx.query("UPDATE refunds SET status = 'sent', approved_by = 'x', asked_at_us = $2 WHERE id = $1", [
          refund.id,
          askedAtUs,
        ]),
      );
    const nowUs = stage.gateway.store.clock();
    const slow = /1 refund is not finished at its provider after more than a day: the customer may not have the money/;
    await sent(nowUs - US_PER_DAY + US_PER_MINUTE);
    assert.doesNotMatch(await pageOf(chief, ''), /not finished at/);
    await sent(nowUs - US_PER_DAY - US_PER_MINUTE);
    for (const user of [viewer, chief]) assert.match(await pageOf(user, ''), slow);
    assert.match((await chief.get('')).text, /href="\/console\/refunds\?status&#61;sent&#38;mode&#61;live"/);
  });
});
