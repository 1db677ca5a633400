import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { nextPath } from '../../src/console/console-path.ts';
import { CONSOLE_ROUTES } from '../../src/console/console-table.ts';
import { consoleClient, consolePerson, PASSWORD } from '../support/console.ts';
import { pathWith, startWorld, type World } from './world.ts';

/** Addresses that would lead to another site or out of the console, or break a header. */
const ELSEWHERE = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/..//evil.example',
  '/%2e%2e//evil.example',
  '/x/%2E./%2e%2e/docs',
  '/.%2e/docs',
  'javascript:alert(1)',
  '/\r\nset-cookie: a=b',
  '/ok\nlocation: https://evil.example',
  '/\u2028x',
  '@evil.example',
  '.evil.example',
  '/account#x',
  'account',
  `/${'x'.repeat(1_200)}`,
];

describe('hostile requests to the console', () => {
  let world: World;
  before(async () => {
    world = await startWorld('sqlite');
  });
  after(() => world.gateway.stop());

  it('are never redirected to another site after signing in, whatever `next` and `form_page` say', async () => {
    for (const next of ELSEWHERE) {
      const { user, code } = await consolePerson(world.gateway, 'owner');
      const browser = consoleClient(world.gateway.url);
      const origin = new URL(world.gateway.url).origin;
      const assertStaysInConsole = async (response: { headers: Headers }) => {
        const { origin: to, pathname } = new URL(response.headers.get('location') ?? '', origin);
        assert.equal(to, origin, next);
        assert.ok(pathname === '/console' || pathname.startsWith('/console/'), `${next}: ${pathname}`);
        assert.equal(response.headers.get('set-cookie')?.includes('a=b') ?? false, false, next);
      };
      const query = `?next=${encodeURIComponent(next)}`;
      const page = await browser.get(`/sign-in${query}`);
      assert.equal(page.status, 200);
      const half = await browser.post('/sign-in', { email: user.email, password: PASSWORD, next });
      await assertStaysInConsole(half);
      await assertStaysInConsole(await browser.post('/sign-in/factor', { code: code(), next }));
      await assertStaysInConsole(await browser.get(`/sign-in${query}`));
      await assertStaysInConsole(await browser.post('/sign-out', { form_page: next }));
      await assertStaysInConsole(
        await browser.post('/account/sessions/end-others', { form_page: next, form_token: 'x' }),
      );
    }
  });

  it('keep `next` only if it is a path of the console', () => {
    for (const good of ['', '/', '/account', '/payments?status=failed&before=1_2', '/websites/web_x/keys?done=made']) {
      assert.equal(nextPath(good), good);
    }
    for (const bad of ELSEWHERE) assert.equal(nextPath(bad), '', bad);
  });

  it('by a method that no page allows get the list of allowed methods, and change nothing', async () => {
    const owner = await consolePerson(world.gateway, 'owner');
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await owner.request(method, '/account');
      assert.equal(status, 405, method);
      assert.equal(headers.get('allow'), 'GET, HEAD, POST', method);
      assert.equal(headers.get('access-control-allow-origin'), null);
    }
    // A form is never sent by GET, nor a page requested by POST.
    const form_token = await owner.formToken();
    assert.equal((await owner.get(`/sign-out?form_token=${form_token}`)).status, 404);
    assert.equal((await owner.post('/account')).status, 404);
    assert.equal((await owner.get('/account')).status, 200);
  });

  it('by HEAD get the same response as by GET, without its body', async () => {
    const owner = await consolePerson(world.gateway, 'owner');
    for (const path of ['/account', '/nothing', '']) {
      const [head, get] = [await owner.request('HEAD', path), await owner.get(path)];
      assert.equal(head.status, get.status, path);
      assert.equal(head.text, '', path);
      assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
      assert.equal(head.headers.get('cache-control'), 'no-store');
    }
    assert.equal((await consoleClient(world.gateway.url).request('HEAD', '/account')).status, 303);
  });

  it('find the first page with a trailing slash too', async () => {
    const owner = await consolePerson(world.gateway, 'owner');
    assert.equal((await owner.get('/')).status, 200);
  });

  it('that are too large, or not a form, get an error page', async () => {
    const owner = await consolePerson(world.gateway, 'owner');
    const form_token = await owner.formToken();
    const post = (body: string, type: string) =>
      owner.request('POST', '/account/password', { body, headers: { 'content-type': type } });
    const form = 'application/x-www-form-urlencoded';
    for (const [body, type, status] of [
      [`form_token=${form_token}&x=${'x'.repeat(70_000)}`, form, 413],
      [JSON.stringify({ form_token, password: 'x' }), 'application/json', 415],
      [form_token, 'text/plain', 415],
      [
        '--x\r\ncontent-disposition: form-data; name="form_token"\r\n\r\nx\r\n--x--',
        // Only the route of a logo takes files.
        'multipart/form-data; boundary=x',
        415,
      ],
      ['%', form, 403],
      ['form_token[]=x&__proto__=x&constructor=x', form, 403],
      [`${'a=1&'.repeat(5_000)}form_token=${form_token}`, form, 403],
    ] as const) {
      const response = await post(body, type);
      assert.equal(response.status, status, `${type} ${body.slice(0, 40)}`);
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(response.text, /<h1>/);
    }
  });

  it('with characters that are not valid in a text are refused, in an address, a query and a field', async () => {
    const owner = await consolePerson(world.gateway, 'owner');
    for (const route of CONSOLE_ROUTES) {
      const path = pathWith(route, world.mine.ids);
      const ask = (at: string, fields: Record<string, string>) =>
        route.method === 'GET' ? owner.get(at) : owner.post(at, fields);
      for (const text of ['\0', 'a\0b', '\ud800', '\ufffe', '\u202e']) {
        const given = encodeURIComponent(text.isWellFormed() ? text : '\ufffd');
        const { status } = await ask(`${path}?before=${given}&q=${given}&lang=${given}`, { id: text, code: text });
        assert.ok(status < 500, `${route.path} ${given}: ${status}`);
      }
      const broken = await ask(`${path}?before=%ff%fe&q=%`, { id: 'x' });
      assert.ok(broken.status < 500, `${route.path}: ${broken.status}`);
    }
  });

  it('that are refused show the sent text only escaped', async () => {
    const browser = consoleClient(world.gateway.url);
    const mark = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`;
    const sent = await browser.post('/sign-in', { email: mark, password: mark, next: mark, form_page: mark });
    assert.equal(sent.status, 422);
    const pages = [
      sent,
      await browser.get(`/${encodeURIComponent(mark)}`),
      await browser.get(`/sign-in?next=${encodeURIComponent(mark)}&lang=${encodeURIComponent(mark)}`),
      await browser.get(`/invitations/${encodeURIComponent(mark)}`),
    ];
    for (const { text } of pages) assert.doesNotMatch(text, /<script>|<img src=x/);
  });

  it('that a verb refuses get a page in the language of the user, with the menu', async () => {
    const person = await consolePerson(world.gateway, 'owner', { language: 'fr' });
    const without = await consolePerson(world.gateway, 'owner', { language: 'fr', standing: 'none' });
    const pages = [
      { status: 404, page: await person.get(`/websites/${world.unknown.website}`) },
      { status: 404, page: await person.get('/nothing') },
      { status: 404, page: await person.post('/account/factors/remove', { id: world.foreign.ids.factor }) },
      { status: 422, page: await without.post('/account/recovery-codes') },
    ];
    for (const { status, page } of pages) {
      assert.equal(page.status, status);
      assert.match(page.text, /<html lang="fr">/);
      assert.match(page.text, /<nav [^>]*aria-label="Menu"/);
    }
  });

  it('of two hundred people at once all get a response, and no user sees another user’s page', async () => {
    const people = await Promise.all(Array.from({ length: 200 }, () => consolePerson(world.gateway, 'merchant_owner')));
    const pages = await Promise.all(people.map((person) => person.get('/account')));
    for (const [at, { status, text }] of pages.entries()) {
      assert.equal(status, 200);
      assert.ok(text.includes(`<bdi>${people[at]?.user.name}</bdi>`));
    }
  });
});
