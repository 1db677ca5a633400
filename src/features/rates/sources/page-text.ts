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

/** `&eacute;` and similar: the letter counts, its accent is removed anyway. */
const ACCENTED = /^([a-z])(?:acute|grave|circ|uml|cedil|tilde)$/;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{1,8}));/g;

/**
 * The words of an HTML page in lower case, without accents, markup and comments, separated by single spaces. The result
 * ends in the middle of a word only where the page was cut off. Pages may be malformed: the time is proportional to the
 * page's size, whatever its content.
 */
export function pageText(html: string): string {
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
