import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { jsonString } from '../../src/core/payment-json.ts';

it('writes every UTF-16 code unit as JSON.stringify does, alone and within a text', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const unit = String.fromCharCode(code);
    for (const text of [unit, `a${unit}`, `é${unit}b`]) assert.equal(jsonString(text), JSON.stringify(text));
  }
});

it('writes texts as JSON.stringify does, with surrogates in pairs and alone', () => {
  assert.equal(jsonString(null), 'null');
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => jsonString(text) === JSON.stringify(text)));
  const unit = fc.oneof(fc.constantFrom('\ud83d', '\ude00', '"', '\\', '\n'), fc.string({ maxLength: 2 }));
  fc.assert(fc.property(fc.array(unit), (units) => jsonString(units.join('')) === JSON.stringify(units.join(''))));
});
