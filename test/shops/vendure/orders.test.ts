import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signWebhook } from '../../../src/features/webhooks/sign.ts';
import { type LosingLine, startLosingLine } from '../losing-line.ts';
import { beginPayment, type Customer, checkOut, comeBack, moveTo, orderOf } from './buy.ts';
import { type Shop, startShop } from './shop.ts';

describe('Vendure: the status of an order', () => {
  let shop: Shop;
  let line: LosingLine;
  before(async () => {
    shop = await startShop({
      peyeUrl: async (gateway) => {
        line = await startLosingLine(gateway);
        return line.url;
      },
    });
  });
  after(async () => {
    await shop?.stop();
    await line?.close();
  });

  const finish = async (id: string, how: 'complete' | 'fail', body?: object) => {
    const response = await shop.api.post(`/test_helpers/payments/${id}/${how}`, body);
    assert.equal(response.status, 200, response.text);
  };
  const becomes = (customer: Customer, state: string) =>
    shop.until(`${customer.code} is ${state}`, async () => (await orderOf(shop, customer)).state === state);
  const read = async (id: string) => (await shop.api.get(`/payments/${id}`)).json.data;
  /** Posts a webhook, signed as Peye signs it. */
  const post = async (
    data: object,
    { secret = shop.webhookSecret, event = 'payment.success', mode = 'test', sent = '' } = {},
  ) => {
    const body = JSON.stringify({ event, timestamp: 1_795_269_991, data });
    const response = await fetch(`${shop.url}/peye/webhook`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-gateway-signature': signWebhook(body, secret),
        'x-gateway-mode': mode,
      },
      body: sent || body,
    });
    return { status: response.status, text: await response.text() };
  };
  /** Runs `work` while no webhook reaches the shop. */
  const deaf = async (work: () => Promise<void>) => {
    await shop.hearWebhooks(false);
    try {
      await work();
    } finally {
      await shop.hearWebhooks(true);
    }
  };
  const settled = (customer: Customer) =>
    orderOf(shop, customer).then(({ payments }) => payments.filter((each) => each.state === 'Settled'));

  it('is paid by the webhook, before the customer is back, and marked as paid with a test key', async () => {
    const customer = await checkOut(shop);
    const created = await beginPayment(customer);
    assert.equal(created.__typename, 'PeyePayment', created.message);
    assert.ok(created.paymentUrl.startsWith(`${shop.gateway.url}/pay/${created.transactionId}/`), created.paymentUrl);
    assert.deepEqual(
      [created.amount, created.currencyCode, created.chargedAmount, created.chargedCurrency, created.isTest],
      [...[75_000, 'HTG', '750.00', 'HTG', true]],
    );
    const before = await orderOf(shop, customer);
    assert.deepEqual(
      [before.state, before.payments.length],
      ['ArrangingPayment', 0],
      'the order has no payment before the money arrives',
    );
    await finish(created.transactionId, 'complete');
    await becomes(customer, 'PaymentSettled');
    const order = await orderOf(shop, customer);
    assert.deepEqual(
      order.payments.map(({ state, amount, transactionId, method }) => ({ state, amount, transactionId, method })),
      [{ state: 'Settled', amount: 75_000, transactionId: created.transactionId, method: 'moncash' }],
    );
    assert.deepEqual(order.payments[0]!.metadata.public, { isTest: true });
    assert.match(order.notes.join(), /is a payment with a test key: no money was paid/);
    assert.equal(await comeBack(customer, created.reference), 'PAID');
    const payment = await read(created.transactionId);
    assert.deepEqual(payment.customer, { name: 'Marie Joseph', email: 'marie@example.com', phone: '+50937000001' });
    assert.equal(payment.description, `Order ${customer.code}`);
  });

  it('is paid once by six copies of the webhook at once, while the customer comes back', async () => {
    for (let round = 0; round < 3; round++) {
      const customer = await checkOut(shop);
      const created = await beginPayment(customer);
      await deaf(() => finish(created.transactionId, 'complete'));
      const data = await read(created.transactionId);
      const posts = Array.from({ length: 6 }, () => post(data));
      const back = comeBack(customer, created.reference);
      for (const { status, text } of await Promise.all(posts)) assert.equal(status, 204, text);
      assert.equal(await back, 'PAID');
      assert.equal((await settled(customer)).length, 1);
      const order = await orderOf(shop, customer);
      assert.equal(order.state, 'PaymentSettled');
      assert.equal(order.notes.length, 1);
      assert.equal((await post(data)).status, 204);
      assert.deepEqual(await orderOf(shop, customer), order, 'a repeated webhook changes nothing');
    }
  });

  it('can be paid by another payment after a decline, and a late event of the first payment changes nothing', async () => {
    const customer = await checkOut(shop);
    const first = await beginPayment(customer);
    await finish(first.transactionId, 'fail', { failure_reason: 'insufficient_balance' });
    assert.equal(await comeBack(customer, first.reference), 'FAILED');
    assert.equal((await orderOf(shop, customer)).state, 'ArrangingPayment');
    const second = await beginPayment(customer, 'natcash');
    assert.notEqual(second.transactionId, first.transactionId);
    await finish(second.transactionId, 'complete');
    await becomes(customer, 'PaymentSettled');
    assert.equal((await post(await read(first.transactionId), { event: 'payment.failed' })).status, 204);
    const [payment, ...others] = await settled(customer);
    assert.deepEqual([payment!.transactionId, payment!.method, others.length], [second.transactionId, 'natcash', 0]);
  });

  it('is not settled by an old amount if its cart was changed in the meantime, and a note reports this', async () => {
    const customer = await checkOut(shop);
    const created = await beginPayment(customer);
    await moveTo(customer.shop, 'AddingItems');
    await customer.shop('mutation ($v: ID!) { addItemToOrder(productVariantId: $v, quantity: 1) { __typename } }', {
      v: shop.productId,
    });
    await moveTo(customer.shop, 'ArrangingPayment');
    await finish(created.transactionId, 'complete');
    await shop.until('the order has a note', async () => (await orderOf(shop, customer)).notes.length > 0);
    assert.equal((await post(await read(created.transactionId))).status, 204, 'another attempt would not help');
    assert.equal(await comeBack(customer, created.reference), 'UNDER_REVIEW');
    const order = await orderOf(shop, customer);
    assert.deepEqual([order.state, order.payments.length], ['ArrangingPayment', 0]);
    const [note, ...others] = order.notes;
    assert.match(
      note!,
      /was paid \(750\.00 HTG, .* and was not added to the order\. .* now has 150000 HTG left to pay/,
    );
    assert.equal(others.length, 0, 'reported once');
    assert.ok(shop.log().includes(`Peye ${created.transactionId} was paid (750.00 HTG`), 'in the log, too');

    // The whole new amount can still be paid.
    const whole = await beginPayment(customer);
    assert.equal(whole.amount, 150_000);
    await finish(whole.transactionId, 'complete');
    await becomes(customer, 'PaymentSettled');
    assert.equal((await settled(customer))[0]!.transactionId, whole.transactionId);
  });

  it('is settled when the customer went back to the cart and changed nothing', async () => {
    const customer = await checkOut(shop);
    const created = await beginPayment(customer);
    await moveTo(customer.shop, 'AddingItems');
    await finish(created.transactionId, 'complete');
    await becomes(customer, 'PaymentSettled');
  });

  it('keeps a second payment of an order that is paid for review', async () => {
    const customer = await checkOut(shop);
    const first = await beginPayment(customer, 'moncash');
    const second = await beginPayment(customer, 'natcash');
    await finish(first.transactionId, 'complete');
    await becomes(customer, 'PaymentSettled');
    await finish(second.transactionId, 'complete');
    await shop.until('the order has a note', async () => (await orderOf(shop, customer)).notes.length === 2);
    assert.match((await orderOf(shop, customer)).notes.join('\n'), new RegExp(`Peye ${second.transactionId} was paid`));
    assert.equal((await settled(customer)).length, 1);
    assert.equal(await comeBack(customer, second.reference), 'UNDER_REVIEW');
  });

  it('cannot be settled by a customer who calls addPaymentToOrder, whether the payment is paid or not', async () => {
    const customer = await checkOut(shop);
    const created = await beginPayment(customer);
    const forge = async () => {
      const { addPaymentToOrder } = await customer.shop(
        `mutation ($m: JSON!) { addPaymentToOrder(input: { method: "moncash", metadata: $m }) {
          __typename ... on PaymentDeclinedError { paymentErrorMessage } } }`,
        { m: { transactionId: created.transactionId, state: 'Settled', amount: 75_000 } },
      );
      assert.equal(addPaymentToOrder.__typename, 'PaymentDeclinedError');
      assert.match(addPaymentToOrder.paymentErrorMessage, /Pay with createPeyePayment/);
    };
    await forge();
    await deaf(() => finish(created.transactionId, 'complete'));
    await forge();
    assert.equal((await orderOf(shop, customer)).state, 'ArrangingPayment');
    assert.equal((await settled(customer)).length, 0);
    assert.equal(await comeBack(customer, created.reference), 'PAID');
    assert.equal((await settled(customer)).length, 1);
  });

  it('is paid by the customer’s return when the webhook was lost', async () => {
    const customer = await checkOut(shop);
    const created = await beginPayment(customer);
    await deaf(() => finish(created.transactionId, 'complete'));
    assert.equal(await comeBack(customer, created.reference), 'PAID');
    assert.equal((await orderOf(shop, customer)).state, 'PaymentSettled');
    assert.equal(
      await comeBack(customer, `${customer.code}-0`),
      null,
      'only a customer who knows the reference may query the payment',
    );
  });

  it('is queried at most twice a minute, however often the customer comes back', async () => {
    const customer = await checkOut(shop);
    const created = await beginPayment(customer);
    assert.equal(await comeBack(customer, created.reference), 'OPEN');
    await deaf(() => finish(created.transactionId, 'complete'));
    assert.equal(await comeBack(customer, created.reference), 'OPEN');
    assert.equal((await post(await read(created.transactionId))).status, 204);
    assert.equal(await comeBack(customer, created.reference), 'PAID');
  });

  it('is paid by the scheduled task when the webhook was lost and the customer never came back', async () => {
    const customer = await checkOut(shop);
    const created = await beginPayment(customer);
    await deaf(() => finish(created.transactionId, 'complete'));
    assert.equal(await shop.checkAll(), 1);
    assert.equal((await orderOf(shop, customer)).state, 'PaymentSettled');
    assert.equal(await shop.checkAll(), 0);
  });

  it('is paid by a payment whose creation got no response', async () => {
    const customer = await checkOut(shop);
    line.loseNextAnswer();
    const lost = await beginPayment(customer);
    assert.deepEqual([lost.__typename, lost.reason], ['PeyePaymentError', 'TRY_AGAIN']);
    const { data } = (await shop.api.get('/payments?per_page=1')).json;
    await finish(data[0].transaction_id, 'complete');
    await becomes(customer, 'PaymentSettled');
    assert.equal((await settled(customer))[0]!.transactionId, data[0].transaction_id);
  });

  it('can be paid later if the gateway limits requests, which the customer reads', async () => {
    const customer = await checkOut(shop);
    line.fail({ status: 429, error: 'rate_limit_exceeded', retry_after: 90 });
    const limited = await beginPayment(customer);
    line.fail(undefined);
    assert.deepEqual(
      [limited.reason, limited.message],
      ['TRY_AGAIN', 'The payment could not be started. Try again in 2 minutes.'],
    );
    assert.ok((await beginPayment(customer)).transactionId);
  });

  it('continues with the open payment if the customer starts again, and gets no other payment if it was paid', async () => {
    const customer = await checkOut(shop);
    const created = await beginPayment(customer);
    assert.deepEqual(await beginPayment(customer), created);
    const other = await beginPayment(customer, 'natcash');
    assert.notEqual(other.transactionId, created.transactionId);
    await deaf(() => finish(created.transactionId, 'complete'));
    assert.equal((await beginPayment(customer)).reason, 'ALREADY_PAID');
    assert.equal((await orderOf(shop, customer)).state, 'PaymentSettled');
  });

  it('in dollars is charged in gourdes by MonCash, and settled in dollars', async () => {
    const customer = await checkOut(shop, 'USD');
    const created = await beginPayment(customer);
    assert.deepEqual(
      [created.amount, created.currencyCode, created.chargedAmount, created.chargedCurrency],
      [...[1_000, 'USD', '1305.00', 'HTG']],
    );
    await finish(created.transactionId, 'complete');
    await becomes(customer, 'PaymentSettled');
    const [payment] = await settled(customer);
    assert.equal(payment!.amount, 1_000);
    assert.deepEqual([payment!.metadata.chargedAmount, payment!.metadata.chargedCurrency], ['1305.00', 'HTG']);
  });

  it('is not changed by webhooks of other shops: 204, and a line in the log', async () => {
    const response = await shop.api.post('/payments', {
      amount: 750,
      currency: 'HTG',
      payment_method: 'moncash',
      customer_name: 'Marie',
      reference: 'another-shop',
    });
    const { transaction_id: id } = response.json;
    await finish(id, 'complete');
    const line = `payment.success ${id} (another-shop) belongs to no order here: ignored`;
    await shop.until('the webhook has arrived', () => shop.log().includes(line));
    assert.equal((await post(await read(id))).status, 204);
    assert.equal((await post({ ...(await read(id)), transaction_id: '0' }, { event: 'test' })).status, 204);
  });

  it('is not changed by webhooks with a wrong signature or mode: 400, with the reason', async () => {
    const customer = await checkOut(shop);
    const created = await beginPayment(customer);
    await deaf(() => finish(created.transactionId, 'complete'));
    const data = await read(created.transactionId);
    const forged = await post(data, { secret: 'whsec_of_somebody_else' });
    assert.deepEqual([forged.status, /signature does not match/.test(forged.text)], [400, true], forged.text);
    const live = await post(data, { mode: 'live' });
    assert.deepEqual(
      [live.status, /this server expects events of test payments/.test(live.text)],
      [400, true],
      live.text,
    );
    const unknown = await post(data, { mode: '' });
    assert.deepEqual([unknown.status, /X-Gateway-Mode is missing/.test(unknown.text)], [400, true], unknown.text);
    const changed = await post(data, { sent: JSON.stringify({ event: 'payment.success', data }) });
    assert.equal(changed.status, 400);
    const unsigned = await fetch(`${shop.url}/peye/webhook`, { method: 'POST', body: '{}' });
    assert.equal(unsigned.status, 400);
    assert.equal((await orderOf(shop, customer)).state, 'ArrangingPayment');
  });

  it('depends on the gateway: a webhook that is signed, but false, settles nothing', async () => {
    const customer = await checkOut(shop);
    const created = await beginPayment(customer);
    const data = {
      ...(await read(created.transactionId)),
      status: 'completed',
      completed_at: '2026-11-23T03:00:00.000000Z',
    };
    assert.equal((await post(data)).status, 503);
    assert.equal((await orderOf(shop, customer)).state, 'ArrangingPayment');
    assert.equal(await comeBack(customer, created.reference), 'OPEN');
  });

  it('gets the webhook again later if the gateway cannot be queried', async () => {
    const customer = await checkOut(shop);
    const created = await beginPayment(customer);
    await deaf(() => finish(created.transactionId, 'complete'));
    const data = await read(created.transactionId);
    line.refuse(true);
    const answer = await post(data);
    line.refuse(false);
    assert.equal(answer.status, 503, answer.text);
    assert.equal((await orderOf(shop, customer)).state, 'ArrangingPayment');
    assert.equal((await post(data)).status, 204);
    assert.equal((await orderOf(shop, customer)).state, 'PaymentSettled');
  });
});
