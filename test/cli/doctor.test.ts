import assert from 'node:assert/strict';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, it } from 'node:test';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSigned } from '../../simulators/merchant/certificate.ts';
import { checkClock } from '../../src/app/doctor/check-clock.ts';
import { checkCertificate, checkGateway } from '../../src/app/doctor/check-public-url.ts';
import { checkBackup, checkWorker } from '../../src/app/doctor/check-work.ts';
import { readConfig } from '../../src/config.ts';
import { lockRateSource } from '../../src/features/rates/store/exchange-rates.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { type CliResult, peye } from '../support/cli.ts';
import { type EmptyStore, emptyStore, newStore, onSqliteByDay } from '../support/engines.ts';
import { freePort, paymentRequest, startTestGateway } from '../support/gateway.ts';
import { withDatabase } from '../support/store-access.ts';
import { testCertificate } from './merchant-server.ts';

const EXPIRED_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBVDCB+6ADAgECAgEBMAoGCCqGSM49BAMCMCExHzAdBgNVBAMMFlBleWUgdGVz
dCA5NzU4MDE2MDAwMDAwHhcNMDAxMjAyMDAwMDAwWhcNMDEwMTAyMDAwMDAwWjAh
MR8wHQYDVQQDDBZQZXllIHRlc3QgOTc1ODAxNjAwMDAwMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEyZCnWAUklXqM8EV3q17GxliC/qYOQ/ZFusmnFb2zpBgZDnxQ
A5nbA1obN5ro/E+ZwcPf0X5bhE1XFcVhByRJkKMkMCIwEgYDVR0RBAswCYIHZXhw
aXJlZDAMBgNVHRMEBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIHt11eq3w6mxRPfG
A6cwg3mL1d/hz4Igms/TLy3fd7L/AiEAhOGpDAs+el4PKhc9bn/9dNEPjTnXwXKq
FCWi92G3gzA=
-----END CERTIFICATE-----
`;

interface Finding {
  check: string;
  status: string;
  message: string;
  fix?: string;
}

onSqliteByDay('peye doctor', (engine) => {
  let store: EmptyStore;
  let settings: Record<string, string>;
  beforeEach(async () => {
    store = await emptyStore(engine);
    settings = { ...store.settings, PORT: String(await freePort()) };
  });
  afterEach(() => store?.drop());

  const make = () => peye(['websites', 'create', '--name', 'Shop', '--json'], { settings });
  const doctor = async (more: Record<string, string> = {}): Promise<{ result: CliResult; checks: Finding[] }> => {
    const result = await peye(['doctor', '--json'], { settings: { ...settings, ...more }, cwd: store.folder });
    assert.match(result.stdout, /^[^\n]+\n$/, result.stderr);
    const { ok, checks } = JSON.parse(result.stdout) as { ok: boolean; checks: Finding[] };
    const hasProblem = checks.some(({ status }) => status === 'problem');
    assert.equal(ok, !hasProblem);
    assert.equal(result.code, hasProblem ? 1 : 0, result.stderr);
    for (const { check, status, fix } of checks) assert.equal(fix !== undefined, status !== 'ok', check);
    return { result, checks };
  };
  const has = (checks: Finding[], check: string, status: string, message: RegExp) =>
    assert.ok(
      checks.some((each) => each.check === check && each.status === status && message.test(each.message)),
      JSON.stringify(checks, null, 1),
    );

  /** Everything is ok. If the tests keep their stores in memory, the doctor warns of that, rightly, and of nothing else. */
  const assertAllOk = (checks: Finding[]) =>
    assert.deepEqual(
      checks.filter(({ check, status, message }) => {
        const isRunInMemory =
          check === 'data_folder' && store.folder.startsWith('/dev/shm/') && /in memory/.test(message);
        return status !== (isRunInMemory ? 'warning' : 'ok');
      }),
      [],
    );

  // Contract: OPERATOR-14
  it('finds no fault in a correct configuration, reports this line by line, and changes nothing', async () => {
    await make();
    const { checks } = await doctor();
    assertAllOk(checks);
    const text = await peye(['doctor'], { settings, cwd: store.folder });
    assert.equal(text.code, 0);
    // If the store is in memory, the warning about that is the line before.
    assert.match(text.stdout, /^ok {7}node/m);
    assert.match(text.stdout, /^ok {7}store {8}.* can be read and written, and its schema is up to date$/m);
    assert.match(text.stdout, /^ok {7}secret_key {5}SECRET_KEY decrypts the webhook secrets of 1 website$/m);
    assert.match(text.stdout, /^ok {7}port .* is free$/m);
    const clock = /^ok {7}clock {8,}the clocks of this machine and PostgreSQL agree$/m;
    assert.equal(clock.test(text.stdout), engine === 'postgres', 'an embedded store has no other clock');
  });

  it('shows how to resume charging when the acquirer cannot be reached', async () => {
    await make();
    const { stdout } = await peye(['restore', '--mark'], { settings });
    assert.match(stdout, /^Charging of live cards is paused until /);
    // Payments may be missing after every kind of restore. So --mark too says which payments reconcile cannot find.
    assert.match(stdout, /finds no wallet payments/);
    const { checks } = await doctor();
    has(checks, 'recurring', 'problem', /^charging of live cards has been paused since .*: peye restore --mark$/);
    assert.match(
      checks.find(({ check }) => check === 'recurring')?.fix ?? '',
      /Without lakaypay_card credentials.*--unchecked/,
    );
    const listed = await peye(['subscriptions', 'list'], { settings });
    assert.match(listed.stdout, /^No subscriptions yet\.[^\n]*\n\nCharging of live cards has been paused since /);
    assert.equal((await peye(['charging', 'resume', '--unchecked'], { settings })).code, 0);
    assert.ok(!(await doctor()).checks.some(({ check }) => check === 'recurring'));
  });

  it('says how far the clock of this machine is from the store’s', async () => {
    await make();
    const system = systemClock();
    const [ahead, behind] = await withDatabase(store.settings, async (db) => [
      await checkClock(db, () => system() + 90_500_000),
      await checkClock(db, () => system() - 7_200_000_000),
    ]);
    if (engine === 'sqlite') return assert.deepEqual([ahead, behind], [[], []]);
    // On a busy machine, the measured difference may be off by a second.
    has(ahead, 'clock', 'warning', /is 9[01](\.\d)? s ahead of the clock of PostgreSQL/);
    has(behind, 'clock', 'warning', /is 7(200|199)(\.\d)? s behind the clock of PostgreSQL/);
  });

  it('reports missing parts when there is no store yet, and creates no store', async () => {
    const { checks } = await doctor();
    if (engine === 'sqlite') has(checks, 'store', 'ok', /no database yet/);
    else has(checks, 'store', 'warning', /needs \d+ migration/);
    if (engine === 'sqlite') assert.throws(() => statSync(join(store.folder, 'peye.db')));
    const several = engine === 'sqlite' ? /need PostgreSQL/ : /^64 processes need up to 645 connections/;
    has((await doctor({ PROCESSES: '64' })).checks, 'processes', 'problem', several);
  });

  // Contract: OPERATOR-14
  it('a wrong setting is a problem, with how to fix it', async () => {
    const { result, checks } = await doctor({ EXCHANGE_RATE: 'high' });
    has(checks, 'settings', 'problem', /EXCHANGE_RATE is set to "high"/);
    assert.match(result.stderr, /^peye: 1 problem found\.\n$/);
  });

  it('a SECRET_KEY that does not open the secrets is a problem', async () => {
    await make();
    const { checks } = await doctor({ SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
    has(checks, 'secret_key', 'problem', /does not decrypt/);
  });

  it('a store of a newer version is a problem', async () => {
    await make();
    const gateway = await startTestGateway(engine, { sharedStore: store });
    await gateway.store.db.transaction((tx) =>
      tx.query("INSERT INTO peye_migrations (id, name, applied_at_us) VALUES (999999, 'later', 0)"),
    );
    await gateway.stop();
    has((await doctor()).checks, 'store', 'problem', /newer Peye/);
  });

  it('a running gateway on the port is fine; another program there is a problem', async () => {
    const METRICS_PORT = String(await freePort());
    const gateway = await startTestGateway(engine, { sharedStore: store, settings: { METRICS_PORT } });
    const { checks } = await doctor({ PORT: new URL(gateway.url).port, METRICS_PORT });
    await gateway.stop();
    has(checks, 'port', 'ok', /the gateway on port \d+ is ready/);
    has(checks, 'metrics', 'ok', /a gateway serves its metrics/);

    const other = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'));
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const port = String((other.address() as { port: number }).port);
    const taken = await doctor({ PORT: port });
    const metricsTaken = await doctor({ METRICS_PORT: port });
    other.close();
    has(taken.checks, 'port', 'problem', /another program/);
    has(metricsTaken.checks, 'metrics', 'problem', /another program/);
  });

  it('a Redis that is unavailable is a problem', async () => {
    has((await doctor({ REDIS_URL: 'redis://127.0.0.1:1' })).checks, 'redis', 'problem', /does not respond/);
  });

  const redis = process.env.TEST_REDIS_URL;
  it('a Redis that responds is fine', { skip: redis ? false : 'no Redis: TEST_REDIS_URL is not set' }, async () => {
    has((await doctor({ REDIS_URL: redis ?? '' })).checks, 'redis', 'ok', /Redis responds/);
  });

  it('warns of addresses that customers cannot reach or that are not encrypted, and of an unknown name in .env', async () => {
    has((await doctor({ HOST: '0.0.0.0' })).checks, 'public_url', 'warning', /cannot reach/);
    has((await doctor({ PUBLIC_URL: 'http://pay.example' })).checks, 'public_url', 'warning', /not encrypted/);
    writeFileSync(join(store.folder, '.env'), 'RATE_LIMIT_PER_MINUT=5\n');
    const { checks } = await doctor({ PUBLIC_URL: 'https://pay.example' });
    has(checks, 'public_url', 'warning', /the host name of https:\/\/pay\.example does not resolve/);
    has(checks, 'trust_proxy', 'warning', /TRUST_PROXY/);
    has(checks, 'settings', 'warning', /RATE_LIMIT_PER_MINUT \(RATE_LIMIT_PER_MINUTE\?\)$/);
  });

  it('names settings that are misspelt in the environment, and none of other programs', async () => {
    const others = {
      REDIS_PASSWORD: 'x',
      PGHOST: 'x',
      METRICS_SERVICE_HOST: 'x',
      NODE_ENV: 'production',
      LOGNAME: 'x',
    };
    has((await doctor(others)).checks, 'settings', 'ok', /all settings are valid/);
    const { checks } = await doctor({ ...others, PUBLIC_ULR: 'https://pay.example', MONCASH_KEY: 'x' });
    has(checks, 'settings', 'warning', /: MONCASH_KEY, PUBLIC_ULR \(PUBLIC_URL\?\)$/);
  });

  it('checks whether PUBLIC_URL leads to this gateway: who responds there, and with which certificate', async () => {
    const { cert, key } = selfSigned('localhost.peye-test.invalid', '127.0.0.1');
    await make();
    const gateway = await startTestGateway(engine, { sharedStore: store });
    const seen = async (url: string, secretKey?: string) =>
      checkGateway({ ...readConfig({ ...settings, ...(secretKey && { SECRET_KEY: secretKey }) }), publicUrl: url });
    has(await seen(gateway.url), 'public_url', 'ok', /^this gateway responds at/);
    const other = Buffer.alloc(32, 9).toString('base64');
    has(await seen(gateway.url, other), 'public_url', 'problem', /^another gateway responds at/);
    await gateway.stop();
    has(await seen(gateway.url), 'public_url', 'warning', /^no gateway responds at/);
    const server = createTlsServer({ cert, key }, (socket) => socket.on('error', () => {}));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    has(await checkCertificate('127.0.0.1', port), 'certificate', 'problem', /browsers do not trust the certificate/);
    const authorities = getCACertificates('default');
    setDefaultCACertificates([...authorities, cert]);
    try {
      const nowMs = Date.now();
      const inDays = (days: number) => checkCertificate('127.0.0.1', port, nowMs + days * 86_400_000);
      has(await inDays(0), 'certificate', 'ok', /of 127\.0\.0\.1 is trusted, for 29 more days$/);
      has(await inDays(15), 'certificate', 'ok', /for 14 more days$/);
      has(await inDays(16), 'certificate', 'warning', /of 127\.0\.0\.1 expires in 13 days$/);
    } finally {
      setDefaultCACertificates(authorities);
    }
    await new Promise((done) => server.close(done));
    has(
      await checkCertificate('127.0.0.1', port),
      'public_url',
      'warning',
      /does not respond with TLS \(ECONNREFUSED\)/,
    );
  });

  it('finds a wide range of trusted proxies, and a proxy that is not trusted', async () => {
    has(
      (await doctor({ TRUST_PROXY: '41.0.0.0/8' })).checks,
      'trust_proxy',
      'warning',
      /a wide range .*41\.0\.0\.0\/8/,
    );
    has((await doctor({ TRUST_PROXY: '0.0.0.0/0' })).checks, 'settings', 'problem', /TRUST_PROXY .*none of them wider/);
    const gateway = await startTestGateway(engine, { sharedStore: store, settings: { TRUST_PROXY: '10.9.9.9' } });
    const port = { PORT: new URL(gateway.url).port };
    const isFound = async () => (await doctor(port)).checks.some(({ check }) => check === 'trust_proxy');
    assert.equal(await isFound(), false);
    await fetch(`${gateway.url}/docs`, { headers: { 'x-forwarded-for': '203.0.113.5' } });
    const { checks } = await doctor(port);
    await gateway.stop();
    has(checks, 'trust_proxy', 'problem', /X-Forwarded-For comes from an address that is not in TRUST_PROXY/);
  });

  it('finds work that no worker does, and a store with live keys that was never backed up', async () => {
    const { id } = JSON.parse((await make()).stdout);
    const aboutWorkOrBackup = (checks: Finding[]) =>
      checks.filter(({ check }) => check === 'worker' || check === 'backup');
    assert.deepEqual(aboutWorkOrBackup((await doctor()).checks), []);
    has(
      (await doctor({ ROLES: 'api,console' })).checks,
      'worker',
      'warning',
      /need a worker elsewhere; nothing is overdue, but nothing in the database shows that a worker runs/,
    );
    await peye(['keys', 'create', '--website', id, '--mode', 'live'], { settings });
    has((await doctor()).checks, 'backup', 'warning', /Peye has never backed it up/);
    await peye(['backup', join(store.folder, 'a.backup')], { settings });
    has((await doctor()).checks, 'backup', 'ok', /the newest backup is less than a day old/);
    const later = await withDatabase(store.settings, (db) => checkBackup(db, Date.now() * 1000 + 4 * 86_400_000_000));
    has(later, 'backup', 'warning', /the newest backup is 4 days old/);

    await peye(['websites', 'update', id, '--callback-url', 'https://shop.example/webhooks'], { settings });
    const gateway = await startTestGateway(engine, { sharedStore: store, settings: { ROLES: 'api' } });
    const { key } = JSON.parse(
      (await peye(['keys', 'create', '--website', id, '--mode', 'test', '--json'], { settings })).stdout,
    );
    const api = gateway.client(key);
    const { transaction_id } = (await api.post('/payments', paymentRequest())).json;
    assert.equal((await api.post(`/test_helpers/payments/${transaction_id}/complete`)).status, 200);
    const config = readConfig({ ...settings, ROLES: 'api' });
    const inFiveMinutes = await withDatabase(store.settings, (db) =>
      checkWorker(config, db, Date.now() * 1000 + 300_000_000),
    );
    await gateway.stop();
    has(
      inFiveMinutes,
      'worker',
      'problem',
      /no worker is doing the work that is due in this database: webhooks have been due for [45] minutes/,
    );
  });

  // Regression: a store that no worker has ever served was ok as long as nothing was due.
  it('finds out from the exchange rate whether a worker runs, when no other work is due', async () => {
    const idle = await newStore(engine);
    const config = readConfig({ ...idle.settings, ROLES: 'api,console', EXCHANGE_RATE_SOURCE: 'brh' });
    const nowUs = Date.now() * 1000;
    const inMinutes = (minutes: number) =>
      withDatabase(idle.settings, (db) => checkWorker(config, db, nowUs + minutes * 60_000_000));
    try {
      has(await inMinutes(0), 'worker', 'warning', /nothing in the database shows that a worker runs/);
      await withDatabase(idle.settings, (db) =>
        db.transaction((tx) => lockRateSource(tx, 'brh', nowUs + 3_600_000_000)),
      );
      has(await inMinutes(0), 'worker', 'ok', /a worker requested the exchange rate on time$/);
      has(await inMinutes(61), 'worker', 'ok', /on time$/);
      has(await inMinutes(70), 'worker', 'warning', /no worker has requested .* due for 10 minutes$/);
    } finally {
      await idle.drop();
    }
  });

  if (engine === 'sqlite')
    it('finds a disk that is nearly full, and ends with 1', async () => {
      const disk = (megabytes: number) =>
        `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
         fs.statfsSync = () => ({ bavail: ${megabytes}, bsize: ${1024 * 1024} }); syncBuiltinESMExports();`;
      const withFreeSpace = async (megabytes: number) =>
        doctor({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(disk(megabytes))}` });
      await make();
      const { result, checks } = await withFreeSpace(99);
      has(checks, 'data_folder', 'problem', /^only 99 MB free on the disk of /);
      assert.equal(result.code, 1);
      assert.equal((await withFreeSpace(100)).result.code, 0);
    });

  if (engine === 'sqlite')
    it('finds a folder in which no file can be created, even as root', async () => {
      has((await doctor({ DATA_DIR: '/proc/nope' })).checks, 'data_folder', 'problem', /\/proc/);
    });

  it('checks the settings for webhooks', async () => {
    assert.ok(!(await doctor()).checks.some(({ check }) => check === 'webhooks'), 'nothing is set');
    const certificate = testCertificate();
    const good = await doctor({ WEBHOOK_CA_FILE: certificate.file, WEBHOOK_ALLOWED_SUBNETS: '10.0.0.0/8,::1' });
    has(good.checks, 'webhooks', 'ok', /cert\.pem are trusted too$/);
    has(good.checks, 'webhooks', 'warning', /non-public addresses: 10\.0\.0\.0\/8, ::1$/);
    certificate.remove();
    has((await doctor({ WEBHOOK_CA_FILE: certificate.file })).checks, 'webhooks', 'problem', /ENOENT/);
    const expired = join(store.folder, 'expired.pem');
    writeFileSync(expired, EXPIRED_CERTIFICATE);
    has((await doctor({ WEBHOOK_CA_FILE: expired })).checks, 'webhooks', 'warning', /expired on 2001-01-02$/);
  });

  if (engine === 'postgres') {
    it('a server that is unavailable, or a user that may not write, is a problem', async () => {
      await make();
      const unreachable = await doctor({ DATABASE_URL: 'postgres://postgres:secret-word@127.0.0.1:1/peye' });
      has(unreachable.checks, 'store', 'problem', /is unavailable/);
      assert.ok(!unreachable.result.stdout.includes('secret-word'));
      const url = new URL(settings.DATABASE_URL ?? '');
      url.searchParams.set('options', '-c default_transaction_read_only=on');
      has((await doctor({ DATABASE_URL: url.href })).checks, 'store', 'problem', /not written/);
    });
  } else {
    it('a damaged store is a problem, found by reading every page', async () => {
      await make();
      const file = join(store.folder, 'peye.db');
      const database = new DatabaseSync(file);
      // Makes an index disagree with its table, which the quick check at the start does not notice.
      database.exec('PRAGMA writable_schema = ON; PRAGMA wal_checkpoint(TRUNCATE)');
      const root = Number(
        database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_websites_1'").get()
          ?.rootpage,
      );
      const pageSize = Number(database.prepare('PRAGMA page_size').get()?.page_size);
      database.close();
      const handle = openSync(file, 'r+');
      const byte = Buffer.alloc(1);
      readSync(handle, byte, 0, 1, root * pageSize - 10);
      // Not a fixed letter: the random id may have it there already.
      writeSync(handle, byte[0] === 0x58 ? 'Y' : 'X', root * pageSize - 10);
      closeSync(handle);
      const { checks } = await doctor();
      has(checks, 'store', 'ok', /can be read and written/);
      has(checks, 'integrity', 'problem', /damaged/);
      writeFileSync(file, 'something else entirely, which is no database. '.repeat(50));
      has((await doctor()).checks, 'store', 'problem', /not a database/);
    });

    // Contract: OPERATOR-14
    it('a missing key, and files that others may read, are found', async () => {
      const { SECRET_KEY: _, ...withoutKey } = settings;
      settings = withoutKey;
      await make();
      const keyFile = join(store.folder, 'secret.key');
      assertAllOk((await doctor()).checks);
      chmodSync(keyFile, 0o644);
      chmodSync(store.folder, 0o755);
      const { checks } = await doctor();
      has(checks, 'data_folder', 'problem', /secret\.key/);
      has(checks, 'data_folder', 'warning', /other users can read/);
      rmSync(keyFile);
      has((await doctor()).checks, 'secret_key', 'problem', /is missing/);
      assert.throws(() => statSync(keyFile), 'the doctor creates no key');
    });

    it('a data folder that cannot be created is a problem', async () => {
      mkdirSync(join(store.folder, 'x'));
      writeFileSync(join(store.folder, 'x', 'file'), '');
      const { checks } = await doctor({ DATA_DIR: join(store.folder, 'x', 'file', 'data') });
      has(checks, 'data_folder', 'problem', /data cannot be used: \S+file is not a folder \(ENOTDIR\)$/);
    });
  }
});
