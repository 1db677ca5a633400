import assert from 'node:assert/strict';
import type { Client } from '../support/gateway.ts';
import { movingClock } from './moving-clock.ts';
import { contractSuite } from './promise.ts';
import { assertError, assertList, assertListPart, complete, created, fail, METHODS, read } from './shapes.ts';

const ids = (response: { json: { data: { transaction_id: string }[] } }) =>
  response.json.data.map((payment) => payment.transaction_id);

/** Payments one after the other, newest first: the order of the list. */
async function createSeveral(api: Client, count: number): Promise<string[]> {
  const made: string[] = [];
  for (let i = 0; i < count; i++) made.unshift((await created(api)).transaction_id);
  return made;
}

contractSuite('GET /payments', (promise) => {
  promise(
    [...['LIST-1', 'PAYMENT-15', 'PAYMENT-14', 'REQUEST-5'], 'LIST-10', 'LIST-11', 'LIST-12', 'LIST-13'],
    '200 lists whole payments, newest first, equal to their reads',
    async (gateway) => {
      const api = gateway.client((await gateway.newWebsite()).testKey);
      const [third, second, first] = await createSeveral(api, 3);
      await complete(api, second!);
      const response = await api.get('/payments');
      assertList(response);
      assert.deepEqual(ids(response), [third, second, first]);
      for (const payment of response.json.data) assert.deepEqual(payment, await read(api, payment.transaction_id));
      assert.deepEqual(response.json.pagination, { current_page: 1, per_page: 20, total: 3, last_page: 1 });
    },
  );

  promise(['LIST-1'], '200 lists nothing for a key without payments', async (gateway) => {
    const response = await gateway.client((await gateway.newWebsite()).testKey).get('/payments');
    assertList(response);
    assert.deepEqual(response.json.data, []);
    assert.deepEqual(response.json.pagination, { current_page: 1, per_page: 20, total: 0, last_page: 1 });
  });

  promise(
    ['LIST-8', 'LIST-7'],
    '200 pages through every payment once, and past the last page lists nothing',
    async (gateway) => {
      const api = gateway.client((await gateway.newWebsite()).testKey);
      const all = await createSeveral(api, 23);

      const standard = await api.get('/payments');
      assertList(standard);
      assert.deepEqual(ids(standard), all.slice(0, 20));
      assert.deepEqual(standard.json.pagination, { current_page: 1, per_page: 20, total: 23, last_page: 2 });

      for (const perPage of [1, 7, 23, 100]) {
        const lastPage = Math.ceil(23 / perPage);
        const seen: string[] = [];
        for (let page = 1; page <= lastPage; page++) {
          const response = await api.get(`/payments?per_page=${perPage}&page=${page}`);
          assertList(response);
          assert.deepEqual(response.json.pagination, {
            current_page: page,
            per_page: perPage,
            total: 23,
            last_page: lastPage,
          });
          seen.push(...ids(response));
        }
        assert.deepEqual(seen, all);
        for (const page of [lastPage + 1, lastPage + 2, 1_000_000]) {
          const beyond = await api.get(`/payments?per_page=${perPage}&page=${page}`);
          assertList(beyond);
          assert.deepEqual(beyond.json.data, []);
          assert.equal(beyond.json.pagination.current_page, page);
          assert.equal(beyond.json.pagination.total, 23);
        }
      }
    },
  );

  promise(
    ['LIST-9'],
    '200 reads the list by cursor, each payment once, with next_cursor alongside pagination until the end',
    async (gateway) => {
      const api = gateway.client((await gateway.newWebsite()).testKey);
      const all = await createSeveral(api, 7);
      for (const perPage of [1, 3, 7, 100]) {
        const lastPage = Math.ceil(7 / perPage);
        const seen: string[] = [];
        let cursor: string | null = '';
        for (let page = 1; page <= lastPage; page++) {
          const response = await api.get(`/payments?per_page=${perPage}&cursor=${cursor}`);
          assertListPart(response);
          assert.deepEqual(response.json.pagination, {
            current_page: page,
            per_page: perPage,
            total: 7,
            last_page: lastPage,
          });
          // A second request returns the same page: a cursor can be used many times.
          assert.equal((await api.get(`/payments?per_page=${perPage}&cursor=${cursor}`)).text, response.text);
          seen.push(...ids(response));
          cursor = response.json.next_cursor;
          assert.equal(cursor === null, page === lastPage);
        }
        assert.deepEqual(seen, all);
      }
      const empty = await gateway.client((await gateway.newWebsite()).testKey).get('/payments?cursor=');
      assertListPart(empty);
      assert.deepEqual([empty.json.data, empty.json.next_cursor], [[], null]);
    },
  );

  promise(['LIST-9'], '200 without cursor has no next_cursor, byte for byte as before', async (gateway) => {
    const api = gateway.client((await gateway.newWebsite()).testKey);
    const [id] = await createSeveral(api, 1);
    const payment = (await api.get(`/payments/${id}`)).text.slice('{"success":true,"data":'.length, -1);
    const pagination = '{"current_page":1,"per_page":20,"total":1,"last_page":1}';
    const expected = `{"success":true,"data":[${payment}],"pagination":${pagination}`;
    assert.equal((await api.get('/payments')).text, `${expected}}`);
    assert.equal((await api.get('/payments?cursor=')).text, `${expected},"next_cursor":null}`);
  });

  promise(['LIST-9', 'LIST-1'], '422 refuses a cursor that this key has not received', async (gateway) => {
    const { website, testKey } = await gateway.newWebsite();
    const { text: second } = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
    const api = gateway.client(testKey);
    await createSeveral(api, 2);
    const { next_cursor: own } = (await api.get('/payments?per_page=1&cursor=')).json;
    const inside = Buffer.from(own, 'base64url').toString();
    const forged = (text: string) => Buffer.from(text).toString('base64url');
    const wrong = [
      ...['x', '0', 'null', '%00', '%20', 'é', own.slice(0, -2), `${own}=`, `${own}A`, `%20${own}`, own.repeat(3)],
      ...[forged(inside.replace(/^1/, '2')), forged(`${inside}9`), forged(inside.replace(/\d+$/, '1'))],
      ...[forged(inside.replace(/\.\d+\.(\d+)\.(\d+)$/, '.0.$1.$2')), forged('1.'), 'A'.repeat(4_000)],
    ];
    for (const cursor of wrong) {
      assertError(await api.get(`/payments?cursor=${cursor}`), 422, 'invalid_cursor', { message: /empty cursor/ });
    }
    for (const key of [second, (await gateway.newWebsite()).testKey]) {
      assertError(await gateway.client(key).get(`/payments?cursor=${own}`), 422, 'invalid_cursor');
    }
    for (const query of [`page=1&cursor=${own}`, 'cursor=&page=2', `cursor=${own}&cursor=${own}`]) {
      assertError(await api.get(`/payments?${query}`), 422, 'validation_error', { fields: ['cursor'] });
    }
    assertError(await api.get('/payments?cursor=&page=0'), 422, 'validation_error', { fields: ['page'] });
    assertError(await api.get('/payments?cursor=x&from_date=x'), 422, 'validation_error', { fields: ['from_date'] });
  });

  promise(
    ['LIST-9', 'LIST-6'],
    '200 accepts filters with a cursor, and continues with other filters from the same position',
    async (gateway) => {
      const api = gateway.client((await gateway.newWebsite()).testKey);
      const made: string[] = [];
      for (const method of ['moncash', 'card', 'moncash', 'moncash', 'card', 'natcash', 'moncash']) {
        made.unshift((await created(api, { payment_method: method })).transaction_id);
      }
      await complete(api, made[3]!);
      const first = await api.get('/payments?payment_method=moncash&per_page=2&cursor=');
      assert.deepEqual(ids(first), [made[0], made[3]]);
      assert.equal(first.json.pagination.total, 4);
      const from = `cursor=${first.json.next_cursor}`;
      assert.deepEqual(ids(await api.get(`/payments?payment_method=moncash&${from}`)), [made[4], made[6]]);
      assert.deepEqual(ids(await api.get(`/payments?status=pending&${from}`)), [made[5]]);
      assert.deepEqual(ids(await api.get(`/payments?payment_method=moncash&status=completed&${from}`)), []);
      const days = 'from_date=0001-01-01&to_date=9999-12-31';
      assert.deepEqual(ids(await api.get(`/payments?${days}&${from}`)), made.slice(4));
      assert.deepEqual(ids(await api.get(`/payments?from_date=9999-12-31&cursor=`)), []);
      assert.deepEqual(ids(await api.get(`/payments?to_date=2020-01-01&${from}`)), []);
    },
  );

  const refused = [
    ['LIST-7', 'per_page', ['0', '101', '-1', '1.5', 'ten', '', '1e9', 'null', '20&per_page=30']],
    ['LIST-8', 'page', ['0', '-1', '1.5', 'last', '', 'NaN', '1&page=2']],
    [
      'LIST-2',
      'status',
      ['paid', 'COMPLETED', '', 'requires_payment_method', 'pending,failed', 'pending&status=failed'],
    ],
    ['LIST-3', 'payment_method', ['paypal', 'CARD', '', 'card&payment_method=card']],
    [
      'LIST-6',
      'from_date',
      ['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '01-01-2026', '2026-01-01T00:00:00Z', '', 'today'],
    ],
    [
      'LIST-6',
      'to_date',
      ['2026-04-31', '2026-01-32', '20260101', '+002026-01-01', '', '2026-01-01&to_date=2026-01-02'],
    ],
  ] as const;
  for (const [row, name, values] of refused) {
    promise([row], `422 refuses an invalid ${name}`, async ({ api }) => {
      for (const value of values) {
        assertError(await api.get(`/payments?${name}=${value}`), 422, 'validation_error', { fields: [name] });
      }
    });
  }

  promise(['LIST-7'], '200 takes a per_page of 1 and of 100', async ({ api }) => {
    await createSeveral(api, 2);
    for (const perPage of [1, 100]) {
      const response = await api.get(`/payments?per_page=${perPage}`);
      assertList(response);
      assert.equal(response.json.pagination.per_page, perPage);
    }
  });

  promise(['LIST-2', 'LIST-3', 'REQUEST-22'], '200 filters by status, by method and by both', async (gateway) => {
    const api = gateway.client((await gateway.newWebsite()).testKey);
    const made: { id: string; method: string; status: string }[] = [];
    for (const method of METHODS) {
      for (const status of ['open', 'completed', 'failed']) {
        const { transaction_id: id } = await created(api, { payment_method: method });
        if (status === 'completed') await complete(api, id);
        if (status === 'failed') await fail(api, id);
        made.unshift({
          id,
          method,
          status: status !== 'open' ? status : method === 'card' ? 'pending' : 'processing',
        });
      }
    }
    for (const status of [undefined, 'pending', 'processing', 'completed', 'failed']) {
      for (const method of [undefined, ...METHODS]) {
        const query = new URLSearchParams({ ...(status && { status }), ...(method && { payment_method: method }) });
        const response = await api.get(`/payments?${query}`);
        assertList(response);
        const expected = made.filter(
          (payment) => (!status || payment.status === status) && (!method || payment.method === method),
        );
        assert.deepEqual(
          ids(response),
          expected.map((payment) => payment.id),
          String(query),
        );
        assert.equal(response.json.pagination.total, expected.length, String(query));
      }
    }
  });

  promise(['LIST-1'], '200 lists the payments of this key alone', async (gateway) => {
    const { website, testKey, liveKey } = await gateway.newWebsite();
    const { text: second } = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
    const [ours, sibling] = [gateway.client(testKey), gateway.client(second)];
    const [mine] = await createSeveral(ours, 1);
    const [theirs] = await createSeveral(sibling, 1);
    assert.deepEqual(ids(await ours.get('/payments')), [mine]);
    assert.deepEqual(ids(await sibling.get('/payments')), [theirs]);
    assert.deepEqual(ids(await gateway.client(liveKey).get('/payments')), []);
    assert.deepEqual(ids(await gateway.client((await gateway.newWebsite()).testKey).get('/payments')), []);
    assert.equal((await read(sibling, mine!)).transaction_id, mine);
  });

  promise(['AUTH-10'], '200 lists the same payments with the new value of a rotated key', async (gateway) => {
    const { website } = await gateway.newWebsite();
    const { apiKey, text: old } = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
    const [first] = await createSeveral(gateway.client(old), 1);
    const rolled = await gateway.store.operator.rotateApiKey({ id: apiKey.id, overlapSeconds: 3600 });
    assert.equal(rolled?.apiKey.id, apiKey.id);
    const [second] = await createSeveral(gateway.client(rolled!.text), 1);
    for (const key of [old, rolled!.text]) {
      assert.deepEqual(ids(await gateway.client(key).get('/payments')), [second, first]);
    }
  });

  promise(['REQUEST-17'], '200 ignores unknown query parameters', async ({ api }) => {
    assertList(await api.get('/payments?sort=amount&limit=1000&__proto__=1&constructor[prototype]=2&='));
  });
});

const clock = movingClock('2026-02-28T12:00:00.000000Z');

contractSuite(
  'the dates of GET /payments',
  (promise) => {
    promise(
      ['LIST-4', 'LIST-5', 'LIST-6'],
      '200 filters by whole UTC days, both inclusive, exactly to the microsecond',
      async (gateway) => {
        const api = gateway.client((await gateway.newWebsite()).testKey);
        const byMoment: Record<string, string> = {};
        for (const moment of [
          '2026-02-27T23:59:59.999999Z',
          '2026-02-28T00:00:00.000000Z',
          '2026-02-28T23:59:59.999999Z',
          '2026-03-01T00:00:00.000000Z',
        ]) {
          clock.setTo(moment);
          const { transaction_id } = await created(api);
          byMoment[moment] = transaction_id;
          assert.equal((await read(api, transaction_id)).created_at, moment);
        }
        const [before, first, last, after] = Object.values(byMoment);
        const cases: [string, (string | undefined)[]][] = [
          ['from_date=2026-02-28&to_date=2026-02-28', [last, first]],
          ['from_date=2026-02-28', [after, last, first]],
          ['to_date=2026-02-28', [last, first, before]],
          ['from_date=2026-03-01', [after]],
          ['to_date=2026-02-27', [before]],
          ['from_date=2026-03-02', []],
          ['from_date=0001-01-01&to_date=9999-12-31', [after, last, first, before]],
          ['from_date=2024-02-29&to_date=2026-02-27', [before]],
          ['from_date=2026-02-28&status=completed', []],
          ['from_date=2026-02-28&per_page=1&page=2', [last]],
        ];
        for (const [query, expected] of cases) {
          const response = await api.get(`/payments?${query}`);
          assertList(response);
          assert.deepEqual(ids(response), expected, query);
        }
      },
    );

    promise(['LIST-6'], '422 refuses a from_date after the to_date', async ({ api }) => {
      const response = await api.get('/payments?from_date=2026-03-02&to_date=2026-03-01');
      assertError(response, 422, 'validation_error', { fields: ['to_date'] });
    });
  },
  { clock: clock.now },
);
