import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { elementSources, holdsUnstorableText, parseJsonBody } from '../../src/platform/text/json-body.ts';
import { jsonText } from '../support/json-text.ts';

const { value, object } = jsonText();
const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 3 });

describe('a JSON body', () => {
  test('has the same value as JSON.parse gives, and the same sources as an independent reader finds', () => {
    fc.assert(
      fc.property(space, object, space, (before, text, after) => {
        const body = parseJsonBody(Buffer.from(before + text + after));
        assert.ok(typeof body === 'object');
        assert.deepEqual(body.value, JSON.parse(text));
        assert.deepEqual([...body.sources].sort(byKey), [...membersOf(before + text + after)].sort(byKey));
      }),
      { numRuns: 2000 },
    );
  });

  test('each source is the JSON of its member', () => {
    fc.assert(
      fc.property(object, (text) => {
        const body = parseJsonBody(Buffer.from(text));
        assert.ok(typeof body === 'object');
        assert.deepEqual([...body.sources.keys()].sort(), Object.keys(body.value).sort());
        for (const [key, source] of body.sources) assert.deepEqual(JSON.parse(source), body.value[key]);
      }),
      { numRuns: 1000 },
    );
  });

  test('without a Unicode escape contains only text that can be stored', () => {
    const string = fc.string({ unit: fc.constantFrom('a', '\\\\', '\\n', '\\u0000', '\\uD800', '\\u00e9', 'é', '😀') });
    fc.assert(
      fc.property(string, string, (name, text) => {
        const body = parseJsonBody(Buffer.from(`{"a":{"${name}":["${text}"]}}`));
        assert.ok(typeof body === 'object');
        assert.equal(body.hasUnicodeEscapes, `${name}${text}`.includes('\\u'));
        assert.ok(body.hasUnicodeEscapes || !holdsUnstorableText(body.value));
      }),
    );
  });

  test('may start with a byte order mark, and with no other character', () => {
    const body = parseJsonBody(Buffer.from('\ufeff{"a":1}'));
    assert.deepEqual(typeof body === 'object' && body.value, { a: 1 });
    // Their UTF-8 shares one or two bytes with that of the mark.
    for (const start of ['\uff5b', '\ufefe', '\uffbf', '\u0eff', '\ufeff\ufeff']) {
      assert.equal(parseJsonBody(Buffer.from(`${start}{"a":1}`)), 'The body must be valid JSON.', start);
    }
  });

  test('that is not an object is refused with a reason', () => {
    fc.assert(
      fc.property(fc.oneof(value, fc.string()), (text) => {
        const parsed = tryParse(text);
        const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
        assert.equal(typeof parseJsonBody(Buffer.from(text)) === 'object', isObject);
      }),
      { numRuns: 1000 },
    );
  });

  test('of arbitrary bytes never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const body = parseJsonBody(Buffer.concat([Buffer.from('{"a":"'), bytes, Buffer.from('"}')]));
        assert.ok(typeof body === 'string' || typeof body.value.a === 'string');
      }),
      { numRuns: 1000 },
    );
  });

  test('with the deepest possible nesting, or the longest possible string, is read in milliseconds', () => {
    const bodies = [
      `{"a":${'['.repeat(32_000)}${']'.repeat(32_000)}}`,
      `{"a":"${'\\"'.repeat(32_000)}"}`,
      `{"a":${' '.repeat(65_000)}1}`,
      `{${Array.from({ length: 6_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
    ];
    for (const text of bodies) {
      const start = performance.now();
      const body = parseJsonBody(Buffer.from(text));
      assert.ok(typeof body === 'object');
      holdsUnstorableText(body.value);
      assert.ok(performance.now() - start < 200);
    }
  });
});

test('the sources of an array are the texts of its elements, exactly', () => {
  const element = fc.tuple(space, value, space);
  fc.assert(
    fc.property(space, fc.array(element, { maxLength: 6 }), (before, elements) => {
      const text = `${before}[${elements.map((parts) => parts.join('')).join(',')}${before}]${before}`;
      assert.deepEqual(
        elementSources(text),
        elements.map(([, source]) => source),
      );
    }),
    { numRuns: 1000 },
  );
});

test('text that cannot be stored is found at every place', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ stringUnit: 'binary' }),
      fc.constantFrom('\0', '\ud800', '\udfff', 'é', '😀'),
      (json, mark) => {
        const places = [[json, mark], { a: [json, { b: mark }] }, { [`k${mark}`]: json }];
        const isBad = mark === '\0' || !mark.isWellFormed();
        const isClean = !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(json));
        for (const place of places) {
          if (isBad) assert.ok(holdsUnstorableText(place));
          else if (isClean) assert.ok(!holdsUnstorableText(place));
        }
      },
    ),
    { numRuns: 500 },
  );
});

/** Cuts an object into tokens with one pattern, and takes its members from them. Of several with one name, the last one counts. */
function membersOf(text: string): Map<string, string> {
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s"[\]{}:,]+/g)];
  const members = new Map<string, string>();
  let depth = 0;
  let key: string | undefined;
  let start = -1;
  for (const [index, token] of tokens.entries()) {
    const [mark] = token;
    const isMemberEnd = depth === 1 && (mark === ',' || mark === '}');
    if (isMemberEnd && key !== undefined) {
      const last = tokens[index - 1]!;
      members.set(key, text.slice(start, last.index + last[0].length));
      key = undefined;
    }
    if (mark === '{' || mark === '[') depth++;
    if (mark === '}' || mark === ']') depth--;
    if (depth === 1 && mark === ':') {
      key = JSON.parse(tokens[index - 1]![0]);
      start = tokens[index + 1]!.index;
    }
  }
  return members;
}

function byKey([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : 1;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
