/** A request of the merchant API, as the docs show it. */
interface ShownRequest {
  readonly method: 'GET' | 'POST';
  /** The whole address. `$TRANSACTION_ID` in it is read from the environment. */
  readonly url: string;
  readonly body?: unknown;
}

/** The languages of every request, in the order of their tabs: the info string of the fence, and the display name. */
export const CODE_LANGUAGES = { sh: 'curl', js: 'Node', php: 'PHP', python: 'Python' } as const;
export type CodeLanguage = keyof typeof CODE_LANGUAGES;

/** A request in every language. */
export function requestFences(request: ShownRequest): { readonly language: CodeLanguage; readonly text: string }[] {
  return Object.entries(WRITERS).map(([language, write]) => ({
    language: language as CodeLanguage,
    text: write(request),
  }));
}

/** Programs that run as pasted: without dependencies, with the key in `PEYE_KEY`. */
const WRITERS: Record<CodeLanguage, (request: ShownRequest) => string> = { sh: curl, js: node, php, python };

const VARIABLE = '$TRANSACTION_ID';

function curl({ method, url, body }: ShownRequest): string {
  const lines = [
    `curl "${url}"`,
    ...(method === 'POST' && body === undefined ? ['-X POST'] : []),
    '-H "X-Api-Key: $PEYE_KEY"',
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body, null, 2)}'`]),
  ];
  return lines.join(' \\\n  ');
}

function node({ method, url, body }: ShownRequest): string {
  const address = url.includes(VARIABLE)
    ? `\`${url.replace(VARIABLE, '$' + '{process.env.TRANSACTION_ID}')}\``
    : `'${url}'`;
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
  const address = url.includes(VARIABLE)
    ? `'${url.replace(VARIABLE, "' . getenv('TRANSACTION_ID') . '")}'`.replace(/ \. ''$/, '')
    : `'${url}'`;
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
  const address = url.includes(VARIABLE) ? `f"${url.replace(VARIABLE, "{os.environ['TRANSACTION_ID']}")}"` : `"${url}"`;
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

/** How a language writes a value of JSON. */
interface Notation {
  readonly text: (text: string) => string;
  readonly words: Readonly<Record<'true' | 'false' | 'null', string>>;
  readonly object: readonly [open: string, close: string, empty: string];
  readonly member: (name: string) => string;
  readonly indent: string;
}

const singleQuoted = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
const SAME_WORDS = { true: 'true', false: 'false', null: 'null' };

const JAVASCRIPT: Notation = {
  text: singleQuoted,
  words: SAME_WORDS,
  object: ['{', '}', '{}'],
  member: (name) => `${name}: `,
  indent: '  ',
};
const PHP: Notation = {
  text: singleQuoted,
  words: SAME_WORDS,
  object: ['[', ']', 'new stdClass()'],
  member: (name) => `${singleQuoted(name)} => `,
  indent: '    ',
};
const PYTHON: Notation = {
  text: (text) => JSON.stringify(text),
  words: { true: 'True', false: 'False', null: 'None' },
  object: ['{', '}', '{}'],
  member: (name) => `${JSON.stringify(name)}: `,
  indent: '    ',
};

/** A value over several lines, the later ones indented with `margin`. */
function indented(notation: Notation, value: unknown, margin: string): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value === 'boolean' || value === null) return notation.words[String(value) as 'true'];
  if (typeof value !== 'object') return String(value);
  const [open, close, empty] = notation.object;
  const members = Object.entries(value as Record<string, unknown>);
  if (members.length === 0) return empty;
  const inner = margin + notation.indent;
  const lines = members.map(([name, part]) => `${inner}${notation.member(name)}${indented(notation, part, inner)},`);
  return [open, ...lines, `${margin}${close}`].join('\n');
}
