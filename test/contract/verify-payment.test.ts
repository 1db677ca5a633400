import assert from 'node:assert/strict';
import type { ApiResponse } from '../support/gateway.ts';
import { movingClock } from './moving-clock.ts';
import { contractSuite } from './promise.ts';
import {
  assertError,
  assertKeys,
  assertSuccess,
  assertTimestamp,
  complete,
  created,
  fail,
  METHODS,
  read,
} from './shapes.ts';

function assertVerification(response: ApiResponse, id: string, status: string): void {
  assertSuccess(response, 200);
  assertKeys(response.json, ['success', 'data']);
  const { data } = response.json;
  assertKeys(data, ['transaction_id', 'status', 'verified_at', 'provider_response']);
  assert.equal(data.transaction_id, id);
  assert.equal(data.status, status);
  assertTimestamp(data.verified_at);
  assert.ok(typeof data.provider_response === 'object' && data.provider_response !== null);
  assert.ok(!Array.isArray(data.provider_response));
}

contractSuite('POST /payments/{transaction_id}/verify', (promise) => {
  for (const method of METHODS) {
    promise(
      ['VERIFY-2', 'VERIFY-3', 'VERIFY-4', 'VERIFY-5', ...['VERIFY-1', 'STATE-3']],
      `200 returns the latest status of a ${method} payment, and leaves an open one open`,
      async ({ api }) => {
        const open = method === 'card' ? 'pending' : 'processing';
        const ids: string[] = [];
        for (let i = 0; i < 3; i++) ids.push((await created(api, { payment_method: method })).transaction_id);
        const [unpaid, paid, failed] = ids as [string, string, string];
        await complete(api, paid);
        await fail(api, failed, 'declined');
        for (const [id, status] of [
          [unpaid, open],
          [paid, 'completed'],
          [failed, 'failed'],
        ] as const) {
          const before = await read(api, id);
          assertVerification(await api.post(`/payments/${id}/verify`), id, status);
          assertVerification(await api.post(`/payments/${id}/verify`), id, status);
          assert.deepEqual(await read(api, id), before);
        }
      },
    );
  }

  promise(['VERIFY-1'], '200 needs no body, and takes an empty object', async ({ api }) => {
    const { transaction_id: id } = await created(api);
    for (const body of [undefined, '', {}])
      assertVerification(await api.post(`/payments/${id}/verify`, body), id, 'processing');
  });

  promise(['VERIFY-6'], '404 for a payment that does not exist', async ({ api }) => {
    for (const id of ['999999999999999', '1', 'abc', 'reference', '9007199254740993']) {
      assertError(await api.post(`/payments/${id}/verify`), 404, 'transaction_not_found');
    }
  });
});

contractSuite(
  'the limit of verify',
  (promise) => {
    promise(
      ['VERIFY-7', 'LIMIT-3'],
      '429 from the 11th verification of one payment on, and 200 for another',
      async ({ api }) => {
        const { transaction_id: id } = await created(api);
        const { transaction_id: other } = await created(api);
        for (let i = 1; i <= 10; i++) assertVerification(await api.post(`/payments/${id}/verify`), id, 'processing');
        const refused = await api.post(`/payments/${id}/verify`);
        assertError(refused, 429, 'rate_limit_exceeded');
        assert.ok(refused.json.retry_after <= 60);
        assertVerification(await api.post(`/payments/${other}/verify`), other, 'processing');
        assert.equal((await read(api, id)).status, 'processing');
      },
    );

    promise(['VERIFY-7'], '404 and 401 do not count as verifications', async (gateway) => {
      const { transaction_id: id } = await created(gateway.api);
      const otherClient = gateway.client((await gateway.newWebsite()).testKey);
      for (let i = 1; i <= 12; i++) {
        assertError(await otherClient.post(`/payments/${id}/verify`), 404, 'transaction_not_found');
        assertError(await gateway.client(null).post(`/payments/${id}/verify`), 401, 'missing_api_key');
      }
      assertVerification(await gateway.api.post(`/payments/${id}/verify`), id, 'processing');
    });
  },
  { settings: { VERIFY_LIMIT_PER_MINUTE: '10' } },
);

const clock = movingClock('2026-05-01T12:00:00Z');

contractSuite(
  'verify when the provider has a new status',
  (promise) => {
    promise(
      ['VERIFY-1', 'FEED-5', 'VERIFY-4'],
      '200 moves a payment that the provider has completed in the meantime',
      async ({ api }) => {
        clock.setTo('2026-05-01T12:00:00Z');
        const { transaction_id: id } = await created(api);
        assertVerification(await api.post(`/payments/${id}/verify`), id, 'processing');
        clock.forward(5);
        const response = await api.post(`/payments/${id}/verify`);
        assertVerification(response, id, 'completed');
        assert.equal(response.json.data.verified_at, '2026-05-01T12:00:05.000000Z');
        const payment = await read(api, id);
        assert.deepEqual([payment.status, payment.completed_at], ['completed', '2026-05-01T12:00:05.000000Z']);
      },
    );
  },
  { clock: clock.now, settings: { SANDBOX_AUTO_COMPLETE_SECONDS: '5', ROLES: 'api' } },
);
