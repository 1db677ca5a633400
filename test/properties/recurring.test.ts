import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RECURRING_INTERVALS } from '../../src/core/payment.ts';
import { periodDueAtUs, periodsDue, type Rhythm } from '../../src/core/recurring.ts';
import { formatTimestamp, parseTimestamp } from '../../src/core/timestamps.ts';

const US_PER_DAY = 86_400_000_000;

const at = (text: string) => parseTimestamp(text) as number;
const rhythm = (from: string, interval: Rhythm['interval'], intervalCount = 1): Rhythm => ({
  anchorAtUs: at(from),
  interval,
  intervalCount,
});
const dates = (one: Rhythm, count: number) =>
  Array.from({ length: count }, (_, index) => formatTimestamp(periodDueAtUs(one, index + 1)).slice(0, 10));

const rhythms = fc.record({
  anchorAtUs: fc.integer({ min: at('2024-01-01'), max: at('2060-12-31') }),
  interval: fc.constantFrom(...RECURRING_INTERVALS),
  intervalCount: fc.integer({ min: 1, max: 12 }),
});
/** The tests end in the year 2200, because numbers count microseconds exactly only until 2255. */
const END_US = at('2200-01-01');
/** A rhythm, and a period. The next period is due before END_US. */
const anyPeriod = fc
  .tuple(rhythms, fc.integer({ min: 0, max: 600 }))
  .filter(([one, period]) => periodDueAtUs(one, period + 1) < END_US);

describe('when a subscription is due', () => {
  // Contract: RECURRING-2
  it('on the 31st: the last day of short months, and the 31st again after them', () => {
    assert.deepEqual(dates(rhythm('2027-01-31T14:30:00Z', 'monthly'), 12), [
      ...['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31'],
      ...['2027-08-31', '2027-09-30', '2027-10-31', '2027-11-30', '2027-12-31', '2028-01-31'],
    ]);
    assert.equal(dates(rhythm('2028-01-31', 'monthly'), 1)[0], '2028-02-29');
    assert.deepEqual(dates(rhythm('2027-10-30', 'monthly', 2), 3), ['2027-12-30', '2028-02-29', '2028-04-30']);
  });

  // Contract: RECURRING-2
  it('on 29 February: the 28th, and the 29th again in leap years', () => {
    assert.deepEqual(dates(rhythm('2028-02-29', 'yearly'), 5), [
      ...['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29', '2033-02-28'],
    ]);
    // 2100 is not a leap year.
    assert.equal(dates(rhythm('2096-02-29', 'yearly', 4), 1)[0], '2100-02-28');
    assert.deepEqual(dates(rhythm('2024-02-29', 'yearly', 12), 2), ['2036-02-29', '2048-02-29']);
  });

  it('daily and weekly, across the ends of months and years', () => {
    assert.deepEqual(dates(rhythm('2027-12-25', 'daily', 12), 3), ['2028-01-06', '2028-01-18', '2028-01-30']);
    assert.deepEqual(dates(rhythm('2028-02-22', 'weekly'), 2), ['2028-02-29', '2028-03-07']);
    assert.deepEqual(dates(rhythm('2027-12-01', 'weekly', 12), 1), ['2028-02-23']);
  });

  it('keeps the time of day to the microsecond', () => {
    const from = '2027-01-31T23:59:59.999999Z';
    for (const interval of RECURRING_INTERVALS) {
      assert.match(formatTimestamp(periodDueAtUs(rhythm(from, interval, 5), 7)), /T23:59:59\.999999Z$/);
    }
    fc.assert(
      fc.property(anyPeriod, ([one, period]) => {
        assert.equal((periodDueAtUs(one, period) - one.anchorAtUs) % US_PER_DAY, 0);
      }),
    );
  });

  it('period 0 is the anchor, and each later one is after the previous one', () => {
    fc.assert(
      fc.property(anyPeriod, ([one, period]) => {
        assert.equal(periodDueAtUs(one, 0), one.anchorAtUs);
        assert.ok(periodDueAtUs(one, period + 1) > periodDueAtUs(one, period));
      }),
    );
  });

  it('months: always the same day of the month, or the last one where there is no such day', () => {
    fc.assert(
      fc.property(anyPeriod, ([one, period]) => {
        if (one.interval === 'daily' || one.interval === 'weekly') return;
        const [anchor, due] = [one.anchorAtUs, periodDueAtUs(one, period)].map((us) => new Date(Math.floor(us / 1000)));
        const months = period * one.intervalCount * (one.interval === 'yearly' ? 12 : 1);
        const index = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
        assert.equal(index(due!) - index(anchor!), months);
        const isLastDay = new Date(due!.getTime() + 86_400_000).getUTCDate() === 1;
        if (due!.getUTCDate() !== anchor!.getUTCDate()) {
          assert.ok(isLastDay && due!.getUTCDate() < anchor!.getUTCDate());
        }
      }),
    );
  });

  it('twelve months are a year, and seven days a week', () => {
    fc.assert(
      fc.property(rhythms, fc.integer({ min: 0, max: 100 }), ({ anchorAtUs }, period) => {
        const due = (interval: Rhythm['interval'], intervalCount: number, n: number) =>
          periodDueAtUs({ anchorAtUs, interval, intervalCount }, n);
        assert.equal(due('monthly', 12, period), due('yearly', 1, period));
        assert.equal(due('monthly', 1, 12 * period), due('yearly', 1, period));
        assert.equal(due('daily', 7, period), due('weekly', 1, period));
      }),
    );
  });

  it('counts the periods that are due at a time', () => {
    fc.assert(
      fc.property(anyPeriod, fc.nat(), ([one, last], some) => {
        const from = 1 + (some % (last + 1));
        const more = last + 1 - from;
        const moment = periodDueAtUs(one, last + 1);
        assert.equal(periodsDue(one, from, moment), more + 1);
        assert.equal(periodsDue(one, from, moment - 1), more);
        assert.equal(periodsDue(one, from, one.anchorAtUs), 0);
      }),
    );
  });
});
