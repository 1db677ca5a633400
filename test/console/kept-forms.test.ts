import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Role } from '../../src/core/roles.ts';
import { findWebsite } from '../../src/features/websites/store/websites.ts';
import { type ConsoleClient, type ConsolePerson, consoleClient, consolePerson, PASSWORD } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { formsOf } from '../support/html-forms.ts';
import { shiftedClock } from '../support/shifted-clock.ts';

const KEPT = 'peye_kept';
const ENGLISH = { 'accept-language': 'en' };
const IDLE_SECONDS = 31 * 60;

onOneEngineByDay('forms that are sent after the session has ended', (engine) => {
  const clock = shiftedClock();
  let gateway: TestGateway;
  let page: string;
  before(async () => {
    gateway = await startTestGateway(engine, { clock: clock.now });
    page = `/websites/${gateway.website.id}/edit`;
  });
  after(() => gateway?.stop());

  const person = async (role: Role = 'merchant_owner') => {
    const user = await consolePerson(gateway, role);
    // The first page marks the browser.
    await user.get('/account');
    return user;
  };
  const nameOf = async () => (await findWebsite(gateway.store.db, gateway.website.id))?.name;
  const signIn = async (browser: ConsoleClient, { user, code }: ConsolePerson, next: string) => {
    const half = await browser.submit('/sign-in', '/sign-in', { email: user.email, password: PASSWORD, next });
    assert.equal(half.location, `/sign-in/factor?${new URLSearchParams({ next })}`);
    const whole = await browser.post('/sign-in/factor', { code: code(), next });
    assert.equal(whole.location, next);
  };
  const valueIn = (text: string, action: string, field: string) =>
    formsOf(text)
      .find((form) => form.action.endsWith(action))
      ?.fields.find(({ name }) => name === field)?.value;
  const typed = { contact: '+509 <b>37</b> 🙂', colour: '#0b6459', return_url: '', receipts: '1' };
  /** A browser whose session ended while its user typed a name. */
  const interrupted = async (name: string) => {
    const me = await person();
    const form = formsOf((await me.get(page)).text).find(({ action }) => action.endsWith('/edit'));
    const seen = String(form?.fields.find((field) => field.name === 'seen')?.value);
    const form_token = await me.formToken();
    clock.forward(IDLE_SECONDS);
    const fields = { form_token, form_page: page, seen, ...typed, name };
    return { me, fields, sent: await me.post(page, fields) };
  };

  it('are shown again to the same user, and not sent by themselves', async () => {
    const before = await nameOf();
    const { me, sent } = await interrupted('Typed & saved');
    assert.equal(sent.location, `/sign-in?${new URLSearchParams({ next: page })}`);
    assert.match(
      (await me.get(sent.location ?? '', ENGLISH)).text,
      /Your session ended\. Sign in again: what you typed is saved/,
    );
    assert.equal(
      (await me.submit('/sign-in', '/sign-in', { email: me.user.email, password: 'wrong', next: page })).status,
      422,
    );
    await signIn(me, me, page);
    const shown = await me.get(page);
    assert.match(shown.text, /It was not sent/);
    const values = Object.entries({ ...typed, name: 'Typed & saved' });
    for (const [field, value] of values.filter(([field]) => field !== 'receipts')) {
      assert.equal(valueIn(shown.text, '/edit', field), value, field);
    }
    assert.equal(await nameOf(), before);
    assert.equal((await me.submit(page, '/edit', { colour: '' })).status, 303);
    assert.equal(await nameOf(), 'Typed & saved');
    assert.ok(!me.jar.has(KEPT), 'the form was sent');
    assert.doesNotMatch((await me.get(page)).text, /It was not sent/);
  });

  it('report a change that another user made in the meantime', async () => {
    const { me } = await interrupted('Mine');
    await gateway.store.operator.changeWebsite(gateway.website.id, { name: 'Theirs' });
    await signIn(me, me, page);
    const late = await me.submit(page, '/edit', { colour: '' });
    assert.deepEqual([late.status, await nameOf()], [409, 'Theirs']);
  });

  it('are never shown to another user, in another browser, after 15 minutes, or after signing out', async () => {
    const isShown = async (browser: ConsoleClient) => (await browser.get(page)).text.includes('Only mine');
    const { me } = await interrupted('Only mine');
    const stolen = me.jar.get(KEPT) ?? '';
    assert.ok(stolen !== '' && !stolen.includes('Only'));
    const other = await person();
    other.jar.set(KEPT, stolen);
    assert.ok(!(await isShown(other)), 'the same cookie in another browser');
    const shared = consoleClient(gateway.url);
    for (const [name, value] of me.jar) shared.jar.set(name, value);
    const second = await person();
    await signIn(shared, second, page);
    assert.ok(!(await isShown(shared)), 'another user in the same browser');
    for (const forged of ['', 'v2.', 'v2.AAAA', stolen.slice(0, -2), `${stolen}A`, 'x'.repeat(3_000)]) {
      const browser = consoleClient(gateway.url);
      for (const [name, value] of second.jar) browser.jar.set(name, value);
      browser.jar.set(KEPT, forged);
      const { status, text } = await browser.get(page);
      assert.deepEqual([status, text.includes('It was not sent')], [200, false], forged.slice(0, 9));
    }
    await signIn(me, me, page);
    assert.ok(await isShown(me));
    clock.forward(16 * 60);
    assert.ok(!(await isShown(me)));
    const { me: leaving } = await interrupted('Only mine');
    await signIn(leaving, leaving, page);
    await leaving.post('/sign-out');
    assert.ok(!leaving.jar.has(KEPT));
  });

  it('keep no secret, nothing from another site or session, and nothing that is too long', async () => {
    const me = await person();
    const form_token = await me.formToken();
    const foreign = await (await person()).formToken();
    clock.forward(IDLE_SECONDS);
    const form_page = '/account';
    const passwords = { form_token, form_page, password: PASSWORD, new_password: 'lantern mango river 77' };
    const whole = { form_page: page, seen: '', ...typed, name: 'Strange' };
    const cases = [
      ['/account/password', passwords],
      ['/account/sessions/end-others', { form_token, form_page }],
      [page, { ...whole, form_token: foreign }],
      [page, { ...whole, form_token: '' }],
      [page, { ...whole, form_token, more: 'x' }],
      [page, { ...whole, form_token, name: ['a', 'b'] }],
    ] as const;
    for (const [path, fields] of cases) {
      const { status } = await me.post(path, fields);
      assert.deepEqual([status, me.jar.has(KEPT)], [303, false], path);
    }
    await me.post(page, { ...whole, form_token }, { 'sec-fetch-site': 'cross-site' });
    assert.ok(!me.jar.has(KEPT), "another site's page");
    const long = Array.from({ length: 4_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000))).join(
      '',
    );
    const lost = await me.post(page, { ...whole, form_token, contact: long });
    assert.ok(!me.jar.has(KEPT));
    assert.match((await me.get(lost.location ?? '', ENGLISH)).text, /too long to be saved/);
    assert.equal((await me.post(page, { ...whole, form_token, contact: 'x'.repeat(60_000) })).status, 303);
    assert.ok(!(await consoleClient(gateway.url).get('/sign-in', ENGLISH)).text.includes('session ended'));
  });

  it('are saved too while a change needs the factor again', async () => {
    const me = await person();
    const callback = `/websites/${gateway.website.id}/callback`;
    const none = { test_callback_url: '', refund_callback_url: '', test_refund_callback_url: '' };
    const fields = { form_page: callback, callback_url: 'https://typed.example/hook', ...none };
    const seen = String(valueIn((await me.get(callback)).text, '/callback', 'seen'));
    clock.forward(6 * 60);
    const asked = await me.post(callback, { ...fields, seen });
    assert.equal(asked.location, `/step-up?${new URLSearchParams({ next: callback })}`);
    assert.equal((await me.post('/step-up', { code: me.code(), next: callback })).location, callback);
    assert.equal(valueIn((await me.get(callback)).text, '/callback', 'callback_url'), 'https://typed.example/hook');
    assert.equal((await me.submit(callback, '/callback')).status, 303);
  });
});
