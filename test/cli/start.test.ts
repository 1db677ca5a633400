import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PEYE, peye, type RunningCli, spawnPeye } from '../support/cli.ts';
import { type EmptyStore, emptyStore, onSqliteByDay } from '../support/engines.ts';
import { API, freePort, httpClient, paymentRequest, until } from '../support/gateway.ts';

const READY_TIMEOUT_MS = 30_000;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

onSqliteByDay('peye start', (engine) => {
  let store: EmptyStore;
  let settings: Record<string, string>;
  let key: string;
  const running = new Set<RunningCli>();

  before(async () => {
    store = await emptyStore(engine);
    const { SECRET_KEY, ...others } = store.settings;
    // The embedded store creates its own key, as on a first start.
    settings = { ...others, ...(engine === 'postgres' && { SECRET_KEY }), PORT: String(await freePort()) };
    if (engine === 'postgres') {
      const website = await peye(['websites', 'create', '--name', 'Shop', '--json'], { settings });
      const made = ['keys', 'create', '--website', JSON.parse(website.stdout).id, '--mode', 'test', '--json'];
      key = JSON.parse((await peye(made, { settings })).stdout).key;
    }
  });
  after(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all([...running].map(({ ended }) => ended));
    await store?.drop();
  });

  /** Starts Peye, and waits until its text or its JSON document is on stdout. */
  const start = async (
    args: string[] = [],
    more: Record<string, string> = {},
    [program = PEYE, ...words]: string[] = [PEYE, 'start'],
  ): Promise<RunningCli> => {
    const started = spawnPeye([...words, ...args], { settings: { ...settings, ...more }, program });
    running.add(started);
    void started.ended.then(() => running.delete(started));
    const isReady = () => (args.includes('--json') ? /^\{.*\}\n$/ : /Peye is ready/).test(started.stdout());
    await until(
      'peye start is ready',
      () => {
        assert.equal(started.child.exitCode, null, started.stderr());
        return isReady();
      },
      READY_TIMEOUT_MS,
    );
    return started;
  };
  const stop = async (started: RunningCli, signal: NodeJS.Signals = 'SIGTERM') => {
    started.child.kill(signal);
    return started.ended;
  };
  const origin = () => `http://127.0.0.1:${settings.PORT}`;

  if (engine === 'sqlite') {
    // Contract: OPERATOR-16
    it('the first time creates a website, and shows a key, a secret and a curl command that works when it is pasted', async () => {
      const started = await start();
      const text = started.stdout();
      key = /tk_test_[0-9A-Za-z]{43}/.exec(text)?.[0] ?? '';
      assert.match(text, new RegExp(`Base URL +${origin()}${API}$`, 'm'));
      assert.match(text, new RegExp(`Documentation +${origin()}/docs$`, 'm'));
      assert.match(text, /Webhook secret +whsec_[0-9A-Za-z]{32}$/m);
      assert.match(text, new RegExp(`^export PEYE_KEY=${key}\\nexport PEYE_WEBHOOK_SECRET=whsec_\\w{32}$`, 'm'));
      // The command must also work in a terminal in which PORT is not set.
      assert.match(text, new RegExp(`peye listen --key ${key} --secret whsec_\\w+ --url ${origin()} --from-start`));
      const curl = /^curl (?:.*\\\n)*.*$/m.exec(text)?.[0] ?? '';
      const response = await shell(`${curl} -w ' %{http_code}'`);
      assert.match(response, / 201$/);
      const payment = JSON.parse(response.replace(/ 201$/, ''));
      assert.equal(payment.amount, '500.00');
      assert.ok(payment.payment_url.startsWith(`${origin()}/pay/`));
      assert.equal(statSync(join(store.folder, 'secret.key')).mode & 0o777, 0o600);

      const log = text.split('\n').filter((line) => line.startsWith('{'));
      for (const line of log) assert.ok(!/tk_test_|whsec_/.test(line), 'no secret is on a log line');
      const boot = JSON.parse(log[0] ?? '{}');
      assert.equal(boot.msg, 'starting');
      assert.equal(boot.listen, `127.0.0.1:${settings.PORT}`);
      assert.equal(boot.secret_key, 'not set');
      assert.equal(boot.webhook_log_days, 90);
      assert.equal(boot.test_payment_days, 'for ever');
      assert.equal(boot.event_days, 'for ever');
      assert.ok(text.indexOf('Server listening') < text.indexOf('Peye is ready'), 'the log comes before the text');
      assert.equal(await stop(started), 0);
    });
  }

  // Contract: OPERATOR-16
  it('later shows the base URL and how to get a new key, and creates nothing', async () => {
    const websites = async () => JSON.parse((await peye(['websites', 'list', '--json'], { settings })).stdout);
    const before = await websites();
    assert.equal(before.length, 1);
    const started = await start();
    assert.match(started.stdout(), new RegExp(`Base URL +${origin()}${API}$`, 'm'));
    assert.match(started.stdout(), new RegExp(`peye keys create --website ${before[0].id} --mode test`));
    assert.ok(!/tk_test_|whsec_/.test(started.stdout()));
    assert.deepEqual(await websites(), before);
    assert.equal(await stop(started, 'SIGINT'), 0);
  });

  it('--json prints one document when it is ready, and logs to stderr', async () => {
    const started = await start(['--json']);
    await httpClient(origin(), { 'x-api-key': key }).get('/payments');
    assert.equal(await stop(started), 0);
    assert.deepEqual(JSON.parse(started.stdout()), { url: origin(), base_url: `${origin()}${API}` });
    const messages = started
      .stderr()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg);
    for (const message of ['starting', 'request', 'stopped']) assert.ok(messages.includes(message), message);
  });

  it('SIGTERM: responds to a request in flight, then exits 0', async () => {
    const started = await start();
    const body = JSON.stringify(paymentRequest({ reference: `in-flight-${engine}` }));
    const request = await beginRequest(Number(settings.PORT), key, body);
    started.child.kill('SIGTERM');
    await until('it is stopping', () => started.stdout().includes('stopping'));
    request.finish();
    assert.match(await request.response, /^HTTP\/1\.1 201 /);
    assert.equal(await started.ended, 0);

    const again = await start();
    const found = await httpClient(origin(), { 'x-api-key': key }).get(`/payments/reference/in-flight-${engine}`);
    assert.equal(found.status, 200);
    assert.equal(await stop(again), 0);
  });

  it('two signals at the same moment, as through npm, count as one; a later second signal ends the gateway at once', async () => {
    const first = await start();
    const answered = await beginRequest(Number(settings.PORT), key, JSON.stringify(paymentRequest()));
    first.child.kill('SIGINT');
    first.child.kill('SIGTERM');
    await until('it is stopping', () => first.stdout().includes('stopping'));
    answered.finish();
    assert.match(await answered.response, /^HTTP\/1\.1 201 /);
    assert.equal(await first.ended, 0);

    const second = await start();
    const cutOff = await beginRequest(Number(settings.PORT), key, '{}');
    second.child.kill('SIGINT');
    await until('it is stopping', () => second.stdout().includes('stopping'));
    await until('a later signal ends it', () => {
      if (second.child.exitCode === null) second.child.kill('SIGTERM');
      return second.child.exitCode !== null;
    });
    assert.equal(await second.ended, 143);
    assert.equal(await cutOff.response, '');
  });

  it('SIGHUP, as when the connection to its terminal breaks, is a graceful stop; with nohup it continues', async () => {
    const plain = await start();
    assert.equal(await stop(plain, 'SIGHUP'), 0, 'what was in flight is finished');
    assert.match(plain.stdout(), /"msg":"stopped"/);

    const withNohup = await start([], {}, ['/bin/sh', '-c', `trap '' HUP; exec "$0" start`, PEYE]);
    withNohup.child.kill('SIGHUP');
    assert.equal((await httpClient(origin(), { 'x-api-key': key }).get('/payments')).status, 200);
    assert.equal(await stop(withNohup), 0);
    assert.ok(!/SIGHUP/.test(withNohup.stdout()), 'nohup ignores SIGHUP');
  });

  it('SIGTERM to `npm start`, as a supervisor sends it, ends the gateway and not npm alone', async () => {
    const options = { cwd: ROOT, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings } };
    // In its own process group, so that the test can end every process of it, even if the gateway never gets the signal.
    const npm = spawn('npm', ['start'], { ...options, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      let text = '';
      npm.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
      await until('npm start is ready', () => /Peye is ready/.test(text), READY_TIMEOUT_MS);
      npm.kill('SIGTERM');
      await until('the gateway has stopped', () => /"msg":"stopped"/.test(text));
      await until('npm has ended', () => npm.exitCode !== null);
      assert.equal(npm.exitCode, 0);
    } finally {
      try {
        if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL');
      } catch {
        // No process of the group is left.
      }
    }
  });

  it('where both streams are one, as on a terminal, the reason of a failure is below the log', async () => {
    // An unavailable store would not do: the start waits for it instead of failing.
    const unusable: Record<string, string> =
      engine === 'sqlite' ? { DATA_DIR: '/dev/null/x' } : { SECRET_KEY: Buffer.alloc(32, 1).toString('base64') };
    const { stdout } = await peye(['-c', '"$0" start 2>&1', PEYE], {
      settings: { ...settings, ...unusable },
      program: '/bin/sh',
    });
    assert.match(stdout, /^\{.*"msg":"starting"\}\n(\{.*\}\n)*peye: [^\n]+\n$/);
  });

  it('names unknown settings, each with the setting that was probably meant', async () => {
    const started = await start(['--json'], { PUBLIC_ULR: 'https://pay.example' });
    assert.equal(await stop(started), 0);
    const warnings = started
      .stderr()
      .split('\n')
      .filter((line) => line.includes('unknown settings'));
    assert.equal(warnings.length, 1, started.stderr());
    assert.match(warnings[0] ?? '', /PUBLIC_ULR \(PUBLIC_URL\?\)/);
  });

  it('a port in use is one line, exit 1', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const port = String((server.address() as { port: number }).port);
    const { code, stderr } = await peye(['start'], { settings: { ...settings, PORT: port } });
    server.close();
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^peye: port ${port} on 127\\.0\\.0\\.1 is in use\\.[^\\n]*\\n$`));
  });

  it('a HOST that is not of this machine is one line, exit 1', async () => {
    const { code, stderr } = await peye(['start'], { settings: { ...settings, HOST: '192.0.2.1' } });
    assert.equal(code, 1);
    assert.match(stderr, /^peye: HOST is set to "192\.0\.2\.1", which is not an address of this machine\.\n$/);
  });

  it('a wrong SECRET_KEY is one line, exit 1', async () => {
    const wrong = Buffer.alloc(32, 1).toString('base64');
    const { code, stderr } = await peye(['start'], { settings: { ...settings, SECRET_KEY: wrong } });
    assert.equal(code, 1);
    assert.match(stderr, /^peye: SECRET_KEY is not the key of this database[^\n]*\n$/);
  });
});

onSqliteByDay('peye start for the first time', (engine) => {
  let store: EmptyStore;
  before(async () => {
    store = await emptyStore(engine);
  });
  after(() => store?.drop());

  it('the key, which is shown only once, is not lost when the first start cannot listen: the next start shows it in --json', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const taken = String((server.address() as { port: number }).port);
    const failed = await peye(['start'], { settings: { ...store.settings, PORT: taken } });
    server.close();
    assert.equal(failed.code, 1);

    const settings = { ...store.settings, PORT: String(await freePort()) };
    const started = spawnPeye(['start', '--json'], { settings });
    await until('it is ready', () => started.stdout().endsWith('\n'), READY_TIMEOUT_MS);
    started.child.kill('SIGTERM');
    assert.equal(await started.ended, 0);
    const document = JSON.parse(started.stdout());
    const secrets =
      engine === 'sqlite'
        ? ['website_id', 'key', 'webhook_secret', 'first_owner_link', 'first_owner_link_expires_at']
        : [];
    assert.deepEqual(Object.keys(document), ['url', 'base_url', ...secrets]);
    assert.equal(existsSync(join(store.folder, 'peye.db')), engine === 'sqlite');
  });
});

/** Sends a creation without its last byte, and waits until the server has read its headers. */
async function beginRequest(port: number, key: string, body: string) {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const response = new Promise<string>((resolve) => socket.on('close', () => resolve(text)).on('error', () => {}));
  const head = [
    `POST ${API}/payments HTTP/1.1`,
    'Host: localhost',
    `X-Api-Key: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
  await until('the server has the head', () => text.startsWith('HTTP/1.1 100 Continue'));
  text = '';
  return { response, finish: () => void socket.write(body.slice(-1)) };
}

function shell(command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', command], (error, stdout, stderr) => (error ? reject(new Error(stderr)) : resolve(stdout)));
  });
}
