import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openUsers } from '../../src/app/open-users.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { consoleClient, consolePerson, PASSWORD } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

onOneEngineByDay('signing in to the console', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway.stop());

  it('leads from the password through two-factor authentication to the requested page', async () => {
    const { user, code } = await consolePerson(gateway, 'owner');
    const browser = consoleClient(gateway.url);
    const asked = await browser.get('/account?done=changed');
    assert.equal(asked.status, 303);
    assert.equal(asked.location, '/sign-in?next=%2Faccount%3Fdone%3Dchanged');
    const signedIn = await browser.submit(asked.location ?? '', '/sign-in', { email: user.email, password: PASSWORD });
    assert.equal(signedIn.location, '/sign-in/factor?next=%2Faccount%3Fdone%3Dchanged');
    // The password alone opens no page.
    assert.equal((await browser.get('/account')).location, '/sign-in/factor?next=%2Faccount');
    const proved = await browser.submit(signedIn.location ?? '', '/sign-in/factor', { code: code() });
    assert.equal(proved.location, '/account?done=changed');
    const { status, text } = await browser.get('/account');
    assert.equal(status, 200);
    assert.match(text, /<bdi>Person \d+<\/bdi>/);
  });

  it('keeps the language that was chosen when a form is shown again', async () => {
    const browser = consoleClient(gateway.url);
    const wrong = await browser.submit('/sign-in?lang=fr', '/sign-in', {
      email: 'nobody@console.example',
      password: 'x',
    });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /<html lang="fr">/);
    assert.match(
      wrong.text,
      /name="form_page" value="\/sign-in\?lang(?:=|&#61;)fr"/,
      'the form that is shown again keeps the language too',
    );
  });

  it('uses the language of the invitation for an invited user', async () => {
    const users = await openUsers(readConfig(gateway.settings), gateway.store, createLog('silent'));
    const { link } = await users.inviteUser(null, { email: `fr-${engine}@x.example`, role: 'support', language: 'fr' });
    const path = new URL(link.url).pathname.slice('/console'.length);
    const browser = consoleClient(gateway.url);
    const opened = await browser.get(path, { 'accept-language': 'en' });
    assert.match(opened.text, /<html lang="fr">/);
    assert.match(
      (await browser.get(`${path}?lang=en`)).text,
      /<html lang="en">/,
      'the user can choose another language',
    );
    const weak = await browser.submit(path, path, { name: 'Marie', language: 'fr', password: 'short' });
    assert.equal(weak.status, 422);
    assert.match(weak.text, /<html lang="fr">/);
  });
});
