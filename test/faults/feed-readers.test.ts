import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EmptyStore, newStore, onOneEngineByDay } from '../support/engines.ts';
import { type Client, paymentRequest } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { assertSoundStore } from '../support/store-access.ts';

const WRITERS = 8;
const PAYMENTS_PER_WRITER = 40;
const READERS = 4;

onOneEngineByDay('the feed while two nodes write', (engine) => {
  let store: EmptyStore;
  let nodes: NodeProcess[];
  before(async () => {
    store = await newStore(engine);
    const first = await startNode(store.settings);
    nodes = [first, await startNode(store.settings, first.seed)];
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    await store.drop();
  });

  // Contract: FEED-12
  test('200 gives each reader every finished payment once, in one order, whatever its limit', {
    timeout: 240_000,
  }, async () => {
    const clients = nodes.map((node) => node.client(node.seed.testKey));
    const finished = new Set<string>();
    let isWriting = true;
    const writing = Promise.all(
      Array.from({ length: WRITERS }, (_, index) => write(clients[index % 2]!, finished)),
    ).finally(() => (isWriting = false));
    const reading = Array.from({ length: READERS }, (_, index) => read(clients[index % 2]!, () => isWriting));
    await writing;

    const feeds = await Promise.all(reading);
    assert.equal(finished.size, WRITERS * PAYMENTS_PER_WRITER);
    for (const feed of feeds) {
      assert.equal(new Set(feed).size, feed.length, 'an event came twice');
      assert.deepEqual(new Set(feed), finished);
      assert.deepEqual(feed, feeds[0]);
    }
    await assertSoundStore(store.settings);
  });
});

/** Creates payments and finishes each, three at a time so that finishes of one node overlap too. */
async function write(api: Client, finished: Set<string>): Promise<void> {
  const one = async (number: number) => {
    const created = await api.post('/payments', paymentRequest());
    assert.equal(created.status, 201, created.text);
    const id = created.json.transaction_id;
    const verb = number % 3 === 0 ? 'fail' : 'complete';
    const response = await api.post(`/test_helpers/payments/${id}/${verb}`);
    assert.equal(response.status, 200, response.text);
    finished.add(`evt_${id}_${verb === 'fail' ? 'failed' : 'success'}`);
  };
  for (let number = 0; number < PAYMENTS_PER_WRITER; number += 4) {
    await Promise.all([number, number + 1, number + 2, number + 3].map(one));
  }
}

/** Follows the feed until the writers have stopped and the end of the feed is reached. */
async function read(api: Client, isWriting: () => boolean): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  for (;;) {
    const mayGrow = isWriting();
    const limit = 1 + Math.floor(Math.random() * 20);
    const response = await api.get(`/events?limit=${limit}${cursor === null ? '' : `&after=${cursor}`}`);
    assert.equal(response.status, 200, response.text);
    const { data, next_cursor, has_more } = response.json;
    assert.ok(data.length <= limit);
    if (has_more) assert.equal(data.length, limit);
    seen.push(...data.map((event: { id: string }) => event.id));
    cursor = next_cursor;
    if (!has_more && !mayGrow) return seen;
  }
}
