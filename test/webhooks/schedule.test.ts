import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_RETRY_SECONDS } from '../../src/core/durations.ts';
import { nextWaitMs } from '../../src/features/webhooks/schedule.ts';

describe('the schedule of retries', () => {
  // Contract: WEBHOOK-12
  it('is 11 attempts: at once, then after 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h, 12 h, 24 h and 24 h', () => {
    const minutes = DEFAULT_RETRY_SECONDS.map((seconds) => seconds / 60);
    assert.deepEqual(minutes, [0, 0.5, 2, 10, 30, 60, 180, 360, 720, 1440, 1440]);
  });

  const waits = fc.array(fc.nat(2_592_000), { minLength: 1, maxLength: 50 });
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  it('waits at least as long as planned and at most a tenth longer, and ends with the last entry', () => {
    fc.assert(
      fc.property(waits, fc.nat(60), random, (schedule, made, chance) => {
        const wait = nextWaitMs(schedule, { made, random: chance });
        const planned = schedule[made];
        if (planned === undefined) return assert.equal(wait, undefined);
        assert.ok(wait !== undefined && wait >= planned * 1000 && wait <= planned * 1100, `${wait} for ${planned} s`);
      }),
    );
  });

  it('spreads deliveries that failed together', () => {
    const first = nextWaitMs(DEFAULT_RETRY_SECONDS, { made: 1, random: 0 });
    const last = nextWaitMs(DEFAULT_RETRY_SECONDS, { made: 1, random: 0.999 });
    assert.equal(first, 30_000);
    assert.ok((last ?? 0) > 32_900 && (last ?? 0) <= 33_000, String(last));
  });

  it('is never earlier than planned or requested, and a request never extends a wait beyond the longest one', () => {
    fc.assert(
      fc.property(waits, fc.nat(60), random, fc.nat(999_999_999), (schedule, made, chance, retryAfterSeconds) => {
        const plain = nextWaitMs(schedule, { made, random: chance });
        const asked = nextWaitMs(schedule, { made, random: chance, retryAfterSeconds });
        const longest = Math.max(...schedule) * 1000;
        if (plain === undefined) return assert.equal(asked, undefined);
        assert.equal(asked, Math.max(plain, Math.min(retryAfterSeconds * 1000, longest)));
      }),
    );
  });
});
