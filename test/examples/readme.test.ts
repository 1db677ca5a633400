import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type RunningCli, spawnPeye } from '../support/cli.ts';
import { type EmptyStore, emptyStore } from '../support/engines.ts';
import { freePort, until } from '../support/gateway.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let store: EmptyStore;
let started: RunningCli;
let settings: Record<string, string>;
before(async () => {
  store = await emptyStore('sqlite');
  settings = { ...store.settings, PORT: String(await freePort()) };
  started = spawnPeye(['start', '--json'], { settings });
  await until('it is ready', () => started.stdout().endsWith('}\n'), 30_000);
});
after(async () => {
  started?.child.kill('SIGTERM');
  await started?.ended;
  await store?.drop();
});

it('the payment of the quick start is created, completed without a browser, and read', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const section = readme.split('\n## Quick start\n')[1]?.split('\n## ')[0] ?? '';
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text);
  assert.equal(blocks.length, 3);
  const { key } = JSON.parse(started.stdout());
  const run = (script: string, variables: Record<string, string> = {}) =>
    promisify(execFile)('sh', ['-euc', script.replaceAll('127.0.0.1:8080', `127.0.0.1:${settings.PORT}`)], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...settings, PEYE_KEY: key, ...variables },
    });
  const [, create = ''] = /^(curl [\s\S]*)/m.exec(blocks[1] ?? '') ?? [];
  const id = JSON.parse((await run(create)).stdout).transaction_id;
  const { stdout, stderr } = await run(blocks[2] ?? '', { TRANSACTION_ID: id });
  assert.equal(stderr, '');
  assert.match(stdout, new RegExp(`^Payment ${id} is now completed\\. Event: payment\\.success\\.$`, 'm'));
  assert.match(stdout, new RegExp(`"transaction_id":"${id}".*"status":"completed"`));
  assert.match(stdout, /^Status +Paid$/m);
});
