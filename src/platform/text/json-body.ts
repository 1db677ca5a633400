import { isUtf8 } from 'node:buffer';
import { isObject, type JsonObject } from './json-object.ts';

export interface JsonBody {
  readonly value: JsonObject;
  /** The text of each top-level member's value, exactly as it was sent. */
  readonly sources: ReadonlyMap<string, string>;
  /**
   * Whether any string may contain the text that `holdsUnstorableText` looks for. In UTF-8 only an escape can produce
   * such text.
   */
  readonly hasUnicodeEscapes: boolean;
}

/**
 * Reads a JSON object together with the source text of its members, which preserves digits beyond a double and the
 * order of number-like keys. The last of repeated members counts, as with JSON.parse.
 *
 * Returns a message that explains the fault when the bytes are not a JSON object in UTF-8.
 */
export function parseJsonBody(bytes: Buffer): JsonBody | string {
  if (!isUtf8(bytes)) return 'The body must be encoded in UTF-8.';
  // A byte order mark in front is ignored, as RFC 8259 allows: some Windows clients send one.
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = bytes.toString('utf8', hasMark ? 3 : 0);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'The body must be valid JSON.';
  }
  if (!isObject(value)) return 'The body must be a JSON object.';
  return { value, sources: memberSources(text), hasUnicodeEscapes: text.includes('\\u') };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The source text of each member's value of an object, in a text that is known to be valid JSON. */
export function memberSources(text: string): Map<string, string> {
  const sources = new Map<string, string>();
  let at = skipSpace(text, text.indexOf('{') + 1);
  while (text.charCodeAt(at) !== CLOSE_BRACE) {
    const keyEnd = skipString(text, at);
    const key = text.slice(at + 1, keyEnd - 1);
    const start = skipSpace(text, text.indexOf(':', keyEnd) + 1);
    const end = skipValue(text, start);
    sources.set(key.includes('\\') ? JSON.parse(`"${key}"`) : key, text.slice(start, end));
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  return sources;
}

/** The source text of each element of an array, in a text that is known to be valid JSON. */
export function elementSources(text: string): string[] {
  const sources: string[] = [];
  let at = skipSpace(text, text.indexOf('[') + 1);
  while (text.charCodeAt(at) !== CLOSE_BRACKET) {
    const end = skipValue(text, at);
    sources.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  return sources;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** From a string's opening quote to after its closing one, which is the first with an even number of backslashes before it. */
function skipString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); ; quote = text.indexOf('"', quote + 1)) {
    let first = quote;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
}

function skipValue(text: string, from: number): number {
  const code = text.charCodeAt(from);
  if (code === QUOTE) return skipString(text, from);
  return code === OPEN_BRACE || code === OPEN_BRACKET ? skipNested(text, from) : skipWord(text, from);
}

/** An object or an array. */
function skipNested(text: string, from: number): number {
  let at = from;
  let depth = 0;
  do {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = skipString(text, at);
      continue;
    }
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
    at++;
  } while (depth > 0);
  return at;
}

/** A number, `true`, `false` or `null`. */
function skipWord(text: string, from: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || isSpace(code)) return at;
  }
}

/**
 * Whether a JSON value holds, in any string or key, text that no database stores as it was sent: a NUL character or an
 * unpaired surrogate.
 */
export function holdsUnstorableText(value: unknown): boolean {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') {
      if (!isStorableText(next)) return true;
    } else if (Array.isArray(next)) {
      for (const item of next) left.push(item);
    } else if (isObject(next)) {
      for (const [key, item] of Object.entries(next)) left.push(key, item);
    }
  }
  return false;
}

export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
