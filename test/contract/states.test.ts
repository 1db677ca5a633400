import assert from 'node:assert/strict';
import { markAsProcessing } from '../../src/features/payments/mark-as-processing.ts';
import { settlePayment } from '../../src/features/payments/settle-payment.ts';
import { until } from '../support/gateway.ts';
import { settling } from '../support/settling.ts';
import { movingClock } from './moving-clock.ts';
import { contractSuite } from './promise.ts';
import { assertFeed, assertList, complete, created, fail, METHODS, read } from './shapes.ts';

contractSuite('the states of a payment', (promise) => {
  promise(
    ['STATE-1', 'STATE-3', 'STATE-2', 'PAYMENT-4', 'CREATE-22'],
    '200 reads a card payment as pending, then processing once it was submitted, then final',
    async (gateway) => {
      const { api, store } = gateway;
      for (const finish of [complete, fail]) {
        const { transaction_id: id } = await created(api, { payment_method: 'card' });
        assert.equal((await read(api, id)).status, 'pending');
        await markAsProcessing(store, { id: Number(id) });
        assert.equal((await read(api, id)).status, 'processing');
        const { status } = await finish(api, id);
        // A second submit is too late.
        await markAsProcessing(store, { id: Number(id) });
        assert.equal((await read(api, id)).status, status);
      }
    },
  );

  promise(
    ['STATE-7', 'STATE-5'],
    '200 for exactly one of many concurrent requests that finish a payment, and one event',
    async (gateway) => {
      const api = gateway.client((await gateway.newWebsite()).testKey);
      for (const payment_method of METHODS) {
        const { transaction_id: id } = await created(api, { payment_method });
        const responses = await Promise.all(
          Array.from({ length: 12 }, (_, i) =>
            i % 3 === 2
              ? api.post(`/payments/${id}/verify`)
              : api.post(`/test_helpers/payments/${id}/${i % 3 === 0 ? 'complete' : 'fail'}`),
          ),
        );
        const helpers = responses.filter((_, i) => i % 3 !== 2);
        const done = helpers.filter((response) => response.status === 200);
        assert.equal(done.length, 1, helpers.map((response) => response.status).join());
        assert.ok(
          helpers.every((response) => response.status === 200 || response.json.error === 'payment_already_final'),
        );
        assert.deepEqual(await read(api, id), done[0]?.json.data);
      }
      const feed = await api.get('/events');
      assertFeed(feed);
      assert.equal(feed.json.data.length, METHODS.length);
      assert.equal(feed.json.has_more, false);
    },
  );

  promise(
    ['STATE-5', 'STATE-7'],
    '200 reads a final payment unchanged, whatever is tried afterwards',
    async (gateway) => {
      const { api, store, website } = gateway;
      const { transaction_id } = await created(api);
      await fail(api, transaction_id, 'cancelled');
      const before = await read(api, transaction_id);
      const payment = { id: Number(transaction_id), websiteId: website.id, mode: 'test' as const };
      assert.equal(await settlePayment(settling(store), payment, { status: 'completed' }), undefined);
      assert.equal(
        await settlePayment(settling(store), payment, { status: 'failed', failureReason: 'expired' }),
        undefined,
      );
      assert.deepEqual(await read(api, transaction_id), before);
    },
  );
});

const clock = movingClock('2026-05-01T12:00:00Z');

contractSuite(
  'payments that no customer pays',
  (promise) => {
    promise(
      ['STATE-8', 'STATE-1', 'STATE-7', 'PAYMENT-11', 'SANDBOX-6'],
      '200 reads them as open until their time is over, then as expired, and the list agrees',
      async (gateway) => {
        const api = gateway.client((await gateway.newWebsite()).testKey);
        const ids: string[] = [];
        for (const payment_method of METHODS) ids.push((await created(api, { payment_method })).transaction_id);
        clock.forward(599);
        for (const id of ids) assert.notEqual((await api.post(`/payments/${id}/verify`)).json.data.status, 'failed');
        clock.forward(1);
        for (const id of ids) {
          await until('the payment expires', async () => (await read(api, id)).status === 'failed');
          assert.equal((await read(api, id)).failure_reason, 'expired');
        }
        const list = await api.get('/payments?status=failed');
        assertList(list);
        assert.equal(list.json.pagination.total, METHODS.length);
        const feed = await api.get('/events');
        assertFeed(feed);
        assert.equal(feed.json.data.length, METHODS.length);
      },
    );
  },
  { clock: clock.now, settings: { SANDBOX_EXPIRY_SECONDS: '600' } },
);

const paying = movingClock('2026-05-01T12:00:00Z');

contractSuite(
  'payments that the sandbox completes by itself',
  (promise) => {
    promise(['SANDBOX-6', 'STATE-1'], '200 reads every method as completed after the seconds set', async ({ api }) => {
      const ids: string[] = [];
      for (const payment_method of METHODS) ids.push((await created(api, { payment_method })).transaction_id);
      for (const id of ids) assert.equal((await read(api, id)).completed_at, null);
      paying.forward(30);
      for (const id of ids) {
        await until('the payment is completed', async () => (await read(api, id)).status === 'completed');
      }
    });
  },
  { clock: paying.now, settings: { SANDBOX_AUTO_COMPLETE_SECONDS: '30' } },
);
