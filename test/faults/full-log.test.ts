import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { PEYE } from '../support/cli.ts';
import { emptyStore } from '../support/engines.ts';
import { freePort, until } from '../support/gateway.ts';

for (const [name, command] of [
  ['its log', '"$0" start --json 2>/dev/full'],
  ['its log and its output', '"$0" start >/dev/full 2>&1'],
] as const) {
  test(`a full disk for ${name} does not end the gateway`, { timeout: 240_000 }, async () => {
    const store = await emptyStore('sqlite');
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const child = spawn('sh', ['-c', `exec ${command}`, PEYE], {
      env: { PATH: process.env.PATH, ...store.settings, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exited = new Promise<number | null>((done) => child.on('close', done));
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    try {
      await until('it is ready', async () => (await isReady()) || child.exitCode !== null, 30_000);
      assert.equal(child.exitCode, null);
      for (let i = 0; i < 20; i++) assert.equal((await fetch(`${url}/nothing`)).status, 404);
      child.kill('SIGTERM');
      assert.equal(await exited, 0);
    } finally {
      child.kill('SIGKILL');
      await exited;
      await store.drop();
    }
  });
}

test('a command whose output cannot be written reports it, and fails', { timeout: 240_000 }, async () => {
  const store = await emptyStore('sqlite');
  try {
    const child = spawn('sh', ['-c', 'exec "$0" migrate >/dev/full', PEYE], {
      env: { PATH: process.env.PATH, ...store.settings },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
    assert.equal(await new Promise((done) => child.on('close', done)), 1);
    assert.match(errors, /^peye: the output cannot be written: ENOSPC/);
  } finally {
    await store.drop();
  }
});
