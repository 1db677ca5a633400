import assert from 'node:assert/strict';
import { contractSuite } from './promise.ts';
import { getRaw } from './raw-http.ts';
import { assertError, assertRead, complete, created, FAILURE_REASONS, fail, METHODS } from './shapes.ts';

contractSuite('GET /payments/{transaction_id}', (promise) => {
  for (const method of METHODS) {
    promise(
      [
        ...['READ-1', 'REQUEST-5', 'READ-3', 'REQUEST-4'],
        'PAYMENT-1',
        'PAYMENT-2',
        'PAYMENT-3',
        'PAYMENT-4',
        'PAYMENT-5',
        'PAYMENT-9',
        'PAYMENT-14',
        ...['PAYMENT-10', 'PAYMENT-11', 'PAYMENT-12', 'STATE-6', 'STATE-5'],
      ],
      `200 reads an open, a completed and a failed ${method} payment with exactly its fields`,
      async ({ api }) => {
        const make = async () => (await created(api, { payment_method: method })).transaction_id as string;
        const open = await make();
        const [paid, unpaid] = [await make(), await make()];
        await complete(api, paid);
        await fail(api, unpaid, 'cancelled');
        for (const id of [open, paid, unpaid]) {
          const response = await api.get(`/payments/${id}`);
          assertRead(response);
          assert.equal(response.json.data.transaction_id, id);
          assert.equal(response.json.data.payment_method, method);
        }
        assert.equal((await api.get(`/payments/${paid}`)).json.data.status, 'completed');
        assert.equal((await api.get(`/payments/${unpaid}`)).json.data.failure_reason, 'cancelled');
      },
    );
  }

  promise(['PAYMENT-12', 'SANDBOX-5'], '200 reads each failure reason', async ({ api }) => {
    for (const reason of FAILURE_REASONS) {
      const { transaction_id } = await created(api);
      await fail(api, transaction_id, reason);
      const { data } = (await api.get(`/payments/${transaction_id}`)).json;
      assert.deepEqual([data.status, data.failure_reason, data.completed_at], ['failed', reason, null]);
    }
  });

  promise(['READ-2'], '404 for a text that is not the id of a payment', async (gateway) => {
    const { transaction_id } = await created(gateway.api);
    const others = [
      ...['1', '0', '-1', 'abc', 'reference', 'null', '999999999999999', '9007199254740991', '9007199254740993'],
      ...['99999999999999999999', `0${transaction_id}`, `+${transaction_id}`, `${transaction_id}0`, '1e15'],
      ...[`${transaction_id}.0`, `%20${transaction_id}`, `${transaction_id}%20`, `${transaction_id}%00`, '%EF%BC%91'],
      ...[`${transaction_id};x`, `${transaction_id}%2F`, `${transaction_id}'--`, '..%2Fhealth', 'x'.repeat(8_000)],
    ];
    for (const other of others) {
      const response = await getRaw(gateway.url, `/api/gateway/v1/payments/${other}`, gateway.testKey);
      assertError(response, 404, 'transaction_not_found', { message: 'Transaction not found.' });
    }
  });

  promise(
    ['AUTH-12', 'AUTH-2'],
    '404 for a payment of another website or mode, 200 for another key of both',
    async (gateway) => {
      const { transaction_id } = await created(gateway.api, { reference: 'scoped' });
      const { text: sibling } = await gateway.store.operator.createApiKey({
        websiteId: gateway.website.id,
        mode: 'test',
      });
      const otherWebsite = await gateway.newWebsite();
      const paths = [`/payments/${transaction_id}`, '/payments/reference/scoped'];
      for (const path of paths) {
        assertRead(await gateway.client(sibling).get(path));
        for (const key of [gateway.liveKey, otherWebsite.testKey, otherWebsite.liveKey]) {
          assertError(await gateway.client(key).get(path), 404, 'transaction_not_found');
        }
      }
      const posts = [
        `/payments/${transaction_id}/verify`,
        ...['complete', 'fail'].map((verb) => `/test_helpers/payments/${transaction_id}/${verb}`),
      ];
      for (const path of posts) {
        assertError(await gateway.client(otherWebsite.testKey).post(path), 404, 'transaction_not_found');
      }
      assertError(await gateway.client(gateway.liveKey).post(posts[0]!), 404, 'transaction_not_found');
      const { data } = (await gateway.api.get(paths[0]!)).json;
      assert.equal(data.status, 'processing');
    },
  );
});
