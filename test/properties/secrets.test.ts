import assert from 'node:assert/strict';
import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomBase62, type SealedPurpose, secretBox } from '../../src/platform/secrets/secrets.ts';

const PURPOSES: readonly SealedPurpose[] = ['webhook-secret', 'card-token', 'page-session'];

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
const text = fc.string({ unit: 'binary', maxLength: 300 }).filter((candidate) => candidate.isWellFormed());
const context = fc.string({ maxLength: 30 });
const purpose = fc.constantFrom(...PURPOSES);

test('a sealed text opens under the same key, purpose and context, and needs no encoding in an address', () => {
  fc.assert(
    fc.property(key, purpose, text, context, (secretKey, kind, plain, about) => {
      const sealed = secretBox(secretKey).seal(kind, plain, about);
      assert.equal(secretBox(secretKey).open(kind, sealed, about), plain);
      assert.match(sealed, /^v2\.[\w-]+$/);
    }),
  );
});

test('a sealed text does not open under another key, purpose or context, and each sealing differs', () => {
  fc.assert(
    fc.property(key, key, text, context, context, (secretKey, otherKey, plain, about, otherContext) => {
      const box = secretBox(secretKey);
      const sealed = box.seal('card-token', plain, about);
      assert.notEqual(box.seal('card-token', plain, about), sealed);
      if (!secretKey.equals(otherKey)) assert.throws(() => secretBox(otherKey).open('card-token', sealed, about));
      if (about !== otherContext) assert.throws(() => box.open('card-token', sealed, otherContext));
      for (const other of PURPOSES.filter((one) => one !== 'card-token'))
        assert.throws(() => box.open(other, sealed, about));
    }),
  );
});

test('a sealed text does not open if a bit was changed, or if it was cut or has an unknown version', () => {
  fc.assert(
    fc.property(key, text, fc.nat(), (secretKey, plain, pick) => {
      const box = secretBox(secretKey);
      const [, body = ''] = box.seal('webhook-secret', plain, 'context').split('.');
      const bytes = Buffer.from(body, 'base64url');
      const bit = pick % (bytes.length * 8);
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      const cut = bytes.subarray(0, pick % bytes.length);
      for (const sealed of [
        `v2.${changed.toString('base64url')}`,
        `v2.${cut.toString('base64url')}`,
        `v3.${body}`,
        body,
      ]) {
        assert.throws(() => box.open('webhook-secret', sealed, 'context'));
      }
    }),
  );
});

test('a box with the previous key opens texts of both keys, and seals only under the current one', () => {
  fc.assert(
    fc.property(key, key, purpose, text, context, (secretKey, previousKey, kind, plain, about) => {
      fc.pre(!secretKey.equals(previousKey));
      const [before, after] = [secretBox(previousKey), secretBox(secretKey)];
      const both = secretBox(secretKey, previousKey);
      const old = before.seal(kind, plain, about);
      assert.equal(both.open(kind, old, about), plain);
      assert.throws(() => before.open(kind, both.seal(kind, plain, about), about));
      const resealed = both.reseal(kind, old, about) ?? '';
      assert.equal(after.open(kind, resealed, about), plain);
      assert.equal(both.reseal(kind, resealed, about), undefined, 'a text under the current key is not sealed again');
      assert.throws(() => after.reseal(kind, old, about));
    }),
  );
});

/** Seals like earlier versions, in which purposes had no separate keys. */
function sealedOfOld(secretKey: Buffer, plain: string, about: string): string {
  const nonce = randomBytes(12);
  const sealingKey = Buffer.from(hkdfSync('sha256', secretKey, '', 'peye/seal', 32));
  const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

test('a text that was sealed before there were versions opens, under the previous key too, and is sealed again', () => {
  fc.assert(
    fc.property(key, key, purpose, text, context, (secretKey, previousKey, kind, plain, about) => {
      fc.pre(!secretKey.equals(previousKey));
      for (const old of [sealedOfOld(secretKey, plain, about), sealedOfOld(previousKey, plain, about)]) {
        const box = secretBox(secretKey, previousKey);
        assert.equal(box.open(kind, old, about), plain);
        assert.equal(secretBox(secretKey).open(kind, box.reseal(kind, old, about) ?? '', about), plain);
      }
    }),
  );
});

test('a tag depends on key, purpose and text', () => {
  fc.assert(
    fc.property(key, fc.tuple(key, context, context), context, context, (secretKey, other, kind, about) => {
      const tag = secretBox(secretKey).tag(kind, about);
      assert.match(tag, /^[0-9a-f]{32}$/);
      const same = secretKey.equals(other[0]) && kind === other[1] && about === other[2];
      const others = secretBox(other[0]);
      assert.equal(others.tag(other[1], other[2]) === tag, same);
      assert.equal(others.isTag(other[1], other[2], tag), same);
    }),
  );
});

test('a tag is the start of the HMAC-SHA256 of the text, as other libraries compute it', () => {
  fc.assert(
    fc.property(key, context, fc.string({ unit: 'binary', maxLength: 300 }), (secretKey, kind, about) => {
      const tagKey = Buffer.from(hkdfSync('sha256', secretKey, '', `peye/${kind}`, 32));
      const expected = createHmac('sha256', tagKey).update(about).digest('hex').slice(0, 32);
      const box = secretBox(secretKey);
      assert.equal(box.tag(kind, about), expected);
      assert.equal(box.tag(kind, `${about}.`) === expected, false);
      assert.equal(box.tag(kind, about), expected);
    }),
  );
});

test('recognises tags of the previous key, but not of other keys', () => {
  const [secretKey, previousKey] = [randomBytes(32), randomBytes(32)];
  const both = secretBox(secretKey, previousKey);
  const old = secretBox(previousKey).tag('payment-page', '7');
  assert.equal(both.isTag('payment-page', '7', old), true);
  assert.equal(both.isTag('payment-page', '7', both.tag('payment-page', '7')), true);
  assert.equal(secretBox(secretKey).isTag('payment-page', '7', old), false);
  for (const given of ['', old.slice(1), `${old}0`, old.toUpperCase().replace(/\d/g, 'A'), '💥'.repeat(8)]) {
    assert.equal(both.isTag('payment-page', '7', given), false);
  }
  assert.equal(both.isTag('payment-page', '8', old), false);
  assert.equal(both.isTag('publishable-key', '7', old), false);
});

test('random text is base-62, of the requested length, and uses every character', () => {
  const sample = randomBase62(20_000);
  assert.match(sample, /^[0-9A-Za-z]{20000}$/);
  assert.equal(new Set(sample).size, 62);
});
