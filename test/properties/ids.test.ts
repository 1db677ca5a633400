import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { formatCursor, parseCursor } from '../../src/api/routes/events.ts';
import { parseTransactionId, transactionIds } from '../../src/core/ids.ts';

describe('transaction ids', () => {
  const us = (date: string) => Date.parse(date) * 1000;

  test('have 15 or 16 digits, stay below 2^53 and strictly increase, however the clock jumps', () => {
    const time = fc.integer({ min: us('2026-01-01'), max: us('2051-12-31') });
    const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(time, random), { minLength: 1, maxLength: 60 }), (readings) => {
        let at = 0;
        const nextId = transactionIds(
          () => readings[at]![0],
          (below) => Math.floor(readings[at]![1] * below),
        );
        let last = 0;
        for (; at < readings.length; at++) {
          const id = nextId();
          assert.ok(id > last && id < 2 ** 53);
          assert.match(String(id), /^[1-9]\d{14,15}$/);
          assert.equal(parseTransactionId(String(id)), id);
          last = id;
        }
      }),
    );
  });

  test('strictly increase even with a clock that stands still and a random source that repeats itself', () => {
    const nextId = transactionIds(
      () => us('2026-11-21'),
      (below) => below - 1,
    );
    const ids = Array.from({ length: 30_000 }, nextId);
    assert.ok(ids.every((id, index) => index === 0 || id > ids[index - 1]!));
  });

  test('no other text is accepted as an id', () => {
    const valid = (text: string) => /^[1-9][0-9]{14,15}$/.test(text) && BigInt(text) < 2n ** 53n;
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 13, maxLength: 18 }),
      fc.string({ unit: fc.constantFrom(...'0123456789-+.eE \n'), minLength: 14, maxLength: 17 }),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        assert.equal(parseTransactionId(candidate) !== undefined, valid(candidate) && !candidate.endsWith('\n'));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('event cursors', () => {
  const websiteId = fc.stringMatching(/^web_[0-9A-Za-z]{16}$/);
  const position = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

  test('are read as their position, but only for their own website', () => {
    fc.assert(
      fc.property(websiteId, websiteId, position, (website, other, at) => {
        const cursor = formatCursor(website, at);
        assert.match(cursor, /^[\w-]+$/);
        assert.equal(parseCursor(website, cursor), at);
        if (other !== website) assert.equal(parseCursor(other, cursor), undefined);
      }),
    );
  });

  test('each position has one spelling: a changed cursor is refused, or is exactly the cursor of another position', () => {
    const change = fc.record({
      at: fc.nat(),
      remove: fc.constantFrom(0, 1),
      insert: fc.string({ unit: fc.constantFrom(...'ABCXYZabcxyz0189-_+/=. %\n'), maxLength: 1 }),
    });
    fc.assert(
      fc.property(websiteId, position, change, (website, position, { at, remove, insert }) => {
        const cursor = formatCursor(website, position);
        const index = at % (cursor.length + 1);
        const changed = cursor.slice(0, index) + insert + cursor.slice(index + remove);
        const parsed = parseCursor(website, changed);
        if (parsed !== undefined) assert.equal(changed, formatCursor(website, parsed));
        if (changed !== cursor) assert.notEqual(parsed, position);
      }),
      { numRuns: 5000 },
    );
  });

  test('any other text is refused', () => {
    fc.assert(
      fc.property(websiteId, fc.string({ unit: 'binary' }), (website, text) => {
        assert.equal(parseCursor(website, text), undefined);
        assert.equal(parseCursor(website, Buffer.from(text).toString('base64url')), undefined);
      }),
      { numRuns: 1000 },
    );
  });
});
