import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/** One promise of `docs/contract.md`. */
interface Row {
  readonly id: string;
  readonly promise: string;
}

/** The rows of `docs/contract.md`, in its order. */
export function readContract(): Row[] {
  const text = readFileSync(new URL('docs/contract.md', ROOT), 'utf8');
  return [...text.matchAll(/^\| ([A-Z]+-\d+) +\| (.+?) +\|$/gm)].map(([, id, promise]) => ({
    id: id!,
    promise: promise!,
  }));
}

/** A row that a file cites. */
interface Citation {
  readonly id: string;
  readonly file: string;
}

/** A comment `// Contract: …` in a test file, which connects its rows with the test directly below it. */
interface Claim {
  readonly ids: readonly string[];
  /** Where the comment is: `file:line`. */
  readonly at: string;
  readonly file: string;
  /** The name of the test below as the source has it, with its `${…}`; undefined when the comment is above anything else. */
  readonly name: string | undefined;
  /** Whether that test asserts something. */
  readonly asserts: boolean;
}

/** Every citation of a row in the code, the tests and the documents. `groups` are the row groups of the contract. */
export function readCitations(groups: ReadonlySet<string>): Citation[] {
  const cited = new RegExp(`\\b(?:${[...groups].join('|')})-\\d+\\b`, 'g');
  return FOLDERS.flatMap((folder) => sourcesIn(folder, /\.(ts|js|mjs|md)$/)).flatMap((file) =>
    (readSource(file).match(cited) ?? []).map((id) => ({ id, file })),
  );
}

/** What the comments `// Contract: …` of all tests claim. */
export function readClaims(): Claim[] {
  return sourcesIn('test', /\.ts$/).flatMap((file) => claimsIn(readSource(file), file));
}

/** What the comments `// Contract: …` in the text of one file claim. */
export function claimsIn(text: string, file: string): Claim[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [, ids] = /^\s*\/\/ Contract: (.+)$/.exec(line) ?? [];
    if (ids === undefined) return [];
    const next = lines.findIndex((each, index) => index > at && !/^\s*\/\//.test(each));
    const test = testAt(lines, next);
    const claim = { ids: ids.match(/[A-Z]+-\d+/g) ?? [], at: `${file}:${at + 1}`, file };
    return [{ ...claim, name: test?.name, asserts: test !== undefined && asserts(test.text) }];
  });
}

/** Whether the source of a test has an assertion. */
export function asserts(source: string): boolean {
  return /\bassert\w*[.(<]/.test(source);
}

/** The test that starts at a line of a formatted file; undefined when none does. */
function testAt(lines: readonly string[], at: number): { name: string; text: string } | undefined {
  const [, indentation] = /^(\s*)(?:it|test|promise)\(/.exec(lines[at] ?? '') ?? [];
  if (indentation === undefined) return undefined;
  // The call ends before the next line that is indented no deeper, other than a closing bracket.
  const length = lines
    .slice(at + 1)
    .findIndex((line) => /\S/.test(line) && line.search(/\S/) <= indentation.length && !/^\s*[)}]/.test(line));
  const text = lines.slice(at, length < 0 ? undefined : at + 1 + length).join('\n');
  return { name: /(['"`])((?:[^\\]|\\.)*?)\1/.exec(text)?.[2] ?? '', text };
}

function sourcesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`);
}

/** The text of a file of the project. */
export function readSource(file: string): string {
  return readFileSync(new URL(file, ROOT), 'utf8');
}

const FOLDERS = ['src', 'simulators', 'test', 'bench', 'examples', 'docs'];
