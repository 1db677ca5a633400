import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { PAYMENT_METHODS, type PaymentMethod } from '../../src/core/payment.ts';
import type { WebsiteChanges } from '../../src/features/websites/change-website.ts';
import { peye } from '../support/cli.ts';
import type { ProviderDriver } from '../support/drivers/provider-driver.ts';
import { startDriver } from '../support/drivers/start-driver.ts';
import { freePort, paymentRequest, type TestGateway } from '../support/gateway.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { attempted } from '../support/webhooks.ts';
import { changeWebsite, createWebsite } from '../support/websites.ts';
import { contractSuite } from './promise.ts';
import {
  assertCreated,
  assertError,
  assertList,
  assertPayment,
  assertRead,
  created,
  FAILURE_REASONS,
  read,
} from './shapes.ts';

/** Methods whose provider gets a request when a payment is created. LakayPay card has none: a form leads to its page. */
const CREATED_BY_REQUEST = ['moncash', 'natcash', 'card'] as const;
/** Faults that give no usable response, at any provider. */
const FAULTS = ['error_500', 'garbage', 'drop', 'drop_after_effect', 'endless'] as const;

let drivers: Record<PaymentMethod, ProviderDriver>;
let receiver: Receiver;
let shops = 0;

/** A new website with a live key, approved for cards, whose events go to its own path. */
async function liveShop(gateway: TestGateway, changes: WebsiteChanges = { cardLiveApproved: true }) {
  const path = `/shop/${++shops}`;
  const { store } = gateway;
  const { website, webhookSecret } = await createWebsite(store, { name: 'Shop', callbackUrl: receiver.origin + path });
  await changeWebsite(store.db, website.id, changes);
  const { text } = await store.operator.createApiKey({ websiteId: website.id, mode: 'live' });
  return { api: gateway.client(text), path, secret: webhookSecret };
}

type Shop = Awaited<ReturnType<typeof liveShop>>;

/** A failed payment is readable, in the list, and sent to the merchant, signed, once. */
async function assertKeptAsFailed(gateway: TestGateway, { api, path, secret }: Shop, reference: string) {
  const found = await api.get(`/payments/reference/${reference}`);
  assertRead(found);
  const payment = found.json.data;
  assert.equal(payment.status, 'failed');
  assert.ok(FAILURE_REASONS.includes(payment.failure_reason));
  assert.deepEqual(await read(api, payment.transaction_id), payment);
  const list = await api.get('/payments?status=failed');
  assertList(list);
  assert.deepEqual(list.json.data[0], payment);
  assert.equal((await attempted(gateway, payment.transaction_id)).status, 'delivered');
  const posts = receiver.received(path).filter(({ body }) => body.includes(payment.transaction_id));
  assert.equal(posts.length, 1);
  const [post] = posts;
  assert.deepEqual(JSON.parse(String(post?.body)).data, payment);
  assert.equal(post?.headers['x-gateway-event'], 'payment.failed');
  assert.equal(
    post?.headers['x-gateway-signature'],
    createHmac('sha256', secret)
      .update(post?.body ?? '')
      .digest('hex'),
  );
  return payment;
}

const repairAll = () => {
  for (const method of PAYMENT_METHODS) drivers[method].repair();
};

contractSuite(
  'live payments',
  (promise) => {
    promise(
      ['AUTH-2', 'CREATE-1'],
      '201 for a live payment of every method, with its fields, and a test payment causes no request to a provider',
      async (gateway) => {
        const { api } = await liveShop(gateway);
        for (const method of PAYMENT_METHODS) {
          const known = drivers[method].book().length;
          const response = await api.post('/payments', paymentRequest({ payment_method: method }));
          assertCreated(response, { method, isConverted: false });
          const isRequested = method !== 'lakaypay_card';
          assert.equal(drivers[method].book().length, known + (isRequested ? 1 : 0));
          assert.equal(drivers[method].creations(response.json.transaction_id), isRequested ? 1 : 0);
          await created(gateway.api, { payment_method: method });
          assert.equal(drivers[method].book().length, known + (isRequested ? 1 : 0));
          assertError(await gateway.api.get(`/payments/${response.json.transaction_id}`), 404, 'transaction_not_found');
        }
      },
    );

    promise(
      ['STATE-7', 'FEED-4', 'WEBHOOK-6'],
      '200 for a verification completes a paid payment, and one webhook reports it',
      async (gateway) => {
        const shop = await liveShop(gateway);
        for (const method of PAYMENT_METHODS) {
          const json = await created(shop.api, { payment_method: method });
          const id = json.transaction_id;
          await drivers[method].visit(json);
          await drivers[method].pay(id);
          const verified = await shop.api.post(`/payments/${id}/verify`);
          assert.equal(verified.json.data.status, 'completed', verified.text);
          await attempted(gateway, id);
          const posts = receiver.received(shop.path).filter(({ body }) => body.includes(id));
          assert.deepEqual(
            posts.map(({ headers }) => headers['x-gateway-event']),
            ['payment.success'],
          );
          const { data } = JSON.parse(String(posts[0]?.body));
          assertPayment(data);
          assert.deepEqual(data, await read(shop.api, id));
        }
      },
    );

    for (const method of CREATED_BY_REQUEST) {
      promise(
        ['VERIFY-8', 'ERROR-6', 'STATE-6'],
        `500 for a ${method} payment whose creation gets no response: stored as failed, sent to the merchant, and never created again`,
        async (gateway) => {
          const shop = await liveShop(gateway);
          for (const fault of FAULTS) {
            const reference = `lost-${fault}`;
            drivers[method].setFaults({ create: fault });
            const response = await shop.api.post('/payments', paymentRequest({ payment_method: method, reference }));
            repairAll();
            assertError(response, 500, 'internal_error');
            const payment = await assertKeptAsFailed(gateway, shop, reference);
            assert.equal(payment.failure_reason, 'provider_error');
            assert.match(response.json.message, new RegExp(`\\b${payment.transaction_id}\\b.*failed`));
            const asked = drivers[method].creations(payment.transaction_id);
            assert.ok(asked <= 1);
            const verified = await shop.api.post(`/payments/${payment.transaction_id}/verify`);
            assert.equal(verified.status, 200, verified.text);
            assert.equal(drivers[method].creations(payment.transaction_id), asked);
            assert.deepEqual(await read(shop.api, payment.transaction_id), payment);
          }
        },
      );

      promise(
        ['CREATE-41', 'CREATE-18'],
        `400 for a ${method} payment that the provider refuses, in words for the customer: stored as failed, and sent to the merchant`,
        async (gateway) => {
          const shop = await liveShop(gateway);
          drivers[method].setFaults({ refuseCreate: true });
          const response = await shop.api.post(
            '/payments',
            paymentRequest({ payment_method: method, reference: 'refused' }),
          );
          repairAll();
          assertError(response, 400, 'payment_processing_failed');
          // One sentence or two: none of the provider's codes, numbers or words.
          assert.match(response.json.message, /^[A-Z][A-Za-z ,]+\.( [A-Z][A-Za-z ,]+\.)?$/);
          await assertKeptAsFailed(gateway, shop, 'refused');
        },
      );
    }

    promise(
      ['VERIFY-8', 'VERIFY-1'],
      '500 for a verification without a response changes nothing, and 200 follows when there is one',
      async (gateway) => {
        const { api } = await liveShop(gateway);
        for (const method of PAYMENT_METHODS) {
          const json = await created(api, { payment_method: method });
          const id = json.transaction_id;
          await drivers[method].visit(json);
          await drivers[method].pay(id);
          const before = (await api.get(`/payments/${id}`)).text;
          for (const fault of FAULTS) {
            drivers[method].setFaults({ query: fault });
            const response = await api.post(`/payments/${id}/verify`);
            assertError(response, 500, 'internal_error', { message: /Nothing was changed/ });
            assert.equal((await api.get(`/payments/${id}`)).text, before);
            drivers[method].repair();
          }
          repairAll();
          assert.equal((await api.post(`/payments/${id}/verify`)).json.data.status, 'completed');
        }
      },
    );

    promise(
      ['STATE-9', 'STATE-5'],
      'money for a failed payment changes nothing that the merchant sees, and is shown to the operator until its discrepancy is resolved',
      async (gateway) => {
        const { api } = await liveShop(gateway);
        for (const method of PAYMENT_METHODS) {
          const reference = `late-${method}`;
          drivers[method].setFaults({ create: 'drop_after_effect' });
          const creation = await api.post('/payments', paymentRequest({ payment_method: method, reference }));
          repairAll();
          const { transaction_id: id } = (await api.get(`/payments/reference/${reference}`)).json.data;
          if (method === 'lakaypay_card') {
            await drivers[method].visit(creation.json);
            await gateway.store.db.transaction((tx) =>
              tx.query('UPDATE payments SET expires_at_us = created_at_us + 1 WHERE id = $1', [Number(id)]),
            );
            await api.post(`/payments/${id}/verify`);
          }
          const failed = await read(api, id);
          assert.equal(failed.status, 'failed');
          await drivers[method].pay(id);
          for (let i = 0; i < 2; i++) {
            assert.equal((await api.post(`/payments/${id}/verify`)).json.data.status, 'failed');
            assert.deepEqual(await read(api, id), failed);
          }
          const list = async (...args: string[]) => {
            const { stdout } = await peye(['discrepancies', ...args, '--json'], { settings: gateway.settings });
            return JSON.parse(stdout);
          };
          const [shown] = (await list('list')).filter((one: { transaction_id: string }) => one.transaction_id === id);
          assert.deepEqual([shown.kind, shown.reported.amount, shown.times_seen], ['paid_after_failure', '500.00', 2]);
          await list('resolve', shown.id, '--note', 'returned');
          assert.deepEqual(
            (await list('list')).filter((one: { transaction_id: string }) => one.transaction_id === id),
            [],
          );
        }
      },
    );

    promise(
      ['CREATE-33', 'CREATE-4'],
      '201 converts dollars for the wallets, rounded up to whole gourdes, and the provider gets exactly that amount',
      async (gateway) => {
        const { api } = await liveShop(gateway);
        // At a rate of 130.50 the first two are 130.50 and 1,303.695 gourdes.
        for (const [amount, charged] of [
          [1, '131.00'],
          [9.99, '1304.00'],
          [2, '261.00'],
        ] as const) {
          for (const method of ['moncash', 'natcash'] as const) {
            const response = await api.post(
              '/payments',
              paymentRequest({ payment_method: method, currency: 'USD', amount }),
            );
            assertCreated(response, { method, isConverted: true });
            assert.equal(response.json.amount, charged);
            assert.deepEqual(response.json.conversion, {
              original_amount: amount,
              original_currency: 'USD',
              exchange_rate: 130.5,
              charged_amount: Number(charged),
              charged_currency: 'HTG',
            });
            const { amountMinor, currency } = drivers[method].book().at(-1)!;
            assert.deepEqual([amountMinor, currency], [Number(charged) * 100, 'HTG']);
          }
          const card = await created(api, { payment_method: 'card', currency: 'USD', amount });
          assert.deepEqual([card.amount, card.currency, card.conversion], [amount.toFixed(2), 'USD', undefined]);
          assert.deepEqual(drivers.card.book().at(-1)?.amountMinor, Math.round(amount * 100));
        }
      },
    );

    promise(
      ['CREATE-4'],
      '422 for centimes to a wallet that takes whole gourdes, before its limits; 201 in test mode, and for cards',
      async (gateway) => {
        const { api } = await liveShop(gateway);
        for (const payment_method of ['moncash', 'natcash'] as const) {
          const known = drivers[payment_method].book().length;
          for (const amount of [500.01, 500.5, 200_000.5]) {
            const response = await api.post('/payments', paymentRequest({ payment_method, amount }));
            assertError(response, 422, 'validation_error', { fields: ['amount'] });
          }
          assert.equal(drivers[payment_method].book().length, known);
          await created(gateway.api, { payment_method, amount: 500.01 });
        }
        for (const payment_method of ['lakaypay_card', 'card']) {
          assert.equal((await created(api, { payment_method, amount: 500.01 })).amount, '500.01');
        }
      },
    );

    promise(
      ['CREATE-36', 'CREATE-34', 'CREATE-35', 'REQUEST-30'],
      '400 for amounts beyond a limit after their conversion, without a call to a provider',
      async (gateway) => {
        const { api } = await liveShop(gateway);
        const cases = [
          ['moncash', 'HTG', 75_001, 'amount_too_high'],
          // 574.71 × 130.5 is 74,999.655: the whole gourde above is the limit itself. 574.72 × 130.5 is 75,000.96.
          ['moncash', 'USD', 574.72, 'amount_too_high'],
          ['natcash', 'HTG', 19, 'amount_too_low'],
          ['natcash', 'HTG', 100_001, 'amount_too_high'],
          ['natcash', 'USD', 766.29, 'amount_too_high'],
          ['lakaypay_card', 'HTG', 500_000.01, 'amount_too_high'],
          ['lakaypay_card', 'USD', 4_000.01, 'amount_too_high'],
          ['card', 'HTG', 65.24, 'amount_too_low'],
          ['card', 'USD', 10_000.01, 'amount_too_high'],
        ] as const;
        const books = () => PAYMENT_METHODS.map((method) => drivers[method].book().length);
        const before = books();
        for (const [payment_method, currency, amount, code] of cases) {
          const response = await api.post('/payments', paymentRequest({ payment_method, currency, amount }));
          assertError(response, 400, code, { message: /\d+\.\d\d (HTG|USD)/ });
        }
        assert.deepEqual(books(), before);
        assert.equal((await api.get('/payments')).json.pagination.total, 0);
        for (const [payment_method, currency, amount] of [
          ['moncash', 'HTG', 75_000],
          ['moncash', 'USD', 574.71],
          ['natcash', 'HTG', 20],
          ['natcash', 'HTG', 100_000],
          ['natcash', 'USD', 766.28],
          ['lakaypay_card', 'HTG', 1],
          ['lakaypay_card', 'USD', 4_000],
          ['card', 'HTG', 65.25],
          ['card', 'USD', 10_000],
        ] as const) {
          await created(api, { payment_method, currency, amount });
        }
      },
    );

    promise(
      ['CREATE-40', 'REQUEST-28', 'REQUEST-29'],
      '403 for a live card without approval, after 422 and before every other error; 201 once it is approved',
      async (gateway) => {
        const { api } = await liveShop(gateway, { methods: ['moncash'] });
        const known = drivers.card.book().length;
        const request = (changes: object) =>
          api.post('/payments', paymentRequest({ payment_method: 'card', ...changes }));
        assertError(await request({ amount: 0.5 }), 422, 'validation_error', { fields: ['amount'] });
        assertError(await request({ amount: 9_999_999 }), 403, 'payment_method_not_approved');
        drivers.card.setFaults({ refuseCreate: true });
        assertError(await request({}), 403, 'payment_method_not_approved');
        repairAll();
        assert.equal(drivers.card.book().length, known);
        assert.equal((await api.get('/payments')).json.pagination.total, 0);
        await created(api);
        const approved = await liveShop(gateway);
        await created(approved.api, { payment_method: 'card' });
      },
    );

    promise(
      ['CREATE-39'],
      '400 for a method that is off for the website, even with a working provider and an amount beyond a limit',
      async (gateway) => {
        for (const off of PAYMENT_METHODS) {
          const methods = PAYMENT_METHODS.filter((method) => method !== off);
          const { api } = await liveShop(gateway, { cardLiveApproved: true, methods });
          const known = drivers[off].book().length;
          for (const amount of [500, 9_999_999]) {
            const response = await api.post('/payments', paymentRequest({ payment_method: off, amount }));
            assertError(response, 400, 'payment_method_not_available');
          }
          assert.equal(drivers[off].book().length, known);
          for (const payment_method of methods) await created(api, { payment_method });
        }
      },
    );
  },
  async () => {
    receiver = await startReceiver();
    const port = String(await freePort());
    const options = { gatewayUrl: `http://127.0.0.1:${port}`, now: Date.now };
    const all: ProviderDriver[] = await Promise.all(PAYMENT_METHODS.map((method) => startDriver(method, options)));
    drivers = Object.fromEntries(all.map((one) => [one.method, one])) as Record<PaymentMethod, ProviderDriver>;
    return {
      settings: Object.assign({ ...receiver.settings, PORT: port }, ...all.map(({ settings }) => settings)),
      async close() {
        await Promise.all([receiver.close(), ...all.map((one) => one.stop())]);
      },
    };
  },
);
