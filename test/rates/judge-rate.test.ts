import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { judgeRate, type KnownRate } from '../../src/features/rates/sources/judge-rate.ts';

const BOUNDS = { minE4: 800_000, maxE4: 3_000_000, maxChangePercent: 20 };
const NOW_US = 1_795_200_000_000_000;
const HOUR_US = 3_600_000_000;

const judge = (rateE4: number, lastGood?: Partial<KnownRate>, publishedAtUs: number | null = null, bounds = BOUNDS) =>
  judgeRate(
    { rateE4, publishedAtUs },
    { bounds, nowUs: NOW_US, lastGood: lastGood && { rateE4: 1_300_000, publishedAtUs: null, ...lastGood } },
  );

describe('a rate that a source returned', () => {
  // Contract: RATE-16
  it('is good within the bounds, including both, and refused outside', () => {
    for (const rateE4 of [800_000, 1_305_549, 3_000_000]) assert.ok(judge(rateE4).isGood, String(rateE4));
    for (const rateE4 of [0, 1, 799_999, 3_000_001, 1_000_000_000]) {
      const judgement = judge(rateE4);
      assert.ok(!judgement.isGood && /EXCHANGE_RATE_MIN.*EXCHANGE_RATE_MAX/.test(judgement.reason));
    }
  });

  it('may differ from the last good rate by at most the set percentage, in both directions', () => {
    for (const rateE4 of [1_040_000, 1_300_000, 1_560_000]) assert.ok(judge(rateE4, {}).isGood, String(rateE4));
    for (const rateE4 of [1_039_999, 1_560_001]) {
      const judgement = judge(rateE4, {});
      assert.ok(
        !judgement.isGood && /20 %.*EXCHANGE_RATE_MAX_CHANGE_PERCENT=0 peye rates refresh/.test(judgement.reason),
      );
    }
  });

  it('may differ from the last good rate by any percentage if that bound is off, and if there is no last good rate', () => {
    assert.ok(judge(2_900_000, {}, null, { ...BOUNDS, maxChangePercent: 0 }).isGood);
    assert.ok(judge(2_900_000).isGood);
  });

  it('is refused when it was published before the last good one', () => {
    const judgement = judge(1_300_000, { publishedAtUs: NOW_US - HOUR_US }, NOW_US - 2 * HOUR_US);
    assert.ok(!judgement.isGood && /before/.test(judgement.reason));
    assert.ok(judge(1_300_000, { publishedAtUs: NOW_US - HOUR_US }, NOW_US - HOUR_US).isGood);
    assert.ok(judge(1_300_000, { publishedAtUs: NOW_US }, null).isGood);
  });

  it('keeps a publication time of tomorrow, and drops a later one', () => {
    const publishedAtUs = (us: number) => {
      const judgement = judge(1_300_000, {}, us);
      return judgement.isGood ? judgement.reading.publishedAtUs : undefined;
    };
    assert.equal(publishedAtUs(NOW_US + 24 * HOUR_US), NOW_US + 24 * HOUR_US);
    assert.equal(publishedAtUs(NOW_US + 49 * HOUR_US), null);
  });

  it('is never good outside the three bounds, whatever they are', () => {
    const rate = fc.integer({ min: 0, max: 200_000_000 });
    fc.assert(
      fc.property(rate, rate, rate, rate, fc.integer({ min: 0, max: 1000 }), (rateE4, last, a, b, percent) => {
        const bounds = { minE4: Math.min(a, b), maxE4: Math.max(a, b), maxChangePercent: percent };
        const step = BigInt(rateE4 > last ? rateE4 - last : last - rateE4);
        const isNear = percent === 0 || step * 100n <= BigInt(last) * BigInt(percent);
        const isGood = rateE4 >= bounds.minE4 && rateE4 <= bounds.maxE4 && isNear;
        assert.equal(judge(rateE4, { rateE4: last }, null, bounds).isGood, isGood);
      }),
      { numRuns: 3000 },
    );
  });
});
