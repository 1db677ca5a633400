import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { consoleClient, consolePerson, PASSWORD } from '../support/console.ts';
import { onBothEngines } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

onBothEngines('signing in to the console', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway.stop());

  it('leads from the password over the second factor to the page that was asked for', async () => {
    const { user, code } = await consolePerson(gateway, 'owner');
    const browser = consoleClient(gateway.url);
    const asked = await browser.get('/account?done=changed');
    assert.equal(asked.status, 303);
    assert.equal(asked.location, '/sign-in?next=%2Faccount%3Fdone%3Dchanged');
    const signedIn = await browser.submit(asked.location ?? '', '/sign-in', { email: user.email, password: PASSWORD });
    assert.equal(signedIn.location, '/sign-in/factor?next=%2Faccount%3Fdone%3Dchanged');
    // With the password alone nothing is seen.
    assert.equal((await browser.get('/account')).location, '/sign-in/factor?next=%2Faccount');
    const proved = await browser.submit(signedIn.location ?? '', '/sign-in/factor', { code: code() });
    assert.equal(proved.location, '/account?done=changed');
    const { status, text } = await browser.get('/account');
    assert.equal(status, 200);
    assert.match(text, /<bdi>Person \d+<\/bdi>/);
  });
});
