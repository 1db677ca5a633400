import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { liveRisks } from '../../src/app/live-risks.ts';
import { readConfig } from '../../src/config.ts';
import { CREDENTIALS } from '../../src/providers/live-settings.ts';
import { peye, spawnPeye } from '../support/cli.ts';
import { freePort, until } from '../support/gateway.ts';

const READY_TIMEOUT_MS = 30_000;

/** Every method is live, on real accounts. */
const LIVE: Record<string, string> = {
  ...Object.fromEntries(CREDENTIALS.map((name) => [name, 'credential'])),
  LAKAYPAY_CARD_REST_SHARED_SECRET: 'c2hhcmVk',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
};

/** Every method is on a test account, and each address that the gateway requests is on this machine. */
const ON_TEST_ACCOUNTS: Record<string, string> = {
  ...LIVE,
  MONCASH_ENVIRONMENT: 'sandbox',
  MONCASH_API_URL: 'http://127.0.0.1:1',
  LAKAYPAY_CARD_ENVIRONMENT: 'test',
  LAKAYPAY_CARD_API_URL: 'http://127.0.0.1:1',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_API_URL: 'http://127.0.0.1:1',
  NATCASH_API_URL: 'http://127.0.0.1:1',
};

describe('live mode on accounts and connections that are not for real money', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peye-risks-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const risks = async (more: Record<string, string>) =>
    (await liveRisks(readConfig({ ...LIVE, ...more }))).map(({ check, status, message }) => [check, status, message]);

  it('there is no finding for real accounts and safe connections', async () => {
    assert.deepEqual(await risks({}), []);
    const sockets = { DATABASE_URL: 'postgres://peye@localhost/peye?host=/run/postgresql', REDIS_URL: 'redis:///0' };
    for (const more of [
      sockets,
      { DATABASE_URL: 'postgres://peye@127.0.0.1/peye', REDIS_URL: 'redis://[::1]:6379' },
      { DATABASE_URL: 'postgres://peye@db.example/peye?sslmode=verify-full', REDIS_URL: 'rediss://cache.example' },
    ]) {
      assert.deepEqual(await risks(more), [], JSON.stringify(more));
    }
  });

  it('without a live method there is no finding', async () => {
    const remote = { DATABASE_URL: 'postgres://peye@db.example/peye', REDIS_URL: 'redis://cache.example' };
    assert.deepEqual(await liveRisks(readConfig(remote)), []);
  });

  it('each test account is a problem that names the setting behind it, and no problem when test accounts are allowed', async () => {
    for (const [method, more, reason] of [
      [
        'moncash',
        { MONCASH_ENVIRONMENT: 'sandbox' },
        /MONCASH_ENVIRONMENT or MONCASH_API_URL leads to sandbox\.moncash/,
      ],
      [
        'moncash',
        { MONCASH_API_URL: 'https://sandbox.moncashbutton.digicelgroup.com/Api' },
        /MONCASH_API_URL leads to/,
      ],
      ['natcash', { NATCASH_ENVIRONMENT: 'test' }, /NATCASH_ENVIRONMENT or NATCASH_API_URL leads to testmerchantpay\./],
      ['lakaypay_card', { LAKAYPAY_CARD_ENVIRONMENT: 'test' }, /LAKAYPAY_CARD_ENVIRONMENT or .* leads to testsecure/],
      ['lakaypay_card', { LAKAYPAY_CARD_API_URL: 'https://apitest.cybersource.com' }, /LAKAYPAY_CARD_API_URL leads to/],
      [
        'card',
        { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' },
        /STRIPE_SECRET_KEY is a key of/,
      ],
      [
        'card',
        { STRIPE_SECRET_KEY: 'rk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' },
        /STRIPE_SECRET_KEY is a key of/,
      ],
    ] as const) {
      const [found, ...others] = await risks(more as unknown as Record<string, string>);
      assert.deepEqual(found?.slice(0, 2), [method, 'problem']);
      assert.match(String(found?.[2]), reason);
      assert.deepEqual(others, []);
      const allowed = await risks({ ...(more as unknown as Record<string, string>), ALLOW_TEST_ACCOUNTS: 'true' });
      assert.deepEqual(allowed[0]?.slice(0, 2), [method, 'ok']);
    }
  });

  it('each connection to another machine without TLS is a warning that names its setting', async () => {
    for (const [setting, url] of [
      ['DATABASE_URL', 'postgres://peye:the-secret@db.example/peye'],
      ['DATABASE_URL', 'postgres://peye:the-secret@localhost/peye?host=10.0.0.5'],
      ['DATABASE_URL', 'postgres://peye:the-secret@db.example/peye?sslmode=disable'],
      ['REDIS_URL', 'redis://:the-secret@cache.example'],
      ['STRIPE_API_URL', 'http://stripe.example'],
      ['MONCASH_GATEWAY_URL', 'http://moncash.example'],
    ] as const) {
      const [found, ...others] = await risks({ [setting]: url });
      assert.deepEqual(found?.slice(0, 2), ['tls', 'warning'], url);
      assert.match(String(found?.[2]), new RegExp(`^${setting} connects to another machine without TLS`));
      assert.doesNotMatch(String(found?.[2]), /the-secret/);
      assert.deepEqual(others, []);
    }
  });

  it('the start logs all of these findings, and continues', async () => {
    const unfinished = { NATCASH_FUNCTION_CODE: '', NATCASH_USERNAME: '' };
    const settings = {
      ...ON_TEST_ACCOUNTS,
      ...unfinished,
      DATA_DIR: join(folder, 'start'),
      REDIS_URL: 'redis://0.0.0.0:1',
    };
    const running = spawnPeye(['start'], { settings: { ...settings, PORT: String(await freePort()) } });
    await until('it is ready', () => /Peye is ready/.test(running.stdout()), READY_TIMEOUT_MS);
    running.child.kill('SIGTERM');
    assert.equal(await running.ended, 0);
    const lines = running
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const reported = lines.map((line) => JSON.parse(line) as { level: string; check?: string; msg: string });
    const accounts = reported.filter(({ level, msg }) => level === 'error' && msg.includes('move no money'));
    assert.deepEqual(accounts.map(({ check }) => check).sort(), ['card', 'lakaypay_card', 'moncash']);
    const natcash = reported.find(({ check }) => check === 'natcash');
    assert.deepEqual(natcash?.level, 'warn');
    assert.match(
      natcash?.msg ?? '',
      /^not set up for live payments: NATCASH_USERNAME, NATCASH_FUNCTION_CODE not set\. How to get them: docs\/providers\/natcash\.md/,
    );
    for (const { msg } of accounts) assert.match(msg, /ALLOW_TEST_ACCOUNTS=true/);
    assert.ok(
      reported.some(({ level, msg }) => level === 'warn' && msg.startsWith('REDIS_URL connects to another machine')),
    );
  });

  it('`peye doctor` reports these findings, with exit code 1 unless test accounts are allowed', async () => {
    const settings = { ...ON_TEST_ACCOUNTS, DATA_DIR: join(folder, 'doctor'), REDIS_URL: 'redis://0.0.0.0:1' };
    const { code, stdout } = await peye(['doctor', '--json'], { settings });
    assert.equal(code, 1);
    const checks = JSON.parse(stdout).checks as { check: string; status: string; message: string }[];
    const find = (text: string) => checks.filter(({ message }) => message.includes(text));
    assert.deepEqual(
      find('move no money').map(({ status }) => status),
      ['problem', 'problem', 'problem'],
    );
    assert.deepEqual(
      find('without TLS').map(({ status }) => status),
      ['warning'],
    );
    const allowed = await peye(['doctor', '--json'], { settings: { ...settings, ALLOW_TEST_ACCOUNTS: 'true' } });
    assert.doesNotMatch(
      allowed.stdout,
      /"status":"problem","message":"live payments use a test account and move no money/,
    );
  });
});
