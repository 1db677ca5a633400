import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  formatConversionRate,
  formatDays,
  formatDuration,
  formatMoney,
  formatPhone,
  typedAmount,
} from '../../src/platform/wording/format.ts';
import { normalizePhone } from '../../src/providers/sandbox/test-numbers.ts';

describe('the format of numbers for people', () => {
  for (const [amountMinor, currency, ht, fr] of [
    [1_250_050, 'HTG', '12,500.50\u00a0HTG', '12\u202f500,50\u00a0HTG'],
    [1_250_000, 'HTG', '12,500\u00a0HTG', '12\u202f500\u00a0HTG'],
    [100, 'HTG', '1\u00a0HTG', '1\u00a0HTG'],
    [101, 'HTG', '1.01\u00a0HTG', '1,01\u00a0HTG'],
    [130_000_000_00, 'HTG', '130,000,000\u00a0HTG', '130\u202f000\u202f000\u00a0HTG'],
    [2_000, 'USD', '20.00\u00a0USD', '20,00\u00a0USD'],
  ] as const) {
    it(`${amountMinor} minor units of ${currency}`, () => {
      assert.equal(formatMoney(amountMinor, currency, 'ht'), ht);
      assert.equal(formatMoney(amountMinor, currency, 'en'), ht);
      assert.equal(formatMoney(amountMinor, currency, 'fr'), fr);
    });
  }

  it('a rate is shown with all of its decimals', () => {
    assert.equal(formatConversionRate(1_305_000, 'en'), '1\u00a0USD\u00a0=\u00a0130.50\u00a0HTG');
    assert.equal(formatConversionRate(1_312_345, 'fr'), '1\u00a0USD\u00a0=\u00a0131,2345\u00a0HTG');
  });

  it('a duration is shown in seconds, minutes, or hours and minutes', () => {
    const durations = [0, 4.46, 119, 120, 3_570, 3_599, 7_200, 71_100].map((each) => formatDuration(each, 'en'));
    assert.deepEqual(
      durations.map((each) => each.replaceAll('\u00a0', ' ')),
      ['0 s', '4.5 s', '119 s', '2 min', '1 h', '1 h', '2 h', '19 h 45 min'],
    );
    assert.equal(formatDuration(4.46, 'fr'), '4,5\u00a0s');
  });

  it('days are shown without their year, unless one of them is in another year', () => {
    const day = (text: string) => Date.parse(text) / 86_400_000;
    const today = day('2026-11-22');
    const days = (from: string, to: string) => formatDays(day(from), day(to), { language: 'en', today });
    assert.equal(days('2026-10-24', '2026-11-22'), '24\u00a0Oct–22\u00a0Nov');
    assert.equal(days('2026-11-22', '2026-11-22'), '22\u00a0Nov');
    assert.equal(days('2025-12-31', '2026-01-01'), '31\u00a0Dec\u00a02025–1\u00a0Jan\u00a02026');
  });

  it('a phone number is shown in pairs, and can be typed as it is shown', () => {
    assert.equal(formatPhone('37000001'), '37\u00a000\u00a000\u00a001');
    assert.equal(normalizePhone(formatPhone('37000001')), '37000001');
    assert.equal(normalizePhone(`+509 ${formatPhone('37000001')}`), '37000001');
  });

  it('an amount is read as people type it', () => {
    for (const [text, amountMinor] of [
      ['12', 1_200],
      ['12.5', 1_250],
      ['12,05', 1_205],
      ['1,500', 150_000],
      ['1.500,5 HTG', 150_050],
      ["1'500 $", 150_000],
      ['0.5', 50],
      ['1234567890123', 123_456_789_012_300],
    ] as const) {
      assert.equal(typedAmount(text), amountMinor, text);
    }
    for (const text of ['', '1.23.4', '12.34,567', '-5', '1e3', '00.5', '12.', 'HTG', '12345678901234']) {
      assert.equal(typedAmount(text), undefined, text);
    }
  });
});
