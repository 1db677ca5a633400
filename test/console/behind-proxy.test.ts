import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { consolePerson, PASSWORD } from '../support/console.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { formsOf, linksOf } from '../support/html-forms.ts';

/** A browser behind a proxy, which ends TLS and removes the path of PUBLIC_URL. */
function browserBefore(gateway: TestGateway, publicUrl: string) {
  const { origin, pathname } = new URL(publicUrl);
  const prefix = pathname.replace(/\/$/, '');
  const cookies = new Map<string, string>();
  return {
    setCookies: [] as string[],
    async ask(address: string, fields?: Record<string, string>) {
      const { origin: to, pathname: path, search } = new URL(address, publicUrl);
      assert.equal(to, origin, address);
      assert.ok(path.startsWith(`${prefix}/`), `${address} is below ${publicUrl}`);
      const response = await fetch(`http://127.0.0.1:${gateway.settings.PORT}${path.slice(prefix.length)}${search}`, {
        method: fields ? 'POST' : 'GET',
        redirect: 'manual',
        headers: {
          cookie: [...cookies.values()].join('; '),
          ...(fields && { origin, 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(fields && { body: String(new URLSearchParams(fields)) }),
      });
      for (const set of response.headers.getSetCookie()) {
        this.setCookies.push(set);
        const [cookie = ''] = set.split(';', 1);
        cookies.set(cookie.split('=', 1)[0] ?? '', cookie);
      }
      return { response, text: await response.text(), location: response.headers.get('location') };
    },
  };
}

async function signInThrough(publicUrl: string, cookie: RegExp) {
  const gateway = await startTestGateway('sqlite', { settings: { ROLES: 'api,console', PUBLIC_URL: publicUrl } });
  try {
    const base = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/console`;
    const { user, code } = await consolePerson(gateway, 'owner');
    const browser = browserBefore(gateway, publicUrl);
    const send = async (page: string, end: string, fields: Record<string, string>) => {
      const form = formsOf((await browser.ask(page)).text).find(({ action }) => action.endsWith(end));
      assert.ok(form, `${page} has a form that leads to ${end}`);
      assert.ok(form.action.startsWith(`${base}/`), form.action);
      const hidden = form.fields.map(({ name, value }) => [name, value ?? '']);
      return browser.ask(form.action, { ...Object.fromEntries(hidden), ...fields });
    };
    const { location: signIn } = await browser.ask(`${base}/websites?state=active`);
    assert.equal(signIn, `${base}/sign-in?next=${encodeURIComponent('/websites?state=active')}`);
    const { location: factor } = await send(signIn ?? '', '/sign-in', { email: user.email, password: PASSWORD });
    assert.ok(factor?.startsWith(`${base}/sign-in/factor?`), `${factor}`);
    const { location: page } = await send(factor ?? '', '/sign-in/factor', { code: code() });
    assert.equal(page, `${base}/websites?state=active`);
    const { text, response } = await browser.ask(page ?? '');
    assert.equal(response.status, 200);
    // Without `includeSubDomains`: the operator of the proxy decides about the subdomains of this host.
    const isTls = publicUrl.startsWith('https:');
    assert.equal(response.headers.get('strict-transport-security'), isTls ? 'max-age=31536000' : null);
    const own = linksOf(text).filter((link) => !link.startsWith('#') && !/^[a-z]+:/.test(link));
    assert.ok(own.length > 5);
    for (const link of own) assert.ok(link.startsWith(base.replace(/\/console$/, '/')), link);
    for (const [, asset = ''] of text.matchAll(/(?:href|src)="([^"]*\/assets\/[^"]+)"/g)) {
      assert.equal((await browser.ask(asset)).response.status, 200, asset);
    }
    // The cookies of the half session and of the whole session, and the cookie that marks the browser as known.
    assert.equal(browser.setCookies.length, 3);
    const isMark = (set: string) => /^(__Host-)?peye_browser=/.test(set);
    for (const set of browser.setCookies.filter((each) => !isMark(each))) assert.match(set, cookie);
    const end = isTls ? '; Secure; Max-Age=31536000' : '; Max-Age=31536000';
    const [mark = ''] = browser.setCookies.filter(isMark);
    assert.equal(mark.startsWith('__Host-'), isTls);
    assert.ok(mark.endsWith(`; Path=/; HttpOnly; SameSite=Lax${end}`), mark);
    await send(`${base}/account`, '/sign-out', {});
    assert.match(browser.setCookies.at(-1) ?? '', /Max-Age=0$/);
  } finally {
    await gateway.stop();
  }
}

describe('a console that is reached through a proxy', () => {
  it('with TLS and below a path: its cookie is bound to host and TLS, and every address has the path', () =>
    signInThrough(
      'https://example.com/pay',
      /^__Host-peye_console=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ));

  it('without TLS, on the own machine', () =>
    signInThrough('http://127.0.0.1:8080/', /^peye_console=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Lax$/));
});
