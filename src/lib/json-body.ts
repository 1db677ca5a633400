import { isUtf8 } from 'node:buffer';
import { isObject } from './json-object.ts';

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

export interface JsonBody {
  readonly value: Record<string, unknown>;
  /** The text of each top-level member's value, exactly as it was sent. */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * Reads a JSON object together with the source text of its members, which keeps what JavaScript's values lose: digits
 * beyond a double, the order of number-like keys. Of a repeated member the last counts, as with JSON.parse.
 *
 * Returns what is wrong, for people, when the bytes are not a JSON object in UTF-8.
 */
export function parseJsonBody(bytes: Buffer): JsonBody | string {
  if (!isUtf8(bytes)) return 'The body must be encoded in UTF-8.';
  // A byte order mark in front is ignored, as RFC 8259 allows: some Windows clients send one.
  const text = bytes.toString('utf8', bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'The body must be valid JSON.';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'The body must be a JSON object.';
  return { value: value as Record<string, unknown>, sources: memberSources(text) };
}

/** The text of each member's value of an object, exactly as it is in a text that is known to be valid JSON. */
export function memberSources(text: string): Map<string, string> {
  const sources = new Map<string, string>();
  let at = skipSpace(text, text.indexOf('{') + 1);
  while (text[at] !== '}') {
    const keyEnd = skipString(text, at);
    const key = JSON.parse(text.slice(at, keyEnd)) as string;
    const start = skipSpace(text, text.indexOf(':', keyEnd) + 1);
    const end = skipValue(text, start);
    sources.set(key, text.slice(start, end));
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return sources;
}

/** The same of each element of an array. */
export function elementSources(text: string): string[] {
  const sources: string[] = [];
  let at = skipSpace(text, text.indexOf('[') + 1);
  while (text[at] !== ']') {
    const end = skipValue(text, at);
    sources.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return sources;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return at;
}

/** From a string's opening quote to behind its closing one. */
function skipString(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skipValue(text: string, from: number): number {
  let at = from;
  let depth = 0;
  do {
    const char = text[at];
    if (char === '"') {
      at = skipString(text, at);
    } else {
      if (char === '{' || char === '[') depth++;
      if (char === '}' || char === ']') depth--;
      at++;
    }
  } while (depth > 0 || (text[from] !== '"' && !isOpening(text[from]) && !isDelimiter(text[at])));
  return at;
}

function isOpening(char: string | undefined): boolean {
  return char === '{' || char === '[';
}

function isDelimiter(char: string | undefined): boolean {
  return (
    char === ',' || char === '}' || char === ']' || char === ' ' || char === '\n' || char === '\r' || char === '\t'
  );
}

/**
 * Whether a JSON value holds, in any string or key, text that no database stores as it was sent: a NUL character or half of
 * a surrogate pair.
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
