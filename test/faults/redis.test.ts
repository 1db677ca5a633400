import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type EmptyStore, emptyStore } from '../support/engines.ts';
import { type ApiResponse, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { hasRedis, type RedisServer, startRedis } from '../support/redis-server.ts';

const skip = hasRedis() ? false : 'redis-server is not installed here';
const LIMIT = 60;

describe('two nodes that count in one Redis', { skip, timeout: 240_000 }, () => {
  let store: EmptyStore;
  let redis: RedisServer;
  let nodes: NodeProcess[];
  before(async () => {
    store = await emptyStore('sqlite');
    redis = await startRedis();
    const settings = {
      ...store.settings,
      REDIS_URL: redis.url,
      RATE_LIMIT_PER_MINUTE: String(LIMIT),
      INVALID_KEY_LIMIT_PER_HOUR: '10',
      // Each test is a client with its own address.
      TRUST_PROXY: '127.0.0.1',
    };
    const first = await startNode(settings);
    nodes = [first, await startNode(settings, first.seed)];
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    await redis.drop();
    await store.drop();
  });

  const send = (node: number, address: string, key = nodes[0]!.seed.testKey): Promise<ApiResponse> =>
    nodes[node]!.client(key).request('GET', '/exchange-rate', undefined, { 'x-forwarded-for': address });
  const passed = (responses: readonly ApiResponse[]) => responses.filter((response) => response.status === 200).length;
  const sendTogether = (count: number, address: string) =>
    Promise.all(Array.from({ length: count }, (_, index) => send(index % 2, address)));
  const redisStatus = async (node: number) =>
    (await nodes[node]!.client(null).get(`${nodes[node]!.url}/readyz`)).json.redis;

  // Contract: LIMIT-8
  test('429 beyond 60 requests a minute from one address, counted across both nodes', async () => {
    const responses = await sendTogether(100, '203.0.113.1');
    assert.equal(passed(responses), LIMIT);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      assert.equal(response.status, 429);
      assert.equal(response.json.error, 'rate_limit_exceeded');
      assert.ok(response.json.retry_after >= 1 && response.json.retry_after <= 60);
      assert.equal(response.headers.get('retry-after'), String(response.json.retry_after));
    }
    assert.equal(passed([await send(0, '203.0.113.2')]), 1, 'another address is not limited');
  });

  test('429 for the eleventh invalid key from one address, counted across both nodes; a valid key still works', async () => {
    const invalid = `tk_test_${'0'.repeat(43)}`;
    const responses = await Promise.all(
      Array.from({ length: 15 }, (_, index) => send(index % 2, '203.0.113.3', invalid)),
    );
    assert.equal(responses.filter((response) => response.json.error === 'invalid_api_key').length, 10);
    assert.equal(responses.filter((response) => response.json.error === 'too_many_attempts').length, 5);
    assert.equal((await send(1, '203.0.113.3')).status, 200);
  });

  // Contract: LIMIT-8
  test('200 while Redis is unavailable: each node counts alone, and logs this; both count together once Redis is back', async () => {
    await redis.kill();
    await until(
      'both nodes know',
      async () => (await redisStatus(0)) === 'unavailable' && (await redisStatus(1)) === 'unavailable',
    );
    const address = '203.0.113.4';
    const alone = await Promise.all([0, 1].flatMap((node) => Array.from({ length: 70 }, () => send(node, address))));
    assert.equal(passed(alone), 2 * LIMIT);
    assert.ok(alone.every(({ status }) => status === 200 || status === 429));
    for (const node of nodes) {
      const line = node
        .output()
        .split('\n')
        .find((text) => text.includes('Redis unavailable'));
      assert.equal(JSON.parse(line ?? '{}').level, 'error');
    }

    await redis.start();
    await until(
      'both nodes are back',
      async () => (await redisStatus(0)) === 'ready' && (await redisStatus(1)) === 'ready',
    );
    assert.equal(passed(await sendTogether(100, '203.0.113.5')), LIMIT);
  });

  test('200 for every request that is under way when Redis dies', async () => {
    const under = Array.from({ length: 40 }, (_, index) => send(index % 2, `203.0.113.${10 + index}`));
    const killed = redis.kill();
    const responses = await Promise.all(under);
    await killed;
    assert.equal(passed(responses), 40);
  });
});
