import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomBase62, secretBox } from '../../src/lib/secrets.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
const text = fc.string({ unit: 'binary', maxLength: 300 }).filter((candidate) => candidate.isWellFormed());
const context = fc.string({ maxLength: 30 });

test('what was sealed opens under the same key and context', () => {
  fc.assert(
    fc.property(key, text, context, (secretKey, plain, about) => {
      assert.equal(secretBox(secretKey).open(secretBox(secretKey).seal(plain, about), about), plain);
    }),
  );
});

test('it does not open under another key or context, and never seals the same twice', () => {
  fc.assert(
    fc.property(key, key, text, context, context, (secretKey, otherKey, plain, about, otherContext) => {
      const box = secretBox(secretKey);
      const sealed = box.seal(plain, about);
      assert.notEqual(box.seal(plain, about), sealed);
      if (!secretKey.equals(otherKey)) assert.throws(() => secretBox(otherKey).open(sealed, about));
      if (about !== otherContext) assert.throws(() => box.open(sealed, otherContext));
    }),
  );
});

test('it does not open with any bit changed, or cut short', () => {
  fc.assert(
    fc.property(key, text, fc.nat(), (secretKey, plain, pick) => {
      const box = secretBox(secretKey);
      const bytes = Buffer.from(box.seal(plain, 'context'), 'base64');
      const bit = pick % (bytes.length * 8);
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      assert.throws(() => box.open(changed.toString('base64'), 'context'));
      assert.throws(() => box.open(bytes.subarray(0, pick % bytes.length).toString('base64'), 'context'));
    }),
  );
});

test('a tag depends on key, purpose and text', () => {
  fc.assert(
    fc.property(key, fc.tuple(key, context, context), context, context, (secretKey, other, purpose, about) => {
      const tag = secretBox(secretKey).tag(purpose, about);
      assert.match(tag, /^[0-9a-f]{32}$/);
      const same = secretKey.equals(other[0]) && purpose === other[1] && about === other[2];
      assert.equal(secretBox(other[0]).tag(other[1], other[2]) === tag, same);
    }),
  );
});

test('random text is base-62, of the length that was asked, and uses every character', () => {
  const sample = randomBase62(20_000);
  assert.match(sample, /^[0-9A-Za-z]{20000}$/);
  assert.equal(new Set(sample).size, 62);
});
