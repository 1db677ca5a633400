import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatHaitiTime, formatShortHaitiTime } from '../../src/platform/wording/format.ts';

const at = (text: string) => Date.parse(text) * 1000;

describe('times for people', () => {
  it("follow Haiti's time zone, in summer and in winter", () => {
    assert.equal(formatHaitiTime(at('2027-01-01T04:59:59Z'), 'ht'), '31 desanm 2026, 23:59');
    assert.equal(formatHaitiTime(at('2027-01-01T05:00:00Z'), 'ht'), '1ye janvye 2027, 00:00');
    assert.equal(formatHaitiTime(at('2026-07-01T16:05:00Z'), 'ht'), '1ye jiyè 2026, 12:05');
  });

  it('are written as each language writes them', () => {
    const us = at('2026-08-01T17:05:00.999Z') + 999;
    assert.equal(formatHaitiTime(us, 'ht'), '1ye out 2026, 13:05');
    assert.equal(formatHaitiTime(us, 'fr'), '1er août 2026, 13:05');
    assert.equal(formatHaitiTime(us, 'en'), '1 August 2026, 1:05 pm');
    assert.equal(formatHaitiTime(at('2026-08-02T04:00:00Z'), 'en'), '2 August 2026, 12:00 am');
    assert.equal(formatHaitiTime(at('2026-08-02T16:00:00Z'), 'en'), '2 August 2026, 12:00 pm');
  });

  it('are shorter in lists', () => {
    const us = at('2026-08-01T17:05:09Z');
    assert.deepEqual(formatShortHaitiTime(us, 'ht'), { date: '1ye out 2026', time: '13:05' });
    assert.deepEqual(formatShortHaitiTime(us, 'fr'), { date: '1er août 2026', time: '13:05' });
    assert.deepEqual(formatShortHaitiTime(at('2026-01-31T17:05:09Z'), 'fr'), { date: '31 janv. 2026', time: '12:05' });
    assert.deepEqual(formatShortHaitiTime(us, 'en', { seconds: true }), { date: '1 Aug 2026', time: '1:05:09 pm' });
  });
});
