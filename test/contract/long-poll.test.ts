import assert from 'node:assert/strict';
import { type ApiResponse, startTestGateway, until } from '../support/gateway.ts';
import { contractSuite, type DeclarePromise } from './promise.ts';
import { assertError, assertSuccess, complete, created } from './shapes.ts';

/** A response, and how long it took, milliseconds. */
async function timed(work: Promise<ApiResponse>): Promise<{ response: ApiResponse; ms: number }> {
  const startedMs = performance.now();
  return { response: await work, ms: performance.now() - startedMs };
}

contractSuite('GET /events with wait', declareTests, {}, { concurrency: true });

function declareTests(promise: DeclarePromise): void {
  promise(
    ['FEED-16'],
    'a request waits for the next event, and no longer than its parameter wait allows',
    async (gateway) => {
      const { testKey } = await gateway.newWebsite();
      const api = gateway.client(testKey);
      const empty = await timed(api.get('/events?wait=1'));
      assertSuccess(empty.response, 200);
      assert.deepEqual(empty.response.json.data, []);
      assert.ok(empty.ms >= 990, `${empty.ms} ms`);

      const open = await created(api);
      const waiting = timed(api.get('/events?wait=25'));
      // `waiting` was sent before this request. Once this one has found no event, `waiting` has found none either, and waits.
      assert.deepEqual((await api.get('/events')).json.data, []);
      await complete(api, open.transaction_id);
      const { response, ms } = await waiting;
      assert.equal(response.json.data[0].data.transaction_id, open.transaction_id);
      assert.ok(ms < 20_000, `${ms} ms`);
      const there = await timed(api.get('/events?wait=25'));
      assert.equal(there.response.json.data.length, 1);
      assert.ok(there.ms < 20_000, 'there was an event already, so the request must not wait');
      for (const wait of ['26', '-1', 'x', '0.5']) {
        assertError(await api.get(`/events?wait=${wait}`), 422, 'validation_error');
      }
      assertError(await api.get('/events?wait=25&after=nonsense'), 422, 'invalid_cursor');
    },
  );

  promise(['FEED-16'], 'a key that is deactivated during the wait gets no events', async (gateway) => {
    const { website } = await gateway.newWebsite();
    const { apiKey, text } = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
    const api = gateway.client(text);
    const waiting = timed(api.get('/events?wait=12'));
    // `waiting` was sent before this request. Once this one has found no event, `waiting` has found none either, and waits: its key
    // is still active then.
    assert.deepEqual((await api.get('/events')).json.data, []);
    await gateway.store.operator.setApiKeyActive(apiKey.id, false);
    const { response, ms } = await waiting;
    assertError(response, 403, 'api_key_inactive');
    assert.ok(ms >= 11_990, `${ms} ms: the request was refused before it waited`);
  });

  promise(['FEED-16'], 'five requests of a key wait, and further ones get a response at once', async (gateway) => {
    const { testKey } = await gateway.newWebsite();
    const api = gateway.client(testKey);
    const all = await Promise.all(Array.from({ length: 8 }, () => timed(api.get('/events?wait=3'))));
    assert.deepEqual(
      all.map(({ response }) => response.status),
      Array(8).fill(200),
    );
    assert.equal(all.filter(({ ms }) => ms >= 2_990).length, 5);
  });

  promise(
    ['FEED-16'],
    'ten requests of a website wait, whichever keys they use, and those of another website still wait',
    async (gateway) => {
      const { website, testKey } = await gateway.newWebsite();
      const keys = [testKey];
      for (const mode of ['test', 'test'] as const) {
        keys.push((await gateway.store.operator.createApiKey({ websiteId: website.id, mode })).text);
      }
      const waits = keys.flatMap((key) =>
        Array.from({ length: 5 }, () => timed(gateway.client(key).get('/events?wait=4'))),
      );
      // These requests were sent before the next one. Once that one has found no event, these have found none either.
      assert.deepEqual((await gateway.client(testKey).get('/events')).json.data, []);
      const other = gateway.client((await gateway.newWebsite()).testKey);
      assert.ok((await timed(other.get('/events?wait=1'))).ms >= 990);
      const all = await Promise.all(waits);
      assert.deepEqual(
        all.map(({ response }) => response.status),
        Array(15).fill(200),
      );
      assert.equal(all.filter(({ ms }) => ms >= 3_990).length, 10);
    },
  );

  promise(['FEED-16'], 'a wait ends when the gateway stops', async (_gateway, _t, engine) => {
    const other = await startTestGateway(engine);
    let isWaiting = true;
    const waiting = timed(other.api.get('/events?wait=25')).finally(() => {
      isWaiting = false;
    });
    await until('the waiting request has been received', async () => (await other.api.get('/health')).status === 200);
    assert.ok(isWaiting);
    const stopping = timed(other.stop().then(() => ({}) as ApiResponse));
    const { response } = await waiting;
    assertSuccess(response, 200);
    assert.ok((await stopping).ms < 9_000, 'no request had to be cut off');
  });
}
