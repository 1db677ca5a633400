import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CONSOLE_ROUTES } from '../../src/console/console-table.ts';
import type { ConsoleRoute } from '../../src/console/route.ts';
import { type ConsolePerson, consolePerson, pathOf } from '../support/console.ts';
import { crawl, routeOf, STARTS } from './crawl.ts';
import { assertUnchanged, readStored } from './stored.ts';
import { pathWith, startWorld, type World, wholeForm } from './world.ts';

type FormRoute = Extract<ConsoleRoute, { method: 'POST' }>;
const FORMS = CONSOLE_ROUTES.filter((route): route is FormRoute => route.method === 'POST');
const TYPE = 'application/x-www-form-urlencoded';
/** Fields that an attacker adds to a form to gain more rights. */
const MORE = ['role', 'website_id', 'user_id', 'id', 'version', 'is_owner', 'user[role]', '__proto__', 'constructor'];
const OF_EVERY_FORM = ['form_token', 'form_page', 'username'];

describe('forms whose fields differ from the fields of their page', () => {
  let world: World;
  let owner: ConsolePerson;
  before(async () => {
    world = await startWorld('sqlite');
    owner = await consolePerson(world.gateway, 'owner');
  });
  after(() => world.gateway.stop());

  for (const route of FORMS) {
    it(`${route.path}: refused, and nothing is changed`, async () => {
      const path = pathWith(route, world.mine.ids);
      const before = await readStored(world.gateway, 'sqlite');
      const form_token = await owner.formToken();
      const whole = { form_token, ...wholeForm(route) };
      const post = async (expected: number, label: string, body: string, type = TYPE) => {
        const headers = { 'sec-fetch-site': 'same-origin', 'content-type': type };
        const { status, text, headers: got } = await owner.request('POST', path, { body, headers });
        assert.equal(status, expected, label);
        if (expected === 303) return;
        assert.match(got.get('content-type') ?? '', /^text\/html/, label);
        assert.match(text, /<h1>[^<]/, label);
      };
      const encoded = (fields: Record<string, string>) => String(new URLSearchParams(fields));
      await post(403, 'an empty body', '');
      if (Object.values(route.sends).includes('one'))
        await post(400, 'nothing but the secret', encoded({ form_token }));
      for (const [name, count] of Object.entries(route.sends)) {
        const { [name as 'form_token']: _, ...rest } = whole;
        if (count === 'one') await post(400, `without ${name}`, encoded(rest));
        if (count !== 'many') await post(400, `${name} twice`, `${encoded(rest)}&${name}=a&${name}=b`);
      }
      for (const name of MORE.filter((each) => !(each in { ...route.sends }) || each === 'constructor')) {
        await post(400, `with ${name}`, encoded({ ...whole, [name]: 'owner' }));
      }
      // The page of a file that is too large says why.
      const tooLarge = /\/(?:logo|picture|import|import\/confirm)$/.test(route.path) ? 303 : 413;
      await post(tooLarge, 'a megabyte', encoded({ ...whole, x: 'x'.repeat(1_000_000) }));
      await post(415, 'JSON', JSON.stringify(whole), 'application/json');
      await post(415, 'text', encoded(whole), 'text/plain');
      await assertUnchanged(world.gateway, 'sqlite', before, route.path);
    });
  }

  it('are on no page: each form that is shown is complete', async () => {
    const merchant = await consolePerson(world.gateway, 'merchant_owner', { websiteIds: [world.mine.websiteId] });
    for (const person of [owner, merchant]) {
      const pages = await crawl(person, [...STARTS, '/account/factors', '/step-up', '/websites']);
      for (const { path, forms } of pages) {
        for (const { fields, action } of forms.filter(({ method }) => method === 'post')) {
          const route = routeOf('POST', pathOf(action));
          assert.ok(route?.method === 'POST', `${path}: ${action}`);
          const names = [...new Set(fields.map(({ name }) => name))];
          const needed = Object.entries(route.sends).flatMap(([name, count]) => (count === 'one' ? [name] : []));
          // `format` is sent by a button, so it is not among the fields.
          const missing = needed.filter((name) => !names.includes(name) && name !== 'format');
          const more = names.filter((name) => !(name in route.sends) && !OF_EVERY_FORM.includes(name));
          // Checkboxes and radio buttons share a name, and so do buttons of which one is pressed.
          const typed = fields.filter(({ type }) => !['radio', 'checkbox', 'button'].includes(type));
          const twice = typed.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) !== at);
          const none = { missing: [], more: [], twice: [] };
          assert.deepEqual({ missing, more, twice }, none, `${path}: ${route.path}`);
        }
      }
    }
  });
});
