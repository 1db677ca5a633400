/** How a language writes a value of JSON. */
export interface Notation {
  readonly text: (text: string) => string;
  /** The value of a variable of the environment. */
  readonly variable: (name: string) => string;
  readonly words: Readonly<Record<'true' | 'false' | 'null', string>>;
  readonly object: readonly [open: string, close: string, empty: string];
  readonly list: readonly [open: string, close: string];
  readonly member: (name: string) => string;
  readonly indent: string;
}

/** A name for a variable of the environment in a shown address or text, such as `$TRANSACTION_ID`. */
export const VARIABLE = /\$[A-Z_]+/g;
const ONLY_VARIABLE = /^\$([A-Z_]+)$/;

const singleQuoted = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
const SAME_WORDS = { true: 'true', false: 'false', null: 'null' };

export const JAVASCRIPT: Notation = {
  text: singleQuoted,
  // TypeScript requires a string.
  variable: (name) => `String(process.env.${name})`,
  words: SAME_WORDS,
  object: ['{', '}', '{}'],
  list: ['[', ']'],
  member: (name) => `${name}: `,
  indent: '  ',
};
export const PHP: Notation = {
  text: singleQuoted,
  variable: (name) => `getenv('${name}')`,
  words: SAME_WORDS,
  object: ['[', ']', 'new stdClass()'],
  list: ['[', ']'],
  member: (name) => `${singleQuoted(name)} => `,
  indent: '    ',
};
export const PYTHON: Notation = {
  text: (text) => JSON.stringify(text),
  variable: (name) => `os.environ["${name}"]`,
  words: { true: 'True', false: 'False', null: 'None' },
  object: ['{', '}', '{}'],
  list: ['[', ']'],
  member: (name) => `${JSON.stringify(name)}: `,
  indent: '    ',
};

/** A value over several lines, the later ones indented with `margin`. A list is one line. */
export function indented(notation: Notation, value: unknown, margin: string): string {
  if (typeof value === 'string') {
    const [, variable] = ONLY_VARIABLE.exec(value) ?? [];
    return variable === undefined ? notation.text(value) : notation.variable(variable);
  }
  if (typeof value === 'boolean' || value === null) return notation.words[String(value) as 'true'];
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) {
    const [open, close] = notation.list;
    return `${open}${value.map((item) => indented(notation, item, margin)).join(', ')}${close}`;
  }
  const [open, close, empty] = notation.object;
  const members = Object.entries(value as Record<string, unknown>);
  if (members.length === 0) return empty;
  const inner = margin + notation.indent;
  const lines = members.map(([name, part]) => `${inner}${notation.member(name)}${indented(notation, part, inner)},`);
  return [open, ...lines, `${margin}${close}`].join('\n');
}
