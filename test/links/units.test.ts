import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import type { Verbs } from '../../src/app/build-verbs.ts';
import type { Payment } from '../../src/core/payment.ts';
import { listAuditRows } from '../../src/features/audit/store/audit-log.ts';
import type { NewLink } from '../../src/features/links/create-link.ts';
import { type LinkForm, LinkRefused } from '../../src/features/links/create-link-payment.ts';
import { linkState, type PaymentLink } from '../../src/features/links/payment-link.ts';
import { requireLink } from '../../src/features/links/require-link.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { onBothEngines } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { assertSound } from '../support/soundness.ts';
import { verbsOf } from '../support/verbs.ts';

const log = createLog('silent');
const EXPIRED = { status: 'failed', failureReason: 'expired' } as const;
const PAID = { status: 'completed' } as const;

onBothEngines('the units of a payment link', (engine) => {
  let gateway: TestGateway;
  let verbs: Verbs;
  before(async () => {
    gateway = await startTestGateway(engine);
    verbs = await verbsOf(gateway);
  });
  after(async () => {
    await verbs?.close();
    await gateway?.stop();
  });

  const newLink = (fields: Partial<NewLink> = {}) =>
    verbs.operator.createLink({
      websiteId: gateway.website.id,
      mode: 'test',
      name: 'Mango',
      descriptions: { ht: 'Yon panye mango' },
      amount: '500',
      ...fields,
    });
  let forms = 0;
  const form = (changes: Partial<LinkForm> = {}): LinkForm => ({
    formId: `form-${++forms}`,
    method: 'moncash',
    amountMinor: null,
    quantity: 1,
    customerName: '',
    customerPhone: '',
    customerEmail: '',
    ...changes,
  });
  const buy = ({ id }: PaymentLink, changes: Partial<LinkForm> = {}): Promise<Payment> =>
    verbs.payments.createForLink(id, form(changes), log);
  const refusal = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return error instanceof LinkRefused ? error.reason : error;
  };
  const storedLink = (link: PaymentLink) => requireLink(gateway.store.db, link.code);
  const counted = async (link: PaymentLink) => {
    const { openPayments, paidPayments, failedPayments, paidHtgMinor } = await storedLink(link);
    return [openPayments, paidPayments, failedPayments, paidHtgMinor];
  };

  const reopen = ({ id }: Payment) =>
    gateway.store.db.transaction((tx) =>
      tx.query(
        "UPDATE payments SET status = 'processing', failure_reason = NULL, finished_at_us = NULL, next_check_at_us = 1 WHERE id = $1",
        [id],
      ),
    );

  // Contract: LINK-11
  it('belong to ordinary payments that name the link in their metadata', async () => {
    const link = await newLink();
    const payment = await buy(link);
    const { json } = await gateway.api.get(`/payments/${payment.id}`);
    assert.equal(json.data.amount, '500.00');
    assert.deepEqual(json.data.metadata, { link: link.code });
    assert.deepEqual([payment.description, payment.mode, payment.status], ['Mango', 'test', 'processing']);
    assert.deepEqual(await counted(link), [1, 0, 0, 0]);
    await verbs.payments.settle(payment, PAID);
    assert.deepEqual(await counted(link), [0, 1, 0, 50_000]);
  });

  // Contract: LINK-7
  it('are sold up to the stock when fifty customers buy at once', async () => {
    const link = await newLink({ stock: 3 });
    const bought = await Promise.allSettled(Array.from({ length: 50 }, () => buy(link)));
    const made = bought.filter((each) => each.status === 'fulfilled');
    const reasons = bought.filter((each) => each.status === 'rejected').map(({ reason }) => reason.reason);
    assert.equal(made.length, 3);
    assert.deepEqual(new Set(reasons), new Set(['in_use']));
    assert.deepEqual(await counted(link), [3, 0, 0, 0]);
    const [{ payments } = { payments: 0 }] = await gateway.store.db.query<{ payments: number }>(
      'SELECT count(*) AS payments FROM payments WHERE metadata = $1',
      [JSON.stringify({ link: link.code })],
    );
    assert.equal(payments, 3, 'a customer who got no unit has no payment');
    await assertSound(gateway.store.db);
  });

  // Contract: LINK-7
  it('are released when a payment fails, and stay sold when it is paid', async () => {
    const link = await newLink({ isSingleUse: true });
    const first = await buy(link);
    assert.equal(await refusal(buy(link)), 'in_use');
    await verbs.payments.settle(first, EXPIRED);
    const second = await buy(link);
    await verbs.payments.settle(second, PAID);
    assert.equal(await refusal(buy(link)), 'sold_out');
    assert.deepEqual(await counted(link), [0, 1, 1, 50_000]);
    assert.equal(linkState(await storedLink(link), gateway.store.clock()), 'sold_out');
  });

  it('are never sold beyond the stock while payments complete and fail', async () => {
    const link = await newLink({ stock: 5 });
    const ends: Promise<unknown>[] = [];
    const buyers = Array.from({ length: 40 }, async (_, index) => {
      const payment = await buy(link).catch(() => undefined);
      if (payment) ends.push(verbs.payments.settle(payment, index % 2 === 0 ? PAID : EXPIRED));
    });
    await Promise.all(buyers);
    await Promise.all(ends);
    const [open, paid] = await counted(link);
    assert.equal(open, 0);
    assert.ok((paid ?? 0) <= 5, `${paid} were sold`);
    await assertSound(gateway.store.db);
  });

  // Contract: LINK-15
  it('are bought several at once: the payment is their product, says so, and reserves all of them', async () => {
    const link = await newLink({ amount: '250.05', maxQuantity: 4, stock: 9 });
    const units = async () => {
      const { openUnits, paidUnits, openPayments, paidPayments } = await storedLink(link);
      return [openUnits, paidUnits, openPayments, paidPayments];
    };
    for (const quantity of [0, -1, 1.5, 5, 99, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.equal(await refusal(buy(link, { quantity })), 'quantity', String(quantity));
    }
    const [three, one] = [await buy(link, { quantity: 3 }), await buy(link, { quantity: 1 })];
    const { data } = (await gateway.api.get(`/payments/${three.id}`)).json;
    assert.deepEqual(
      [data.amount, data.description, data.metadata],
      ['750.15', '3 × Mango', { link: link.code, quantity: 3 }],
    );
    assert.deepEqual(
      [one.amountMinor, one.description, one.metadata],
      [25_005, 'Mango', JSON.stringify({ link: link.code })],
    );
    assert.deepEqual(await units(), [4, 0, 2, 0]);
    await verbs.payments.settle(three, PAID);
    await verbs.payments.settle(one, EXPIRED);
    assert.deepEqual(await units(), [0, 3, 0, 1]);
    await buy(link, { quantity: 4 });
    assert.equal(await refusal(buy(link, { quantity: 3 })), 'quantity', 'two are left');
    await buy(link, { quantity: 2 });
    assert.equal(await refusal(buy(link)), 'in_use');
    assert.deepEqual(await units(), [6, 3, 2, 1]);
    const before = await storedLink(link);
    await gateway.store.db.transaction((tx) =>
      tx.query('UPDATE payment_links SET open_units = 1 WHERE id = $1', [link.id]),
    );
    assert.deepEqual(await verbs.operator.recountLink(link.id), before);
    await assertSound(gateway.store.db);
  });

  // Contract: LINK-7, LINK-15
  it('are never sold beyond the stock by customers who buy several at once', async () => {
    const link = await newLink({ stock: 10, maxQuantity: 3 });
    const ends: Promise<unknown>[] = [];
    const reasons = new Set<unknown>();
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        try {
          const payment = await buy(link, { quantity: 1 + (index % 3) });
          ends.push(verbs.payments.settle(payment, index % 4 === 0 ? EXPIRED : PAID));
        } catch (error) {
          reasons.add(error instanceof LinkRefused ? error.reason : error);
        }
      }),
    );
    await Promise.all(ends);
    const { openUnits, paidUnits } = await storedLink(link);
    assert.equal(openUnits, 0);
    assert.ok(paidUnits <= 10, `${paidUnits} were sold`);
    assert.ok(
      [...reasons].every((reason) => ['quantity', 'in_use', 'sold_out'].includes(String(reason))),
      [...reasons].join(),
    );
    await assertSound(gateway.store.db);
  });

  // Contract: LINK-5
  it('are reserved once for a form, however often it is sent', async () => {
    const link = await newLink({ stock: 10 });
    const formId = 'the-same-form';
    const made = await Promise.all(Array.from({ length: 20 }, () => buy(link, { formId })));
    assert.equal(new Set(made.map(({ id }) => id)).size, 1);
    assert.deepEqual(await counted(link), [1, 0, 0, 0]);
    assert.equal((await buy(link, { formId })).id, made[0]?.id);
  });

  // Contract: LINK-8
  it('are refused after the link has ended, while reserved units can still be paid', async () => {
    const expiresAtUs = gateway.store.clock() + 60_000_000;
    const expiring = await newLink({ expiresAtUs });
    assert.equal(linkState(expiring, expiresAtUs - 1), 'active');
    assert.equal(linkState(expiring, expiresAtUs), 'expired');
    const ended = await newLink();
    const payment = await buy(ended);
    await verbs.operator.deactivateLink(ended.code);
    assert.equal(await refusal(buy(ended)), 'deactivated');
    await verbs.payments.settle(payment, PAID);
    assert.deepEqual(await counted(ended), [0, 1, 0, 50_000]);
    assert.equal((await findPayment(gateway.store.db, payment.id))?.status, 'completed');
  });

  it('are counted again from the payments if they were miscounted; this writes to the audit log once', async () => {
    const link = await newLink({ stock: 3 });
    const [paid, failed] = [await buy(link), await buy(link)];
    await buy(link);
    const { db } = gateway.store;
    // Finishes them like a version without payment links: it changes the payments, but not the link.
    for (const [payment, set] of [
      [paid, "status = 'completed'"],
      [failed, "status = 'failed', failure_reason = 'declined'"],
    ] as const) {
      await db.transaction((tx) =>
        tx.query(`UPDATE payments SET ${set}, finished_at_us = created_at_us, next_check_at_us = NULL WHERE id = $1`, [
          payment.id,
        ]),
      );
    }
    assert.deepEqual(await counted(link), [3, 0, 0, 0]);
    const before = (await listAuditRows(db, { action: 'link.recount', limit: 10 })).length;
    const recounted = await verbs.operator.recountLink(link.code.toLowerCase());
    assert.deepEqual(await counted(link), [1, 1, 1, 50_000]);
    assert.deepEqual(recounted, await storedLink(link));
    assert.deepEqual(await verbs.operator.recountLink(link.id), recounted);
    const rows = await listAuditRows(db, { action: 'link.recount', limit: 10 });
    assert.equal(rows.length, before + 1);
    assert.deepEqual(JSON.parse(rows[0]?.before ?? ''), {
      open: 3,
      paid: 0,
      failed: 0,
      open_units: 3,
      paid_units: 0,
      paid_htg: '0.00',
      paid_usd: '0.00',
    });
    assert.deepEqual(JSON.parse(rows[0]?.after ?? ''), {
      open: 1,
      paid: 1,
      failed: 1,
      open_units: 1,
      paid_units: 1,
      paid_htg: '500.00',
      paid_usd: '0.00',
    });
    // Restores the previous values, for the check at the end.
    for (const payment of [paid, failed]) await reopen(payment);
    await verbs.operator.recountLink(link.id);
  });

  it('are counted with the amount and the currency of their payments, even if either was stored wrongly for the link', async () => {
    const { db } = gateway.store;
    for (const wrong of ['amount_minor = 1', "currency = 'USD'"]) {
      const link = await newLink();
      const payment = await buy(link);
      await verbs.payments.settle(payment, { status: 'completed' });
      await db.transaction((tx) => tx.query(`UPDATE link_payments SET ${wrong} WHERE payment_id = $1`, [payment.id]));
      await verbs.operator.recountLink(link.id);
      assert.deepEqual(await counted(link), [0, 1, 0, 50_000], wrong);
      const [row] = await db.query('SELECT amount_minor, currency FROM link_payments WHERE payment_id = $1', [
        payment.id,
      ]);
      assert.deepEqual({ ...row }, { amount_minor: 50_000, currency: 'HTG' }, wrong);
    }
  });

  it('are not counted again if the result exceeds the stock: the link stays as it is', async () => {
    const link = await newLink({ stock: 1 });
    const first = await buy(link);
    await verbs.payments.settle(first, EXPIRED);
    await buy(link);
    const { db } = gateway.store;
    await db.transaction((tx) => tx.query("UPDATE link_payments SET state = 'open' WHERE payment_id = $1", [first.id]));
    await reopen(first);
    const before = await storedLink(link);
    await assert.rejects(
      verbs.operator.recountLink(link.code),
      /has a quantity of 1, but 0 units are sold and 2 are reserved/,
    );
    assert.deepEqual(await storedLink(link), before);
    await db.transaction((tx) =>
      tx.query(
        "UPDATE payments SET status = 'failed', failure_reason = 'expired', finished_at_us = created_at_us, next_check_at_us = NULL WHERE id = $1",
        [first.id],
      ),
    );
    await verbs.operator.recountLink(link.code);
    assert.deepEqual(await counted(link), [1, 0, 1, 0]);
  });

  it('have the price of the link, or an amount that the customer may choose', async () => {
    const fixed = await newLink();
    assert.equal((await buy(fixed, { amountMinor: 100 })).amountMinor, 50_000);
    const chosen = await newLink({ amountMode: 'chosen', amount: null, minAmount: '100', maxAmount: '1000.50' });
    for (const amountMinor of [null, 0, 99, 9_999, 100_051]) {
      assert.equal(await refusal(buy(chosen, { amountMinor })), 'amount', String(amountMinor));
    }
    assert.equal((await buy(chosen, { amountMinor: 100_050 })).amountMinor, 100_050);
    const open = await newLink({ amountMode: 'prefilled', amount: '20' });
    assert.equal(await refusal(buy(open, { amountMinor: 99 })), 'amount');
    assert.equal((await buy(open, { amountMinor: 100 })).amountMinor, 100);
    const one = await newLink({ methods: ['natcash'], asksName: true, asksPhone: true });
    assert.equal(await refusal(buy(one)), 'method');
    assert.equal(await refusal(buy(one, { method: 'natcash', customerName: ' ' })), 'name');
    assert.equal(await refusal(buy(one, { method: 'natcash', customerName: 'Jan', customerPhone: 'x' })), 'phone');
    const asked = { method: 'natcash', customerName: 'Jan', customerPhone: '+509 3700 0001' } as const;
    const { customerName, customerPhone } = await buy(one, asked);
    assert.deepEqual([customerName, customerPhone], ['Jan', '+509 3700 0001']);
    const unasked = await buy(fixed, { customerName: 'Jan', customerPhone: '+509 3700 0001' });
    assert.deepEqual(
      [unasked.customerName, unasked.customerPhone],
      ['Customer', null],
      'fields that the link does not request',
    );
  });

  it('of links from before quantities are one for each payment', async () => {
    const link = await newLink({ stock: 3 });
    await verbs.payments.settle(await buy(link), PAID);
    await buy(link);
    const before = await storedLink(link);
    const migration = readFileSync(new URL('../../migrations/000034_link_quantities.sql', import.meta.url), 'utf8');
    const [fill = ''] = /^UPDATE payment_links [^;]*/m.exec(migration) ?? [];
    await gateway.store.db.transaction(async (tx) => {
      await tx.query('UPDATE payment_links SET open_units = 0, paid_units = 0 WHERE id = $1', [link.id]);
      await tx.query(`${fill} WHERE id = $1`, [link.id]);
    });
    assert.deepEqual(await storedLink(link), before);
    assert.deepEqual([before.openUnits, before.paidUnits, before.maxQuantity], [1, 1, 1]);
  });

  // Contract: LINK-14
  it('carry the e-mail address that the customer gives, if the link requests one and the API would accept it', async () => {
    const [asking, silent] = [await newLink({ asksEmail: true }), await newLink()];
    const given = { customerEmail: ' marie.joseph+mango@example.com ' };
    assert.equal((await buy(asking, given)).customerEmail, 'marie.joseph+mango@example.com');
    assert.equal((await buy(asking)).customerEmail, null);
    assert.equal((await buy(silent, given)).customerEmail, null);
    const wrong = [
      'marie',
      'a@b',
      'a@b.ht,c@d.ht',
      'a@b.ht\0',
      'Marie <a@b.ht>',
      'a@b.ht\r\nBcc: x@y.ht',
      `${'a'.repeat(250)}@b.ht`,
    ];
    for (const customerEmail of wrong) {
      assert.equal(await refusal(buy(asking, { customerEmail })), 'email', customerEmail);
      const body = paymentRequest({ customer_email: customerEmail });
      if (customerEmail.length < 250)
        assert.equal((await gateway.api.post('/payments', body)).status, 422, customerEmail);
    }
  });

  it('in dollars are charged in gourdes by wallets, with a total for each currency', async () => {
    const link = await newLink({ currency: 'USD', amount: '10' });
    const wallet = await buy(link);
    const card = await buy(link, { method: 'lakaypay_card' });
    assert.deepEqual([wallet.currency, wallet.originalAmountMinor], ['HTG', 1_000]);
    assert.deepEqual([card.currency, card.amountMinor], ['USD', 1_000]);
    await verbs.payments.settle(wallet, PAID);
    await verbs.payments.settle(card, PAID);
    const { paidHtgMinor, paidUsdMinor } = await storedLink(link);
    assert.deepEqual([paidHtgMinor, paidUsdMinor], [wallet.amountMinor, 1_000]);
  });

  it('are refused after the website is deactivated', async () => {
    const other = await gateway.newWebsite('Closed');
    const link = await newLink({ websiteId: other.website.id });
    await verbs.operator.changeWebsite(other.website.id, { isActive: false });
    assert.equal(await refusal(buy(link)), 'website_inactive');
  });
});
