import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify, stripVTControlCharacters } from 'node:util';
import { peye, peyeJson } from '../support/cli.ts';
import { until } from '../support/gateway.ts';
import { NO_TERMINAL, onTerminal } from '../support/terminal.ts';

/** `typed` is the command line, whose last word is completed. `offered` must be offered, and `not` must not. */
const CASES: readonly { typed: string; offered: readonly string[]; not?: readonly string[] }[] = [
  { typed: 'peye pay', offered: ['payments'], not: ['websites'] },
  { typed: 'peye websites ', offered: ['create', 'list', 'show', 'update', 'roll-secret'], not: ['discrepancies'] },
  { typed: 'peye payments list --st', offered: ['--status'], not: ['--method'] },
  {
    typed: 'peye payments list --status ',
    offered: ['pending', 'processing', 'completed', 'failed'],
    not: ['moncash'],
  },
  { typed: 'peye payments list --status failed --method m', offered: ['moncash'], not: ['natcash', 'failed'] },
  { typed: 'peye payments list --json --mode ', offered: ['test', 'live'] },
  { typed: 'peye keys create --website websites --m', offered: ['--mode'], not: ['--overlap'] },
  { typed: 'peye trigger ', offered: ['payment.success', 'payment.failed'] },
  { typed: 'peye trigger payment.failed 911607750261429 --failure-reason ex', offered: ['expired', 'expired_card'] },
  { typed: 'peye simulate s', offered: ['secure-acceptance', 'stripe'], not: ['moncash'] },
  { typed: 'peye audit ', offered: ['list', 'show', 'verify', 'export'], not: ['websites'] },
  { typed: 'peye audit list --action key.', offered: ['key.create', 'key.roll'], not: ['website.create'] },
  { typed: 'peye completion ', offered: ['bash', 'zsh', 'fish'] },
  { typed: 'bin/peye deliveries res', offered: ['resend'] },
];

describe('peye completion', () => {
  let folder: string;
  const script = (shell: string) => join(folder, `peye.${shell}`);
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'peye-completion-'));
    mkdirSync(join(folder, 'payments-2023'));
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, stdout, stderr } = await peye(['completion', shell]);
      assert.deepEqual([code, stderr], [0, '']);
      writeFileSync(script(shell), stdout);
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (program: string, args: readonly string[]) =>
    (await promisify(execFile)(program, args, { cwd: folder })).stdout.split('\n').filter((line) => line !== '');

  const assertOffers = async (offeredBy: (typed: string) => Promise<readonly string[]>) => {
    for (const { typed, offered, not = [] } of CASES) {
      const words = await offeredBy(typed);
      for (const word of offered) assert.ok(words.includes(word), `${typed}: ${word} in ${words.join(' ')}`);
      for (const word of not) assert.ok(!words.includes(word), `${typed}: no ${word} in ${words.join(' ')}`);
    }
  };

  it('bash offers commands, options, values and paths', async () => {
    const offers = (typed: string) => {
      const words = typed.split(' ');
      const call = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _peye; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return run('bash', ['-c', call, script('bash'), ...words]);
    };
    await assertOffers(offers);
    assert.deepEqual(await offers('peye archive check pay'), ['payments-2023']);
    assert.deepEqual(await offers('peye payments show '), ['--history', '--local', '--json', '--help']);
    assert.deepEqual(await offers('peye payments list --status = fa'), ['failed']);
  });

  it('fish offers the same as bash', {
    skip: process.env.FISH_PATH ? false : 'no fish: FISH_PATH is not set',
  }, async () => {
    const offers = async (typed: string) => {
      const call = 'source $argv[1]; complete -C $argv[2]';
      const lines = await run(process.env.FISH_PATH!, ['--no-config', '-c', call, script('fish'), typed]);
      return lines.map((line) => line.split('\t')[0] ?? '');
    };
    await assertOffers(offers);
    assert.deepEqual(await offers('peye archive check pay'), ['payments-2023/']);
  });

  const NO_ZSH = process.env.ZSH_PATH ? NO_TERMINAL : 'no zsh: ZSH_PATH is not set';
  it('zsh offers the same as bash', { skip: NO_ZSH }, async () => {
    const zsh = onTerminal(['-f'], {
      program: process.env.ZSH_PATH!,
      cwd: folder,
      columns: 200,
      settings: { TERM: 'dumb' },
    });
    // zsh prints this when its line editor starts to read. Before that, the terminal handles ^D and ^U, and the line is lost.
    const reads = '\u001b[?2004h';
    // Reading all of its completions takes zsh a while on a busy machine.
    const untilShown = (text: string) =>
      until(`zsh shows ${text}`, () => zsh.shown().split(text, 2)[1]?.includes(reads) ?? false, 90_000);
    try {
      zsh.type(
        `autoload -Uz compinit && compinit -u -D; source ${script('zsh')}; LISTMAX=999 PS1='%# '; echo rea''dy\n`,
      );
      await untilShown('ready');
      await assertOffers(async (typed) => {
        const from = zsh.shown().length;
        // ^D lists what fits without completing it; the word typed after it shows that this has happened. ^U empties the line.
        zsh.type(`${typed}\u0004\u0015echo end''ed${from}\n`);
        await untilShown(`ended${from}`);
        const shown = stripVTControlCharacters(zsh.shown().slice(from));
        return shown.replaceAll(typed, ' ').split(/\s+/);
      });
    } finally {
      zsh.child.kill('SIGKILL');
      await zsh.ended;
    }
  });

  it('every script has each command that the help names, with its options', async () => {
    const { stdout: help } = await peye(['--help']);
    const commands = [...help.matchAll(/^ {2}([a-z]+)(?: \S+)* {2,}/gm)]
      .map(([, name]) => name!)
      .filter((name) => name !== 'help');
    assert.ok(commands.length > 15, commands.join());
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { script: text } = await peyeJson(['completion', shell]);
      for (const name of commands) assert.ok(text.includes(name), `${shell} has ${name}`);
      assert.ok(text.includes('card-live-approved') && text.includes('unchecked'), shell);
    }
  });
});
