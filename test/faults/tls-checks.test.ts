import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TLSSocket } from 'node:tls';
import { type Certificate, selfSigned } from '../../simulators/merchant/certificate.ts';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { webhookSender } from '../../src/features/webhooks/send.ts';
import { rateLimits } from '../../src/platform/limits/rate-limits.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { httpClient } from '../../src/platform/network/http.ts';
import { peye } from '../support/cli.ts';
import { until } from '../support/gateway.ts';

const log = createLog('silent');
const LIMITS = {
  rateLimitPerMinute: 60,
  invalidKeyLimitPerHour: 10,
  verifyLimitPerMinute: 10,
  pageLimitPerMinute: 600,
};

describe('certificates are checked whatever the environment says', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'peye-tls-'));
  const caFile = join(folder, 'ca.pem');
  let impostor: Impostor;
  before(async () => {
    const certificate = selfSigned('127.0.0.1', 'localhost');
    writeFileSync(caFile, certificate.cert);
    impostor = await startImpostor(certificate);
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    process.env.PGSSLMODE = 'require';
  });
  after(async () => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    delete process.env.PGSSLMODE;
    await impostor.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Asserts that the server with an untrusted certificate got a connection, but received nothing. */
  const assertNothingSent = async () => {
    await until('the server got a connection', () => impostor.connections() > 0);
    assert.equal(impostor.received(), '');
    impostor.reset();
  };

  // Contract: OPERATOR-10
  it('for requests to providers and rate sources', async () => {
    const { http, close } = httpClient();
    const url = `https://localhost:${impostor.port}/v1/charges`;
    const asked = http({ method: 'POST', url, headers: { authorization: 'the-secret' }, timeoutMs: 5_000 });
    await assert.rejects(asked, /SELF_SIGNED|self-signed/i);
    await close();
    await assertNothingSent();
  });

  // Contract: OPERATOR-10
  it('for webhooks', async () => {
    const sender = webhookSender({ isAllowed: () => true, resolve: async () => ['127.0.0.1'] });
    const result = await sender.send(`https://localhost:${impostor.port}/hook`, {}, '{"event":"payment.success"}');
    await sender.close();
    assert.match(result.error ?? '', /SELF_SIGNED|self-signed/i);
    await assertNothingSent();
  });

  // Contract: OPERATOR-10
  it('for the connection to Redis', async () => {
    for (const address of ['rediss://', 'REDISS://', 'rediss://:the-secret@']) {
      for (const query of ['', '?tls=RedisCloudFlexible', '?tls=x']) {
        const redisUrl = `${address}127.0.0.1:${impostor.port}${query}`;
        const limits = await rateLimits({ ...LIMITS, redisUrl }, log);
        assert.equal(limits.redisStatus(), 'unavailable', redisUrl);
        await limits.close();
        await assertNothingSent();
      }
    }
  });

  // Contract: OPERATOR-10
  it('for connections to PostgreSQL, with the authority that the address names', async () => {
    const address = `postgres://peye:the-secret@127.0.0.1:${impostor.port}/peye`;
    for (const query of ['', '?ssl=true', '?sslmode=require', '?sslmode=verify-full', '?sslmode=prefer']) {
      const db = openPostgres(`${address}${query}`, log);
      await assert.rejects(db.query('SELECT 1'), { name: 'DatabaseUnavailable', message: /self-signed/i });
      await db.close();
      await assertNothingSent();
    }
    const trusted = openPostgres(`${address}?sslmode=verify-full&sslrootcert=${caFile}`, log);
    const asked = assert.rejects(trusted.query('SELECT 1'));
    await until('the server receives the first message', () => impostor.received().includes('peye'));
    impostor.reset();
    await asked;
    await trusted.close();
  });

  it('a setting that would turn off the check for PostgreSQL is refused, and the error names it', async () => {
    for (const [query, mode, name] of [
      ['?sslmode=no-verify', 'require', 'DATABASE_URL'],
      ['?ssl=no-verify', 'require', 'DATABASE_URL'],
      ['?uselibpqcompat=true&sslmode=require', 'require', 'DATABASE_URL'],
      ['', 'no-verify', 'PGSSLMODE'],
    ] as const) {
      const settings = {
        DATABASE_URL: `postgres://peye:the-secret@127.0.0.1:${impostor.port}/peye${query}`,
        SECRET_KEY: Buffer.alloc(32).toString('base64'),
        PGSSLMODE: mode,
      };
      const { code, stderr } = await peye(['start'], { settings });
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(`^peye: ${name} turns off the check of the certificate[^\\n]*\\n$`));
      assert.doesNotMatch(stderr, /the-secret/);
    }
    assert.equal(impostor.connections(), 0);
  });
});

describe('settings that would weaken Node are refused before anything is done', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'peye-weak-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const settings = { DATA_DIR: join(folder, 'data') };
  const refused = /^peye: NODE_TLS_REJECT_UNAUTHORIZED must not be "0", [^\n]*\n$/;

  it('NODE_TLS_REJECT_UNAUTHORIZED=0 is refused by every command that connects to a server', async () => {
    for (const args of [
      ['start'],
      ['start', '--rehearse'],
      ['rates', 'refresh'],
      ['reconcile', '--from', '2026-01-01', '--to', '2026-01-01'],
      ['websites', 'list'],
      ['listen', '--key', 'tk_test_x', '--forward', 'http://127.0.0.1:1/'],
    ]) {
      const { code, stderr } = await peye(args, { settings: { ...settings, NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
      assert.equal(code, 1, args.join(' '));
      assert.match(stderr.replace(/^\(node:.*\n(?:\(Use.*\n)?/m, ''), refused, args.join(' '));
    }
    const doctor = await peye(['doctor'], { settings: { ...settings, NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
    assert.equal(doctor.code, 1);
    assert.match(doctor.stdout, /^problem {2}settings +NODE_TLS_REJECT_UNAUTHORIZED/m);
  });

  it('NODE_TLS_REJECT_UNAUTHORIZED=0 in a .env file is refused, and any other value is accepted', async () => {
    writeFileSync(join(folder, '.env'), 'NODE_TLS_REJECT_UNAUTHORIZED=0\n');
    const { code, stderr } = await peye(['start'], { settings, cwd: folder });
    assert.equal(code, 1);
    assert.match(stderr, refused);
    writeFileSync(join(folder, '.env'), 'NODE_TLS_REJECT_UNAUTHORIZED=1\n');
    assert.equal((await peye(['migrate'], { settings, cwd: folder })).code, 0);
  });

  it('a lenient HTTP parser is refused', async () => {
    for (const NODE_OPTIONS of ['--insecure-http-parser', '--no-warnings --insecure_http_parser']) {
      const { code, stderr } = await peye(['start'], { settings: { ...settings, NODE_OPTIONS } });
      assert.equal(code, 1);
      assert.match(stderr, /^peye: NODE_OPTIONS must not contain --insecure-http-parser\. Remove it\.\n$/);
    }
  });
});

/** A server with an untrusted certificate. It speaks TLS at once, but with PostgreSQL's clients only after they request it. */
interface Impostor {
  readonly port: number;
  connections(): number;
  /** The decrypted data that the server received. */
  received(): string;
  reset(): void;
  close(): Promise<void>;
}

async function startImpostor({ cert, key }: Certificate): Promise<Impostor> {
  const state = { connections: 0, received: '' };
  const server: Server = createServer((socket) => {
    state.connections++;
    socket.on('error', () => {});
    socket.once('data', (first) => {
      socket.pause();
      // A PostgreSQL client starts with a request to use TLS. Other clients start with a TLS record: 0x16.
      const isPostgres = first.length === 8 && first[0] === 0;
      if (isPostgres) socket.write('S');
      else socket.unshift(first);
      const inner = new TLSSocket(socket, { isServer: true, cert, key });
      inner.on('error', () => socket.destroy());
      inner.on('data', (bytes: Buffer) => {
        state.received += bytes.toString('latin1');
        inner.destroy();
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => state.connections,
    received: () => state.received,
    reset: () => Object.assign(state, { connections: 0, received: '' }),
    close: () => new Promise((done) => server.close(() => done())),
  };
}
