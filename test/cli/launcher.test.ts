import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { PEYE, peye } from '../support/cli.ts';

describe('bin/peye finds the Node that runs it', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'peye-launcher-'));
    for (const folder of ['bin', 'src', 'own', 'node_modules/fastify'])
      mkdirSync(join(root, folder), { recursive: true });
    copyFileSync(PEYE, join(root, 'bin/peye'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** A Node that records its arguments, and reports this version. */
  const putNode = (folder: string, version: string) => {
    mkdirSync(join(root, folder), { recursive: true });
    const script = `#!/bin/sh\necho "${folder} $*" >>'${join(root, 'asked')}'\n[ "$1" != -v ] || echo ${version}\n`;
    writeFileSync(join(root, folder, 'node'), script, { mode: 0o755 });
  };
  const run = () =>
    peye(['websites', 'list'], {
      program: join(root, 'bin/peye'),
      settings: { PATH: `${join(root, 'own')}:/usr/bin:/bin` },
    });
  const asked = () => readFileSync(join(root, 'asked'), 'utf8').trim().split('\n');
  const command = () => `${join(root, 'src/main.ts')} websites list`;

  it("uses the machine's Node if it is new enough", async () => {
    putNode('own', 'v24.0.1');
    assert.equal((await run()).code, 0);
    assert.deepEqual(asked(), ['own -v', `own ${command()}`]);
  });

  it("shows the remedy if the machine's Node is too old", async () => {
    putNode('own', 'v22.9.0');
    const { code, stderr } = await run();
    assert.equal(code, 1);
    assert.match(stderr, /no Node 24 found\. On Linux/);
  });

  it('prefers the Node that is installed with the packages', async () => {
    const folders = ['x64', 'arm64'].map((cpu) => `node_modules/node-linux-${cpu}/bin`);
    for (const folder of folders) putNode(folder, 'v24.21.0');
    putNode('own', 'v24.0.1');
    assert.equal((await run()).code, 0);
    assert.ok(folders.some((folder) => asked().at(-1) === `${folder} ${command()}`));
    assert.ok(!asked().some((line) => line.startsWith('own')));
  });

  it('says that the packages are missing', async () => {
    rmSync(join(root, 'node_modules/fastify'), { recursive: true });
    putNode('own', 'v24.0.1');
    const { code, stderr } = await run();
    assert.equal(code, 1);
    assert.match(stderr, /its packages are not installed\. Run: npm ci/);
  });
});
