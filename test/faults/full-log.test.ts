import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { PEYE } from '../support/cli.ts';
import { emptyStore } from '../support/engines.ts';
import { freePort, until } from '../support/gateway.ts';

test('a log that cannot be written, because its disk is full, does not end the gateway', {
  timeout: 240_000,
}, async () => {
  const store = await emptyStore('sqlite');
  const port = await freePort();
  const child = spawn('sh', ['-c', `exec "$0" start --json 2>/dev/full`, PEYE], {
    env: { PATH: process.env.PATH, ...store.settings, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const exited = new Promise<number | null>((done) => child.on('close', done));
  try {
    await until('it is ready', () => output.endsWith('}\n') || child.exitCode !== null, 30_000);
    assert.equal(child.exitCode, null);
    for (let i = 0; i < 20; i++) assert.equal((await fetch(`http://127.0.0.1:${port}/nothing`)).status, 404);
    child.kill('SIGTERM');
    assert.equal(await exited, 0);
  } finally {
    child.kill('SIGKILL');
    await exited;
    await store.drop();
  }
});
