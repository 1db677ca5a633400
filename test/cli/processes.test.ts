import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { head } from '../contract/raw-http.ts';
import { scrapedWhen, sumOf } from '../metrics/scrape.ts';
import { peye, peyeJson, type RunningCli, spawnPeye } from '../support/cli.ts';
import { administer, type EmptyStore, newStore } from '../support/engines.ts';
import { type Client, freePort, httpClient, paymentRequest, until } from '../support/gateway.ts';
import { Recorder } from '../support/recorder.ts';
import { assertSoundStore } from '../support/store-access.ts';
import { byTier } from '../support/tier.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';
const READY_TIMEOUT_MS = 60_000;
const KILLS = byTier({ day: 2, night: 3 });
const OFF = { RATE_LIMIT_PER_MINUTE: '0', INVALID_KEY_LIMIT_PER_HOUR: '0', PAGE_LIMIT_PER_MINUTE: '0' };

/** A line of the log. */
interface Line {
  readonly msg: string;
  readonly process?: number;
  readonly pid?: number;
  readonly reason?: string;
}

describe('postgres: peye start --processes', { skip, timeout: 600_000 }, () => {
  let store: EmptyStore;
  let settings: Record<string, string>;
  let key: string;
  let running: RunningCli[] = [];
  before(async () => {
    store = await newStore('postgres');
    settings = { ...store.settings, ...OFF, PORT: String(await freePort()) };
    const website = await peyeJson(['websites', 'create', '--name', 'Shop'], { settings });
    key = (await peyeJson(['keys', 'create', '--website', website.id, '--mode', 'test'], { settings })).key;
  });
  afterEach(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    running = [];
  });
  after(() => store?.drop());

  const start = async (args: readonly string[], more: Record<string, string> = {}): Promise<RunningCli> => {
    const started = spawnPeye(['start', ...args], { settings: { ...settings, ...more } });
    running.push(started);
    await until(
      'it is ready',
      () => {
        assert.equal(started.child.exitCode, null, started.stderr());
        return /Peye is ready/.test(started.stdout());
      },
      READY_TIMEOUT_MS,
    );
    // The log is written a moment after the event.
    const count = Number(args[1] ?? more.PROCESSES);
    if (more.LOG_LEVEL !== 'warn') await until('each process has logged its id', () => pids(started).length === count);
    return started;
  };
  const origin = () => `http://127.0.0.1:${settings.PORT}`;
  /** A client that uses a new connection for each request, so that each request may reach a different process. */
  const api = (): Client => httpClient(origin(), { 'x-api-key': key, connection: 'close' });
  const lines = (started: RunningCli): Line[] =>
    started
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line));
  /** The current process id of each process, as the log has it. */
  const pids = (started: RunningCli): number[] => {
    const found = new Map<number, number>();
    for (const line of lines(started)) if (line.pid && line.process) found.set(line.process, line.pid);
    return [...found.values()];
  };

  test('serves one port from several processes, says that it is ready once, and stops with all of them', async () => {
    const started = await start(['--processes', '2']);
    for (let i = 0; i < 8; i++) assert.equal((await api().post('/payments', paymentRequest())).status, 201);
    await until('the log has them', () => lines(started).filter((line) => line.msg === 'request').length >= 8);
    const served = lines(started).filter((line) => line.msg === 'request');
    assert.deepEqual(new Set(served.map((line) => line.process)), new Set([1, 2]));
    assert.equal(started.stdout().split('Peye is ready').length, 2);
    assert.equal(lines(started).filter((line) => line.msg === 'starting').length, 1);
    const all = pids(started);
    assert.equal(new Set([...all, started.child.pid]).size, 3);
    started.child.kill('SIGTERM');
    assert.equal(await started.ended, 0);
    assert.deepEqual(all.filter(isAlive), []);
  });

  test('kill -9 of a process under load loses nothing that was acknowledged, and the process is replaced', async (context) => {
    const started = await start([], { PROCESSES: '2' });
    const recorder = new Recorder(api);
    context.after(() => recorder.stop());
    recorder.start(8);
    for (let round = 1; round <= KILLS; round++) {
      const before = recorder.acknowledged;
      await until('payments are acknowledged', () => recorder.acknowledged > before + 40, READY_TIMEOUT_MS);
      process.kill(pids(started)[round % 2] as number, 'SIGKILL');
      const replaced = () =>
        lines(started).filter((line) => /replacement process serving/.test(line.msg)).length === round;
      await until('the process is replaced', replaced, READY_TIMEOUT_MS);
    }
    await recorder.stop();
    assert.deepEqual(
      // While a busy machine starts processes, a creation may wait too long. Then it is refused with a 503, and nothing was done.
      recorder.unexpected((status) => status === 503),
      [],
    );
    await recorder.assertKept();
    await assertSoundStore(settings);
    assert.deepEqual(
      lines(started)
        .filter((line) => line.reason !== undefined)
        .map((line) => line.reason),
      Array(KILLS).fill('signal SIGKILL'),
    );
  });

  test('the metrics of each process have their own series, and the metrics of the node appear once', async () => {
    const metrics = `http://127.0.0.1:${await freePort()}`;
    const settingsOfMetrics = { PROCESSES: '2', METRICS_PORT: new URL(metrics).port };
    const started = await start([], settingsOfMetrics);
    const processing = (number: number) =>
      `peye_payments_total{method="moncash",mode="test",status="processing",reason="",process="${number}"}`;
    const first = await scrapedWhen('both processes respond', metrics, (now) =>
      [1, 2].every((n) => now.has(processing(n))),
    );
    assert.deepEqual([first.get(processing(1)), first.get(processing(2))], [0, 0]);
    for (let i = 0; i < 8; i++) assert.equal((await api().post('/payments', paymentRequest())).status, 201);
    const counted = await scrapedWhen(
      'all are counted',
      metrics,
      (now) => sumOf(now, 'peye_commit_group_payments_sum') === 8,
    );
    const ofFirst = counted.get(processing(1));
    assert.ok(ofFirst && counted.get(processing(2)), 'both have created some');
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_start_time_seconds', 'peye_store_waiting'])
      for (const number of [1, 2]) assert.ok(counted.has(`${name}{process="${number}"}`), `${name} of ${number}`);
    for (const name of ['peye_store_readable', 'peye_exchange_rate']) assert.ok(counted.has(name), name);

    process.kill(pids(started)[1] as number, 'SIGKILL');
    const after = await scrapedWhen(
      'a new second process counts from zero',
      metrics,
      (now) => now.get(processing(2)) === 0,
    );
    assert.equal(after.get(processing(1)), ofFirst, 'the other continues');
    assert.equal((await fetch(`${origin()}/metrics`)).status, 404);
    const taken = await peye(['start'], {
      settings: { ...settings, PORT: String(await freePort()), METRICS_PORT: settingsOfMetrics.METRICS_PORT },
    });
    assert.equal(taken.code, 1);
    assert.match(taken.stderr, /is in use\. Stop the program that uses it, or set METRICS_PORT to another port\.\n$/);
  });

  test('of concurrent requests to all processes, exactly as many pass as the limit allows, without Redis', async () => {
    const limits = { RATE_LIMIT_PER_MINUTE: '60', INVALID_KEY_LIMIT_PER_HOUR: '10' };
    await start(['--processes', '3'], { ...limits, TRUST_PROXY: '127.0.0.0/8', LOG_LEVEL: 'warn' });
    const from = (address: string, text: string) =>
      httpClient(origin(), { 'x-api-key': text, 'x-forwarded-for': address, connection: 'close' });
    const statuses = async (address: string, text: string, count: number) => {
      const responses = await Promise.all(Array.from({ length: count }, () => from(address, text).get('/health')));
      return responses.map((response) => response.status);
    };
    for (const address of ['198.51.100.1', '198.51.100.2', '2001:db8::1']) {
      const all = [...(await statuses(address, key, 40)), ...(await statuses(address, key, 50))];
      assert.equal(all.filter((status) => status === 200).length, 60, address);
      assert.equal(all.filter((status) => status === 429).length, 30, address);
    }
    // Two hundred requests from four addresses, for a website with its own limit.
    const { id } = await peyeJson(['websites', 'create', '--name', 'Busy'], { settings });
    await peyeJson(['websites', 'update', id, '--rate-limit', '90'], { settings });
    const busy = (await peyeJson(['keys', 'create', '--website', id, '--mode', 'test'], { settings })).key;
    const addresses = ['198.51.100.11', '198.51.100.12', '198.51.100.13', '198.51.100.14'];
    const shared = await Promise.all(addresses.map((address) => statuses(address, busy, 50)));
    assert.equal(shared.flat().filter((status) => status === 200).length, 90);
    const attempts = await statuses('198.51.100.3', 'tk_test_wrong', 30);
    assert.equal(attempts.filter((status) => status === 401).length, 10);
    assert.equal(attempts.filter((status) => status === 429).length, 20);
  });

  test('the limits on connections count the connections of all processes together', async () => {
    await start(['--processes', '2'], { MAX_CONNECTIONS: '5', MAX_CONNECTIONS_PER_ADDRESS: '4', LOG_LEVEL: 'warn' });
    const open: Socket[] = [];
    const ask = async (): Promise<string> => {
      const socket = connect(Number(settings.PORT), '127.0.0.1').on('error', () => {});
      open.push(socket);
      socket.write(head('GET /healthz HTTP/1.1'));
      const [data] = await once(socket, 'data');
      return String(data).split('\r\n')[0] ?? '';
    };
    try {
      for (let i = 0; i < 4; i++) assert.equal(await ask(), 'HTTP/1.1 200 OK');
      assert.equal(await ask(), 'HTTP/1.1 503 Service Unavailable');
      for (const socket of open.splice(0, 2)) socket.destroy();
      await until('places are free', async () => (await ask()) === 'HTTP/1.1 200 OK');
    } finally {
      for (const socket of open) socket.destroy();
    }
  });

  test('a process that hangs and is killed leaves none of its clients waiting', async () => {
    const started = await start(['--processes', '2'], { LOG_LEVEL: 'info' });
    const [pid] = pids(started);
    process.kill(pid as number, 'SIGSTOP');
    const port = Number(settings.PORT);
    const sockets = Array.from({ length: 12 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    const closed = sockets.map((socket) => new Promise((done) => socket.on('close', done)));
    const served = new Set<Socket>();
    for (const socket of sockets) {
      socket.on('data', () => served.add(socket));
      socket.write(head('GET /healthz HTTP/1.1'));
    }
    await until('half of them are served', () => served.size === 6);
    process.kill(pid as number, 'SIGKILL');
    await Promise.all(sockets.map((socket, index) => served.has(socket) || closed[index]));
    for (const socket of sockets) socket.destroy();
    await until(
      'it is replaced',
      () => lines(started).some((line) => /replacement process serving/.test(line.msg)),
      READY_TIMEOUT_MS,
    );
  });

  test('SIGTERM under load: every process responds to the requests in flight, and no request fails', async (context) => {
    const started = await start(['--processes', '2']);
    const recorder = new Recorder(() => httpClient(origin(), { 'x-api-key': key }));
    context.after(() => recorder.stop());
    recorder.start(8);
    await until('payments are acknowledged', () => recorder.acknowledged > 60);
    started.child.kill('SIGTERM');
    assert.equal(await started.ended, 0);
    await recorder.stop();
    assert.deepEqual(
      recorder.unexpected(() => false),
      [],
    );
    await start(['--processes', '2']);
    await recorder.assertKept();
  });

  test('SIGTERM to one process lets it finish, and another takes its place', async () => {
    const started = await start(['--processes', '2']);
    const [pid] = pids(started);
    process.kill(pid as number, 'SIGTERM');
    const replaced = () => lines(started).some((line) => /replacement process serving/.test(line.msg));
    await until('the process is replaced', replaced, READY_TIMEOUT_MS);
    assert.equal(lines(started).find((line) => line.reason !== undefined)?.reason, 'exit code 0');
    for (let i = 0; i < 10; i++) assert.equal((await api().get('/health')).status, 200);
  });

  test('kill -9 of the supervisor ends the serving processes, and the port is free', async () => {
    const started = await start(['--processes', '2']);
    const all = pids(started);
    started.child.kill('SIGKILL');
    await until('the serving processes have ended', () => !all.some(isAlive), 20_000);
    await start(['--processes', '2']);
  });

  test('if a process cannot start, all of them end: one line, exit 1, nothing left running', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const port = String((server.address() as { port: number }).port);
    const taken = await peye(['start', '--processes', '2'], { settings: { ...settings, PORT: port } });
    server.close();
    assert.equal(taken.code, 1);
    assert.match(taken.stderr, new RegExp(`^peye: port ${port} on 127\\.0\\.0\\.1 is in use\\.[^\\n]*\\n$`));

    const broken = await peye(['start', '--processes', '2'], {
      settings: { ...settings, WEBHOOK_CA_FILE: '/nowhere' },
    });
    assert.equal(broken.code, 1);
    assert.match(broken.stderr, /^peye: process \d could not start: WEBHOOK_CA_FILE [^\n]*\n$/);

    const asked = { ...settings, PROCESSES: '64' };
    const doctor = await peye(['doctor', '--json'], { settings: asked });
    const finding = JSON.parse(doctor.stdout).checks.find((each: { check: string }) => each.check === 'processes');
    assert.deepEqual([doctor.code, finding.status], [1, 'problem']);
    assert.match(finding.message, /^64 processes need up to 645 connections/);

    const many = await peye(['start', '--processes', '64'], { settings });
    assert.equal(many.code, 1);
    assert.match(many.stderr, /^peye: 64 processes need up to 645 connections, and PostgreSQL allows \d+:[^\n]*\n$/);
  });

  test('if processes can no longer be started, the supervisor ends too', async () => {
    const own = await newStore('postgres');
    const name = new URL(own.settings.DATABASE_URL as string).pathname.slice(1);
    try {
      const started = await start(['--processes', '2'], {
        ...own.settings,
        SECRET_KEY: own.settings.SECRET_KEY as string,
      });
      // A database that does not exist is a wrong setting, not one to wait for.
      await administer(process.env.TEST_DATABASE_URL as string, `DROP DATABASE ${name} WITH (FORCE)`);
      for (const pid of pids(started)) process.kill(pid, 'SIGKILL');
      await until('the supervisor has ended', () => started.child.exitCode !== null, 120_000);
      assert.equal(started.child.exitCode, 1);
      assert.ok(lines(started).some((line) => /no process can be started/.test(line.msg)));
    } finally {
      // `drop` expects the database to exist.
      await administer(process.env.TEST_DATABASE_URL as string, `CREATE DATABASE ${name}`).catch(() => {});
      await own.drop();
    }
  });
});

describe('sqlite: peye start --processes', () => {
  let store: EmptyStore;
  before(async () => {
    store = await newStore('sqlite');
  });
  after(() => store?.drop());

  test('is refused with the reason; auto means one process', async () => {
    const settings = { ...store.settings, PORT: String(await freePort()) };
    for (const [args, more] of [
      [['--processes', '2'], {}],
      [[], { PROCESSES: '4' }],
    ] as const) {
      const { code, stderr } = await peye(['start', ...args], { settings: { ...settings, ...more } });
      assert.equal(code, 1);
      assert.match(stderr, /^peye: several processes need PostgreSQL: [^\n]*\n$/);
    }
    const wrong = await peye(['start', '--processes', '0'], { settings });
    assert.deepEqual([wrong.code, /from 1 to 64, or auto/.test(wrong.stderr)], [2, true]);

    const started = spawnPeye(['start', '--processes', 'auto'], { settings });
    try {
      await until('it is ready', () => /Peye is ready/.test(started.stdout()), READY_TIMEOUT_MS);
      assert.match(started.stdout(), /"processes":1,/);
    } finally {
      started.child.kill('SIGTERM');
    }
    assert.equal(await started.ended, 0);
  });
});

/** Whether a process runs; one that has ended and was not reaped does not. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
