import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { onPath } from '../support/services/programs.ts';

const UNIT = fileURLToPath(new URL('../../deploy/systemd/peye.service', import.meta.url));
/** The limit for `systemd-analyze security`, whose worst result is 10. Its option counts in tenths: 20 means a result of 2. */
const MOST_EXPOSED = 20;

const analyze = onPath('systemd-analyze');

describe('the unit of systemd', () => {
  it('denies the gateway the rights that it does not need', { skip: analyze ? false : 'no systemd-analyze' }, () => {
    const args = ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`, '--no-pager', UNIT];
    assert.match(execFileSync(analyze!, args, { encoding: 'utf8' }), /Overall exposure level/);
  });

  it('keeps the store and the cache outside of the checkout, as the documentation says', () => {
    const unit = readFileSync(UNIT, 'utf8');
    const docs = readFileSync(new URL('../../docs/deploying.md', import.meta.url), 'utf8');
    const store = /^DATA_DIR=(.*)$/m.exec(docs)?.[1];
    assert.equal(`/var/lib/${/^StateDirectory=(.*)$/m.exec(unit)?.[1]}`, store);
    assert.equal(`/var/cache/${/^CacheDirectory=(.*)$/m.exec(unit)?.[1]}`, /NODE_COMPILE_CACHE=(.*)$/m.exec(unit)?.[1]);
    const folder = /^WorkingDirectory=(.*)$/m.exec(unit)?.[1];
    assert.ok(docs.includes(`cd ${folder}\n`) && docs.includes(`> ${folder}/.env <<`), `${folder}`);
    assert.ok(unit.includes(`\nExecStart=${folder}/current/bin/peye start\n`));
  });

  it('is upgraded with a version in its own folder, never with npm in the folder of the running version', () => {
    const docs = readFileSync(new URL('../../docs/deploying.md', import.meta.url), 'utf8');
    const installs = [...docs.matchAll(/^npm ci.*$/gm)].map(([line]) => line);
    assert.equal(installs.length, 2);
    for (const line of installs) assert.match(line, / --prefix releases\/v[\d.]+$/);
  });
});
