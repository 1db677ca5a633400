import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseBrhPage } from '../../src/features/rates/sources/parse-brh-page.ts';
import { assertQuick, hostileTexts, PAGE_BYTES } from './hostile-texts.ts';

const PAGE = (value: string, day = '20 novembre 2026') =>
  `<html><body><h2>Taux du Jour : ${day}</h2><table><tr><td>MARCHÉ BANCAIRE</td><td>130.2581</td><td>131.0374</td></tr>
  <tr><td><b>TAUX DE RÉFÉRENCE</b></td><td>${value}</td></tr><tr><td>Variation / Jour précédent</td><td>-0.02</td></tr></table></body></html>`;
const DAY_US = Date.parse('2026-11-20T00:00:00Z') * 1000;
const rateOf = (html: string) => parseBrhPage(html)?.rateE4;

describe("the BRH's page", () => {
  it('gives the reference rate and the start of its day', () => {
    assert.deepEqual(parseBrhPage(PAGE('130.5549')), { rateE4: 1_305_549, publishedAtUs: DAY_US });
  });

  it('gives the same rate however letters, blanks and decimals are written', () => {
    const spellings = [
      'TAUX DE R&Eacute;F&Eacute;RENCE</td><td>130,5549',
      'Taux de r&#233;f&#xE9;rence :&nbsp;130.5549 HTG',
      'TAUX DE REFERENCE\n\t  130.5549',
      'taux de re\u0301fe\u0301rence – 130.5549',
      'Taux de R\ufffdf\ufffdrence 130.5549',
      'TAUX DE&nbsp;R&eacute;f&eacute;rence&#58; <span class="x" data-y="1">130.5549</span> gourdes',
      'TAUX <!-- 1.0000 --> DE RÉFÉRENCE <script>var a = "99.9999";</script>130.5549',
      'TAUX DE RÉFÉRENCE (HTG/USD) : 130.5549',
      'TAUX DE RÉFÉRENCE : 1 USD = 130.5549 HTG.',
      'TAUX DE RÉFÉRENCE</td><td>130.55489999',
      'TAUX DE RÉFÉRENCE</td><td>130.5549</td><td>0.01 %',
      'TAUX DE RÉFÉRENCE 130.5549</td></tr><tr><td>Taux de référence</td><td>130,5549',
    ];
    for (const text of spellings) assert.equal(rateOf(`<table><td>${text}</td></table>`), 1_305_549, text);
  });

  it('reads every month, the first, and weekdays', () => {
    const days: [string, string][] = [
      ['1er janvier 2026', '2026-01-01'],
      ['1 février 2026', '2026-02-01'],
      ['28 F&eacute;vrier 2026', '2026-02-28'],
      ['9 mars 2025', '2025-03-09'],
      ['15 avril 2026', '2026-04-15'],
      ['6 mai 2024', '2024-05-06'],
      ['20 Juin 2026', '2026-06-20'],
      ['31 juillet 2026', '2026-07-31'],
      ['1er août 2026', '2026-08-01'],
      ['2 aout 2026', '2026-08-02'],
      ['30 septembre 2026', '2026-09-30'],
      ['05 octobre 2026', '2026-10-05'],
      ['vendredi 20 novembre 2026', '2026-11-20'],
      ['le 31 d\ufffdcembre 2026', '2026-12-31'],
    ];
    for (const [text, day] of days) {
      assert.equal(parseBrhPage(PAGE('130.5549', text))?.publishedAtUs, Date.parse(`${day}T00:00:00Z`) * 1000, text);
    }
  });

  it('gives the rate without a day if it shows no clear day, or several', () => {
    for (const day of [
      '',
      '30 février 2026',
      '31 novembre 2026',
      '20 11 2026',
      '20 novembre 20261',
      '2026-11-20',
      '99 mai 2026',
    ]) {
      assert.deepEqual(parseBrhPage(PAGE('130.5549', day)), { rateE4: 1_305_549, publishedAtUs: null }, day);
    }
    const twice = `${PAGE('130.5549')}<p>Taux du jour : 19 novembre 2026</p>`;
    assert.deepEqual(parseBrhPage(twice), { rateE4: 1_305_549, publishedAtUs: null });
  });

  it('ignores menus, sentences, comments and scripts that use the same words', () => {
    const around = `<nav><a>Taux du jour</a> <a>Taux de référence</a></nav><p>Le taux de référence de 99.9999 est ancien.</p>
      <!-- <b>taux de référence</b> 98.9999 --><script>"taux de reference 97.9999"</script>`;
    assert.deepEqual(parseBrhPage(around + PAGE('130.5549')), { rateE4: 1_305_549, publishedAtUs: DAY_US });
  });

  for (const value of [
    '',
    '-',
    'n/a',
    '0',
    '130',
    '-130.5549',
    '−130.5549',
    '–130.5549',
    '+130.5549',
    '1e9',
    '1.3e2',
    '130.5549e2',
    '1,305.49',
    '1.305,49',
    '1 305.49',
    "1'305.49",
    '130.55.49',
    '130,55,49',
    '20.11.2026',
    '20/11/2026',
    '20 novembre',
    '0.05%',
    '0.05 %',
    '.5549',
    '130.',
    '130..5549',
    'cent trente',
    '13055.49',
    '999999999.9999',
    '1'.repeat(400),
    `130.${'5'.repeat(400)}`,
    '１３０.５５',
    '٣٠.٥٥',
    'NaN',
    'Infinity',
    '<td>130</td><td>5549</td>',
    '1.305.490',
    '0x82.8c',
  ]) {
    it(`is refused when the rate reads ${JSON.stringify(value.slice(0, 30))}`, () => {
      assert.equal(parseBrhPage(PAGE(value)), undefined);
    });
  }

  it('is read whole or not at all, however far after its label it is', () => {
    for (let dots = 1; dots < 120; dots++) {
      assert.ok([1_305_549, undefined].includes(rateOf(PAGE(`${'.'.repeat(dots)} 130.5549`))), String(dots));
      assert.equal(rateOf(PAGE(`${'.'.repeat(dots)} 130.5%`)), undefined, String(dots));
    }
    assert.equal(rateOf(PAGE(`${'.'.repeat(40)} 130.5549`)), 1_305_549);
  });

  it('is refused when it shows two rates, or one next to a text that is not a rate', () => {
    assert.equal(parseBrhPage(`${PAGE('130.5549')} TAUX DE REFERENCE 131.0000`), undefined);
    assert.equal(parseBrhPage(`${PAGE('130.5549')} TAUX DE REFERENCE -1.0000`), undefined);
  });

  it('is refused when the label is missing, the page cut off before the end of the rate, or no page at all', () => {
    const whole = PAGE('130.5549');
    for (let end = 0; end <= whole.indexOf('.5549') + 5; end++)
      assert.equal(parseBrhPage(whole.slice(0, end)), undefined, whole.slice(0, end));
    for (const text of [
      '',
      '{"taux":130.5549}',
      '\0'.repeat(1000),
      'Just a moment...',
      PAGE('130.5549').replaceAll('TAUX', 'COURS'),
    ]) {
      assert.equal(parseBrhPage(text), undefined, text.slice(0, 40));
    }
  });

  for (const [name, text] of hostileTexts([
    '<',
    '</',
    '<!--',
    '-->',
    '<script>',
    '</script',
    '<style',
    '&',
    '&#',
    '&eacute',
    'taux de reference',
    'taux de reference ',
    'taux du jour : ',
    'taux de reference : - ',
    '1',
    '1.',
    ' ',
    '\u0301',
    '\ufdfa',
    'İ',
    '\ufffd',
    '<a href="',
  ])) {
    it(`of half a megabyte of ${name} is read in linear time`, () => {
      assertQuick(() => parseBrhPage(text));
      assertQuick(() => parseBrhPage(`${PAGE('130.5549')}${text}`.slice(0, PAGE_BYTES)));
      assertQuick(() => parseBrhPage(`taux de reference ${text}`.slice(0, PAGE_BYTES)));
      assertQuick(() => parseBrhPage(`taux du jour ${text}`.slice(0, PAGE_BYTES)));
    });
  }

  it('any rate is read as it was published, with a point or a comma', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 99_999_999 }), fc.constantFrom('.', ','), (rateE4, point) => {
        const digits = String(rateE4).padStart(5, '0');
        const value = `${digits.slice(0, -4)}${point}${digits.slice(-4)}`;
        assert.equal(rateOf(PAGE(value)), rateE4);
      }),
      { numRuns: 1000 },
    );
  });

  it('any day of the calendar is read as it was published', () => {
    const months = 'janvier,février,mars,avril,mai,juin,juillet,août,septembre,octobre,novembre,décembre'.split(',');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (day) => {
        const date = new Date(day * 86_400_000);
        const text = `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
        assert.equal(parseBrhPage(PAGE('130.5549', text))?.publishedAtUs, date.getTime() * 1000);
      }),
    );
  });

  it('any mix of pieces of the page gives nothing or a positive rate, and never throws', () => {
    const piece = fc.constantFrom(
      'TAUX DE RÉFÉRENCE',
      'Taux du jour',
      ' : ',
      '130.5549',
      '-',
      '1',
      ',',
      '.',
      '%',
      '<td>',
      '</td>',
      '<',
      '>',
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '&eacute;',
      '&#0;',
      '&#55296;',
      '&#x10ffff;',
      '&#1114112;',
      '20 novembre 2026',
      ' HTG ',
      '\ufffd',
      '\ud800',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const reading = parseBrhPage(pieces.join(''));
        if (reading) assert.ok(Number.isInteger(reading.rateE4) && reading.rateE4 >= 0 && reading.rateE4 < 100_000_000);
      }),
      { numRuns: 5000 },
    );
  });

  it('any text at all never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void parseBrhPage(text)),
      { numRuns: 2000 },
    );
  });
});
