import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  amountNumber,
  type Currency,
  convertHtgText,
  formatAmount,
  formatRate,
  htgToUsd,
  isSameMoney,
  OVERFLOW,
  parseDecimal,
  RATE_SCALE,
  rateNumber,
  usdToHtg,
  usdToHtgRoundedUp,
} from '../../src/core/money.ts';

const rateE4 = fc.integer({ min: RATE_SCALE, max: 10_000 * RATE_SCALE });
const amountMinor = fc.integer({ min: 0, max: 10 ** 15 });

test('two amounts are the same if their number and their currency are', () => {
  const money = (amount: number, currency: Currency) => ({ amountMinor: amount, currency });
  assert.ok(isSameMoney(money(500, 'HTG'), money(500, 'HTG')));
  assert.ok(!isSameMoney(money(500, 'HTG'), money(501, 'HTG')));
  assert.ok(!isSameMoney(money(500, 'HTG'), money(500, 'USD')));
});

describe('conversion is exact rational arithmetic, rounded once', () => {
  test('dollars to gourdes, half up', () => {
    fc.assert(
      fc.property(amountMinor, rateE4, (amount, rate) => {
        const exact: Fraction = [BigInt(amount) * BigInt(rate), 10_000n];
        assert.equal(usdToHtg(amount, rate), counted(roundHalfUp(exact)));
      }),
      { numRuns: 2000 },
    );
  });

  test('gourdes to dollars, half up', () => {
    fc.assert(
      fc.property(amountMinor, rateE4, (amount, rate) => {
        const exact: Fraction = [BigInt(amount) * 10_000n, BigInt(rate)];
        assert.equal(htgToUsd(amount, rate), counted(roundHalfUp(exact)));
      }),
      { numRuns: 2000 },
    );
  });

  test('exactly half a unit is rounded up in both directions', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (n) => {
        // Both exact results end in a half: an odd number of cents at a rate of 1.5, and an odd number of centimes at a rate of 2.
        assert.equal(usdToHtg(2 * n - 1, 15_000), ((2 * n - 1) * 3 + 1) / 2);
        assert.equal(htgToUsd(2 * n - 1, 20_000), n);
      }),
    );
  });

  test('a minimum is rounded up, never down', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_00 }), rateE4, (amount, rate) => {
        const numerator = BigInt(amount) * BigInt(rate);
        const result = BigInt(usdToHtgRoundedUp(amount, rate));
        assert.ok(result * 10_000n >= numerator && (result - 1n) * 10_000n < numerator);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('decimals are read by their value', () => {
  const digits = (max: number) =>
    fc.string({ unit: fc.constantFrom(...'0001234567899'), minLength: 1, maxLength: max });
  const decimal = fc
    .record({
      sign: fc.constantFrom('', '', '-'),
      whole: digits(22),
      fraction: fc.option(digits(22), { nil: undefined }),
      exponent: fc.option(fc.integer({ min: -40, max: 40 }), { nil: undefined }),
      letter: fc.constantFrom('e', 'E'),
      plus: fc.boolean(),
    })
    .map(({ sign, whole, fraction, exponent, letter, plus }) => {
      const power = exponent === undefined ? '' : `${letter}${plus && exponent >= 0 ? '+' : ''}${exponent}`;
      return `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${power}`;
    });

  test('any spelling is read as an exact reader reads it', () => {
    fc.assert(
      fc.property(decimal, fc.constantFrom(0, 2, 4), (text, decimals) => {
        assert.equal(parseDecimal(text, decimals), readExactly(text, decimals));
      }),
      { numRuns: 5000 },
    );
  });

  test('a text is accepted if and only if it is a decimal', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.eE+- _,x\n'), maxLength: 12 }), (text) => {
        const isDecimal = /^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$/.test(text) && !text.includes('\n');
        assert.equal(parseDecimal(text, 2) !== undefined, isDecimal);
      }),
      { numRuns: 2000 },
    );
  });

  test('a number with a huge exponent is read or refused at once', () => {
    const huge = '9'.repeat(500);
    const expected: [string, number | string][] = [
      ['1e999999999', OVERFLOW],
      ['-1e999999999', -OVERFLOW],
      ['0e999999999', 0],
      ['0.000e-999999999', 0],
      ['1e-999999999', 'too_precise'],
      [`1e${huge}`, OVERFLOW],
      [`1e-${huge}`, 'too_precise'],
      [`-0e${huge}`, 0],
    ];
    for (const [text, result] of expected)
      assert.equal(
        within(100, () => parseDecimal(text, 2)),
        result,
        text,
      );
  });

  test('the longest number that a body can have is read in milliseconds', () => {
    // Regression: trailing zeros were looked for in quadratic time, and one request held the process for seconds.
    const zeros = '0'.repeat(65_000);
    const expected: [string, number | string][] = [
      [`1.${zeros}1`, 'too_precise'],
      [`1${zeros}1`, OVERFLOW],
      [`1${zeros}1e-65001`, 'too_precise'],
      [`1.${zeros}`, 100],
      [`${zeros}1`, 100],
      [`1${zeros}e-65000`, 100],
      [`0.${zeros}1e65001`, 100],
    ];
    for (const [text, result] of expected) {
      assert.equal(
        within(100, () => parseDecimal(text, 2)),
        result,
        `${text.slice(0, 5)}…${text.slice(-8)}`,
      );
    }
  });
});

describe('gourdes of any decimal are converted to dollars', () => {
  const digits = (max: number) =>
    fc.string({ unit: fc.constantFrom(...'0001244556789'), minLength: 1, maxLength: max });
  const decimal = fc
    .tuple(digits(14), fc.option(digits(40), { nil: undefined }), fc.option(fc.integer({ min: -30, max: 14 })))
    .map(([whole, fraction, e]) => `${whole}${fraction ? `.${fraction}` : ''}${e === null ? '' : `e${e}`}`);
  const max = 10n ** 12n;

  test('each result equals an exact computation with fractions, rounded once', () => {
    fc.assert(
      fc.property(decimal, rateE4, (text, rate) => {
        const [numerator, denominator] = fractionOf(text);
        const expected =
          numerator > max * denominator
            ? 'too_large'
            : {
                htgMinor: Number(roundHalfUp([numerator * 100n, denominator])),
                usdMinor: Number(roundHalfUp([numerator * 100n * 10_000n, denominator * BigInt(rate)])),
              };
        assert.deepEqual(convertHtgText(text, rate), expected);
      }),
      { numRuns: 5000 },
    );
  });

  test('exactly half a hundredth is rounded up, and anything below it is rounded down', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 13 }), fc.integer({ min: 0, max: 60 }), (hundredths, nines) => {
        const half = `${formatAmount(hundredths)}5`;
        const below = `${formatAmount(hundredths)}4${'9'.repeat(nines)}`;
        assert.deepEqual(convertHtgText(half, RATE_SCALE), { htgMinor: hundredths + 1, usdMinor: hundredths + 1 });
        assert.deepEqual(convertHtgText(below, RATE_SCALE), { htgMinor: hundredths, usdMinor: hundredths });
      }),
      { numRuns: 1000 },
    );
  });

  test('values below 0, above 10^12 or not decimal have their own errors, however they are written', () => {
    const huge = '9'.repeat(500);
    const zero = { htgMinor: 0, usdMinor: 0 };
    const expected: Record<string, unknown> = {
      '-0': zero,
      [`0e${huge}`]: zero,
      [`1e-${huge}`]: zero,
      [`-1e-${huge}`]: 'negative',
      '-0.0001': 'negative',
      [`-1e${huge}`]: 'negative',
      [`1e${huge}`]: 'too_large',
      '1000000000000': { htgMinor: 10 ** 14, usdMinor: 10 ** 14 },
      '1000000000000.0000000001': 'too_large',
      '': undefined,
      '+1': undefined,
      '1e': undefined,
    };
    for (const [text, result] of Object.entries(expected)) {
      assert.deepEqual(
        within(100, () => convertHtgText(text, RATE_SCALE)),
        result,
        text.slice(0, 20),
      );
    }
  });

  test('the longest number that an address can have is converted in milliseconds', () => {
    for (const text of [`0.${'3'.repeat(16_000)}`, `${'0'.repeat(16_000)}1`, `${'7'.repeat(16_000)}e-15990`]) {
      assert.notEqual(
        within(100, () => convertHtgText(text, 1_305_000)),
        undefined,
      );
    }
  });
});

describe('amounts and rates are written exactly', () => {
  test('an amount is read back from its text', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }), (amount) => {
        const text = formatAmount(amount);
        assert.match(text, /^-?(0|[1-9]\d*)\.\d\d$/);
        assert.equal(parseDecimal(text, 2), amount);
        assert.equal(parseDecimal(String(amountNumber(amount)), 2), amount);
      }),
      { numRuns: 2000 },
    );
  });

  test('a rate is read back from its text and its number', () => {
    fc.assert(
      fc.property(rateE4, (rate) => {
        assert.match(formatRate(rate), /^\d+\.\d{2,4}$/);
        assert.equal(parseDecimal(formatRate(rate), 4), rate);
        assert.equal(parseDecimal(String(rateNumber(rate)), 4), rate);
      }),
      { numRuns: 1000 },
    );
  });
});

type Fraction = readonly [numerator: bigint, denominator: bigint];

/** Rounds by the remainder, which the tested code does not do. */
function roundHalfUp([numerator, denominator]: Fraction): bigint {
  const floor = numerator / denominator;
  return (numerator % denominator) * 2n < denominator ? floor : floor + 1n;
}

function counted(value: bigint): number {
  return value > BigInt(OVERFLOW) ? OVERFLOW : Number(value);
}

/** Reads a value exactly: as a fraction of integers, which is scaled before it is rounded or refused. */
function readExactly(text: string, decimals: number): number | 'too_precise' {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const power = Number(exponent) - fraction.length + decimals;
  const unscaled = BigInt(whole + fraction);
  const [numerator, denominator] =
    power >= 0 ? [unscaled * 10n ** BigInt(power), 1n] : [unscaled, 10n ** BigInt(-power)];
  if (numerator % denominator !== 0n) return 'too_precise';
  const units = numerator / denominator;
  const magnitude = units >= 10n ** 15n ? OVERFLOW : Number(units);
  return text.startsWith('-') && magnitude !== 0 ? -magnitude : magnitude;
}

/** A decimal that is not negative, as a fraction of integers. */
function fractionOf(text: string): Fraction {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const power = BigInt(exponent) - BigInt(fraction.length);
  const unscaled = BigInt(whole + fraction);
  return power >= 0n ? [unscaled * 10n ** power, 1n] : [unscaled, 10n ** -power];
}

function within<T>(limitMs: number, work: () => T): T {
  const start = performance.now();
  const result = work();
  const ms = performance.now() - start;
  assert.ok(ms < limitMs, `took ${Math.round(ms)} ms`);
  return result;
}
