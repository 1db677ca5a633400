import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { TOTP } from 'otpauth';
import { openUsers } from '../../src/app/open-users.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { type ConsoleClient, consoleClient, consolePerson, PASSWORD } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const MARK = 'peye_browser';

onOneEngineByDay('browsers in which a user has been signed in', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { TRUST_PROXY: '127.0.0.1,::1' } });
  });
  after(() => gateway.stop());
  let line = 0;
  const elsewhere = () => ({ 'x-forwarded-for': `2001:db8:${(++line).toString(16)}::1` });
  const signIn = (client: ConsoleClient, email: string, password = PASSWORD) =>
    client.post('/sign-in', { email, password }, elsewhere());
  /** Fails to sign in from other addresses until the account's sign-ins have to wait. */
  const lockOut = async (email: string) => {
    const attacker = consoleClient(gateway.url);
    for (let each = 0; each < 5; each++) assert.equal((await signIn(attacker, email, 'wrong')).status, 422);
    assert.equal((await signIn(attacker, email)).status, 429);
  };

  it('are known once an invitation was accepted in them, and stay known whatever others try elsewhere', async () => {
    const users = await openUsers(readConfig(gateway.settings), gateway.store, createLog('silent'));
    const email = `fresh-${engine}@console.example`;
    const { link } = await users.inviteUser(null, { email, role: 'owner' });
    const path = new URL(link.url).pathname.slice('/console'.length);
    const browser = consoleClient(gateway.url);
    await browser.submit(path, path, { name: 'Fresh', language: 'en', password: PASSWORD });
    assert.ok(browser.jar.has(MARK), 'the browser is known as soon as the invitation is accepted');
    const page = await browser.post('/account/factors/totp');
    const [, secret = ''] = /name="secret" value="([A-Z2-7]+)"/.exec(page.text) ?? [];
    const [, uri = ''] = /name="uri" value="([^"]+)"/.exec(page.text) ?? [];
    const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
    const given = { name: 'Phone', code: code(), secret, uri: uri.replaceAll('&amp;', '&').replaceAll('&#38;', '&') };
    assert.equal((await browser.post('/account/factors/totp/confirm', given)).status, 200);
    await browser.post('/sign-out');
    await lockOut(email);
    assert.equal((await signIn(browser, email)).location, '/sign-in/factor', 'the right password in the known browser');
    // A thief who knows the password guesses codes elsewhere.
    const thief = consoleClient(gateway.url);
    await until429(thief, email);
    const proved = await browser.submit('/sign-in/factor', '/sign-in/factor', { code: code(1) });
    assert.equal(proved.status, 303, proved.text);
  });

  /** Opens a half session in an unknown browser, and sends wrong codes until they are refused with 429. */
  async function until429(thief: ConsoleClient, email: string): Promise<void> {
    const users = await openUsers(readConfig(gateway.settings), gateway.store, createLog('silent'));
    const limits = { attempt: async () => 0, forgive: async () => {} };
    const open = { signInsByAddress: limits, signInsByAccount: limits, signIns: limits, knownBrowsers: limits };
    const half = await users.signIn({ email, password: PASSWORD, address: null, userAgent: null }, open);
    assert.ok('token' in half);
    thief.jar.set('peye_console', half.token);
    const statuses = [];
    for (let each = 0; each < 6; each++) {
      statuses.push((await thief.post('/sign-in/factor', { code: '000000' })).status);
    }
    assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429]);
  }

  it('are known once a user has signed in there, by one mark for each account', async () => {
    const person = await consolePerson(gateway, 'auditor', { standing: 'none' });
    await person.get('/account');
    const mark = person.jar.get(MARK);
    assert.ok(mark);
    await person.get('/account');
    await person.post('/sign-out');
    await lockOut(person.user.email);
    assert.equal((await signIn(person, person.user.email)).status, 303);
    assert.equal(
      person.jar.get(MARK),
      mark,
      'the mark stays, so that the counts of its failed sign-ins do not start again',
    );
    const half = await consolePerson(gateway, 'owner', { standing: 'half' });
    await half.get('/sign-in/factor');
    assert.ok(!half.jar.has(MARK), 'a password alone makes no browser known');
  });
});
