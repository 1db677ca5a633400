import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sessionsOf } from '../../checkout/session-stage.ts';
import { until } from '../../support/gateway.ts';
import { beginPayment, type CreatedPayment, type Customer, checkOut, comeBack, moveTo, orderOf } from './buy.ts';
import { type Shop, startShop } from './shop.ts';

describe('Vendure: the choice of the method on the page of Peye', () => {
  let shop: Shop;
  let sessions: ReturnType<typeof sessionsOf>;
  before(async () => {
    shop = await startShop();
    sessions = sessionsOf(shop.gateway.url, shop.api);
  });
  after(() => shop?.stop());

  const complete = async (id: string) => {
    const { status, text } = await shop.api.post(`/test_helpers/payments/${id}/complete`);
    assert.equal(status, 200, text);
  };
  const becomes = (customer: Customer, state: string) =>
    shop.until(`${customer.code} is ${state}`, async () => (await orderOf(shop, customer)).state === state);
  const settled = async (customer: Customer) =>
    (await orderOf(shop, customer)).payments.filter(({ state }) => state === 'Settled');
  /** The customer chooses a method on the page of the session. Returns the transaction id. */
  const choose = ({ paymentUrl: url }: CreatedPayment, method: string, more?: Record<string, string>) =>
    sessions.start({ url }, method, more);
  /** The status of the session to which a payment belongs. */
  const statusOf = async (transactionId: string) => {
    const { data } = (await shop.api.get(`/payments/${transactionId}`)).json;
    return (await sessions.read({ session_id: data.metadata.checkout_session })).status;
  };
  const accepted = (id: string) =>
    until('the webhook was accepted', async () => {
      const [row] = await shop.gateway.store.db.query('SELECT status FROM deliveries WHERE payment_id = $1', [
        Number(id),
      ]);
      return row?.status === 'delivered';
    });

  it('leaves the order open after a failed payment; another method on the same page pays it, and can be refunded', async () => {
    const customer = await checkOut(shop);
    const created = await beginPayment(customer, 'choice');
    assert.equal(created.__typename, 'PeyePayment', created.message);
    assert.ok(created.paymentUrl.startsWith(`${shop.gateway.url}/c/`), created.paymentUrl);
    assert.deepEqual(
      [created.transactionId, created.amount, created.chargedAmount, created.chargedCurrency, created.isTest],
      [null, 75_000, '750.00', 'HTG', true],
    );
    const failed = await choose(created, 'moncash');
    await shop.api.post(`/test_helpers/payments/${failed}/fail`, { failure_reason: 'declined' });
    await accepted(failed);
    assert.equal(await comeBack(customer, created.reference), 'OPEN');
    assert.deepEqual((await orderOf(shop, customer)).payments, []);
    const paid = await choose(created, 'natcash');
    await complete(paid);
    await becomes(customer, 'PaymentSettled');
    assert.equal(await comeBack(customer, created.reference), 'PAID');
    const [payment, ...others] = await settled(customer);
    assert.deepEqual([payment!.transactionId, payment!.method, others.length], [paid, 'choice', 0]);
    assert.equal(payment!.metadata.method, 'natcash');
    const { refundOrder } = await shop.admin(
      `mutation ($i: RefundOrderInput!) { refundOrder(input: $i) { ... on Refund { state } ... on ErrorResult { message } } }`,
      { i: { lines: [], shipping: 0, adjustment: 0, amount: 75_000, paymentId: payment!.id } },
    );
    const { json } = await shop.api.get(`${shop.gateway.url}/api/refunds/v1/refunds?transaction_id=${paid}`);
    assert.equal(json.data[0]?.amount, '750.00', JSON.stringify([refundOrder, json]));
  });

  it('continues with the same page, and ends it when the customer chooses a method in the shop', async () => {
    const customer = await checkOut(shop);
    const created = await beginPayment(customer, 'choice');
    const started = await choose(created, 'moncash');
    await shop.api.post(`/test_helpers/payments/${started}/fail`, { failure_reason: 'declined' });
    assert.deepEqual(await beginPayment(customer, 'choice'), created);
    const other = await beginPayment(customer, 'natcash');
    assert.equal(await statusOf(started), 'cancelled');
    assert.equal(await comeBack(customer, created.reference), 'FAILED');
    const again = await beginPayment(customer, 'choice');
    assert.notEqual(again.paymentUrl, created.paymentUrl);
    await complete(other.transactionId);
    await becomes(customer, 'PaymentSettled');
  });

  it('ends the page of the old amount when the cart has changed', async () => {
    const customer = await checkOut(shop);
    const old = await beginPayment(customer, 'choice');
    const started = await choose(old, 'moncash');
    await shop.api.post(`/test_helpers/payments/${started}/fail`, { failure_reason: 'declined' });
    await moveTo(customer.shop, 'AddingItems');
    await customer.shop('mutation ($v: ID!) { addItemToOrder(productVariantId: $v, quantity: 1) { __typename } }', {
      v: shop.productId,
    });
    await moveTo(customer.shop, 'ArrangingPayment');
    const whole = await beginPayment(customer, 'choice');
    assert.equal(whole.amount, 150_000);
    assert.equal(await statusOf(started), 'cancelled');
    await complete(await choose(whole, 'lakaypay_card'));
    await becomes(customer, 'PaymentSettled');
    assert.equal((await settled(customer))[0]!.amount, 150_000);
  });

  it('reports a second payment: one on the page, after a method that was chosen in the shop before has paid the order', async () => {
    const customer = await checkOut(shop);
    const first = await beginPayment(customer, 'natcash');
    const created = await beginPayment(customer, 'choice');
    const late = await choose(created, 'moncash');
    await complete(first.transactionId);
    await becomes(customer, 'PaymentSettled');
    await complete(late);
    await shop.until('the order has a note', async () => (await orderOf(shop, customer)).notes.length === 2);
    assert.match((await orderOf(shop, customer)).notes.join('\n'), new RegExp(`Peye ${late} was paid`));
    assert.equal((await settled(customer)).length, 1);
    assert.equal(await comeBack(customer, created.reference), 'UNDER_REVIEW');
  });

  it('does not start another payment when the page has been paid in the meantime', async () => {
    const customer = await checkOut(shop);
    const created = await beginPayment(customer, 'choice');
    await shop.hearWebhooks(false);
    await complete(await choose(created, 'moncash'));
    assert.equal((await beginPayment(customer, 'natcash')).reason, 'ALREADY_PAID');
    assert.equal((await orderOf(shop, customer)).state, 'PaymentSettled');
    await shop.hearWebhooks(true);
  });

  it('is found without a webhook by the scheduled task and by the return, in dollars that a wallet charges in gourdes', async () => {
    await shop.hearWebhooks(false);
    for (const find of [
      () => shop.checkAll(),
      (customer: Customer, reference: string) => comeBack(customer, reference),
    ]) {
      const customer = await checkOut(shop, 'USD');
      const created = await beginPayment(customer, 'choice');
      assert.deepEqual([created.chargedAmount, created.chargedCurrency], ['10.00', 'USD']);
      await complete(await choose(created, 'natcash'));
      await find(customer, created.reference);
      const [payment] = await settled(customer);
      assert.equal(payment?.amount, 1_000);
      assert.deepEqual([payment.metadata.chargedAmount, payment.metadata.chargedCurrency], ['1305.00', 'HTG']);
    }
    await shop.hearWebhooks(true);
  });

  it('has failed when the page has expired; if a payment was started there, it can still pay the order, and the customer gets a new page', async () => {
    const expire = async ({ paymentUrl }: CreatedPayment) => {
      const day = 'created_at_us = created_at_us - 90000000000, expires_at_us = expires_at_us - 90000000000';
      const code = paymentUrl.split('/').at(-1)!;
      await shop.gateway.store.db.transaction((tx) =>
        tx.query(`UPDATE checkout_sessions SET ${day} WHERE code = $1`, [code]),
      );
    };
    const unpaid = await beginPayment(await checkOut(shop), 'choice');
    await expire(unpaid);
    const customer = await checkOut(shop);
    assert.equal(await comeBack(customer, unpaid.reference), 'FAILED');

    const late = await beginPayment(customer, 'choice');
    const paid = await choose(late, 'moncash');
    await expire(late);
    assert.equal(await comeBack(customer, late.reference), 'OPEN');
    await complete(paid);
    await becomes(customer, 'PaymentSettled');
    assert.equal((await settled(customer))[0]!.transactionId, paid);

    const another = await checkOut(shop);
    const old = await beginPayment(another, 'choice');
    await choose(old, 'moncash');
    await expire(old);
    assert.notEqual((await beginPayment(another, 'choice')).paymentUrl, old.paymentUrl);
  });
});
