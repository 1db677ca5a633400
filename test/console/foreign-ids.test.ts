import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { CONSOLE_ROUTES } from '../../src/console/console-table.ts';
import type { ConsoleRoute } from '../../src/console/route.ts';
import { logTelemetry } from '../../src/platform/log/log-telemetry.ts';
import type { RequestEnd } from '../../src/platform/log/telemetry.ts';
import { type ConsolePerson, type ConsoleResponse, consolePerson, pathOf, valuesOf } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import type { HtmlForm } from '../support/html-forms.ts';
import { IS_NIGHT } from '../support/tier.ts';
import { type CrawledPage, crawl, routeOf } from './crawl.ts';
import { assertUnchanged, readStored, type StoreContents } from './stored.ts';
import { WHO_MAY } from './who-may.ts';
import { FOREIGN_MARK, type IdKind, type Ids, paramsOf, pathWith, startWorld, type World, wholeForm } from './world.ts';

/** Texts that are not ids, some of which have broken programs before. */
const NONSENSE = ['0', '-1', '1e3', 'null', '%00', '%2e%2e%2f', "' OR 1=1 --", '💥', 'x'.repeat(2_000)];

/** Ending a session that does not exist succeeds: the response does not show whether it is someone else's. */
const DONE_FOR_ANY_ID = ['POST /account/sessions/end'];

/** An export is recorded, even an empty one. */
const OF_EXPORTS = ['audit_log', 'audit_head'];

onOneEngineByDay('ids of others in the console', (engine) => {
  let world: World;
  let me: ConsolePerson;
  let pages: CrawledPage[];
  const ends: RequestEnd[] = [];
  before(async () => {
    const telemetry = { ...logTelemetry, request: () => (end: RequestEnd) => void ends.push(end) };
    world = await startWorld(engine, { telemetry });
    me = await signInAgain();
    pages = await crawl(me);
  });
  after(() => world.gateway.stop());

  const signInAgain = () => consolePerson(world.gateway, 'merchant_owner', { websiteIds: [world.mine.websiteId] });

  const stored = () => readStored(world.gateway, engine);
  const unchanged = (before: StoreContents, label: string, but?: readonly string[]) =>
    assertUnchanged(world.gateway, engine, before, label, but);

  /** A response without its form tokens, which differ each time, and without the ids that the request itself contained. */
  const comparable = ({ status, text, location }: ConsoleResponse, ids: readonly string[]) => {
    const named = ids.reduce((all, id) => all.replaceAll(id, 'ID').replaceAll(encodeURIComponent(id), 'ID'), text);
    return {
      status,
      location,
      text: named.replaceAll(/[0-9A-Za-z]{12}\.[0-9a-f]{32}/g, 'TOKEN').replaceAll(/data-seconds="\d+"/g, ''),
    };
  };

  /** Sends a request with an id of another merchant, and with an unknown id. Both must get the same response, and change nothing. */
  async function assertSameResponse(
    ask: (ids: Ids) => Promise<ConsoleResponse>,
    { kinds, label, but }: { kinds: readonly IdKind[]; label: string; but?: readonly string[] | undefined },
  ): Promise<ConsoleResponse> {
    const before = await stored();
    await me.formToken();
    ends.length = 0;
    const foreign = await ask(world.foreign.ids);
    const unknown = await ask(world.unknown);
    const both = [world.foreign.ids, world.unknown].flatMap((ids) => kinds.map((kind) => ids[kind]));
    assert.deepEqual(
      comparable(foreign, both),
      comparable(unknown, both),
      `${label}: the response is the same as for an unknown id`,
    );
    assert.ok(!foreign.text.includes(FOREIGN_MARK), `${label}: nothing of another merchant is shown`);
    await unchanged(before, label, but);
    const noted = ends.map(({ route, status, error, websiteId }) =>
      JSON.stringify({ route, status, error, websiteId }),
    );
    assert.equal(new Set(noted).size, 1, `${label}: ${noted}`);
    return foreign;
  }

  const mine = CONSOLE_ROUTES.filter(
    (route) => paramsOf(route).length > 0 && WHO_MAY[`${route.method} ${route.path}`]?.roles.includes('merchant_owner'),
  );

  for (const route of mine.filter(({ access }) => access !== 'everybody')) {
    // Contract: CONSOLE-2
    it(`${route.method} ${route.path}: 404, and nothing is revealed or changed`, async () => {
      const kinds = paramsOf(route).map(({ kind }) => kind);
      const label = `${route.method} ${route.path}`;
      const fields = fieldsFor(route);
      const ask = (path: string) => (route.method === 'GET' ? me.get(path) : me.post(path, fields));
      const { status } = await assertSameResponse((ids) => ask(pathWith(route, ids)), { kinds, label });
      assert.equal(status, 404, label);
      // An id of mine in front of an id of another merchant, and the other way round.
      for (const kind of kinds.length > 1 ? kinds : []) {
        const mixed = (ids: Ids) => ({ ...world.mine.ids, [kind]: ids[kind] });
        const { status: ofMixed } = await assertSameResponse((ids) => ask(pathWith(route, mixed(ids))), {
          kinds,
          label,
        });
        assert.equal(ofMixed, 404, `${label}: another merchant's ${kind}`);
      }
      const before = await stored();
      for (const text of NONSENSE) {
        const given = text.startsWith('%') ? text : encodeURIComponent(text);
        const ids = Object.fromEntries(Object.keys(world.mine.ids).map((kind) => [kind, given])) as Ids;
        const response = await ask(pathWith(route, ids));
        assert.ok([400, 404].includes(response.status), `${label} with ${text.slice(0, 20)}: ${response.status}`);
      }
      await unchanged(before, label);
    });
  }

  // Contract: CONSOLE-2
  it('no id field of any form accepts an id of another merchant', async () => {
    let tried = 0;
    for (const { form, page } of differentForms()) {
      for (const { name, kind } of idFields(form)) {
        const label = `${page}: ${form.method} ${form.action}, ${name}`;
        const ask = (ids: Ids) => send(form, { [name]: ids[kind] });
        const isExport = pathOf(form.action).startsWith('/exports/');
        const { status } = await assertSameResponse(ask, {
          kinds: [kind],
          label,
          but: isExport ? OF_EXPORTS : undefined,
        });
        tried++;
        if (form.method === 'get' || (isExport && status === 200)) continue;
        const isDone = DONE_FOR_ANY_ID.includes(`POST ${pathOf(form.action)}`);
        assert.ok(isDone || [404, 422].includes(status), `${label}: ${status}`);
      }
    }
    assert.ok(tried > 0, 'at least one such field was found');
  });

  it('no field of a search form finds data of another merchant', async () => {
    const owner = world.foreign.ids;
    const texts = [...Object.values(owner), FOREIGN_MARK, `${FOREIGN_MARK}-1`, `${FOREIGN_MARK}@customer.example`, '%'];
    // By day each field gets a third of the texts, and the next field others.
    let nth = 0;
    for (const { form, page } of differentForms().filter(({ form: { method } }) => method === 'get')) {
      for (const { name, type } of form.fields) {
        nth++;
        for (const text of type === 'hidden' ? [] : texts.filter((_, at) => IS_NIGHT || at % 3 === nth % 3)) {
          const { status, text: shown } = await send(form, { [name]: text });
          assert.ok(status < 500, `${page}: ${name}=${text}: ${status}`);
          const found = shown.replaceAll(text, '');
          assert.ok(!found.includes(`${FOREIGN_MARK} `), `${page}: ${name}=${text} finds what another merchant has`);
        }
      }
    }
  });

  it('no address accepts an id of another merchant in its query', async () => {
    for (const { path } of pages) {
      const [bare = '', search] = path.split('?', 2);
      for (const [name, value] of new URLSearchParams(search)) {
        const kind = kindOf(name, value);
        if (!kind) continue;
        const ask = (ids: Ids) => {
          const query = new URLSearchParams(search);
          query.set(name, ids[kind]);
          return me.get(`${bare}?${query}`);
        };
        await assertSameResponse(ask, { kinds: [kind], label: `${path}: ${name}` });
      }
    }
  });

  it('shows a merchant nothing of another one on any page', () => {
    for (const { path, response } of pages) {
      assert.ok(!response.text.includes(FOREIGN_MARK), path);
      for (const [kind, id] of Object.entries(world.foreign.ids)) {
        if (kind !== 'position' && kind !== 'line' && kind !== 'token')
          assert.ok(!response.text.includes(id), `${path}: ${kind}`);
      }
    }
  });

  it('finds every page on this engine', () => {
    for (const { path, from, response } of pages) {
      assert.ok(response.status < 400, `${path} (by ${from}): ${response.status}`);
    }
  });

  /** Each form once, even if it is on several pages. */
  function differentForms(): { form: HtmlForm; page: string }[] {
    const found = new Map<string, { form: HtmlForm; page: string }>();
    for (const { path, forms } of pages) {
      for (const form of forms) {
        const route = routeOf(form.method.toUpperCase(), pathOf(form.action))?.path ?? form.action;
        const key = `${form.method} ${route} ${form.fields.map(({ name }) => name)}`;
        if (route !== '/sign-out' && !found.has(key)) found.set(key, { form, page: path });
      }
    }
    return [...found.values()];
  }

  function fieldsFor(route: ConsoleRoute): Record<string, string> {
    const form = pages
      .flatMap((page) => page.forms)
      .find(({ method, action }) => method === 'post' && routeOf('POST', pathOf(action)) === route);
    const { form_token: _, ...fields } = form ? valuesOf(form) : {};
    return { ...wholeForm(route), ...fields };
  }

  function send(form: HtmlForm, changed: Record<string, string>): Promise<ConsoleResponse> {
    const path = pathOf(form.action);
    const route = routeOf(form.method.toUpperCase(), path);
    const { form_token: _, ...fields } = { ...(route && wholeForm(route)), ...valuesOf(form), ...changed };
    return form.method === 'get' ? me.get(`${path}?${new URLSearchParams(fields)}`) : me.post(path, fields);
  }

  /** The fields that hold an id, recognized by their names or by their values. */
  function idFields(form: HtmlForm): { name: string; kind: IdKind }[] {
    return form.fields.flatMap(({ name, value, options }) => {
      const kind = [value ?? '', ...options].map((text) => kindOf(name, text)).find((each) => each !== undefined);
      return kind === undefined ? [] : [{ name, kind }];
    });
  }
});

const PREFIXES: Readonly<Record<string, IdKind>> = {
  web: 'website',
  key: 'key',
  lnk: 'link',
  dlv: 'delivery',
  dsc: 'discrepancy',
  rfd: 'refund',
  sub: 'subscription',
  usr: 'user',
  ses: 'session',
  fac: 'factor',
};

/** The kind of id that a field holds; undefined if it holds none. */
function kindOf(name: string, value: string): IdKind | undefined {
  const [, prefix = ''] = /^([a-z]{3})_\w{10,}$/.exec(value) ?? [];
  if (PREFIXES[prefix]) return PREFIXES[prefix];
  if (/^\d{15,16}$/.test(value)) return 'payment';
  const bare = name.replace(/_ids?$|_id\[\]$/, '').replace(/^api_/, '');
  return Object.values(PREFIXES).find((kind) => kind === bare);
}
