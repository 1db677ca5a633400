import fc from 'fast-check';

/** JSON texts in every spelling that the grammar allows: white space, escapes, numbers of any length, repeated members. */
export function jsonText(options: { maxDepth: number } = { maxDepth: 4 }): {
  value: fc.Arbitrary<string>;
  object: fc.Arbitrary<string>;
} {
  const member = (value: fc.Arbitrary<string>) =>
    fc.tuple(space, jsonString, space, space, value, space).map((parts) => {
      const [before, key, afterKey, beforeValue, text, after] = parts;
      return `${before}${key}${afterKey}:${beforeValue}${text}${after}`;
    });
  const { value, object } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
    value: fc.oneof({ ...options, withCrossShrink: true }, scalar, tie('object'), tie('array')),
    object: fc.tuple(space, fc.array(member(tie('value')), { maxLength: 5 })).map(inBrackets('{', '}')),
    array: fc
      .tuple(
        space,
        fc.array(
          fc.tuple(space, tie('value'), space).map((parts) => parts.join('')),
          { maxLength: 5 },
        ),
      )
      .map(inBrackets('[', ']')),
  }));
  return { value, object };
}

/** Text that every database stores unchanged. Defined here again, independently of the code. */
export const storableText = (maxLength: number) =>
  fc.string({ unit: 'binary', maxLength }).filter((text) => !/[\0\p{Surrogate}]/u.test(text));

const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 2 });

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 30 });
const number = fc
  .tuple(fc.constantFrom('', '-'), digits, fc.option(digits), fc.option(fc.integer({ min: -400, max: 400 })))
  .map(([sign, whole, fraction, exponent]) => {
    const integer = whole.replace(/^0+(?=\d)/, '');
    return `${sign}${integer}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`;
  });

const SHORT_ESCAPES: Record<string, string> = { '"': '\\"', '\\': '\\\\', '/': '\\/', '\n': '\\n', '\t': '\\t' };

/** A string in which each character may be escaped or not, if the grammar leaves a choice. */
const jsonString = fc
  .tuple(storableText(12), fc.infiniteStream(fc.nat(2)))
  .map(([text, choices]) => `"${[...text].map((char) => spell(char, choices.next().value ?? 0)).join('')}"`);

const awkwardKey = fc.constantFrom(
  '"__proto__"',
  '"constructor"',
  '"a"',
  '"\\u0061"',
  '"10"',
  '"9"',
  '""',
  '"}"',
  '"\\\\"',
);
const scalar = fc.oneof(fc.constantFrom('null', 'true', 'false'), number, jsonString, awkwardKey);

function spell(char: string, choice: number): string {
  const mustEscape = char === '"' || char === '\\' || char < ' ';
  if (!mustEscape && choice === 0) return char;
  if (choice === 1 && SHORT_ESCAPES[char]) return SHORT_ESCAPES[char];
  return char.split('').map(unicodeEscape).join('');
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function inBrackets(open: string, close: string) {
  return ([inner, items]: [string, string[]]) => `${open}${items.length === 0 ? inner : items.join(',')}${close}`;
}
