import assert from 'node:assert/strict';
import type { WebsiteChanges } from '../../src/features/websites/change-website.ts';
import { paymentRequest, type TestGateway } from '../support/gateway.ts';
import { changeWebsite } from '../support/websites.ts';
import { contractSuite } from './promise.ts';
import { assertError, assertList, created, METHODS } from './shapes.ts';

/** Keys of a new website, changed before any request has used them. */
async function websiteWith(gateway: TestGateway, changes: WebsiteChanges) {
  const { website, testKey, liveKey } = await gateway.newWebsite();
  await changeWebsite(gateway.store.db, website.id, changes);
  return { test: gateway.client(testKey), live: gateway.client(liveKey) };
}

contractSuite('POST /payments with a live key, and methods that are off', (promise) => {
  promise(
    ['CREATE-40', 'CREATE-18'],
    '403 refuses a live card without approval; with a test key it needs none',
    async (gateway) => {
      const { test, live } = await websiteWith(gateway, {});
      const request = paymentRequest({ payment_method: 'card' });
      assertError(await live.post('/payments', request), 403, 'payment_method_not_approved');
      await created(test, request);
    },
  );

  promise(
    ['CREATE-39', 'AUTH-2', 'CREATE-18'],
    '400 refuses every live method that has no credentials, even an approved card, and stores no payment',
    async (gateway) => {
      const { live } = await websiteWith(gateway, { cardLiveApproved: true });
      for (const payment_method of METHODS) {
        const response = await live.post('/payments', paymentRequest({ payment_method, reference: 'live' }));
        assertError(response, 400, 'payment_method_not_available');
      }
      assertError(await live.get('/payments/reference/live'), 404, 'transaction_not_found');
      const list = await live.get('/payments');
      assertList(list);
      assert.equal(list.json.pagination.total, 0);
    },
  );

  promise(['CREATE-39'], '400 refuses a method that is switched off, and 201 takes the others', async (gateway) => {
    for (const off of METHODS) {
      const { test } = await websiteWith(gateway, { methods: METHODS.filter((method) => method !== off) });
      for (const payment_method of METHODS) {
        const request = paymentRequest({ payment_method });
        if (payment_method === off) {
          assertError(await test.post('/payments', request), 400, 'payment_method_not_available');
        } else await created(test, request);
      }
    }
    const { test } = await websiteWith(gateway, { methods: [] });
    assertError(await test.post('/payments', paymentRequest()), 400, 'payment_method_not_available');
  });

  promise(['REQUEST-28'], '422 comes before the approval of a live card and before availability', async (gateway) => {
    const { test, live } = await websiteWith(gateway, { methods: [] });
    for (const api of [test, live]) {
      for (const changes of [{ amount: 0.5 }, { customer_name: '' }, { recurring: true }]) {
        const response = await api.post('/payments', paymentRequest({ payment_method: 'card', ...changes }));
        assertError(response, 422, 'validation_error');
      }
      assertError(await api.post('/payments', '{'), 422, 'validation_error', { fields: ['body'] });
    }
  });

  promise(
    ['REQUEST-29'],
    '403 for a live card without approval comes before 400 for a card that is switched off',
    async (gateway) => {
      const { live } = await websiteWith(gateway, { methods: [] });
      const response = await live.post('/payments', paymentRequest({ payment_method: 'card', amount: 9_999_999 }));
      assertError(response, 403, 'payment_method_not_approved');
    },
  );

  promise(['REQUEST-30'], '400 for a method that is off comes before 400 for its amount', async (gateway) => {
    const { test, live } = await websiteWith(gateway, { methods: [], cardLiveApproved: true });
    for (const api of [test, live]) {
      for (const [payment_method, amount] of [
        ['natcash', 1],
        ['moncash', 9_999_999],
        ['card', 1],
      ] as const) {
        const response = await api.post('/payments', paymentRequest({ payment_method, amount }));
        assertError(response, 400, 'payment_method_not_available');
      }
    }
  });
});
