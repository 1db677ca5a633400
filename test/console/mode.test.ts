import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type ConsolePerson, consolePerson } from '../support/console.ts';
import { onBothEngines } from '../support/engines.ts';
import { startWorld, type World } from './world.ts';

const STRIPE = /class="stripe"/;

onBothEngines('the switch between live and test', (engine) => {
  let world: World;
  let owner: ConsolePerson;
  before(async () => {
    world = await startWorld(engine);
    owner = await signIn();
  });
  after(() => world.gateway.stop());

  /** A merchant’s owner in a browser that has chosen no mode. */
  async function signIn(websiteIds = [world.mine.websiteId]): Promise<ConsolePerson> {
    const person = await consolePerson(world.gateway, 'merchant_owner', { websiteIds });
    person.jar.delete('peye_mode');
    return person;
  }

  /** Lists, each with a row of a test payment. */
  const lists = () => {
    const { ids } = world.mine;
    return [
      ['/payments', `/payments/${ids.payment}?`],
      ['/links', `/links/${ids.link}"`],
      ['/webhooks', `/webhooks/${ids.delivery}?`],
      ['/recurring', `/recurring/${ids.subscription}"`],
    ] as const;
  };

  it('begins with live payments once there is a live key, and with test payments before', async () => {
    assert.doesNotMatch((await owner.get('/payments')).text, STRIPE);
    const { website } = await world.gateway.store.operator.createWebsite({ name: 'Without live key' });
    assert.match((await (await signIn([website.id])).get('/payments')).text, STRIPE);
  });

  it('is remembered, applies to every list, and leads back to the page', async () => {
    const person = await signIn();
    for (const [path, row] of lists()) assert.ok(!(await person.get(path)).text.includes(row), `live: ${path}`);
    const chosen = await person.submit('/payments?status=completed&mode=live&before=1', '/mode', { mode: 'test' });
    assert.deepEqual([chosen.status, chosen.location], [303, '/payments?status=completed']);
    for (const [path, row] of lists()) {
      const { text } = await person.get(path);
      assert.ok(text.includes(row), `test: ${path}`);
      assert.match(text, STRIPE);
    }
    assert.match((await person.get('')).text, STRIPE);
    const cookie = chosen.headers.get('set-cookie') ?? '';
    assert.match(cookie, /^peye_mode=test; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/);
  });

  it('an address that names a mode wins, also for the next filter and the export, and is not remembered', async () => {
    for (const [path, row] of lists()) {
      const { text } = await owner.get(`${path}?mode=test`);
      assert.ok(text.includes(row), path);
      assert.match(
        text,
        /<form class="(?:sheet|find)" method="get"[^>]*><input type="hidden" name="mode" value="test">/,
        path,
      );
      assert.match(text, /<form class="export".*<input type="hidden" name="mode" value="test">/s, path);
    }
    assert.doesNotMatch((await owner.get('/payments')).text, STRIPE);
    const csv = await owner.post('/exports/deliveries', { format: 'csv', mode: 'live' });
    assert.ok(csv.status === 200 && !csv.text.includes(world.mine.ids.delivery));
    const tests = await owner.post('/exports/deliveries', { format: 'csv', mode: 'test' });
    assert.ok(tests.text.includes(world.mine.ids.delivery));
  });

  it('webhooks of both modes have an address, for items that count both', async () => {
    const { text } = await owner.get('/webhooks?mode=all');
    assert.ok(text.includes(`/webhooks/${world.mine.ids.delivery}?`));
    assert.doesNotMatch(text, STRIPE);
  });

  it('a page of one thing shows its own mode, and the switch there leads to the list', async () => {
    const { ids } = world.mine;
    const { text } = await owner.get(`/payments/${ids.payment}`);
    assert.match(text, STRIPE);
    assert.match(text, /name="form_page" value="\/payments"/);
    const ofRow = (await owner.get(`/payments/${ids.payment}?mode=test&list=1`)).text;
    assert.match(
      ofRow,
      /name="form_page" value="\/payments"><b class="test">|name="form_page" value="\/payments"><button/,
    );
    assert.doesNotMatch((await owner.get(`/links/${ids.live_link}`)).text, STRIPE);
    owner.jar.set('peye_mode', 'test');
    assert.doesNotMatch((await owner.get('/links/live/new')).text, STRIPE);
    owner.jar.delete('peye_mode');
  });

  it('a forged mode is refused, and a forged cookie or address means none', async () => {
    for (const mode of ['x', '', 'TEST', "test' OR 1=1"]) {
      assert.equal((await owner.post('/mode', { mode })).status, 400, mode);
      owner.jar.set('peye_mode', encodeURIComponent(mode));
      assert.doesNotMatch((await owner.get('/payments')).text, STRIPE);
      assert.doesNotMatch((await owner.get(`/payments?mode=${encodeURIComponent(mode)}`)).text, STRIPE);
    }
    owner.jar.delete('peye_mode');
    assert.equal((await owner.post('/mode', { mode: ['test', 'live'] })).status, 400);
    const elsewhere = await owner.post('/mode', { mode: 'test', form_page: '//evil.example/' });
    assert.equal(elsewhere.location, '');
  });
});
