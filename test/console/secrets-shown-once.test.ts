import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import { peye, spawnPeye } from '../support/cli.ts';
import { consoleClient, PASSWORD, pathOf, valuesOf } from '../support/console.ts';
import { emptyStore } from '../support/engines.ts';
import { freePort, httpClient, paymentRequest, until } from '../support/gateway.ts';
import { formsOf } from '../support/html-forms.ts';
import { crawl } from './crawl.ts';

const NEW_PASSWORD = 'lantern guava bicycle 88';

/** The secret that a page shows once. */
function secretIn(text: string): string {
  const found = /<code id="secret">([^<]+)<\/code>/.exec(text)?.[1] ?? '';
  assert.notEqual(found, '', text.slice(0, 3_000));
  return found;
}

describe('secrets of the console', () => {
  // Contract: CONSOLE-5
  it('are shown once, and never again in a page, the log or the audit log', { timeout: 120_000 }, async () => {
    const store = await emptyStore('sqlite');
    const settings = { ...store.settings, PORT: String(await freePort()), LOG_LEVEL: 'debug' };
    const running = spawnPeye(['start'], { settings });
    try {
      await until('peye start is ready', () => /Peye(?:'s \w+)? is ready/.test(running.stdout()));
      const link = /^http:\S+\/console\/invitations\/\w{43}$/m.exec(running.stdout())?.[0] ?? '';
      const { origin } = new URL(link);
      const secrets = new Map<string, string>([['the password', PASSWORD]]);
      const me = consoleClient(origin);
      const keepToken = (name: string) => secrets.set(name, me.jar.get('peye_console') ?? '');
      const first = pathOf(link);
      const about = { email: 'marie@shop.example', name: 'Marie', language: 'en', password: PASSWORD };
      assert.equal((await me.submit(first, first, about)).status, 303);
      keepToken('the first session');

      const totp = await me.submit('/account/factors', '/account/factors/totp');
      const form = formsOf(totp.text).find(({ action }) => action.endsWith('/confirm'));
      assert.ok(form);
      const { secret = '', ...hidden } = valuesOf(form);
      const code = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
      const added = await me.post('/account/factors/totp/confirm', {
        ...hidden,
        secret,
        name: 'Phone',
        code: code(-1),
      });
      keepToken('the session with a factor');
      const codes = /<code id="codes">([^<]+)/.exec(added.text)?.[1]?.split('\n') ?? [];
      assert.equal(codes.length, 10, added.text.slice(0, 3_000));
      for (const [at, each] of codes.entries()) secrets.set(`recovery code ${at}`, each);
      secrets.set('the authenticator', secret);

      const invited = await me.submit('/people/invite', '/people/invite', {
        email: 'jan@shop.example',
        role: 'support',
      });
      secrets.set('an invitation', pathOf(secretIn(invited.text)).replace('/invitations/', ''));
      const person = /\/people\/(usr_\w+)"/.exec(invited.text)?.[1] ?? '';
      const again = await me.submit(`/people/${person}/change`, '/reset');
      secrets.set('an invitation again', pathOf(secretIn(again.text)).replace('/invitations/', ''));
      const site = await me.submit('/websites/new', '/websites/new', { name: 'Boutik' });
      secrets.set('the webhook secret', secretIn(site.text));
      const at = /\/console(\/websites\/web_\w+)"/.exec(site.text)?.[1] ?? '';
      const key = secretIn(
        (await me.submit(`${at}/test-keys/new`, '/new', { name: 'Till', scopes: ['read', 'create', 'refund'] })).text,
      );
      secrets.set('a key', key);
      secrets.set('a live key', secretIn((await me.submit(`${at}/live-keys/new`, '/new')).text));
      const one = /\/console(\/websites\/\w+\/test-keys\/key_\w+)"/.exec((await me.get(at)).text)?.[1] ?? '';
      secrets.set('a rotated key', secretIn((await me.submit(`${one}/roll`, '/roll', { overlap: '3600' })).text));
      secrets.set('a test secret', secretIn((await me.submit(at, '/test-secret/new')).text));
      secrets.set('a rotated test secret', secretIn((await me.submit(`${at}/test-secret`, '/test-secret')).text));
      secrets.set('a rotated webhook secret', secretIn((await me.submit(`${at}/secret`, '/secret')).text));

      const paid = await httpClient(origin, { 'x-api-key': key }).post('/payments', paymentRequest());
      assert.equal(paid.status, 201);
      await me.post('/sign-in', { email: about.email, password: 'a wrong password 1' });
      const changed = await me.submit('/account', '/account/password', {
        password: PASSWORD,
        new_password: NEW_PASSWORD,
      });
      assert.equal(changed.status, 303);
      secrets.set('the new password', NEW_PASSWORD);
      keepToken('the session with another password');

      const proved = await me.submit('/step-up', '/step-up', { code: code(0) });
      assert.equal(proved.status, 303, proved.text.slice(0, 3_000));
      keepToken('the last session');
      const pages = await crawl(me, [
        '',
        '/account',
        '/websites',
        '/people',
        '/audit',
        one,
        `${at}/secret`,
        `${one}/roll`,
      ]);
      assert.ok(pages.length > 30, `${pages.length} pages`);
      const exported = await peye(['audit', 'export'], { settings });
      assert.ok(exported.stdout.split('\n').length > 12);
      // The first owner's link is printed once, and is no line of the log.
      const log = (running.stdout() + running.stderr()).split('\n').filter((line) => line.startsWith('{'));
      assert.ok(log.length > 20, `${log.length} lines`);
      const places = [
        ...pages.map(({ path, response }) => [path, response.text] as const),
        ['the audit log', exported.stdout] as const,
        ['the log', log.join('\n')] as const,
      ];
      secrets.set("the first owner's link", first.replace('/invitations/', ''));
      for (const [name, text] of secrets) {
        assert.ok(text.length >= 12, name);
        for (const [place, shown] of places) assert.ok(!shown.includes(text), `${place} shows ${name}`);
      }
    } finally {
      running.child.kill('SIGTERM');
      await running.ended;
      await store.drop();
    }
  });
});
