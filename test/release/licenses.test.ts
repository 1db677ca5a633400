import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The files of a package that npm would publish, without its build. */
function packed(folder: string): string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [listed] = JSON.parse(execFileSync('npm', args, { cwd: join(ROOT, folder), encoding: 'utf8' }));
  return listed.files.map(({ path }: { path: string }) => path);
}

describe('the license', () => {
  for (const sdk of ['sdk/typescript', 'sdk/cli', 'sdk/php', 'sdk/python']) {
    it(`of ${sdk} is the project's`, () => assert.equal(read(`${sdk}/LICENSE`), read('LICENSE')));
  }

  it('of the TypeScript SDK, the command line and the Vendure plugin is in the files that npm publishes', () => {
    for (const folder of ['sdk/typescript', 'sdk/cli', 'integrations/vendure'])
      assert.ok(packed(folder).includes('LICENSE'));
  });

  it('of a plugin matches the license of its shop’s software', () => {
    assert.match(read('integrations/vendure/LICENSE'), /GNU GENERAL PUBLIC LICENSE\s+Version 3/);
    assert.match(read('integrations/woocommerce/peye/license.txt'), /GNU GENERAL PUBLIC LICENSE\s+Version 2/);
  });
});
