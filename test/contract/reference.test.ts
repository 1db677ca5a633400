import assert from 'node:assert/strict';
import { API } from '../support/gateway.ts';
import { contractSuite } from './promise.ts';
import { getRaw } from './raw-http.ts';
import { assertError, assertRead, complete, created } from './shapes.ts';

const REFERENCES = [
  ...[
    'order-1042',
    'a/b/c',
    '/',
    '//',
    '/leading',
    'trailing/',
    'a//b',
    'order/10/verify',
    '50%',
    '%41',
    '%2F',
    '%25',
    '%',
  ],
  ...[
    'with space',
    ' ',
    '  padded  ',
    'a+b',
    'a?b=c&d',
    'a#b',
    'a;b',
    'a:b@c',
    'a\\b',
    "it's",
    '"quoted"',
    '*',
    ':id',
    '{x}',
  ],
  ...['kòmand é', 'e\u0301', 'é', '注文', '\u202eabc', 'line\nbreak', 'tab\t', '\u0001', '\u007f', '\ufeff', '\ufffd'],
  ...['reference', 'reference/reference', 'verify', 'null', 'undefined', '__proto__', '0', '1042', 'ORDER', 'order'],
  ...['.', '..', '...', './..', '../../health', '.hidden', 'a/../b', 'a/./b'],
];

contractSuite('GET /payments/reference/{reference}', (promise) => {
  promise(
    ['READ-4', 'READ-6', 'PAYMENT-6', 'CREATE-10'],
    '200 finds a payment by every kind of reference, percent-encoded',
    async (gateway) => {
      const made = new Map<string, string>();
      for (const reference of REFERENCES)
        made.set(reference, (await created(gateway.api, { reference })).transaction_id);
      for (const [reference, id] of made) {
        // Dots are encoded as well, because clients resolve `.` and `..` in a path.
        const encoded = encodeURIComponent(reference).replaceAll('.', '%2E');
        const response = await getRaw(gateway.url, `${API}/payments/reference/${encoded}`, gateway.testKey);
        assertRead(response);
        assert.equal(response.json.data.reference, reference);
        assert.equal(response.json.data.transaction_id, id, reference);
      }
    },
  );

  promise(['READ-6'], '200 finds a reference whose slashes and dots were not encoded', async (gateway) => {
    for (const reference of ['plain/with/slashes', 'plain//twice', '.', '..', 'x/../y', "!$&'()*+,;=:@~"]) {
      const { transaction_id } = await created(gateway.api, { reference });
      const response = await getRaw(gateway.url, `${API}/payments/reference/${reference}`, gateway.testKey);
      assertRead(response);
      assert.equal(response.json.data.transaction_id, transaction_id, reference);
    }
  });

  promise(['READ-6'], '200 finds the empty reference', async ({ api }) => {
    const { transaction_id } = await created(api, { reference: '' });
    const response = await api.get('/payments/reference/');
    assertRead(response);
    assert.equal(response.json.data.transaction_id, transaction_id);
  });

  promise(['READ-6', 'CREATE-10'], '200 finds references of 255 characters, 255 emoji too', async ({ api }) => {
    for (const reference of [
      'r'.repeat(255),
      '/'.repeat(255),
      '%'.repeat(255),
      '🧾'.repeat(255),
      '\u0301'.repeat(255),
    ]) {
      const { transaction_id } = await created(api, { reference });
      const response = await api.get(`/payments/reference/${encodeURIComponent(reference)}`);
      assertRead(response);
      assert.equal(response.json.data.transaction_id, transaction_id);
    }
  });

  promise(
    ['READ-4', 'READ-7', 'CREATE-42'],
    '200 returns the newest of several payments, whatever their statuses',
    async ({ api }) => {
      const first = await created(api, { reference: 'same' });
      const second = await created(api, { reference: 'same', payment_method: 'card' });
      await complete(api, first.transaction_id);
      assert.equal((await api.get('/payments/reference/same')).json.data.transaction_id, second.transaction_id);
      const third = await created(api, { reference: 'same' });
      assert.equal((await api.get('/payments/reference/same')).json.data.transaction_id, third.transaction_id);
    },
  );

  promise(
    ['READ-5', 'REQUEST-18'],
    '404 says that no payment has this reference: letter case, accents and spaces count',
    async ({ api }) => {
      await created(api, { reference: 'Kòmand 7' });
      for (const reference of [
        'kòmand 7',
        'Kòmand 7 ',
        'Kòmand',
        'Komand 7',
        'Ko\u0300mand 7',
        'Kòmand%207',
        'x'.repeat(2_000),
      ]) {
        const response = await api.get(`/payments/reference/${encodeURIComponent(reference)}`);
        assertError(response, 404, 'transaction_not_found', { message: /not found for this reference/ });
      }
    },
  );

  promise(['REQUEST-14', 'READ-5'], '404 for references that no payment can have', async (gateway) => {
    for (const path of ['%00', 'a%00b', '%ED%A0%BD', 'x%2500']) {
      const response = await getRaw(gateway.url, `${API}/payments/reference/${path}`, gateway.testKey);
      assert.equal(response.status, 404, path);
      assert.ok(['transaction_not_found', 'not_found'].includes(response.json.error), response.text);
    }
  });
});
