import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SIMULATORS } from '../../simulators/simulators.ts';
import { peye, type RunningCli, spawnPeye } from '../support/cli.ts';
import { freePort, until } from '../support/gateway.ts';

describe('peye simulate', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'peye-simulate-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const started: RunningCli[] = [];
  after(() => {
    for (const { child } of started) child.kill('SIGKILL');
  });
  const start = async (args: string[]) => {
    const running = spawnPeye(['simulate', ...args], { cwd: folder });
    started.push(running);
    await until('it says that it is ready', () => {
      if (running.child.exitCode !== null) throw new Error(running.stderr());
      return running.stdout().endsWith('\n');
    });
    return running;
  };

  for (const name of Object.keys(SIMULATORS)) {
    it(`runs ${name}, shows its address and the settings that lead to it, and exits with 0`, async () => {
      const running = await start([name, '--port', '0', '--gateway-url', 'http://127.0.0.1:9', '--json']);
      assert.match(running.stdout(), /^[^\n]+\n$/);
      const reported = JSON.parse(running.stdout());
      assert.equal(reported.provider, name);
      assert.match(reported.url, /^http:\/\/127\.0\.0\.1:\d+$/);
      assert.ok(Object.keys(reported.settings).length > 0);
      for (const address of [reported.faults_url, reported.book_url]) {
        const response = await fetch(address);
        assert.equal(response.status, 200);
        assert.equal(typeof (await response.json()), 'object');
      }
      running.child.kill('SIGTERM');
      assert.equal(await running.ended, 0, running.stderr());
    });
  }

  it('prints settings that can be copied into a .env file, and listens on the given port', async () => {
    const port = await freePort();
    const running = await start(['rates', '--port', String(port)]);
    const lines = running
      .stdout()
      .split('\n')
      .filter((line) => /^[A-Z_]+=/.test(line));
    assert.deepEqual(lines, ['EXCHANGE_RATE_SOURCE=brh', `EXCHANGE_RATE_URL=http://127.0.0.1:${port}/taux-du-jour/`]);
    assert.match(running.stdout(), /No money moves/);
    writeFileSync(join(folder, '.env'), lines.join('\n'));
    const settings = { DATA_DIR: join(folder, 'data') };
    await peye(['migrate'], { cwd: folder, settings });
    const { stdout } = await peye(['rates', 'refresh'], { cwd: folder, settings });
    assert.match(stdout, /In use: 130\.5549/);
    rmSync(join(folder, '.env'));
    running.child.kill('SIGINT');
    assert.equal(await running.ended, 0, running.stderr());
  });

  it('fails with one line when the port is in use', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const { code, stdout, stderr } = await peye(['simulate', 'rates', '--port', String(port)], { cwd: folder });
    server.close();
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, new RegExp(`^peye: port ${port} on 127\\.0\\.0\\.1 is in use[^\\n]+\\n$`));
  });

  const wrong: [string[], RegExp][] = [
    [[], /missing required argument 'provider'/],
    [['paypal'], /moncash, natcash, secure-acceptance, stripe, rates/],
    [['toString'], /moncash, natcash, secure-acceptance, stripe, rates/],
    [['rates', '--port', '65536'], /0 to 65535/],
    [['rates', '--port', 'x'], /0 to 65535/],
    [['rates', '--gateway-url', 'localhost:8080'], /http:\/\/ or https:\/\//],
  ];
  for (const [args, allowed] of wrong) {
    it(`is wrong usage: ${args.join(' ') || 'no provider'}`, async () => {
      const { code, stdout, stderr } = await peye(['simulate', ...args], { cwd: folder });
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, allowed);
      assert.match(stderr, /^peye: [^\n]+\n$/);
    });
  }
});
