import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { calledAs } from '../../src/cli/as-called.ts';
import { PEYE, peye } from '../support/cli.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('what a hint calls the program', () => {
  const launch = {
    searchPath: '/usr/bin:/opt/peye/bin',
    folder: '/home/marie/peye',
    callersFolder: '/home/marie/peye',
  };
  const cases: [what: string, changes: Record<string, unknown>, name: string][] = [
    ['as it was typed in a checkout', { program: 'bin/peye' }, 'bin/peye'],
    ['as it was typed, with a path', { program: '/srv/peye/bin/peye' }, '/srv/peye/bin/peye'],
    ['by its name where the shell found it', { program: '/opt/peye/bin/peye' }, 'peye'],
    ['with ./ where it is in the current folder', { program: 'peye' }, './peye'],
    ['in quotes where a shell needs them', { program: "/home/marie's/bin/peye" }, "'/home/marie'\\''s/bin/peye'"],
    ['by npx where it is a dependency', { program: '/home/marie/shop/node_modules/.bin/peye' }, 'npx peye'],
    [
      'relative to the folder where npm was called',
      { program: 'bin/peye', callersFolder: '/home/marie' },
      'peye/bin/peye',
    ],
    [
      'by its whole path where npm was called far away',
      { program: 'bin/peye', callersFolder: '/var/log' },
      '/home/marie/peye/bin/peye',
    ],
    ['by its name when nothing is known', { program: undefined }, 'peye'],
  ];
  for (const [what, changes, name] of cases) {
    it(what, () => assert.equal(calledAs({ program: undefined, ...launch, ...changes }), name));
  }
});

describe('hints can be pasted', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'peye-hints-'));
    symlinkSync(PEYE, join(folder, 'peye'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  const settings = () => ({ DATA_DIR: join(folder, 'data') });

  it('in a checkout', async () => {
    const run = (...args: string[]) => peye(args, { cwd: ROOT, program: 'bin/peye', settings: settings() });
    assert.match((await run('payments', 'list')).stderr, /yet: run `bin\/peye start` or `bin\/peye migrate` first/);
    assert.match((await run('payments', 'list', '--limit', '0')).stderr, /See bin\/peye payments list --help\.\n$/);
    const { stdout: help } = await run('payments', 'list', '--help');
    assert.match(help, /^Usage: bin\/peye payments list \[options\]/);
    assert.match(help, /^ {2}bin\/peye payments list --reference order-1042$/m);
    assert.doesNotMatch(help, /(?<!bin\/)peye /);
    assert.match((await run()).stderr, /^Usage: bin\/peye \[options\] \[command\]/);
  });

  it('where the shell finds peye by its name', async () => {
    const { stderr } = await peye(['-c', 'peye websites list'], {
      program: '/bin/sh',
      settings: { ...settings(), PATH: `${folder}:${process.env.PATH}` },
    });
    assert.match(stderr, /run `peye start` or `peye migrate` first/);
  });
});
