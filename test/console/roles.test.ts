import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CONSOLE_ROUTES } from '../../src/console/console-table.ts';
import type { ConsoleRoute } from '../../src/console/route.ts';
import { ROLES, type Role, sideOf } from '../../src/core/roles.ts';
import {
  type ConsoleClient,
  type ConsolePerson,
  consoleClient,
  consolePerson,
  pathOf,
  type Standing,
  valuesOf,
} from '../support/console.ts';
import { type HtmlForm, linksOf } from '../support/html-forms.ts';
import { type CrawledPage, crawl, isOfConsole, routeOf } from './crawl.ts';
import { WHO_MAY, type Who } from './who-may.ts';
import { type Ids, pathWith, startWorld, type World } from './world.ts';

/** A route that needs the id of one of the user's own factors. */
const OF_A_FACTOR = '/account/factors/remove';
/** The fields of forms that are shown only after another form. */
const NAMED: Readonly<Record<string, (ids: Ids) => Record<string, string>>> = {
  'POST /payments/new': ({ key }) => ({ key_id: key }),
  'POST /webhooks/resend': ({ website }) => ({ website }),
};
/** Pages that are shown only when there is a reason for them. */
const WHEN_NEEDED =
  /^\/(?:step-up|account\/factors|overview\/|websites\/:id\/card\/withdraw|recurring\/:id\/resume|payments\/new)/;

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

function whoMay(route: { method: string; path: string }): Who {
  const who = WHO_MAY[nameOf(route)];
  assert.ok(who, `${nameOf(route)} has no row in test/console/who-may.ts: say there who may visit it`);
  return who;
}

describe('access to the pages of the console', () => {
  let world: World;
  /** The pages that each role reaches from the first page. */
  const pages = new Map<Role, CrawledPage[]>();
  /** The forms on these pages that post to a route. */
  const formsOf = new Map<ConsoleRoute | undefined, { form: HtmlForm; role: Role }[]>();
  before(async () => {
    world = await startWorld('sqlite');
    for (const role of ROLES) {
      pages.set(role, await crawl(await person(role)));
      for (const form of pages.get(role)?.flatMap((page) => page.forms) ?? []) {
        const route = form.method === 'post' ? routeOf('POST', pathOf(form.action)) : undefined;
        formsOf.set(route, [...(formsOf.get(route) ?? []), { form, role }]);
      }
    }
  });
  after(() => world.gateway.stop());

  const person = (role: Role, standing: Standing = 'recent') =>
    consolePerson(world.gateway, role, {
      standing,
      websiteIds: sideOf(role) === 'merchant' ? [world.mine.websiteId] : [],
    });

  /** Requests a route with existing ids and the values of its forms, so that a 404 depends on the role alone. */
  const ask = async (client: ConsoleClient, route: ConsoleRoute) => {
    const path = pathWith(route, world.mine.ids);
    const own = { id: 'factorId' in client && route.path === OF_A_FACTOR ? String(client.factorId) : '' };
    if (route.method === 'GET') return client.get(own.id === '' ? path : `${path}?${new URLSearchParams(own)}`);
    // Prefers the forms that this role is shown, because other roles are shown other ids.
    const first = 'user' in client ? ((client as ConsolePerson).user.role as Role) : 'owner';
    const shown = formsOf.get(route) ?? [];
    const ofRoute = [...shown.filter(({ role }) => role === first), ...shown].map(({ form }) => form);
    // A page may show no form, such as one that creates what the website already has. Then the fields come from another website's form.
    const form = ofRoute.find(({ action }) => pathOf(action) === path) ?? ofRoute[0];
    const isForeign = form !== undefined && route.path.startsWith('/websites/:id/') && pathOf(form.action) !== path;
    const { form_token: _, ...found } = form ? valuesOf(form) : {};
    const fields = { ...found, ...NAMED[nameOf(route)]?.(world.mine.ids) };
    return client.post(form && !isForeign ? pathOf(form.action) : path, { ...fields, ...(own.id !== '' && own) });
  };

  // Contract: CONSOLE-1
  it('has a row for every route, and no row for a route that does not exist', () => {
    const routes = CONSOLE_ROUTES.map(nameOf);
    assert.deepEqual(
      routes.filter((route) => WHO_MAY[route] === undefined),
      [],
      'these routes are missing in test/console/who-may.ts',
    );
    assert.deepEqual(
      Object.keys(WHO_MAY).filter((route) => !routes.includes(route)),
      [],
      'these rows name routes that do not exist',
    );
    assert.equal(new Set(routes).size, routes.length, 'no route is listed twice');
  });

  it('hides no route behind another one of the table', () => {
    for (const route of CONSOLE_ROUTES) {
      assert.equal(routeOf(route.method, pathWith(route, world.mine.ids)), route, nameOf(route));
    }
  });

  for (const route of CONSOLE_ROUTES) {
    // Contract: CONSOLE-1
    it(`${nameOf(route)}: each role`, async () => {
      const { asks, roles } = whoMay(route);
      for (const role of ROLES) {
        const { status, location } = await ask(await person(role), route);
        const label = `${role}: ${status} ${location}`;
        if (roles.includes(role)) {
          // An invalid invitation has its own page.
          assert.ok(asks === 'everybody' || (status !== 404 && status !== 403), label);
          assert.ok(status < 500, label);
          assert.ok(!/^\/(sign-in\/factor|step-up\?)/.test(location ?? ''), label);
        } else assert.equal(status, 404, label);
      }
    });

    it(`${nameOf(route)}: signed out, half signed in, without two-factor authentication, and with an old confirmation`, async () => {
      const { asks, roles } = whoMay(route);
      const role = roles[0];
      assert.ok(role);
      const location = async (client: ConsoleClient) => {
        const response = await ask(client, route);
        return response.location?.split('?', 1)[0] ?? response.status;
      };
      const signedOut = await location(consoleClient(world.gateway.url));
      if (asks === 'everybody') assert.ok(signedOut !== 404 && signedOut !== 403, String(signedOut));
      else assert.equal(signedOut, '/sign-in', 'signed out');
      if (asks === 'everybody' || asks === 'half') return;
      assert.equal(await location(await person(role, 'half')), '/sign-in/factor', 'half signed in');
      const [without, old] = [await location(await person(role, 'none')), await location(await person(role, 'old'))];
      if (asks === 'signed_in') {
        if (route.path !== OF_A_FACTOR) assert.notEqual(without, 404);
        return;
      }
      assert.equal(without, '/account/factors', 'without two-factor authentication');
      if (asks === 'recent') assert.equal(old, '/step-up', 'with a confirmation from six minutes ago');
      else assert.notEqual(old, '/step-up', 'with a confirmation from six minutes ago');
    });
  }

  for (const role of ROLES) {
    it(`${role}: no link and no form leads to a page that this role may not visit`, async () => {
      const found = pages.get(role) ?? [];
      assert.ok(found.length >= 3, 'the role reaches pages');
      for (const { path, from, response, forms } of found) {
        const label = `${path} (by ${from})`;
        assert.ok([200, 303].includes(response.status), `${label}: ${response.status}`);
        const links = linksOf(response.text).filter(isOfConsole).map(pathOf);
        for (const link of links) mayAsk(role, 'GET', link, label);
        for (const { method, action } of forms) mayAsk(role, method.toUpperCase(), pathOf(action), label);
      }
    });
  }

  function mayAsk(role: Role, method: string, path: string, label: string): void {
    const route = routeOf(method, path);
    assert.ok(route, `${label}: ${method} ${path} leads nowhere`);
    assert.ok(whoMay(route).roles.includes(role), `${label}: ${nameOf(route)} is not for ${role}`);
  }

  it('leads each role to every page that it may visit', () => {
    for (const role of ROLES) {
      const reached = new Set(pages.get(role)?.map(({ path }) => routeOf('GET', path)));
      for (const route of CONSOLE_ROUTES) {
        const { asks, roles } = whoMay(route);
        if (route.method !== 'GET' || asks === 'everybody' || asks === 'half' || WHEN_NEEDED.test(route.path)) continue;
        if (roles.includes(role))
          assert.ok(
            reached.has(route),
            `${role} finds no way to ${nameOf(route)}: link it from a page, or add it to the menu in src/console/frame.ts`,
          );
      }
    }
  });

  it('sends every page with headers that forbid caches, frames, and scripts and styles that are not ours', () => {
    for (const { path, response } of [...pages.values()].flat()) {
      const { headers, text } = response;
      assert.equal(headers.get('cache-control'), 'no-store', path);
      assert.equal(headers.get('x-frame-options'), 'DENY', path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      if (!headers.get('content-type')?.startsWith('text/html')) continue;
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/, path);
      assert.match(policy, /frame-ancestors 'none'/, path);
      assert.ok(!policy.includes('unsafe'), path);
      assert.doesNotMatch(text, /\sstyle="|<style|\son\w+="|<script(?! src=")/, `${path} has nothing inline`);
    }
  });
});
