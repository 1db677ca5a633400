import type { Value } from './database.ts';

/** PostgreSQL's text for NULL. */
const ABSENT = '\\N';

/**
 * The characters that PostgreSQL's text format of COPY escapes: separators of values and rows, the escape itself, and other control
 * characters with a name there.
 */
const ESCAPED = /[\\\b\f\n\r\t\v]/;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};
const UNESCAPES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ESCAPES).map(([character, escaped]) => [escaped, character]),
);

/** The value of a column in PostgreSQL's text format of COPY, without separators. */
export function copyText(value: Value, isBytes: boolean): string {
  if (value === null) return ABSENT;
  // The embedded store has texts where PostgreSQL has bytes.
  if (isBytes) return `\\\\x${Buffer.from(String(value)).toString('hex')}`;
  if (typeof value === 'number') return String(value);
  return ESCAPED.test(value) ? value.replaceAll(/[\\\b\f\n\r\t\v]/g, (character) => ESCAPES[character] ?? '') : value;
}

/** The value of a text in PostgreSQL's text format of COPY. Numbers are returned as texts. */
export function copiedValue(text: string, isBytes: boolean): string | null {
  if (text === ABSENT) return null;
  if (isBytes) return Buffer.from(text.slice('\\\\x'.length), 'hex').toString();
  return text.includes('\\') ? text.replaceAll(/\\[\\bfnrtv]/g, (escaped) => UNESCAPES[escaped] ?? '') : text;
}
