import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayOf, formatTimestamp, parseDay, parseTimestamp, startOfDayUs } from '../../src/core/timestamps.ts';

const US_PER_DAY = 86_400_000_000;

test('a date that is not a day of the calendar is refused', () => {
  const part = (max: number) => fc.oneof(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 99 }));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9999 }), part(13), part(32), (year, month, day) => {
      const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
      assert.equal(parseDay(text), countDays(year, month, day));
    }),
    { numRuns: 5000 },
  );
});

test('every day of four hundred years follows the day before it', () => {
  let expected = countDays(1900, 1, 1)!;
  for (let year = 1900; year < 2300; year++) {
    for (let month = 1; month <= 12; month++) {
      for (let day = 1; day <= 31; day++) {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        const parsed = parseDay(text);
        if (parsed !== undefined) assert.equal(parsed, expected++, text);
      }
    }
  }
  assert.equal(expected, countDays(2300, 1, 1));
});

test('a text that is not a date is refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789-/ T+\n'), maxLength: 12 }), (text) => {
      const isDate = text.length === 10 && /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text);
      if (!isDate) assert.equal(parseDay(text), undefined);
    }),
    { numRuns: 2000 },
  );
});

test('a time is written with six decimals, and with the day that it belongs to', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000_000 }), (us) => {
      const text = formatTimestamp(us);
      assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      assert.equal(BigInt(Date.parse(`${text.slice(0, 19)}Z`)) * 1000n + BigInt(text.slice(20, 26)), BigInt(us));
      assert.equal(parseDay(text.slice(0, 10)), dayOf(us));
      assert.ok(startOfDayUs(dayOf(us)) <= us && us < startOfDayUs(dayOf(us)) + US_PER_DAY);
    }),
    { numRuns: 2000 },
  );
});

test('times of the same day and of others, in any order, are written as Date writes them', () => {
  const moment = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(moment, fc.array(fc.integer({ min: 0, max: US_PER_DAY - 1 })), (us, places) => {
      const sameDay = places.map((place) => startOfDayUs(dayOf(us)) + place).filter(Number.isSafeInteger);
      for (const at of [...sameDay, 0, us, ...sameDay]) {
        const ms = Math.floor(at / 1000);
        const rest = String(at - ms * 1000).padStart(3, '0');
        assert.equal(formatTimestamp(at), new Date(ms).toISOString().replace('Z', `${rest}Z`));
      }
    }),
    { numRuns: 500 },
  );
});

test('a written time is read back, with any offset and any shorter spelling', () => {
  const moment = fc.integer({ min: 0, max: 4_102_444_800_000_000 });
  fc.assert(
    fc.property(moment, fc.integer({ min: -1439, max: 1439 }), (us, offset) => {
      const text = formatTimestamp(us);
      assert.equal(parseTimestamp(text), us);
      assert.equal(parseTimestamp(text.slice(0, 10)), startOfDayUs(dayOf(us)));
      assert.equal(parseTimestamp(`${text.slice(0, 23)}Z`), us - (us % 1000));
      assert.equal(parseTimestamp(`${text.slice(0, 16)}Z`), us - (us % 60_000_000));
      const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
      const sign = `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
      // The result is compared with Date.parse, which reads milliseconds.
      const local = `${text.slice(0, 23)}${sign}`;
      assert.equal(parseTimestamp(local), Date.parse(local) * 1000);
    }),
    { numRuns: 2000 },
  );
});

test('a time that does not exist, or has no zone, is refused', () => {
  for (const text of [
    ...['', 'now', '2026', '2026-03', '2026-02-30', '2026-13-01', '2026-03-01T', '2026-03-01T10', '2026-03-01T10:00'],
    ...['2026-03-01T10:00:00', '2026-03-01T24:00:00Z', '2026-03-01T10:60:00Z', '2026-03-01T10:00:60Z'],
    ...['2026-03-01T10:00:00.Z', '2026-03-01T10:00:00.1234567Z', '2026-03-01T10:00:00+24:00', '2026-03-01Z'],
    ...['2026-03-01T10:00:00+0100', '2026-03-01 10:00:00Z', '2026-03-01T10:00:00Z ', '2026-02-29T10:00:00Z'],
  ]) {
    assert.equal(parseTimestamp(text), undefined, text);
  }
});

/** Days since 1970 by counting, without a Date: leap years before, months before, days. Undefined when there is no such day. */
function countDays(year: number, month: number, day: number): number | undefined {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const length = lengths[month - 1];
  if (length === undefined || day < 1 || day > length) return undefined;
  const before = year - 1;
  const leapsBefore = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const daysBeforeYear = before * 365 + leapsBefore;
  const daysBeforeMonth = lengths.slice(0, month - 1).reduce((sum, days) => sum + days, 0);
  const DAYS_BEFORE_1970 = 719_162;
  return daysBeforeYear + daysBeforeMonth + day - 1 - DAYS_BEFORE_1970;
}
