import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseFields } from '../../src/http/form-fields.ts';
import { firstFields } from '../../src/platform/text/first-fields.ts';
import { startTestGateway } from '../support/gateway.ts';
import { newPayment } from './visitor.ts';

const many = (count: number) => Array.from({ length: count }, (_, i) => `f${i}=${i}`).join('&');

describe('fields of unauthenticated clients', () => {
  it('are read up to a number far above the number of fields in any form', () => {
    assert.deepEqual({ ...parseFields('phone=37+00&pin=%31&pin=2&x') }, { phone: '37 00', pin: ['1', '2'], x: '' });
    assert.equal(Object.keys(parseFields(many(5_000))).length, 32);
    assert.equal(parseFields(`${many(40)}&phone=1`).phone, undefined);
  });

  it('beyond the maximum are cut off before the text is parsed', () => {
    assert.equal(firstFields('a=1&b=2&c=3', 2), 'a=1&b=2');
    assert.equal(firstFields('a=1&b=2', 2), 'a=1&b=2');
    assert.equal(firstFields('', 2), '');
    assert.equal(firstFields('&&&', 2), '&');
    assert.equal([...new URLSearchParams(firstFields(many(5_000)))].length, 256);
  });

  it('in an address are read like the fields of a form', async () => {
    const gateway = await startTestGateway('sqlite');
    try {
      const { payment_url } = await newPayment(gateway, 'moncash');
      const languageOf = async (query: string) =>
        /<html lang="(..)">/.exec(await (await fetch(`${payment_url}?${query}`)).text())?.[1];
      assert.equal(await languageOf('lang=fr'), 'fr');
      assert.equal(await languageOf(`${many(50)}&lang=fr`), 'fr');
      assert.equal(await languageOf(`${many(100)}&lang=fr`), 'ht');
    } finally {
      await gateway.stop();
    }
  });
});
