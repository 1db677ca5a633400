import assert from 'node:assert/strict';
import { paymentRequest } from '../support/gateway.ts';
import { contractSuite } from './promise.ts';
import { assertError, assertErrorShape, assertSuccess } from './shapes.ts';

contractSuite('the error shape', (promise) => {
  promise(
    ['ERROR-1', 'ERROR-2', 'ERROR-3', 'ERROR-4', 'ERROR-5'],
    '4xx responses hold success, error and message, and errors only when a field is invalid',
    async (gateway) => {
      const { api } = gateway;
      const responses = [
        await gateway.client(null).get('/health'),
        await gateway.client('x').get('/health'),
        await gateway.client(gateway.liveKey).get('/events'),
        await api.get('/payments/1'),
        await api.get('/payments/reference/none'),
        await api.get('/events?after=x'),
        await api.get('/nothing'),
        await api.request('DELETE', '/payments'),
        await api.post('/payments', 'x', { 'content-type': 'text/plain' }),
        await api.post('/payments', paymentRequest({ payment_method: 'natcash', amount: 1 })),
      ];
      for (const response of responses) {
        assertErrorShape(response);
        assert.deepEqual(Object.keys(response.json), ['success', 'error', 'message'], response.text);
      }
      const invalid = await api.get('/payments?page=0&per_page=0');
      assertError(invalid, 422, 'validation_error', { fields: ['page', 'per_page'] });
      const endless = await api.get('/payments?page=1e999&per_page=1e999');
      assertError(endless, 422, 'validation_error', { fields: ['page', 'per_page'] });
    },
  );
});

contractSuite('an internal error', (promise) => {
  promise(
    ['ERROR-6'],
    '500 internal_error says to look up the reference first, and shows no internals',
    async (gateway) => {
      const rename = (from: string, to: string) =>
        gateway.store.db.transaction((tx) => tx.query(`ALTER TABLE ${from} RENAME TO ${to}`));
      await rename('payments', 'payments_elsewhere');
      for (const response of [
        await gateway.api.post('/payments', paymentRequest()),
        await gateway.api.get('/payments/915840412345678'),
        await gateway.api.get('/payments/reference/x'),
      ]) {
        assertError(response, 500, 'internal_error', { message: /reference/ });
        assert.doesNotMatch(response.text, /payments_elsewhere|relation|table/);
      }
      assertSuccess(await gateway.api.get('/health'), 200);
      await rename('payments_elsewhere', 'payments');
      assertSuccess(await gateway.api.post('/payments', paymentRequest()), 201);
    },
  );
});
