import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../support/gateway.ts';
import { beginPayment, checkOut, comeBack, orderOf } from './buy.ts';
import { type Shop, startShop } from './shop.ts';

describe('Vendure: the settings and pages of an administrator', () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop();
  });
  after(() => shop?.stop());

  const update = (code: string, changes: object) =>
    shop.admin(`query { paymentMethods { items { id code handler { code args { name value } } } } }`).then((data) => {
      const { id, handler } = data.paymentMethods.items.find((method: { code: string }) => method.code === code);
      const values = Object.entries(changes);
      const changed = (name: string) => values.find(([each]) => each === name)?.[1];
      return shop.admin('mutation ($i: UpdatePaymentMethodInput!) { updatePaymentMethod(input: $i) { id } }', {
        i: {
          id,
          enabled: changed('enabled') ?? true,
          handler: {
            code: handler.code,
            arguments: handler.args.map(({ name, value }: { name: string; value: string }) => ({
              name,
              value: changed(name) ?? value,
            })),
          },
        },
      });
    });

  it('key and secret are password fields', async () => {
    const { paymentMethodHandlers } = await shop.admin('{ paymentMethodHandlers { code args { name ui } } }');
    const { args } = paymentMethodHandlers.find((handler: { code: string }) => handler.code === 'peye');
    assert.deepEqual(
      args.map(({ name, ui }: { name: string; ui?: { component: string } }) => [name, ui?.component]),
      [
        ['method', 'select-form-input'],
        ['baseUrl', undefined],
        ['apiKey', 'password-form-input'],
        ['webhookSecret', 'password-form-input'],
      ],
    );
  });

  it('an invalid key is reported in the log without its value, and customers can try again', async () => {
    const customer = await checkOut(shop);
    const { testKey } = await shop.gateway.newWebsite();
    const wrong = `tk_test_${'0'.repeat(testKey.length - 8)}`;
    await update('natcash', { apiKey: wrong });
    const refused = await beginPayment(customer, 'natcash');
    assert.deepEqual([refused.reason, refused.message], ['TRY_AGAIN', 'The payment could not be started.']);
    assert.match(shop.log(), /was not created: .*Invalid API key/);
    for (const secret of [wrong, shop.webhookSecret]) assert.ok(!shop.log().includes(secret));
    await update('natcash', { apiKey: 'whsec_pasted_into_the_wrong_field' });
    assert.equal((await beginPayment(customer, 'natcash')).reason, 'TRY_AGAIN');
    assert.match(shop.log(), /apiKey is a webhook secret/);
    assert.equal((await beginPayment(customer, 'moncash')).__typename, 'PeyePayment');
    await update('natcash', { apiKey: shop.apiKey });
  });

  it('a payment of a replaced key is no longer used, and its order can be paid with the new key', async () => {
    const customer = await checkOut(shop);
    const old = await beginPayment(customer);
    const { testKey } = await shop.gateway.newWebsite();
    await update('moncash', { apiKey: testKey });
    const created = await beginPayment(customer);
    assert.equal(created.__typename, 'PeyePayment', created.message);
    assert.notEqual(created.transactionId, old.transactionId);
    assert.equal(await comeBack(customer, old.reference), 'FAILED');
    // The customer pays the old payment anyway. Its webhook is sent again until the old key is set again.
    await shop.api.post(`/test_helpers/payments/${old.transactionId}/complete`);
    await until('the shop cannot confirm the webhook', () =>
      shop.log().includes(`${old.reference} is paid according to its webhook, but not`),
    );
    await update('moncash', { apiKey: shop.apiKey });
    await shop.until('it is paid', async () => (await orderOf(shop, customer)).state === 'PaymentSettled');
  });

  it('without a webhook secret, webhooks get 503 and are sent again later; one method with a secret is enough', async () => {
    const webhook = () => fetch(`${shop.url}/peye/webhook`, { method: 'POST', body: '{}' });
    for (const code of ['natcash', 'lakaypay_card', 'choice']) await update(code, { webhookSecret: 'not a secret' });
    assert.equal((await webhook()).status, 400, 'checked with the secret of the other method');
    await update('moncash', { webhookSecret: '' });
    assert.equal((await webhook()).status, 503);
    assert.match(shop.log(), /No payment method of Peye has a webhook secret/);
    for (const code of ['moncash', 'natcash', 'lakaypay_card', 'choice'])
      await update(code, { webhookSecret: shop.webhookSecret });
  });

  it('no payment starts with a method that is missing, disabled or not of this plugin', async () => {
    const customer = await checkOut(shop);
    assert.equal((await beginPayment(customer, 'nothing')).reason, 'METHOD_NOT_AVAILABLE');
    await update('moncash', { method: 'card' });
    assert.equal((await beginPayment(customer)).reason, 'METHOD_NOT_AVAILABLE');
    await update('moncash', { method: 'moncash', enabled: false });
    assert.equal((await beginPayment(customer)).reason, 'METHOD_NOT_AVAILABLE');
    await update('moncash', {});
    assert.equal((await beginPayment(customer)).__typename, 'PeyePayment');
  });

  it('no payment starts for an empty cart, or for an order that is paid', async () => {
    assert.equal((await beginPayment({ code: '', shop: shop.visit() })).reason, 'NO_ORDER_TO_PAY');
    const paid = await checkOut(shop);
    const { transactionId } = await beginPayment(paid);
    await shop.api.post(`/test_helpers/payments/${transactionId}/complete`);
    await shop.until('it is paid', async () => (await orderOf(shop, paid)).state === 'PaymentSettled');
    assert.equal((await beginPayment(paid)).reason, 'NO_ORDER_TO_PAY');
  });

  it('a refund stays pending until it is paid by hand', async () => {
    const customer = await checkOut(shop);
    const created = await beginPayment(customer);
    await shop.api.post(`/test_helpers/payments/${created.transactionId}/complete`);
    await shop.until('it is paid', async () => (await orderOf(shop, customer)).state === 'PaymentSettled');
    const { payments, totalWithTax } = await orderOf(shop, customer);
    const { refundOrder } = await shop.admin(
      `mutation ($p: ID!, $a: Money!) { refundOrder(input: { paymentId: $p, amount: $a, reason: "Broken", lines: [], shipping: 0, adjustment: 0 }) {
        ... on Refund { id state } ... on ErrorResult { message } } }`,
      { p: payments[0]!.id, a: totalWithTax },
    );
    assert.equal(refundOrder.state, 'Pending', JSON.stringify(refundOrder));
    const { settleRefund } = await shop.admin(
      `mutation ($i: ID!) { settleRefund(input: { id: $i, transactionId: "by hand" }) { ... on Refund { state } } }`,
      { i: refundOrder.id },
    );
    assert.equal(settleRefund.state, 'Settled');
  });

  it('an amount below the minimum of a method is refused with a text for the customer', async () => {
    await shop.admin('mutation ($i: [UpdateProductVariantInput!]!) { updateProductVariants(input: $i) { id } }', {
      i: [{ id: shop.productId, prices: [{ currencyCode: 'HTG', price: 500 }] }],
    });
    const refused = await beginPayment(await checkOut(shop), 'natcash');
    assert.equal(refused.reason, 'REFUSED');
    assert.match(refused.message, /20/);
  });

  it('an order in another sales channel is paid in that channel', async () => {
    const { activeChannel, shippingMethods, stockLocations, products, paymentMethods } = await shop.admin(`{
      activeChannel { defaultTaxZone { id } }
      shippingMethods { items { id } } stockLocations { items { id } } products { items { id } }
      paymentMethods { items { id } }
    }`);
    const zone = activeChannel.defaultTaxZone.id;
    const { createChannel } = await shop.admin(
      'mutation ($i: CreateChannelInput!) { createChannel(input: $i) { ... on Channel { id } ... on ErrorResult { message } } }',
      {
        i: {
          code: 'jacmel',
          token: 'jacmel',
          defaultLanguageCode: 'en',
          pricesIncludeTax: false,
          defaultCurrencyCode: 'HTG',
          defaultTaxZoneId: zone,
          defaultShippingZoneId: zone,
        },
      },
    );
    const channelId = createChannel.id;
    const only = (list: { items: { id: string }[] }) => list.items.map(({ id }) => id);
    await shop.admin(
      `mutation ($c: ID!, $p: [ID!]!, $s: [ID!]!, $l: [ID!]!, $m: [ID!]!) {
        assignProductsToChannel(input: { channelId: $c, productIds: $p }) { id }
        assignShippingMethodsToChannel(input: { channelId: $c, shippingMethodIds: $s }) { id }
        assignStockLocationsToChannel(input: { channelId: $c, stockLocationIds: $l }) { id }
        assignPaymentMethodsToChannel(input: { channelId: $c, paymentMethodIds: $m }) { id }
      }`,
      {
        c: channelId,
        m: only(paymentMethods),
        p: only(products),
        s: only(shippingMethods),
        l: only(stockLocations),
      },
    );
    const customer = await checkOut(shop, 'HTG', 'jacmel');
    const created = await beginPayment(customer);
    assert.equal(created.__typename, 'PeyePayment', created.message);
    await shop.api.post(`/test_helpers/payments/${created.transactionId}/complete`);
    await shop.until('it is paid', async () => (await orderOf(shop, customer)).state === 'PaymentSettled');
  });
});
