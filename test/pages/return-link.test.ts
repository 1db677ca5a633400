import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { returnLink } from '../../src/pages/views/way-back.ts';

describe('the link back to the merchant', () => {
  const payment = { id: 123456789012345, reference: 'A 1' };
  for (const [returnUrl, expected] of [
    ['https://shop.example/thanks', 'https://shop.example/thanks?transaction_id=123456789012345&reference=A+1'],
    ['https://shop.example/?a=%20b&c', 'https://shop.example/?a=%20b&c&transaction_id=123456789012345&reference=A+1'],
    ['https://shop.example/#/done', 'https://shop.example/?transaction_id=123456789012345&reference=A+1#/done'],
    [null, undefined],
    ['not an address', undefined],
    ['javascript:alert(1)', undefined],
  ] as const) {
    // Contract: PAGE-5
    it(`of ${returnUrl} is ${expected}`, () => assert.equal(returnLink(returnUrl, payment), expected));
  }

  it('omits a reference that was not given', () => {
    const link = returnLink('https://shop.example/', { id: 123456789012345, reference: null });
    assert.equal(link, 'https://shop.example/?transaction_id=123456789012345');
  });
});
