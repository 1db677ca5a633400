import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type ConsolePerson, consolePerson } from '../support/console.ts';
import { onBothEngines } from '../support/engines.ts';
import { formsOf, linksOf } from '../support/html-forms.ts';
import { startWorld, type World } from './world.ts';

onBothEngines('lists that users arrange', (engine) => {
  let world: World;
  let me: ConsolePerson;
  before(async () => {
    world = await startWorld(engine);
    me = await consolePerson(world.gateway, 'merchant_owner', { websiteIds: [world.mine.websiteId] });
  });
  after(() => world.gateway.stop());

  const FAILED = '/payments?status=failed&method=moncash&date=7days';
  const savedIn = (text: string) => /<ul class="chips saved".*?<\/ul>/s.exec(text)?.[0] ?? '';
  const savedOf = async (who: ConsolePerson, path = '/payments') =>
    [...savedIn((await who.get(path)).text).matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, name]) => name);
  const stored = () => world.gateway.store.db.query('SELECT * FROM user_preferences ORDER BY user_id, list, name', []);
  const headsOf = (text: string) =>
    [...text.matchAll(/<th scope="col"[^>]*>(?:<a[^>]*>)?([^<]*)/g)].map(([, label]) => label);

  it('a filter is saved with a name, opens from the list, is replaced, and is removed', async () => {
    const { status, location } = await me.submit(FAILED, '/lists/filters', { name: ' Failed MonCash ' });
    assert.deepEqual([status, location], [303, FAILED]);
    const { text } = await me.get('/payments');
    const [href = ''] = linksOf(savedIn(text));
    assert.match(href, /^\/console\/payments\?status=failed&method=moncash&date=7days$/);
    assert.match((await me.get(href.slice('/console'.length))).text, /Status: <b><bdi>Failed/);
    await me.submit('/payments?status=completed', '/lists/filters', { name: 'Failed MonCash' });
    assert.deepEqual(await savedOf(me), ['Failed MonCash']);
    assert.match(linksOf(savedIn((await me.get('/payments')).text))[0] ?? '', /\?status=completed$/);
    assert.deepEqual(await savedOf(me, '/links'), [], 'each list has its own');
    const other = await consolePerson(world.gateway, 'merchant_owner', { websiteIds: [world.mine.websiteId] });
    assert.deepEqual(await savedOf(other), [], 'each user has their own');
    await other.post('/lists/filters/remove', { list: '/payments', name: 'Failed MonCash' });
    assert.deepEqual(await savedOf(me), ['Failed MonCash']);
    const removed = await me.submit('/payments?method=card', '/lists/filters/remove');
    assert.deepEqual([removed.status, removed.location], [303, '/payments?method=card']);
    assert.deepEqual(await savedOf(me), []);
  });

  it('columns are hidden and shown again; the link to the row stays', async () => {
    const form = (text: string) => formsOf(text).find(({ action }) => action.endsWith('/lists/columns'));
    const before = await me.get('/payments');
    const offered = form(before.text)?.fields.filter(({ name }) => name === 'columns');
    const all = headsOf(before.text);
    assert.ok(offered && offered.length === all.length - 2, `${all}`);
    const { location } = await me.submit('/payments?method=moncash', '/lists/columns', {
      columns: ['created', 'status', 'customer'],
    });
    assert.equal(location, '/payments?method=moncash');
    assert.deepEqual(headsOf((await me.get('/payments')).text), ['Created', 'Payment', 'Status', 'Amount', 'Customer']);
    await me.post('/lists/columns', { list: '/payments', offered: 'gone_column status', columns: ['status'] });
    assert.deepEqual(headsOf((await me.get('/payments')).text), all, 'a column that no longer exists is ignored');
    await me.post('/lists/columns', { list: '/payments', offered: 'method', columns: [] });
    assert.deepEqual(
      headsOf((await me.get('/payments')).text),
      all.filter((label) => label !== 'Method'),
    );
  });

  it('a saved filter with a value that no longer exists has no link and breaks nothing', async () => {
    const gone = ['status=abolished', 'colour=red', `website=${world.foreign.websiteId}`, '', '&&=%%%', 'mode=live'];
    for (const [at, query] of gone.entries())
      assert.equal(
        (await me.post('/lists/filters', { list: '/payments', name: `Old ${at}`, query })).status,
        303,
        query,
      );
    const { status, text } = await me.get('/payments');
    assert.equal(status, 200);
    assert.deepEqual(linksOf(savedIn(text)), []);
    assert.equal((await savedOf(me)).length, gone.length, 'it can be removed');
    for (const at of gone.keys()) await me.post('/lists/filters/remove', { list: '/payments', name: `Old ${at}` });
    assert.deepEqual(await savedOf(me), []);
  });

  it('a value that our own form would not send is refused and not stored', async () => {
    const earlier = await stored();
    const good = { list: '/payments', name: 'Good', query: 'status=failed' };
    for (const [fields, expected] of [
      [{ ...good, list: '/overview' }, 422],
      [{ ...good, list: '' }, 422],
      [{ ...good, name: ' ' }, 422],
      [{ ...good, name: '\u200b' }, 422],
      [{ ...good, name: 'x'.repeat(41) }, 422],
      [{ ...good, query: `q=${'x'.repeat(2_047)}` }, 422],
      [{ ...good, name: 'a\0b' }, 400],
      [{ ...good, name: ['one', 'two'] }, 400],
      [{ ...good, list: ['/payments', '/links'] }, 400],
      [{ ...good, user_id: 'usr_other' }, 400],
      [{ list: '/payments', name: 'Good' }, 400],
    ] as const) {
      assert.equal((await me.post('/lists/filters', fields)).status, expected, JSON.stringify(fields).slice(0, 80));
    }
    for (const offered of ['X', 'a'.repeat(31), '<script>', 'status  method'])
      assert.equal((await me.post('/lists/columns', { list: '/payments', offered, columns: [] })).status, 422, offered);
    const elsewhere = await me.post('/lists/filters/remove', {
      list: '/payments',
      name: 'x',
      form_page: '//evil.example',
    });
    assert.deepEqual([elsewhere.status, elsewhere.location], [303, '']);
    assert.deepEqual(await stored(), earlier);
    const name = '<b onmouseover="x()">';
    await me.post('/lists/filters', { ...good, name });
    assert.ok(!(await me.get('/payments')).text.includes('<b onmouseover'));
    await me.post('/lists/filters/remove', { list: '/payments', name });
  });

  it('has at most 20 saved filters for each list, whatever is sent at once, and goes with its user', async () => {
    const { user, ...busy } = await consolePerson(world.gateway, 'merchant_viewer', {
      websiteIds: [world.mine.websiteId],
    });
    const save = (n: number) =>
      busy.post('/lists/filters', { list: '/payments', name: `Filter ${n}`, query: 'status=failed' });
    await busy.formToken();
    const all = await Promise.all(Array.from({ length: 24 }, (_, n) => save(n)));
    assert.deepEqual(all.map(({ status }) => status).sort(), [
      ...Array<number>(20).fill(303),
      ...Array<number>(4).fill(422),
    ]);
    const again = all.findIndex(({ status }) => status === 303);
    assert.equal((await save(again)).status, 303, 'one of the 20 can be replaced');
    const count = async () => (await stored()).filter(({ user_id }) => user_id === user.id).length;
    assert.equal(await count(), 20);
    await world.gateway.store.db.transaction(async (tx) => {
      for (const table of ['sessions', 'user_factors', 'user_websites', 'recovery_codes', 'one_time_links'])
        await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [user.id]);
      await tx.query('DELETE FROM users WHERE id = $1', [user.id]);
    });
    assert.equal(await count(), 0);
  });
});
