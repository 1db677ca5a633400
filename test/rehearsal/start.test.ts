import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { peye, type RunningCli, spawnPeye } from '../support/cli.ts';
import { freePort, httpClient, paymentRequest, until } from '../support/gateway.ts';

const READY_TIMEOUT_MS = 30_000;
/** Settings of a gateway for live payments, with addresses that lead nowhere. */
const REAL = {
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://pay.shop.example',
  ROLES: 'worker',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/real',
  REDIS_URL: 'redis://127.0.0.1:1',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  WEBHOOK_CA_FILE: '/no/such/file.pem',
  MONCASH_CLIENT_ID: 'real-id',
  MONCASH_CLIENT_SECRET: 'real-secret',
  MONCASH_TRANSFER_CLIENT_ID: 'real-transfer-id',
  MONCASH_TRANSFER_CLIENT_SECRET: 'real-transfer-secret',
  MONCASH_ENVIRONMENT: 'live',
  STRIPE_SECRET_KEY: 'sk_live_real',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_real',
};

describe('peye start --rehearse', { timeout: 300_000 }, () => {
  let folder: string;
  let settings: Record<string, string>;
  const running = new Set<RunningCli>();
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "peye rehearse's "));
    settings = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), LOG_LEVEL: 'warn' };
  });
  afterEach(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all([...running].map(({ ended }) => ended));
    running.clear();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const start = async (args: string[] = ['--json'], more: Record<string, string> = {}) => {
    const started = spawnPeye(['start', '--rehearse', ...args], { cwd: folder, settings: { ...settings, ...more } });
    running.add(started);
    await until(
      'the rehearsal is ready',
      () => {
        assert.equal(started.child.exitCode, null, started.stderr());
        return args.includes('--json') ? started.stdout().endsWith('}\n') : started.stdout().includes('payments list');
      },
      READY_TIMEOUT_MS,
    );
    return started;
  };
  /** Starts one that is to fail, and is ended by the next test's turn when it does not. */
  const startInVain = async (more: Record<string, string>) => {
    const started = spawnPeye(['start', '--rehearse'], { cwd: folder, settings: { ...settings, ...more } });
    running.add(started);
    const code = await started.ended;
    return { code, stdout: started.stdout(), stderr: started.stderr() };
  };
  const stop = async ({ child, ended }: RunningCli) => {
    child.kill('SIGINT');
    return ended;
  };
  const create = async ({ url, key }: { url: string; key: string }) => {
    const response = await httpClient(url, { 'x-api-key': key }).post('/payments', paymentRequest());
    assert.equal(response.status, 201, response.text);
    return response.json.transaction_id as string;
  };

  it('says in plain words where the shop, the simulators and the tool are, and the tool can be pasted', async () => {
    const started = await start([]);
    const text = started.stdout();
    assert.match(text, /No money moves/);
    assert.match(text, /buy something: +http:\/\/127\.0\.0\.1:\d+$/m);
    for (const method of ['moncash', 'natcash', 'lakaypay_card', 'card']) {
      assert.match(text, new RegExp(`^${method} +http://127\\.0\\.0\\.1:\\d+`, 'm'));
    }
    const line = /^.* payments list$/m.exec(text)?.[0] ?? '';
    assert.deepEqual(JSON.parse(execFileSync('sh', ['-c', `${line} --json`], { encoding: 'utf8' })), []);
    assert.equal(await stop(started), 0);
  });

  it('starts again on an empty store, however it ended before', async () => {
    const first = await start();
    const reported = JSON.parse(first.stdout());
    await create(reported);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await start();
    const list = await peye(['payments', 'list', '--json'], { program: reported.tool });
    assert.deepEqual(JSON.parse(list.stdout), []);
    assert.equal(await stop(second), 0);
  });

  it('Ctrl-C ends all servers: exit 0, and no port is open', async () => {
    const started = await start();
    const { url, shop, simulators } = JSON.parse(started.stdout());
    const addresses: string[] = [url, shop, ...(Object.values(simulators) as string[])];
    assert.equal(addresses.length, 7);
    for (const address of addresses) await fetch(address);
    assert.equal(await stop(started), 0);
    for (const address of addresses) await assert.rejects(fetch(address));
  });

  it('a second rehearsal on the same folder is refused in one line, and deletes nothing of the first', {
    timeout: 240_000,
  }, async () => {
    const first = await start();
    const reported = JSON.parse(first.stdout());
    const id = await create(reported);
    const second = await startInVain({ PORT: String(await freePort()) });
    assert.deepEqual([second.code, second.stdout], [1, '']);
    assert.match(second.stderr, /^peye: another rehearsal uses [^\n]+\n$/);
    const read = await httpClient(reported.url, { 'x-api-key': reported.key }).get(`/payments/${id}`);
    assert.equal(read.status, 200);
    const list = await peye(['payments', 'list', '--json'], { program: reported.tool });
    assert.equal(JSON.parse(list.stdout).length, 1);
    assert.equal(await stop(first), 0);
  });

  it('a port in use is one line and exit 1, and leaves no simulator behind', { timeout: 240_000 }, async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(Number(settings.PORT), '127.0.0.1', done));
    // The process ends, which shows that no simulator still listens.
    const { code, stderr } = await startInVain({});
    server.close();
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^peye: port ${settings.PORT} on 127\\.0\\.0\\.1 is in use\\.[^\\n]*\\n$`));
    assert.equal(await stop(await start()), 0);
  });

  it('a setting that cannot be used is one line and exit 1', async () => {
    const { code, stderr } = await startInVain({ CARD_EXPIRY_SECONDS: 'soon' });
    assert.equal(code, 1);
    assert.match(stderr, /^peye: CARD_EXPIRY_SECONDS [^\n]+\n$/);
  });

  // Contract: OPERATOR-15
  it('uses no settings of a real gateway, and does not touch its store', async () => {
    const data = join(folder, 'data');
    const made = await peye(['websites', 'create', '--name', 'Real', '--json'], { settings });
    assert.equal(made.code, 0, made.stderr);
    const contents = () =>
      readdirSync(data, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => [name, readFileSync(join(data, name)).toString('base64')]);
    const before = contents();
    assert.ok(before.length > 0);
    writeFileSync(
      join(folder, '.env'),
      Object.entries(REAL)
        .map(([name, value]) => `${name}='${value}'\n`)
        .join(''),
    );

    const started = await start(['--json'], REAL);
    const reported = JSON.parse(started.stdout());
    assert.equal(reported.url, `http://127.0.0.1:${settings.PORT}`);
    const id = await create(reported);
    const { stdout } = await peye(['payments', 'list', '--json'], {
      program: reported.tool,
      cwd: folder,
      settings: REAL,
    });
    assert.deepEqual(
      JSON.parse(stdout).map((payment: { transaction_id: string }) => payment.transaction_id),
      [id],
    );
    const check = await peye(['doctor', '--json'], { program: reported.tool, cwd: folder, settings: REAL });
    assert.equal(check.code, 0, check.stdout);
    assert.doesNotMatch(readFileSync(reported.tool, 'utf8'), /real|shop\.example/);
    assert.equal(await stop(started), 0);
    rmSync(join(folder, '.env'));
    assert.deepEqual(contents(), before);
  });
});
