import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { leasedPoints } from '../../src/platform/limits/leased-points.ts';
import { type AttemptLimit, type CountHere, rateLimits } from '../../src/platform/limits/rate-limits.ts';
import { sharePoints } from '../../src/platform/limits/share-points.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';

const NOW_MS = Date.parse('2027-01-31T12:00:00Z');
const SETTINGS = {
  redisUrl: null,
  rateLimitPerMinute: 60,
  invalidKeyLimitPerHour: 10,
  verifyLimitPerMinute: 10,
  pageLimitPerMinute: 600,
};

/** Two processes of one node. Their supervisor responds at once. */
function twoProcesses(): CountHere[] {
  const shared = sharePoints({
    processes: 2,
    grant: (process, grant) => leased[process]?.granted(grant),
    recall: (process, recall) => leased[process]?.recalled(recall),
  });
  const leased = [0, 1].map((process) =>
    leasedPoints({ ask: (ask) => shared.ask(process, ask), giveBack: (back) => shared.giveBack(process, back) }),
  );
  return leased.map(({ counter }) => counter);
}

const limitsOf = (countHere?: CountHere, redisUrl: string | null = null) =>
  rateLimits({ ...SETTINGS, redisUrl }, createLog('silent'), countHere);

async function failUntilRefused(limit: AttemptLimit): Promise<{ failures: number; seconds: number }> {
  for (let failures = 0; ; failures++) {
    const seconds = await limit.attempt('somebody');
    if (seconds > 0) return { failures, seconds };
  }
}

describe('limits of attempts', () => {
  it('double the wait of a client that keeps failing, up to a quarter of an hour', async (t: TestContext) => {
    t.mock.timers.enable({ apis: ['Date'], now: NOW_MS });
    const { signInsByAccount } = await limitsOf();
    const waits = [];
    for (let round = 0; round < 6; round++) {
      const { failures, seconds } = await failUntilRefused(signInsByAccount);
      waits.push([failures, seconds]);
      t.mock.timers.tick(seconds * 1000);
    }
    assert.deepEqual(waits, [
      [5, 60],
      [2, 60],
      [2, 120],
      [2, 240],
      [1, 420],
      // All counts have been deleted, so the limit starts again.
      [5, 60],
    ]);
    assert.equal(await signInsByAccount.attempt('another account'), 0);
  });

  it('end a wait when the clock is set back, and do not extend it', async (t: TestContext) => {
    t.mock.timers.enable({ apis: ['Date'], now: NOW_MS });
    const { signInsByAccount } = await limitsOf();
    await failUntilRefused(signInsByAccount);
    t.mock.timers.setTime(NOW_MS - 86_400_000);
    assert.equal(await signInsByAccount.attempt('somebody'), 0);
  });

  it('do not count attempts that are forgiven or refused', async () => {
    const { signInsByAddress } = await limitsOf();
    for (let each = 0; each < 100; each++) {
      assert.equal(await signInsByAddress.attempt('office'), 0);
      await signInsByAddress.forgive('office');
    }
    await signInsByAddress.forgive('nobody');
    for (let each = 0; each < 20; each++) assert.equal(await signInsByAddress.attempt('office'), 0);
    assert.ok((await signInsByAddress.attempt('office')) > 0);
    await signInsByAddress.forgive('office');
    assert.equal(await signInsByAddress.attempt('office'), 0);
    assert.ok((await signInsByAddress.attempt('office')) > 0);
  });

  it('are shared by the processes of a node', async () => {
    const [one, two] = await Promise.all(twoProcesses().map((countHere) => limitsOf(countHere)));
    assert.ok(one && two);
    let passed = 0;
    for (let each = 0; each < 30; each++) {
      if ((await (each % 2 ? one : two).signInsByAddress.attempt('office')) === 0) passed++;
    }
    assert.equal(passed, 20);
    await one.signInsByAddress.forgive('office');
    assert.equal(await one.signInsByAddress.attempt('office'), 0);
    assert.ok((await one.signInsByAddress.attempt('office')) > 0);
  });

  const skip = hasRedis() ? false : 'redis-server is not installed here';
  it('are shared by nodes with one Redis, and count in each node while Redis is unavailable', { skip }, async () => {
    const redis = await startRedis();
    const nodes = [await limitsOf(undefined, redis.url), await limitsOf(undefined, redis.url)] as const;
    try {
      let passed = 0;
      for (let each = 0; each < 30; each++) {
        if ((await nodes[each % 2 ? 0 : 1].signInsByAddress.attempt('office')) === 0) passed++;
      }
      assert.equal(passed, 20);
      for (let each = 0; each < 20; each++) {
        assert.equal(await nodes[0].signInsByAddress.attempt('good'), 0);
        await nodes[0].signInsByAddress.forgive('good');
      }
      assert.equal(await nodes[1].signInsByAddress.attempt('good'), 0);
    } finally {
      await redis.drop();
      await Promise.all(nodes.map((node) => node.signInsByAddress.attempt('office')));
      for (const node of nodes) await node.close();
    }
  });
});
