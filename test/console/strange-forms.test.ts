import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { CONSOLE_ROUTES } from '../../src/console/console-table.ts';
import { type ConsoleClient, consoleClient, consolePerson, PASSWORD } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { pathWith, startWorld, type World } from './world.ts';

/** Headers of requests from another site's page, and others that do not show that a request comes from our page. */
const STRANGE: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'null' },
  { 'sec-fetch-site': '', origin: 'https://evil.example' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: '' },
];

onOneEngineByDay('forms that are not ours', (engine) => {
  let world: World;
  before(async () => {
    world = await startWorld(engine);
  });
  after(() => world.gateway.stop());

  const sessionsOf = async (userId: string) => {
    const { db } = world.gateway.store;
    return db.query('SELECT hash, factor_at_us, challenge FROM sessions WHERE user_id = $1 ORDER BY id', [userId]);
  };
  /** Posts a form as our pages do, but with these headers. */
  const postFrom = (client: ConsoleClient, path: string, fields: Record<string, string>, headers = {}) =>
    client.request('POST', path, { fields, headers });

  // Contract: CONSOLE-3
  it('change nothing without the token of the same session, at every address for forms', async () => {
    const owner = await consolePerson(world.gateway, 'owner');
    const other = await consolePerson(world.gateway, 'owner');
    const before = await sessionsOf(owner.user.id);
    const signedOut = await consoleClient(world.gateway.url).formToken();
    const good = await owner.formToken();
    const tokens = [undefined, '', 'x', signedOut, await other.formToken(), `${good}x`, good.replace(/^./, '-')];
    for (const route of CONSOLE_ROUTES.filter(({ method }) => method === 'POST')) {
      const path = pathWith(route, world.mine.ids);
      for (const token of tokens) {
        const fields = token === undefined ? {} : { form_token: token };
        const { status } = await postFrom(owner, path, fields, { 'sec-fetch-site': 'same-origin' });
        assert.equal(status, 403, `${path} with ${token}`);
      }
      const twice = { fields: { form_token: [good, good] }, headers: { 'sec-fetch-site': 'same-origin' } };
      assert.equal((await owner.request('POST', path, twice)).status, 403, `${path} with two tokens`);
    }
    assert.deepEqual(await sessionsOf(owner.user.id), before);
  });

  // Contract: CONSOLE-3
  it('change nothing with a good token when a page of another site has sent them', async () => {
    const owner = await consolePerson(world.gateway, 'owner');
    const before = await sessionsOf(owner.user.id);
    const form_token = await owner.formToken();
    for (const route of CONSOLE_ROUTES.filter(({ method }) => method === 'POST')) {
      const path = pathWith(route, world.mine.ids);
      for (const headers of STRANGE) {
        const { status } = await postFrom(owner, path, { form_token }, headers);
        assert.equal(status, 403, `${path} ${JSON.stringify(headers)}`);
      }
    }
    assert.deepEqual(await sessionsOf(owner.user.id), before);
  });

  it('are refused if they were opened before the last step of signing in, even if our own page sends them', async () => {
    const { user, code } = await consolePerson(world.gateway, 'owner');
    const browser = consoleClient(world.gateway.url);
    const early = await browser.formToken();
    await browser.submit('/sign-in', '/sign-in', { email: user.email, password: PASSWORD });
    const half = await browser.formToken();
    const ownPageHeaders = { 'sec-fetch-site': 'same-origin' };
    const before = await postFrom(browser, '/sign-in/factor', { form_token: early, code: code() }, ownPageHeaders);
    assert.equal(before.status, 403);
    await browser.submit('/sign-in/factor', '/sign-in/factor', { code: code() });
    const account = { form_token: half };
    assert.equal((await postFrom(browser, '/account/sessions/end-others', account, ownPageHeaders)).status, 403);
  });

  it('sign no victim in to an attacker’s account', async () => {
    const attacker = await consolePerson(world.gateway, 'merchant_viewer', { standing: 'none' });
    const victim = consoleClient(world.gateway.url);
    // The attacker can get a token without a session, because a sign-in form needs none.
    const form_token = await consoleClient(world.gateway.url).formToken();
    const fields = { form_token, email: attacker.user.email, password: PASSWORD };
    for (const headers of STRANGE) {
      const { status } = await postFrom(victim, '/sign-in', fields, headers);
      assert.equal(status, 403, JSON.stringify(headers));
    }
    assert.equal(victim.jar.size, 0);
  });

  it('of a session that has ended lead to signing in, and back to the page with the form', async () => {
    const owner = await consolePerson(world.gateway, 'owner');
    const form_token = await owner.formToken();
    await owner.post('/sign-out');
    const fields = { form_token, form_page: '/account?done=changed' };
    const { status, location } = await owner.post('/account/sessions/end-others', fields);
    assert.deepEqual([status, location], [303, '/sign-in?next=%2Faccount%3Fdone%3Dchanged']);
  });
});
