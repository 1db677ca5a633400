import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { ROOT } from '../bench/processes/start-process.ts';
import packageJson from '../package.json' with { type: 'json' };

describe('the programs of the bench', () => {
  for (const [name, script] of Object.entries(packageJson.scripts).filter(([each]) => each.startsWith('bench'))) {
    const run = (option: string) =>
      spawnSync(process.execPath, [script.replace(/^node /, ''), option], {
        cwd: ROOT,
        encoding: 'utf8',
        timeout: 60_000,
      });

    it(`${name} --help says how it is used, and measures nothing`, () => {
      const { status, stdout, stderr } = run('--help');
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
      assert.ok(stdout.startsWith(`npm run ${name} `), stdout);
    });

    it(`${name} refuses an option that it does not have, and says how it is used`, () => {
      const { status, stderr } = run('--wrong');
      assert.equal(status, 2);
      assert.match(stderr, /^Unknown option '--wrong'.*\n\nnpm run /);
    });
  }
});
