import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseOpenErApi } from '../../src/features/rates/sources/fetch-rate.ts';
import { assertQuick, hostileTexts } from './hostile-texts.ts';

const PUBLISHED = 1_795_132_801;
const response = (changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    result: 'success',
    time_last_update_unix: PUBLISHED,
    base_code: 'USD',
    rates: { USD: 1, EUR: 0.85, HTG: 130.5549 },
    ...changes,
  });
/** The response with this text as its rate: a JavaScript number might not keep the digits of the text. */
const spelt = (htg: string) => response().replace('130.5549', htg);

describe('a response of open.er-api.com', () => {
  it('gives the gourdes for a dollar and the time of publication', () => {
    assert.deepEqual(parseOpenErApi(response()), { rateE4: 1_305_549, publishedAtUs: PUBLISHED * 1_000_000 });
  });

  it('is rounded half up to four decimals', () => {
    const cases: Record<string, number> = {
      '130.894512': 1_308_945,
      '130.89455': 1_308_946,
      '130.894549999': 1_308_945,
      '130': 1_300_000,
      '130.5': 1_305_000,
      '1.305e2': 1_305_000,
      '99999.99996': 1_000_000_000,
    };
    for (const [text, rateE4] of Object.entries(cases)) assert.equal(parseOpenErApi(spelt(text))?.rateE4, rateE4, text);
  });

  it('gives the rate without a time if the time is invalid', () => {
    for (const time of [undefined, null, 0, -1, 1.5, '1795132801', 1e300, 4_102_444_800, {}, true]) {
      const reading = parseOpenErApi(response({ time_last_update_unix: time }));
      assert.deepEqual(reading, { rateE4: 1_305_549, publishedAtUs: null }, String(time));
    }
  });

  for (const htg of [
    '"130.5549"',
    '"1,305.49"',
    '-130.5549',
    '1e9',
    '1e21',
    '1e400',
    '1e-7',
    'null',
    'true',
    '[130.5549]',
    '{"value":130.5549}',
    '""',
  ]) {
    it(`is refused when the gourde is ${htg}`, () => assert.equal(parseOpenErApi(spelt(htg)), undefined));
  }

  const others: [name: string, text: string][] = [
    ['an error', '{"result":"error","error-type":"unsupported-code"}'],
    ['another base', response({ base_code: 'EUR' })],
    ['no result', response({ result: undefined })],
    ['no rates', response({ rates: undefined })],
    ['rates in a list', response({ rates: [130.5549] })],
    ['rates that are null', response({ rates: null })],
    ['no gourde', response({ rates: { USD: 1 } })],
    [
      'a response with a gourde in __proto__',
      '{"result":"success","base_code":"USD","rates":{"__proto__":{"HTG":130.5}}}',
    ],
    ['a response in which a dollar is two dollars', response({ rates: { USD: 2, HTG: 130.5549 } })],
    [
      "a response of the same company's API with keys",
      response({ rates: undefined, conversion_rates: { HTG: 130.5549 } }),
    ],
    ['a cut response', response().slice(0, -3)],
    ['two responses', response() + response()],
    ['a page', '<html>Just a moment...</html>'],
    ['nothing', ''],
    ['a number', '130.5549'],
    ['null', 'null'],
    ['a list', `[${response()}]`],
    ['bytes', '\0\ufffd\ufffd<{'],
  ];
  for (const [name, text] of others) {
    it(`is refused when it is ${name}`, () => assert.equal(parseOpenErApi(text), undefined));
  }

  for (const [name, text] of hostileTexts(['[', '{"a":', '"', '\\', '{"rates":{', '1', ' ', '[[],'])) {
    it(`of half a megabyte of ${name} is read in linear time`, () =>
      assertQuick(() => assert.equal(parseOpenErApi(text), undefined)));
  }

  it('with half a megabyte of digits in the gourde is refused in linear time', () => {
    assertQuick(() => assert.equal(parseOpenErApi(spelt('9'.repeat(500_000))), undefined));
    assertQuick(() => parseOpenErApi(spelt(`130.${'5'.repeat(500_000)}`)));
  });

  it('any rate with four decimals is read as it was published', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (rateE4) => {
        const digits = String(rateE4).padStart(5, '0');
        assert.equal(parseOpenErApi(spelt(`${digits.slice(0, -4)}.${digits.slice(-4)}`))?.rateE4, rateE4);
      }),
      { numRuns: 2000 },
    );
  });

  it('any JSON gives no rate or one that can be counted exactly, and never throws', () => {
    const anything = fc.jsonValue();
    fc.assert(
      fc.property(anything, anything, anything, (rates, time, base) => {
        const reading = parseOpenErApi(
          JSON.stringify({
            result: 'success',
            base_code: base ?? 'USD',
            time_last_update_unix: time,
            rates: { HTG: rates },
          }),
        );
        if (reading) assert.ok(Number.isSafeInteger(reading.rateE4) && reading.rateE4 >= 0);
      }),
      { numRuns: 2000 },
    );
  });
});
