import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { CONSOLE_ROUTES } from '../../src/console/console-table.ts';
import { type ConsolePerson, consolePerson, pathOf, valuesOf } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { formsOf } from '../support/html-forms.ts';
import { routeOf } from './crawl.ts';
import { FORM_ROWS } from './forms.ts';
import { assertUnchanged, readStored } from './stored.ts';
import { startWorld, type World } from './world.ts';

onOneEngineByDay('forms that are sent again', (engine) => {
  let world: World;
  before(async () => {
    world = await startWorld(engine);
  });
  after(() => world.gateway.stop());

  it('each have a row, and each row has a form', () => {
    const routes = CONSOLE_ROUTES.flatMap(({ method, path }) => (method === 'POST' ? [path] : []));
    assert.deepEqual(
      Object.keys(FORM_ROWS).sort(),
      routes.sort(),
      'FORM_ROWS of test/console/forms.ts has a row for each form, and no other row',
    );
  });

  /** The form as a user has it on screen, ready to be sent. */
  async function opened(person: ConsolePerson, page: string, route: string) {
    const { text, status } = await person.get(page);
    const form = formsOf(text).find(
      ({ method, action }) => method === 'post' && routeOf('POST', pathOf(action))?.path === route,
    );
    assert.ok(form, `${page} (${status}) has the form of ${route}`);
    const token = { form_token: await person.formToken() };
    return (fields: Parameters<ConsolePerson['post']>[1]) =>
      person.post(pathOf(form.action), { ...valuesOf(form), ...token, ...fields });
  }

  for (const [route, row] of Object.entries(FORM_ROWS)) {
    if (typeof row === 'string') continue;
    const { page, standing = 'recent', fields: given = {}, second } = row;
    // Contract: CONSOLE-4
    it(`${route}: sent twice by one user, and by two users who had both opened it before`, async () => {
      const newOwner = () => consolePerson(world.gateway, 'owner', { standing });
      const first = await newOwner();
      const place = page(world, first);
      const send = await opened(first, place, route);
      const sendLate = typeof second === 'string' ? undefined : await opened(await newOwner(), place, route);
      const fields = typeof given === 'function' ? given(world, first) : given;
      const before = await readStored(world.gateway, engine);
      const done = await send(fields);
      assert.ok([200, 303].includes(done.status), `${done.status} ${done.text.slice(0, 5_000)}`);
      const since = await readStored(world.gateway, engine);
      if (route !== '/sign-out') assert.notDeepEqual(since, before, 'something was done');
      const again = await send(fields);
      assert.ok(again.status < 500, `again: ${again.status}`);
      await assertUnchanged(world.gateway, engine, since, 'again');
      if (!sendLate || typeof second === 'string') return;
      const late = await sendLate(second);
      await assertUnchanged(world.gateway, engine, since, 'late');
      // The response is a page that reports the change, or a redirect with a note.
      const isReported = [409, 422].includes(late.status) || /done=(?:is_final|already)/.test(late.location ?? '');
      assert.ok(isReported, `late: ${late.status} ${late.location}`);
    });
  }
});
