import { parseDay, startOfDayUs } from '../../../core/timestamps.ts';
import type { RateReading } from '../rate-reading.ts';
import { roundRate } from './judge-rate.ts';

/** Elements whose content is not text of the page. */
const UNREAD = ['script', 'style', 'noscript', 'template', 'textarea', 'title'];

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  ndash: '–',
  mdash: '—',
  minus: '−',
  colon: ':',
  comma: ',',
  period: '.',
};

/** `&eacute;` and similar. Only the letter matters, because accents are removed. */
const ACCENTED = /^([a-z])(?:acute|grave|circ|uml|cedil|tilde)$/;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{1,8}));/g;

/**
 * The words of an HTML page in lower case, without accents, markup and comments, separated by single spaces. The result
 * ends in the middle of a word only if the page was cut off. Pages may be malformed; the time is proportional to the
 * page's size, whatever its content.
 */
function pageText(html: string): string {
  return withoutMarkup(html.toLowerCase())
    .replaceAll(ENTITY, (entity, decimal, hex, name) => characterOf(decimal, hex, name) ?? entity)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f\u00ad\u200b-\u200d\ufeff]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trimStart();
}

/** Written by hand: patterns for tags take quadratic time on a page of `<`. An unclosed tag hides the rest, as in a browser. */
function withoutMarkup(html: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) break;
    parts.push(html.slice(at, open));
    const end = endOfMarkup(html, open);
    if (end === -1) return parts.join(' ');
    at = end;
  }
  parts.push(html.slice(at));
  return parts.join(' ');
}

/** The position after the markup that starts at `open`; -1 when it never ends. */
function endOfMarkup(html: string, open: number): number {
  if (html.startsWith('<!--', open)) return indexAfter(html, '-->', open + 4);
  const end = indexAfter(html, '>', open);
  const name = UNREAD.find(
    (each) => html.startsWith(each, open + 1) && !/[a-z0-9-]/.test(html[open + 1 + each.length] ?? ''),
  );
  if (end === -1 || name === undefined) return end;
  const close = html.indexOf(`</${name}`, end);
  return close === -1 ? -1 : indexAfter(html, '>', close);
}

function indexAfter(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? -1 : found + mark.length;
}

function characterOf(decimal?: string, hex?: string, name?: string): string | undefined {
  if (name !== undefined) return NAMED[name] ?? ACCENTED.exec(name)?.[1];
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code).toLowerCase() : ' ';
}

/** The rate must start within this many characters after its label. */
const REACH = 60;
/** This many more characters are read, so that no rate is cut off. */
const LONGEST_RATE = 20;

/** `\ufffd` stands for a letter that was lost in the page's encoding. */
const RATE_LABEL = /taux de r[e\ufffd]f[e\ufffd]rence/g;
const DAY_LABEL = /taux du jour/g;

/** The allowed text between label and rate: the currencies, and punctuation; a dash only when it is not the rate's own sign. */
const BETWEEN = /^(?:[\s:=|()/$*.]|[-–—](?![\d.,])|\b(?:1 )?(?:htg|usd|us|gdes|gourdes?|brh)\b)*/;
/**
 * A rate has decimals. It must not be the start of a date, of a grouped number, of a percentage or of a power of ten,
 * nor be cut off by the end of the page.
 */
const RATE = /^\d{1,4}[.,]\d{1,8}(?!$|[\d%]|[.,'’]\d|\s?%|e[+-]?\d)/;

const MONTHS = [
  'janvier',
  'f[e\ufffd]vrier',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'ao[u\ufffd]t',
  'septembre',
  'octobre',
  'novembre',
  'd[e\ufffd]cembre',
];
const DAY = new RegExp(
  `^[\\s:–—-]*(?:(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche),? )?(?:le )?(\\d{1,2})(?:er)? (?:${MONTHS.map((month) => `(${month})`).join('|')}),? (\\d{4})(?!\\d)`,
);

/**
 * The reference rate on the page of the Banque de la République d'Haïti, and the date of the page. Undefined when the
 * page shows no reference rate, several different ones, or a number that is not clearly a rate.
 */
export function parseBrhPage(html: string): RateReading | undefined {
  const text = pageText(html);
  const [rateE4, ...others] = distinct(behindEach(text, RATE_LABEL).map(rateAt));
  if (rateE4 === undefined || Number.isNaN(rateE4) || others.length > 0) return undefined;
  const [publishedAtUs, ...otherDays] = distinct(behindEach(text, DAY_LABEL).map(dayAt));
  return { rateE4, publishedAtUs: otherDays.length > 0 ? null : (publishedAtUs ?? null) };
}

/** The text after every occurrence of a label. */
function behindEach(text: string, label: RegExp): string[] {
  return [...text.matchAll(label)].map((match) => {
    const start = match.index + match[0].length;
    return text.slice(start, start + REACH + LONGEST_RATE);
  });
}

/**
 * The rate after a label. Undefined if no number follows, as in a menu or a sentence; NaN for a number that is not
 * clearly a rate.
 */
function rateAt(text: string): number | undefined {
  const start = BETWEEN.exec(text)?.[0].length ?? 0;
  const rest = text.slice(start);
  if (start > REACH || !/^[+\-–—−]?[.,]?\d/.test(rest)) return undefined;
  return roundRate(RATE.exec(rest)?.[0] ?? '') ?? Number.NaN;
}

function dayAt(text: string): number | undefined {
  const match = DAY.exec(text);
  if (!match) return undefined;
  const month = MONTHS.findIndex((_, index) => match[index + 2] !== undefined) + 1;
  const [day, year] = [match[1] ?? '', match.at(-1) ?? ''];
  const days = parseDay(`${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`);
  return days === undefined ? undefined : startOfDayUs(days);
}

function distinct(values: readonly (number | undefined)[]): number[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}
