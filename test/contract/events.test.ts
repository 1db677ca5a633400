import assert from 'node:assert/strict';
import { deleteEventsOf } from '../../src/features/payments/store/events.ts';
import type { ApiResponse, Client, TestGateway } from '../support/gateway.ts';
import { contractSuite } from './promise.ts';
import { assertError, assertFeed, complete, created, fail, METHODS, read } from './shapes.ts';

const idsOf = (response: ApiResponse): string[] =>
  response.json.data.map((event: { data: { transaction_id: string } }) => event.data.transaction_id);

/** A new website with finished payments, oldest first. */
async function websiteWithFeed(gateway: TestGateway, count: number): Promise<{ api: Client; ids: string[] }> {
  const api = gateway.client((await gateway.newWebsite()).testKey);
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push(await finished(api, i % 2 === 0));
  return { api, ids };
}

async function finished(api: Client, isPaid = true): Promise<string> {
  const { transaction_id } = await created(api);
  if (isPaid) await complete(api, transaction_id);
  else await fail(api, transaction_id);
  return transaction_id;
}

/** Reads the feed to its end as the contract says, from a cursor on. */
async function poll(api: Client, limit: number, after?: string): Promise<{ ids: string[]; cursor: string | null }> {
  const ids: string[] = [];
  let cursor = after ?? null;
  for (;;) {
    const response = await api.get(
      `/events?limit=${limit}${cursor === null ? '' : `&after=${encodeURIComponent(cursor)}`}`,
    );
    assertFeed(response);
    assert.ok(response.json.data.length <= limit);
    ids.push(...idsOf(response));
    cursor = response.json.next_cursor;
    if (!response.json.has_more) return { ids, cursor };
    assert.equal(response.json.data.length, limit);
  }
}

contractSuite('GET /events', (promise) => {
  promise(
    ['FEED-3', 'FEED-4', 'FEED-5', 'FEED-6', ...['FEED-1', 'FEED-4', 'STATE-7'], ...['PAYMENT-15', 'FEED-6', 'FEED-5']],
    '200 lists finished payments of every method, oldest first, each byte for byte as it is read',
    async (gateway) => {
      const api = gateway.client((await gateway.newWebsite()).testKey);
      const metadata = { order: 1, note: 'mèsi 🇭🇹' };
      const made: string[] = [];
      for (const payment_method of METHODS) {
        for (const isPaid of [true, false]) {
          const { transaction_id } = await created(api, { payment_method, metadata, reference: 'r', description: '' });
          made.push(transaction_id);
          if (isPaid) await complete(api, transaction_id);
          else await fail(api, transaction_id, 'insufficient_balance');
        }
        await created(api, { payment_method });
      }
      const response = await api.get('/events');
      assertFeed(response);
      assert.deepEqual(idsOf(response), made);
      assert.equal(response.json.has_more, false);
      for (const id of made) {
        const { text } = await api.get(`/payments/${id}`);
        assert.ok(response.text.includes(`"data":${text.slice('{"success":true,"data":'.length, -1)}`), id);
      }
    },
  );

  promise(['FEED-1'], '200 orders events by when payments finished, not by when they were created', async (gateway) => {
    const api = gateway.client((await gateway.newWebsite()).testKey);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push((await created(api)).transaction_id);
    for (const id of [ids[2], ids[0], ids[1]] as string[]) await complete(api, id);
    assert.deepEqual(idsOf(await api.get('/events')), [ids[2], ids[0], ids[1]]);
  });

  promise(['FEED-10'], '200 returns null as the cursor of an empty feed', async (gateway) => {
    const api = gateway.client((await gateway.newWebsite()).testKey);
    await created(api);
    const response = await api.get('/events');
    assertFeed(response);
    assert.deepEqual(response.json, { success: true, data: [], next_cursor: null, has_more: false });
  });

  promise(
    ['FEED-8', 'FEED-9', 'FEED-10', 'FEED-11'],
    '200 continues after a cursor, returns the same cursor when nothing is new, and accepts old cursors again',
    async (gateway) => {
      const { api, ids } = await websiteWithFeed(gateway, 5);
      for (const limit of [1, 2, 5, 100]) {
        const { ids: seen, cursor } = await poll(api, limit);
        assert.deepEqual(seen, ids);
        const idle = await api.get(`/events?after=${cursor}`);
        assertFeed(idle);
        assert.deepEqual(idle.json, { success: true, data: [], next_cursor: cursor, has_more: false });
      }
      const first = await api.get('/events?limit=2');
      const { cursor: end } = await poll(api, 100);
      const sixth = await finished(api);
      assert.deepEqual(await poll(api, 100, end!).then((more) => more.ids), [sixth]);
      const again = await poll(api, 2, first.json.next_cursor);
      assert.deepEqual(again.ids, [...ids.slice(2), sixth]);
      assert.deepEqual((await api.get('/events?limit=2')).json, first.json);
    },
  );

  promise(
    ['FEED-11', 'FEED-15'],
    '200 reports removed events to a client whose cursor is before them, and to no other',
    async (gateway) => {
      const { api, ids } = await websiteWithFeed(gateway, 4);
      const cursorAfter = async (count: number) => (await api.get(`/events?limit=${count}`)).json.next_cursor;
      const cursors = [await cursorAfter(1), await cursorAfter(2), await cursorAfter(4)];
      const { db } = gateway.store;
      // Deletes the events of the first two payments, as data retention would.
      await db.transaction((tx) => deleteEventsOf(tx, ids.slice(0, 2).map(Number)));
      const [behind, at, end] = await Promise.all(cursors.map((cursor) => api.get(`/events?after=${cursor}`)));
      assert.deepEqual([behind!.json.events_removed, idsOf(behind!)], [true, ids.slice(2)]);
      assert.deepEqual(behind!.json.next_cursor, cursors[2]);
      assertFeed(at!);
      assert.deepEqual(idsOf(at!), ids.slice(2));
      assertFeed(end!);
      const fromTheStart = await api.get('/events');
      assertFeed(fromTheStart);
      assert.deepEqual(idsOf(fromTheStart), ids.slice(2));
    },
  );

  promise(['FEED-9'], '200 says has_more exactly when there is more', async (gateway) => {
    const { api } = await websiteWithFeed(gateway, 3);
    for (const [limit, hasMore] of [
      [1, true],
      [2, true],
      [3, false],
      [4, false],
    ] as const) {
      assert.equal((await api.get(`/events?limit=${limit}`)).json.has_more, hasMore, String(limit));
    }
  });

  promise(['FEED-7'], '200 accepts a limit of 1 and of 100, and the limit is 50 if none is given', async (gateway) => {
    const api = gateway.client((await gateway.newWebsite()).testKey);
    const made = await Promise.all(Array.from({ length: 101 }, () => created(api)));
    for (const { transaction_id } of made) await complete(api, transaction_id);
    for (const [query, count] of [
      ['', 50],
      ['?limit=1', 1],
      ['?limit=100', 100],
    ] as const) {
      const response = await api.get(`/events${query}`);
      assertFeed(response);
      assert.equal(response.json.data.length, count);
      assert.equal(response.json.has_more, true);
    }
    const { ids } = await poll(api, 100);
    assert.deepEqual(
      ids,
      made.map((json) => json.transaction_id),
    );
  });

  promise(['FEED-7'], '422 refuses an invalid limit', async ({ api }) => {
    for (const limit of ['0', '101', '-1', '1.5', 'all', '', '1e9', '5&limit=6']) {
      assertError(await api.get(`/events?limit=${limit}`), 422, 'validation_error', { fields: ['limit'] });
    }
  });

  promise(['FEED-13'], '422 refuses a cursor that this feed has not returned', async (gateway) => {
    const { api } = await websiteWithFeed(gateway, 2);
    const cursor: string = (await api.get('/events')).json.next_cursor;
    const other = await websiteWithFeed(gateway, 3);
    const theirs: string = (await other.api.get('/events')).json.next_cursor;
    const inside = Buffer.from(cursor, 'base64url').toString();
    const forged = (text: string) => Buffer.from(text).toString('base64url');
    const cursors = [
      ...['', 'garbage', '0', '1', 'null', '%00', '%20', '🇭🇹', 'x'.repeat(5_000), 'evt_1_success'],
      ...[theirs, `${cursor}A`, `${cursor}=`, `${cursor}%20`, `%20${cursor}`, `${cursor}.`, cursor.slice(0, -1)],
      ...[
        cursor.toLowerCase(),
        cursor.toUpperCase(),
        forged(inside.replace(/2$/, '3')),
        forged(inside.replace(/2$/, '0')),
      ],
      ...[forged(inside.replace(/2$/, '-1')), forged(inside.replace(/2$/, '02')), forged(inside.replace(/2$/, '1e0'))],
      ...[forged(inside.replace(/2$/, '9007199254740993')), forged(`${inside}\n`), forged(`${inside}.1`)],
    ];
    assert.match(inside, /2$/);
    for (const after of cursors) {
      assertError(await api.get(`/events?after=${after}`), 422, 'invalid_cursor');
    }
    assertFeed(await api.get(`/events?after=${forged(inside.replace(/2$/, '1'))}`));
  });

  promise(
    ['AUTH-12', 'FEED-1'],
    '200 shows the events of the website to each of its test keys, and to no other',
    async (gateway) => {
      const { website, testKey } = await gateway.newWebsite();
      const { text: sibling } = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
      const [one, two] = [gateway.client(testKey), gateway.client(sibling)];
      const ids = [await finished(one), await finished(two)];
      for (const api of [one, two]) assert.deepEqual(idsOf(await api.get('/events')), ids);
      const otherClient = gateway.client((await gateway.newWebsite()).testKey);
      assert.deepEqual((await otherClient.get('/events')).json.data, []);
    },
  );

  promise(['FEED-2', 'REQUEST-27'], '403 refuses a live key before it looks at the parameters', async (gateway) => {
    for (const query of ['', '?limit=0', '?after=garbage']) {
      assertError(await gateway.client(gateway.liveKey).get(`/events${query}`), 403, 'events_test_only');
    }
  });

  promise(
    ['FEED-12', 'STATE-7', 'FEED-1'],
    '200 shows each reader every event once, while many payments finish at the same time',
    async (gateway) => {
      const { website } = await gateway.newWebsite();
      const keys = await Promise.all(
        [1, 2].map(() => gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test' })),
      );
      const apis = keys.map((key) => gateway.client(key.text));
      const made = await Promise.all(Array.from({ length: 60 }, (_, i) => created(apis[i % 2]!)));
      let done = false;
      const reading = (async () => {
        let { ids, cursor } = await poll(apis[0]!, 3);
        while (!done) {
          const more = await poll(apis[0]!, 3, cursor ?? undefined);
          ids = [...ids, ...more.ids];
          cursor = more.cursor;
        }
        return [...ids, ...(await poll(apis[0]!, 3, cursor ?? undefined)).ids];
      })();
      await Promise.all(
        made.map(({ transaction_id }, i) =>
          i % 3 === 0 ? fail(apis[0]!, transaction_id) : complete(apis[1]!, transaction_id),
        ),
      );
      done = true;
      const seen = await reading;
      assert.deepEqual([...seen].sort(), made.map((json) => json.transaction_id).sort());
      assert.deepEqual(seen, (await poll(apis[1]!, 100)).ids);
      for (const id of seen) assert.ok((await read(apis[0]!, id)).status !== 'processing');
    },
  );
});
