import assert from 'node:assert/strict';
import { contractSuite } from './promise.ts';
import { assertError, assertRead, created, FAILURE_REASONS, METHODS, read } from './shapes.ts';

const helper = (id: string, verb: 'complete' | 'fail') => `/test_helpers/payments/${id}/${verb}`;

contractSuite('POST /test_helpers/payments/{transaction_id}/…', (promise) => {
  for (const payment_method of METHODS) {
    promise(
      ['SANDBOX-1', 'STATE-6', 'STATE-4', 'PAYMENT-10'],
      `200 completes a ${payment_method} payment and returns it as it is read`,
      async ({ api }) => {
        const { transaction_id: id } = await created(api, { payment_method });
        const response = await api.post(helper(id, 'complete'));
        assertRead(response);
        assert.equal(response.json.data.status, 'completed');
        assert.equal(response.text, (await api.get(`/payments/${id}`)).text);
      },
    );
    promise(
      ['SANDBOX-2', 'STATE-6', 'STATE-4', 'PAYMENT-11'],
      `200 fails a ${payment_method} payment, as declined when no reason is given`,
      async ({ api }) => {
        for (const body of [undefined, {}, { failure_reason: null }, { other: 1 }]) {
          const { transaction_id: id } = await created(api, { payment_method });
          const response = await api.post(helper(id, 'fail'), body);
          assertRead(response);
          assert.deepEqual([response.json.data.status, response.json.data.failure_reason], ['failed', 'declined']);
          assert.equal(response.text, (await api.get(`/payments/${id}`)).text);
        }
      },
    );
  }

  promise(['SANDBOX-5', 'SANDBOX-2'], '200 fails with each of the seven reasons', async ({ api }) => {
    for (const failure_reason of FAILURE_REASONS) {
      const { transaction_id: id } = await created(api);
      const response = await api.post(helper(id, 'fail'), { failure_reason });
      assertRead(response);
      assert.equal(response.json.data.failure_reason, failure_reason);
    }
  });

  promise(['SANDBOX-5', 'REQUEST-8'], '422 refuses every other reason, and changes nothing', async ({ api }) => {
    const { transaction_id: id } = await created(api);
    for (const failure_reason of ['', 'Declined', 'no_money', 1, true, [], {}, ['declined']]) {
      const response = await api.post(helper(id, 'fail'), { failure_reason });
      assertError(response, 422, 'validation_error', { fields: ['failure_reason'] });
    }
    for (const body of ['{', '[]', 'null', '"declined"', '{"failure_reason":"declined"']) {
      assertError(await api.post(helper(id, 'fail'), body), 422, 'validation_error', { fields: ['body'] });
    }
    const type = { 'content-type': 'text/plain' };
    assertError(await api.post(helper(id, 'fail'), 'declined', type), 415, 'unsupported_media_type');
    assert.equal((await read(api, id)).status, 'processing');
  });

  promise(
    ['SANDBOX-4', 'STATE-5'],
    '409 for a payment that is final already, which stays as it is',
    async ({ api }) => {
      for (const first of ['complete', 'fail'] as const) {
        const { transaction_id: id } = await created(api);
        await api.post(helper(id, first));
        const before = await read(api, id);
        for (const second of ['complete', 'fail'] as const) {
          assertError(await api.post(helper(id, second)), 409, 'payment_already_final');
        }
        assert.deepEqual(await read(api, id), before);
      }
    },
  );

  promise(
    ['SANDBOX-3', 'AUTH-5', 'REQUEST-27'],
    '403 refuses a live key before it looks at body or payment',
    async (gateway) => {
      const live = gateway.client(gateway.liveKey);
      const { transaction_id: id } = await created(gateway.api);
      for (const target of [id, '1', 'abc']) {
        assertError(await live.post(helper(target, 'complete')), 403, 'action_not_allowed');
        for (const body of [undefined, '{broken', { failure_reason: 'x' }, 'x'.repeat(70_000)]) {
          assertError(await live.post(helper(target, 'fail'), body), 403, 'action_not_allowed');
        }
      }
      assert.equal((await read(gateway.api, id)).status, 'processing');
    },
  );

  promise(['SANDBOX-1', 'SANDBOX-2', 'AUTH-12'], '404 for a payment that does not exist', async ({ api }) => {
    for (const id of ['999999999999999', '1', 'abc', '%00', '9007199254740993']) {
      for (const verb of ['complete', 'fail'] as const) {
        assertError(await api.post(helper(id, verb)), 404, 'transaction_not_found');
      }
    }
  });
});
