import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TextlintKernel, type TextlintKernelOptions } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import prh from 'textlint-rule-prh';
import { ENGLISH, NOT_OURS } from './dictionary.ts';
import { identifierRules, proseRules } from './rules.ts';
import { sourcePlugin } from './source-text.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A word of the dictionary in a file. */
export interface Finding {
  readonly file: string;
  /** The line of the word; 0 if the word is in the file's name. */
  readonly line: number;
  readonly column: number;
  /** The word, then ` => ` and better words. */
  readonly message: string;
}

const READ = ['md', 'ts', 'tsx', 'mts', 'mjs', 'js'];

/** The stored findings of files that did not change. Its name has a hash of everything else that findings depend on. */
const CACHE = join(ROOT, 'node_modules/.cache/peye-prose', `${hash(setup())}.json`);

const PROSE = proseRules(ENGLISH);
const NAMES = identifierRules(ENGLISH);

const kernel = new TextlintKernel();

/** Every finding in the files that git knows or would add, by file and line. */
export async function lintProject(): Promise<Finding[]> {
  const cached = readCache();
  const current: Record<string, Finding[]> = {};
  for (const file of projectFiles()) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const key = hash(`${file}\n${text}`);
    current[key] = cached[key] ?? (await lintText(file, text));
  }
  mkdirSync(dirname(CACHE), { recursive: true });
  writeFileSync(CACHE, JSON.stringify(current));
  return Object.values(current).flat();
}

/** The findings in one file: in its name, in its prose, and in the names in code. */
export async function lintText(file: string, text: string): Promise<Finding[]> {
  const ext = extname(file);
  const findings = [
    ...(await lint(file, text, ext, 'prose')),
    ...(ext === '.md' ? [] : await lint(file, text, ext, 'names')),
    ...(await lint(file, basename(file), '.ts', 'whole')),
  ];
  return findings.sort((a, b) => a.line - b.line || a.column - b.column);
}

async function lint(file: string, text: string, ext: string, reads: 'prose' | 'names' | 'whole'): Promise<Finding[]> {
  const options: TextlintKernelOptions = {
    ext,
    filePath: file,
    plugins: [
      { pluginId: 'markdown', plugin: markdown.default },
      { pluginId: 'source', plugin: sourcePlugin(reads) },
    ],
    rules: [
      {
        ruleId: 'prh',
        rule: prh.default,
        options: {
          ruleContents: [reads === 'prose' ? PROSE : NAMES],
          checkLink: true,
          checkBlockQuote: true,
          checkEmphasis: true,
        },
      },
    ],
  };
  const { messages } = await kernel.lintText(text, options);
  return messages.map(({ loc: { start }, message }) => ({
    file,
    ...(reads === 'whole' ? { line: 0, column: 0 } : start),
    message: message.replaceAll(/\s+/g, ' '),
  }));
}

function projectFiles(): string[] {
  const patterns = READ.map((extension) => `*.${extension}`);
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate', '--', ...patterns], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const deleted = execFileSync('git', ['ls-files', '-d'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const files = listed.split('\n').filter((file) => file !== '' && !deleted.includes(file));
  return files.filter((file) => !NOT_OURS.some(([pattern]) => pattern.test(file))).sort();
}

/** What findings depend on besides the file: the dictionary, what reads it, and the versions of the packages. */
function setup(): string {
  const sources = ['dictionary.ts', 'rules.ts', 'source-text.ts', 'lint.ts'].map((file) =>
    join(import.meta.dirname, file),
  );
  return [...sources, join(ROOT, 'package.json')].map((file) => readFileSync(file, 'utf8')).join('\n');
}

function readCache(): Record<string, Finding[]> {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8'));
  } catch {
    return {};
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
