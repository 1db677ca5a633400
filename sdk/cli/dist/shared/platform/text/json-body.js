import { isUtf8 } from 'node:buffer';
import { isObject,                 } from './json-object.js';

export function parseJsonBody(bytes        )                    {
  if (!isUtf8(bytes)) return 'The body must be encoded in UTF-8.';
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = bytes.toString('utf8', hasMark ? 3 : 0);
  let value         ;
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

export function memberSources(text        )                      {
  const sources = new Map                ();
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

export function elementSources(text        )           {
  const sources           = [];
  let at = skipSpace(text, text.indexOf('[') + 1);
  while (text.charCodeAt(at) !== CLOSE_BRACKET) {
    const end = skipValue(text, at);
    sources.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  return sources;
}

function skipSpace(text        , from        )         {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(code        )          {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function skipString(text        , from        )         {
  for (let quote = text.indexOf('"', from + 1); ; quote = text.indexOf('"', quote + 1)) {
    let first = quote;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
}

function skipValue(text        , from        )         {
  const code = text.charCodeAt(from);
  if (code === QUOTE) return skipString(text, from);
  return code === OPEN_BRACE || code === OPEN_BRACKET ? skipNested(text, from) : skipWord(text, from);
}

function skipNested(text        , from        )         {
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

function skipWord(text        , from        )         {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || isSpace(code)) return at;
  }
}

export function holdsUnstorableText(value         )          {
  const left            = [value];
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

export function isStorableText(text        )          {
  return text.isWellFormed() && !text.includes('\0');
}
