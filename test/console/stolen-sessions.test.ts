import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openUsers } from '../../src/app/open-users.ts';
import { readConfig } from '../../src/config.ts';
import type { UserVerbs } from '../../src/features/users/user-verbs.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { type ConsoleClient, consoleClient, consolePerson, PASSWORD } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { shiftedClock } from '../support/shifted-clock.ts';

onOneEngineByDay('sessions of the console', (engine) => {
  let gateway: TestGateway;
  let users: UserVerbs;
  const clock = shiftedClock();
  before(async () => {
    // The client's address is the one that a proxy reports, so each test can use a different one.
    gateway = await startTestGateway(engine, {
      clock: clock.now,
      settings: { TRUST_PROXY: '127.0.0.1,::1', ROLES: 'api,console' },
    });
    users = await openUsers(readConfig(gateway.settings), gateway.store, createLog('silent'));
  });
  after(() => gateway.stop());

  /** Another browser, with the victim's cookies. */
  const thief = (victim: ConsoleClient) => {
    const browser = consoleClient(gateway.url);
    for (const [name, value] of victim.jar) browser.jar.set(name, value);
    return browser;
  };
  const isIn = async (client: ConsoleClient) => (await client.get('/account')).status === 200;

  it('end for a thief of the cookie: by sign-out, a new password, deactivation, another role, a reset, a step up', async () => {
    const ways: Record<string, (victim: Awaited<ReturnType<typeof consolePerson>>) => Promise<unknown>> = {
      'sign-out': (victim) => victim.post('/sign-out'),
      'another password': (victim) =>
        victim.post('/account/password', { password: PASSWORD, new_password: 'another lantern river 59' }),
      deactivation: ({ user }) => users.setUserActive(null, { id: user.id, version: null }, false),
      'another role': ({ user }) =>
        users.changeUser(null, { id: user.id, version: null }, { role: 'auditor', websiteIds: [] }),
      reset: ({ user }) => users.resetUser(null, { id: user.id, version: null }, { removesFactors: false }),
      'a step up': (victim) => victim.post('/step-up', { code: victim.code() }),
    };
    for (const [way, go] of Object.entries(ways)) {
      const victim = await consolePerson(gateway, 'support');
      const other = thief(victim);
      assert.ok(await isIn(other), way);
      await go(victim);
      assert.equal(await isIn(other), false, way);
    }
  });

  it('end in another browser when their owner ends them, and only in that browser', async () => {
    const victim = await consolePerson(gateway, 'owner');
    const second = consoleClient(gateway.url);
    await second.submit('/sign-in', '/sign-in', { email: victim.user.email, password: PASSWORD });
    await second.submit('/sign-in/factor', '/sign-in/factor', { code: victim.code() });
    assert.ok(await isIn(second));
    const ended = await victim.submit('/account', '/account/sessions/end');
    assert.equal(ended.location, '/account?done=ended');
    assert.deepEqual([await isIn(victim), await isIn(second)], [true, false]);
  });

  it('are never those whose cookie was planted in the browser before sign-in', async () => {
    const attacker = await consolePerson(gateway, 'merchant_viewer', { standing: 'none' });
    const { user } = await consolePerson(gateway, 'merchant_viewer', { standing: 'none' });
    const victim = thief(attacker);
    const plantedCookie = victim.jar.get('peye_console');
    await victim.post('/sign-in', { email: user.email, password: PASSWORD });
    assert.notEqual(victim.jar.get('peye_console'), plantedCookie);
    assert.match((await victim.get('/account')).text, new RegExp(user.email));
    assert.equal(await isIn(attacker), false, 'the planted session has ended');
    // An invented token is never accepted.
    const forger = consoleClient(gateway.url);
    forger.jar.set('peye_console', 'A'.repeat(43));
    await forger.post('/sign-in', { email: user.email, password: PASSWORD });
    assert.notEqual(forger.jar.get('peye_console'), 'A'.repeat(43));
  });

  // Contract: CONSOLE-7
  it('get a new token with each step up, so that no earlier token gains permissions', async () => {
    const { user, code } = await consolePerson(gateway, 'owner');
    const browser = consoleClient(gateway.url);
    await browser.submit('/sign-in', '/sign-in', { email: user.email, password: PASSWORD });
    const half = thief(browser);
    await browser.submit('/sign-in/factor', '/sign-in/factor', { code: code() });
    assert.equal((await half.get('/sign-in/factor')).location?.split('?')[0], '/sign-in', 'the half session has ended');
    const setCookie = (await browser.get('/account')).headers.get('set-cookie');
    assert.equal(setCookie, null);
  });

  it('are not signed out by an earlier request that arrives after they got a new token', async () => {
    const person = await consolePerson(gateway, 'owner');
    const before = person.jar.get('peye_console') ?? '';
    await person.post('/step-up', { code: person.code() });
    const late = await fetch(`${gateway.url}/console/account`, {
      redirect: 'manual',
      headers: { cookie: `peye_console=${before}` },
    });
    assert.equal(late.headers.get('set-cookie'), null);
  });

  it('are not opened by a cookie that is sent twice, too long, or invalid', async () => {
    const person = await consolePerson(gateway, 'owner');
    const token = person.jar.get('peye_console') ?? '';
    const get = async (cookie: string) => {
      const response = await fetch(`${gateway.url}/console/account`, { redirect: 'manual', headers: { cookie } });
      return response.status;
    };
    assert.equal(await get(`peye_console=${token}`), 200);
    for (const cookie of [
      `peye_console=${token}; peye_console=${token}`,
      `peye_console=x; peye_console=${token}`,
      `Peye_Console=${token}`,
      `peye_console=${token.toLowerCase()}`,
      `peye_console="${token}"`,
      `peye_console=${'x'.repeat(4_000)}`,
      `peye_console=${token}%00`,
      '=;;=;peye_console',
    ]) {
      assert.equal(await get(cookie), 303, cookie.slice(0, 80));
    }
    assert.equal(await get(`peye_console=${'x'.repeat(20_000)}`), 431);
  });

  // Contract: CONSOLE-7
  it('are stored in a cookie that no script reads, and no other site’s form sends', async () => {
    const { user } = await consolePerson(gateway, 'merchant_viewer', { standing: 'none' });
    const browser = consoleClient(gateway.url);
    const { headers } = await browser.submit('/sign-in', '/sign-in', { email: user.email, password: PASSWORD });
    assert.match(headers.getSetCookie()[0] ?? '', /^peye_console=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  it('accept codes of an authenticator whose clock is one step wrong, but not two steps, and no code twice', async () => {
    const person = await consolePerson(gateway, 'owner', { standing: 'half' });
    const prove = async (steps: number) => (await person.post('/sign-in/factor', { code: person.code(steps) })).status;
    assert.equal(await prove(2), 422);
    assert.equal(await prove(-2), 422);
    // The code is computed once, because half a minute later it would be another one.
    const code = person.code(1);
    assert.equal((await person.post('/sign-in/factor', { code })).status, 303);
    assert.equal((await person.post('/step-up', { code })).status, 422, 'the same code is refused the second time');
  });

  it('prevent guesses of a password: from one address, and from many', async () => {
    const { user } = await consolePerson(gateway, 'owner');
    const guess = async (address: string, email = user.email, password = 'a wrong password') => {
      const client = consoleClient(gateway.url);
      const { status, headers, text } = await client.post(
        '/sign-in',
        { email, password },
        { 'x-forwarded-for': address },
      );
      return { status, wait: Number(headers.get('retry-after')), text };
    };
    const tried = [];
    for (let n = 0; n < 8; n++) tried.push(await guess(`198.51.100.${n}`));
    assert.deepEqual(
      tried.map(({ status }) => status),
      [422, 422, 422, 422, 422, 429, 429, 429],
    );
    assert.ok(tried.slice(5).every(({ wait }) => wait > 0));
    // The right password is not checked either, so that an attacker cannot find it in the meantime.
    assert.equal((await guess('198.51.100.99', user.email, PASSWORD)).status, 429);
    // Sign-ins from one address are limited across all accounts.
    const many = [];
    for (let n = 0; n < 22; n++) many.push((await guess('198.51.100.200', `nobody${n}@console.example`)).status);
    assert.deepEqual(many, [...Array(20).fill(422), 429, 429]);
    // The response is the same for an existing and for an unknown account.
    const mask = (text: string) => text.replaceAll(/value="[^"]*"/g, '');
    const [there, not] = [
      await guess('192.0.2.1', (await consolePerson(gateway, 'owner')).user.email),
      await guess('192.0.2.2', 'none@console.example'),
    ];
    assert.equal(mask(there.text), mask(not.text));
  });

  it('do not let an attacker lock the owner of an account out of a browser in which the owner has signed in before', async () => {
    const { user, code } = await consolePerson(gateway, 'owner');
    const browser = consoleClient(gateway.url);
    await browser.submit('/sign-in', '/sign-in', { email: user.email, password: PASSWORD });
    assert.equal(browser.jar.has('peye_browser'), false, 'the password alone makes no browser known');
    await browser.submit('/sign-in/factor', '/sign-in/factor', { code: code() });
    await browser.post('/sign-out');
    const marks = browser.jar.get('peye_browser');
    assert.ok(marks);
    const attempt = async (client: ConsoleClient, password: string, email = user.email) => {
      const from = { 'x-forwarded-for': '203.0.113.77' };
      return (await client.post('/sign-in', { email, password }, from)).status;
    };
    for (let n = 0; n < 5; n++) assert.equal(await attempt(consoleClient(gateway.url), 'a wrong password'), 422);
    assert.equal(await attempt(consoleClient(gateway.url), PASSWORD), 429);
    assert.equal(await attempt(browser, PASSWORD), 303, 'also from the address of the attacker');
    // The mark works for that account alone. For another one, the browser has as many guesses as an unknown browser.
    const other = await consolePerson(gateway, 'owner');
    const guesser = consoleClient(gateway.url);
    guesser.jar.set('peye_browser', marks);
    const tried = [];
    for (let n = 0; n < 7; n++) tried.push(await attempt(guesser, 'a wrong password'));
    assert.deepEqual(tried, [422, 422, 422, 422, 422, 429, 429]);
    for (let n = 0; n < 5; n++) await attempt(consoleClient(gateway.url), 'a wrong password', other.user.email);
    assert.equal(await attempt(guesser, PASSWORD, other.user.email), 429);
  });

  it('prevent guesses of a code or a recovery code, in any browser', async () => {
    const person = await consolePerson(gateway, 'owner', { standing: 'half' });
    const wrong = person.code(5);
    const tried = [];
    for (let n = 0; n < 3; n++) tried.push((await person.post('/sign-in/factor', { code: wrong })).status);
    for (let n = 0; n < 3; n++) {
      tried.push((await person.post('/sign-in/factor', { recovery_code: `aaaa-bbbb-cccc-xxx${n}` })).status);
    }
    assert.deepEqual(tried, [422, 422, 422, 422, 422, 429]);
    const second = consoleClient(gateway.url);
    await second.post('/sign-in', { email: person.user.email, password: PASSWORD }, { 'x-forwarded-for': '192.0.2.3' });
    assert.equal((await second.post('/sign-in/factor', { code: person.code() })).status, 429, 'in a new session too');
  });

  it('a recovery code signs in once, even if two browsers send it at the same moment', async () => {
    const person = await consolePerson(gateway, 'owner', { standing: 'half' });
    const [code = ''] = person.recoveryCodes;
    const second = consoleClient(gateway.url);
    await second.post('/sign-in', { email: person.user.email, password: PASSWORD }, { 'x-forwarded-for': '192.0.2.4' });
    await Promise.all([person.formToken(), second.formToken()]);
    const given = [person, second].map((client) => client.post('/sign-in/factor', { recovery_code: code }));
    const statuses = (await Promise.all(given)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [303, 422]);
  });

  it('a previous link for a new password stops working once the password was changed', async () => {
    const person = await consolePerson(gateway, 'merchant_viewer', { standing: 'none' });
    const { link } = await users.resetUser(null, { id: person.user.id, version: null }, { removesFactors: false });
    const path = `/invitations/${link.token}`;
    const browser = consoleClient(gateway.url);
    assert.equal((await browser.submit(path, path, { password: 'lantern mango river 61' })).status, 303);
    assert.equal((await consoleClient(gateway.url).get(path)).status, 410);
  });

  it('an invitation that two browsers use at the same moment signs in one of them', async () => {
    const { link } = await users.inviteUser(null, { email: `two-${engine}@console.example`, role: 'auditor' });
    const path = `/invitations/${link.token}`;
    const browsers = [consoleClient(gateway.url), consoleClient(gateway.url)];
    await Promise.all(browsers.map((browser) => browser.formToken()));
    const fields = { name: 'Two', language: 'en', password: 'lantern mango river 62' };
    const raised = await consoleClient(gateway.url).post(path, { ...fields, role: 'owner' });
    assert.equal(raised.status, 400, 'the form has no field for a role');
    const responses = await Promise.all(browsers.map((browser) => browser.post(path, fields)));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [303, 410]);
    const page = await browsers[responses.findIndex(({ status }) => status === 303)]?.get('/account');
    assert.match(page?.text ?? '', /Auditor/, 'with the role of the invitation');
  });
});
