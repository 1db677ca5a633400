import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { runCli } from '../../src/cli/program.ts';
import { type DocFence, docFiles, fencesIn, ROOT } from '../support/doc-fences.ts';

const COMMAND = /(?:^|\s)(?:current\/)?(?:bin\/|rehearsal\/)?peye ((?:[a-z][a-z-]*(?: |$))+)?([^#\n|>&;]*)/g;

/** What is typed after the program's name: words of commands, and options. */
interface Documented {
  readonly place: string;
  readonly line: string;
  readonly words: readonly string[];
  readonly options: readonly string[];
}

/** Every command in the docs exists, with the options that the docs show, so that each works when it is pasted. */
describe('the commands in the docs', () => {
  it('exist, with their options', async () => {
    const documented = shellFences().flatMap(([file, { text }]) =>
      text
        .replaceAll('\\\n', ' ')
        .split('\n')
        .flatMap((line) => commandsIn(file, line)),
    );
    assert.ok(documented.length >= 40, `${documented.length} commands were found`);
    const helps = new Map<string, string>();
    for (const { place, line, words, options } of documented) {
      const { name, help } = await helpOf(words, helps);
      assert.ok(help.includes('Usage: peye'), `${place}: ${line}`);
      for (const option of options) assert.ok(help.includes(option), `${place}: ${name} has no ${option}: ${line}`);
    }
  });

  it('can be pasted: a shell reads them, and they name the program by its path', () => {
    for (const [file, { text }] of shellFences()) {
      assert.doesNotThrow(() => execFileSync('bash', ['-n'], { input: text, stdio: 'pipe' }), `${file}:\n${text}`);
      assert.doesNotMatch(text, /^\s*peye /m, file);
    }
  });

  it('set only settings that exist', () => {
    const known = readFileSync(`${ROOT}/.env.example`, 'utf8');
    // Names that only the docs use, or programs that run with a key: the receivers and `peye listen`.
    const own = ['RESPONSE', 'TRANSACTION_ID', 'PEYE_KEY', 'PEYE_URL', 'PEYE_WEBHOOK_SECRET', 'PEYE_MODE'];
    let count = 0;
    for (const [file, markdown] of documents()) {
      // A setting is set on its own line or in front of a command, or it is the first cell of a table's row.
      const names = /^ *(?:export )?([A-Z][A-Z\d_]*)=|^ *\| `([A-Z][A-Z\d]*_[A-Z\d_]+)` +\|/gm;
      for (const [, set, listed] of markdown.matchAll(names)) {
        const name = set ?? listed ?? '';
        count++;
        assert.ok(own.includes(name) || new RegExp(`^#? ?${name}=`, 'm').test(known), `${file}: ${name}`);
      }
    }
    assert.ok(count >= 60, `${count} settings were found`);
  });
});

function documents(): (readonly [file: string, markdown: string])[] {
  return [...docFiles(), ['README.md', readFileSync(`${ROOT}/README.md`, 'utf8')]];
}

function shellFences(): (readonly [file: string, fence: DocFence])[] {
  return documents().flatMap(([file, markdown]) =>
    fencesIn(markdown)
      .filter(({ language }) => language === 'sh')
      .map((fence) => [file, fence] as const),
  );
}

function commandsIn(place: string, line: string): Documented[] {
  // A folder and a service may have the program's name.
  const typed = line.replace(/#.*$/, '').replace(/\bgit clone [^&]*|^(systemctl|journalctl) .*/, '');
  return [...typed.matchAll(COMMAND)].map(([, words = '', rest = '']) => ({
    place,
    line,
    words: words.trim().split(' '),
    options: [...rest.matchAll(/(?<=^|\s)--[a-z-]+/g)].map(([option]) => option),
  }));
}

/** The help of the longest command that these words name. The words after that command are arguments. */
async function helpOf(words: readonly string[], known: Map<string, string>): Promise<{ name: string; help: string }> {
  for (let length = Math.min(words.length, 3); length > 0; length--) {
    const name = words.slice(0, length).join(' ');
    const help = known.get(name) ?? (await printed([...words.slice(0, length), '--help']));
    known.set(name, help);
    if (new RegExp(`^Usage: peye ${name}\\b`, 'm').test(help)) return { name, help };
  }
  return { name: words.join(' '), help: '' };
}

async function printed(args: readonly string[]): Promise<string> {
  const write = process.stdout.write;
  let text = '';
  process.stdout.write = ((chunk: string | Uint8Array) => {
    text += String(chunk);
    return true;
  }) as typeof write;
  try {
    await runCli(args);
  } finally {
    process.stdout.write = write;
  }
  return text;
}
