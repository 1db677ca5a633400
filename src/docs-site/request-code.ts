/** A request of the merchant API, as the docs show it. */
export interface ShownRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The whole address. A name such as `$TRANSACTION_ID` in it is read from the environment. */
  readonly url: string;
  /** A text such as `$TRANSACTION_ID` in it is read from the environment. */
  readonly body?: unknown;
}

/** The languages of every request, in the order of their tabs: the info string of the fence, and the display name. */
export const CODE_LANGUAGES = { sh: 'curl', js: 'Node', php: 'PHP', python: 'Python' } as const;
export type CodeLanguage = keyof typeof CODE_LANGUAGES;

/** How a language writes a value of JSON. */
interface Notation {
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
const VARIABLE = /\$[A-Z_]+/g;
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

/** A request in every language. */
export function requestFences(request: ShownRequest): { readonly language: CodeLanguage; readonly text: string }[] {
  return Object.entries(WRITERS).map(([language, write]) => ({
    language: language as CodeLanguage,
    text: write(request),
  }));
}

/** Programs that run as pasted: without dependencies, with the key in `PEYE_KEY`. */
const WRITERS: Record<CodeLanguage, (request: ShownRequest) => string> = { sh: curl, js: node, php, python };

function curl({ method, url, body }: ShownRequest): string {
  const lines = [
    `curl "${url}"`,
    ...(method === 'PUT' || (method === 'POST' && body === undefined) ? [`-X ${method}`] : []),
    '-H "X-Api-Key: $PEYE_KEY"',
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${shellQuoted(JSON.stringify(body, null, 2))}'`]),
  ];
  return lines.join(' \\\n  ');
}

/** JSON between single quotes. A variable stands outside of them, so that the shell replaces it. */
function shellQuoted(json: string): string {
  return json.replaceAll("'", String.raw`'\''`).replaceAll(VARIABLE, `'"$&"'`);
}

function node({ method, url, body }: ShownRequest): string {
  const filled = url.replace(VARIABLE, (name) => `$\{process.env.${name.slice(1)}}`);
  const address = filled === url ? `'${url}'` : `\`${filled}\``;
  const json = body === undefined ? '' : ", 'Content-Type': 'application/json'";
  return [
    `const url = ${address};`,
    'const response = await fetch(url, {',
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { 'X-Api-Key': process.env.PEYE_KEY${json} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JAVASCRIPT, body, '  ')}),`]),
    '});',
    'const result = await response.json();',
    'if (!response.ok) throw new Error(`$' + '{result.error}: $' + '{result.message}`);',
    'console.log(result);',
  ].join('\n');
}

function php({ method, url, body }: ShownRequest): string {
  const filled = url.replace(VARIABLE, (name) => `' . getenv('${name.slice(1)}') . '`);
  const address = `'${filled}'`.replace(/ \. ''$/, '');
  const json = body === undefined ? '' : ", 'Content-Type: application/json'";
  return [
    '<?php',
    `$response = file_get_contents(${address}, false, stream_context_create(['http' => [`,
    ...(method === 'GET' ? [] : [`    'method' => '${method}',`]),
    `    'header' => ['X-Api-Key: ' . getenv('PEYE_KEY')${json}],`,
    ...(body === undefined ? [] : [`    'content' => json_encode(${indented(PHP, body, '    ')}),`]),
    "    'ignore_errors' => true,",
    ']]));',
    'print_r(json_decode($response, true));',
  ].join('\n');
}

function python({ method, url, body }: ShownRequest): string {
  const filled = url.replace(VARIABLE, (name) => `{os.environ['${name.slice(1)}']}`);
  const address = `${filled === url ? '' : 'f'}"${filled}"`;
  const json = body === undefined ? '' : ', "Content-Type": "application/json"';
  return [
    'import json, os, urllib.error, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${address},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    `    headers={"X-Api-Key": os.environ["PEYE_KEY"]${json}},`,
    ...(body === undefined ? [] : [`    data=json.dumps(${indented(PYTHON, body, '    ')}).encode(),`]),
    ')',
    'try:',
    '    print(json.load(urllib.request.urlopen(request)))',
    'except urllib.error.HTTPError as error:',
    '    raise SystemExit(error.read().decode())',
  ].join('\n');
}

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
