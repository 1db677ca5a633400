import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Verbs } from '../../../src/app/build-verbs.ts';
import { refundIdOf } from '../../../src/features/refunds/store/refund-table.ts';
import { until } from '../../support/gateway.ts';
import { verbsOf } from '../../support/verbs.ts';
import { type LosingLine, startLosingLine } from '../losing-line.ts';
import { beginPayment, type Customer, checkOut, orderOf } from './buy.ts';
import { type Shop, startShop } from './shop.ts';

/** A refund of the shop. */
interface ShopRefund {
  readonly id: string;
  readonly state: string;
  readonly total: number;
  readonly transactionId: string;
  readonly updatedAt?: string;
}

describe('Vendure: refunds', () => {
  let shop: Shop;
  let line: LosingLine;
  let verbs: Verbs;
  before(async () => {
    shop = await startShop({
      peyeUrl: async (gateway) => {
        line = await startLosingLine(gateway);
        return line.url;
      },
    });
    verbs = await verbsOf(shop.gateway);
  });
  after(async () => {
    await verbs?.close();
    await shop?.stop();
    await line?.close();
  });

  /** An order that is paid, and its payment. */
  const paid = async (method: string, currency: 'HTG' | 'USD' = 'HTG') => {
    const customer = await checkOut(shop, currency);
    const { transactionId } = await beginPayment(customer, method);
    const { status, text } = await shop.api.post(`/test_helpers/payments/${transactionId}/complete`);
    assert.equal(status, 200, text);
    await shop.until('the order is paid', async () =>
      (await orderOf(shop, customer)).payments.some(({ state }) => state === 'Settled'),
    );
    const [payment] = (await orderOf(shop, customer)).payments;
    return { customer, transactionId, paymentId: payment!.id };
  };
  const refund = async (
    { paymentId }: { readonly paymentId: string },
    amount: number,
    reason = 'out of stock',
  ): Promise<ShopRefund & { readonly message?: string }> => {
    const input = { paymentId, amount, reason, lines: [], shipping: 0, adjustment: 0 };
    const { refundOrder } = await shop.admin(
      `mutation ($i: RefundOrderInput!) { refundOrder(input: $i) {
        ... on Refund { id state total transactionId } ... on ErrorResult { message } } }`,
      { i: input },
    );
    return refundOrder;
  };
  const refundsOf = async ({ code }: Customer): Promise<ShopRefund[]> => {
    const { orders } = await shop.admin(
      `query ($c: String!) { orders(options: { filter: { code: { eq: $c } } }) { items {
        payments { refunds { id state total transactionId updatedAt } } } } }`,
      { c: code },
    );
    return orders.items[0].payments.flatMap(({ refunds }: { refunds: ShopRefund[] }) => refunds);
  };
  const becomes = (customer: Customer, { id }: ShopRefund, state: string) =>
    shop.until(`the refund is ${state}`, async () =>
      (await refundsOf(customer)).some((each) => each.id === id && each.state === state),
    );
  const url = () => `${shop.gateway.url}/api/refunds/v1/refunds`;
  const atPeye = async (transactionId: string): Promise<[string, string, string][]> => {
    const { json } = await shop.api.get(`${url()}?transaction_id=${transactionId}`);
    return json.data
      .map(({ refund_id: name, amount, status }: Record<string, string>) => [name, amount, status])
      .toReversed();
  };

  it('are pending until the customer has the money, and then settled by the webhook, in parts up to all of it', async () => {
    const order = await paid('lakaypay_card');
    const first = await refund(order, 25_000, 'test: slow');
    assert.deepEqual([first.state, first.total], ['Pending', 25_000]);
    assert.equal(first.transactionId, `vendure-${order.transactionId}-1`);
    await becomes(order.customer, first, 'Settled');
    const rest = await refund(order, 50_000);
    await becomes(order.customer, rest, 'Settled');
    assert.match((await refund(order, 1)).message ?? '', /REFUND_AMOUNT|amount|exceed/i);
    assert.deepEqual(await atPeye(order.transactionId), [
      [`vendure-${order.transactionId}-1`, '250.00', 'succeeded'],
      [`vendure-${order.transactionId}-2`, '500.00', 'succeeded'],
    ]);
  });

  it('that a person pays stay pending until then', async () => {
    const order = await paid('moncash');
    const made = await refund(order, 75_000);
    await shop.checkAll();
    assert.equal((await refundsOf(order.customer))[0]?.state, 'Pending');
    const id = refundIdOf({ websiteId: shop.websiteId, mode: 'test' }, made.transactionId);
    await verbs.refunds.complete(id, '2284013977');
    await becomes(order.customer, made, 'Settled');
  });

  it('that fail return nothing, which a note says, and can be requested again', async () => {
    const order = await paid('lakaypay_card');
    const declined = await refund(order, 75_000, 'test: declined');
    await becomes(order.customer, declined, 'Failed');
    assert.match(
      (await orderOf(shop, order.customer)).notes.join(),
      /-1 failed \(declined\): the customer does not have/,
    );
    const again = await refund(order, 75_000);
    assert.equal(again.transactionId, `vendure-${order.transactionId}-2`);
    await becomes(order.customer, again, 'Settled');
  });

  it('whose money comes back add a note, once', async () => {
    const order = await paid('lakaypay_card');
    const made = await refund(order, 75_000, 'test: reversed');
    await becomes(order.customer, made, 'Settled');
    const came = async () => (await orderOf(shop, order.customer)).notes.filter((each) => /came back/.test(each));
    await shop.until('a note says so', async () => (await came()).length > 0);
    assert.equal((await came()).length, 1);
  });

  it('are requested again after a lost request or response, and executed once', async () => {
    const order = await paid('lakaypay_card');
    line.refuse(true);
    const lost = await refund(order, 30_000);
    assert.equal(lost.state, 'Pending');
    const checkedAt = async () => (await refundsOf(order.customer))[0]?.updatedAt ?? '';
    const before = await checkedAt();
    await shop.checkAll();
    assert.ok((await checkedAt()) > before, 'one that cannot be checked goes to the end of the queue');
    line.refuse(false);
    assert.deepEqual(await atPeye(order.transactionId), []);
    await shop.hearWebhooks(false);
    await shop.checkAll();
    await until('Peye has executed it', async () => (await atPeye(order.transactionId))[0]?.[2] === 'succeeded');
    await shop.checkAll();
    await shop.hearWebhooks(true);
    await becomes(order.customer, lost, 'Settled');
    line.loseNextAnswer();
    const unheard = await refund(order, 45_000);
    await shop.until('it is settled', async () => {
      await shop.checkAll();
      return (await refundsOf(order.customer)).some(({ id, state }) => id === unheard.id && state === 'Settled');
    });
    assert.deepEqual(
      (await atPeye(order.transactionId)).map(([, amount]) => amount),
      ['300.00', '450.00'],
    );
  });

  it('of an attempt that the shop has lost are recorded by the same request, and block another one', async () => {
    const order = await paid('lakaypay_card');
    const name = `vendure-${order.transactionId}-1`;
    const body = { transaction_id: order.transactionId, amount: 250, reason: 'out of stock' };
    const { status, text } = await shop.api.request('PUT', `${url()}/${name}`, body);
    assert.equal(status, 201, text);
    await assert.rejects(refund(order, 75_000), /an earlier attempt has requested 250\.00 HTG/);
    assert.deepEqual(await refundsOf(order.customer), []);
    const made = await refund(order, 25_000);
    assert.equal(made.transactionId, name);
    await shop.until('it is settled', async () => {
      await shop.checkAll();
      return (await refundsOf(order.customer))[0]?.state === 'Settled';
    });
    assert.equal((await atPeye(order.transactionId)).length, 1);
  });

  it('of dollars that were charged in gourdes return the same share, and together the charged amount', async () => {
    const order = await paid('moncash', 'USD');
    await refund(order, 333);
    await refund(order, 667);
    assert.deepEqual(
      (await atPeye(order.transactionId)).map(([, amount]) => amount),
      ['434.56', '870.44'],
    );
  });

  it('that Peye refuses are not stored, and the error says why', async () => {
    const order = await paid('lakaypay_card');
    const elsewhere = await shop.api.request('PUT', `${url()}/elsewhere-${order.transactionId}`, {
      transaction_id: order.transactionId,
      amount: 700,
    });
    assert.equal(elsewhere.status, 201);
    await assert.rejects(refund(order, 60_000), /Peye refunds nothing: .*50\.00/);
    assert.deepEqual(await refundsOf(order.customer), []);
  });
});
