import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Judgement, timeKeeper } from '../../src/platform/clock/time-keeper.ts';

const US = 1_000_000;
const MINUTE = 60 * US;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 21) * 1000;

/** A time keeper, and a clock with which it is compared every second. */
function rig() {
  let passedUs = 0;
  let aheadUs = 0;
  const keeper = timeKeeper(() => passedUs, START);
  const observe = () => keeper.observe(START + passedUs + aheadUs, 0);
  return {
    keeper,
    set: (us: number) => {
      aheadUs = us;
    },
    /** How far the keeper's time is from the true time. */
    wrongUs: () => keeper.clock() - START - passedUs,
    pass(us: number): Judgement[] {
      const seen: Judgement[] = [];
      for (let left = us; left > 0; left -= US) {
        passedUs += Math.min(US, left);
        seen.push(observe());
      }
      return seen;
    },
    jump: (us: number) => {
      passedUs += us;
      return observe();
    },
    recall: (history: { newestUs?: number; continuedUs?: number }) => keeper.recall(history),
  };
}

describe('the time', () => {
  for (const [name, us] of [
    ['5 seconds', 5 * US],
    ['10 minutes', 10 * MINUTE],
    ['6 hours', 6 * HOUR],
    ['40 days', 40 * DAY],
    ['5 years', 5 * 365 * DAY],
  ] as const) {
    for (const sign of [1, -1]) {
      test(`does not follow a clock that is set ${sign * us < 0 ? 'back' : 'forwards'} by ${name} for six seconds, and is not trusted in the meantime`, () => {
        const { keeper, set, pass, wrongUs } = rig();
        pass(MINUTE);
        set(sign * us);
        const seen = pass(6 * US);
        assert.deepEqual([...new Set(seen.map(({ kind }) => kind))], ['doubt']);
        assert.equal(keeper.doubt()?.stepUs, sign * us);
        assert.ok(Math.abs(wrongUs()) < US);
        set(0);
        assert.equal(pass(US)[0]?.kind, 'returned');
        assert.equal(keeper.doubt(), undefined);
        assert.ok(Math.abs(wrongUs()) < US);
      });
    }
  }

  for (const [name, us, staysUs] of [
    ['5 seconds', 5 * US, MINUTE],
    ['10 minutes', 10 * MINUTE, 10 * MINUTE],
    ['6 hours', -6 * HOUR, HOUR],
    ['40 days', 40 * DAY, DAY],
    ['5 years back', -5 * 365 * DAY, DAY],
  ] as const) {
    test(`accepts a step of ${name} when it has lasted long enough, and not before`, () => {
      const { keeper, set, pass, jump, wrongUs } = rig();
      pass(MINUTE);
      set(us);
      pass(US);
      jump(staysUs - 2 * US);
      assert.ok(keeper.doubt(), 'not yet');
      assert.ok(Math.abs(wrongUs()) < US);
      const judged = pass(3 * US).find(({ kind }) => kind === 'confirmed');
      assert.equal(judged?.kind === 'confirmed' && judged.stepUs, us);
      assert.equal(keeper.doubt(), undefined);
      assert.ok(Math.abs(wrongUs() - us) < US);
    });
  }

  test('waits again if the clock is set again', () => {
    const { keeper, set, pass } = rig();
    set(HOUR);
    pass(9 * MINUTE);
    set(2 * HOUR);
    pass(9 * MINUTE);
    assert.ok(keeper.doubt());
    pass(52 * MINUTE);
    assert.equal(keeper.doubt(), undefined);
  });

  test('follows the clock at once when the operator confirms it, forwards and back', () => {
    for (const us of [40 * DAY, -40 * DAY]) {
      const { keeper, set, pass, wrongUs } = rig();
      set(us);
      pass(US);
      assert.deepEqual(keeper.confirm(), { kind: 'confirmed', stepUs: us });
      assert.ok(Math.abs(wrongUs() - us) < US);
      assert.equal(pass(US)[0]?.kind, 'certain');
    }
  });

  test('follows a clock that drifts, and does not trust one that is set repeatedly by small steps', () => {
    const drifting = rig();
    for (let second = 1; second <= 2 * 3600; second++) {
      drifting.set(second * 500);
      drifting.pass(US);
      assert.equal(drifting.keeper.doubt(), undefined);
    }
    assert.ok(Math.abs(drifting.wrongUs() - 3.6 * US) < US);
    const creeping = rig();
    for (let step = 1; step <= 60; step++) {
      creeping.set(step * 0.9 * US);
      creeping.pass(US);
    }
    assert.ok(creeping.keeper.doubt());
  });

  test('continues the time of another process of the same machine, whatever the clock shows', () => {
    const { keeper, recall, wrongUs } = rig();
    assert.equal(recall({ continuedUs: START - 40 * DAY }).kind, 'doubt');
    assert.equal(keeper.doubt()?.stepUs, 40 * DAY);
    assert.ok(Math.abs(wrongUs() + 40 * DAY) < US);
  });

  test('is never behind the newest time of the store, and is trusted some minutes after the clock has passed that time', () => {
    const { keeper, recall, set, pass, wrongUs } = rig();
    assert.equal(recall({ newestUs: START + 3 * DAY }).kind, 'doubt');
    assert.equal(keeper.doubt()?.reason, 'behind');
    assert.ok(Math.abs(wrongUs() - 3 * DAY) < US);
    // NTP corrects the clock, which is then half an hour ahead of the newest time of the store.
    set(3 * DAY + 30 * MINUTE);
    pass(US);
    assert.equal(keeper.doubt()?.reason, 'pause');
    pass(5 * MINUTE);
    assert.equal(keeper.doubt(), undefined);
    assert.ok(Math.abs(wrongUs() - 3 * DAY - 30 * MINUTE) < US);
  });

  test('is not trusted for five minutes after a pause, so that a clock that was wrong at the start can be corrected', () => {
    const { keeper, recall, set, pass, wrongUs } = rig();
    assert.equal(recall({ newestUs: START - 40 * DAY }).kind, 'doubt');
    pass(6 * US);
    assert.equal(keeper.doubt()?.reason, 'pause');
    set(-40 * DAY + MINUTE);
    pass(US);
    assert.equal(keeper.doubt(), undefined, 'trusted a minute after the newest time of the store');
    assert.ok(Math.abs(wrongUs() + 40 * DAY - MINUTE) < US);
    const idle = rig();
    idle.recall({ newestUs: START - 40 * DAY });
    idle.pass(5 * MINUTE + 2 * US);
    assert.equal(idle.keeper.doubt(), undefined);
  });

  test('whatever happens to the clock, readings grow, and jump only when a step is confirmed', () => {
    const step = fc.record({
      aheadUs: fc.integer({ min: -2000 * DAY, max: 2000 * DAY }),
      forUs: fc.integer({ min: US, max: 3 * MINUTE }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { keeper, set, pass } = rig();
        let last = keeper.clock();
        for (const { aheadUs, forUs } of steps) {
          set(aheadUs);
          for (const judged of pass(forUs)) {
            const now = keeper.clock();
            if (judged.kind !== 'confirmed') assert.ok(now > last && now - last <= 2 * forUs + US);
            last = now;
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});
