import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { UNDONE_FORMS } from '../../src/console/websites/undo.ts';
import { changesTo } from '../../src/console/websites/undone-facts.ts';
import type { Role } from '../../src/core/roles.ts';
import { listAuditRows } from '../../src/features/audit/store/audit-log.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { insertSums } from '../../src/features/payments/store/payment-sums.ts';
import { findApiKey } from '../../src/features/websites/store/api-keys.ts';
import { findWebsite, type Website } from '../../src/features/websites/store/websites.ts';
import { type ConsolePerson, type ConsoleResponse, consolePerson, pathOf, valuesOf } from '../support/console.ts';
import { onBothEngines } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { formsOf } from '../support/html-forms.ts';
import { shiftedClock } from '../support/shifted-clock.ts';
import { finishedLivePayment } from '../support/webhooks.ts';

describe('the facts that Undo restores', () => {
  for (const { path, facts } of UNDONE_FORMS) {
    it(`${path}: each of them is a change of the website`, () => {
      // The note of an approval is only in the audit log.
      for (const fact of facts.filter((each) => each !== 'note')) {
        const changes = changesTo({ [fact]: fact === 'methods' ? ['card'] : true });
        assert.equal(Object.values(changes).filter((each) => each !== undefined).length, 1, fact);
      }
    });
  }
});

onBothEngines('questions before a change that stops money, and Undo', (engine) => {
  const clock = shiftedClock();
  let gateway: TestGateway;
  let owner: ConsolePerson;
  before(async () => {
    gateway = await startTestGateway(engine, { clock: clock.now, settings: { ROLES: 'api,console' } });
    owner = await person('owner');
  });
  after(() => gateway?.stop());

  const person = (role: Role) => consolePerson(gateway, role);
  const stored = async (id: string): Promise<Website> => {
    const website = await findWebsite(gateway.store.db, id);
    assert.ok(website);
    return website;
  };
  const newShop = async (name = 'Kafe <b>Ayiti</b> ☕') => {
    const { website } = await gateway.store.operator.createWebsite({ name, callbackUrl: 'https://shop.example/hook' });
    const { apiKey } = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'live' });
    return { id: website.id, page: `/websites/${website.id}`, keyId: apiKey.id };
  };
  const lastRow = async (subjectId: string) => (await listAuditRows(gateway.store.db, { subjectId, limit: 1 }))[0];
  /** The Undo of the page after a change, ready to be sent by anyone. */
  const undoOn = async (response: ConsoleResponse, by = owner) => {
    const { text } = await by.get(response.location ?? '');
    const form = formsOf(text).find(({ action }) => action.endsWith('/undo'));
    return form && { path: pathOf(form.action), change: valuesOf(form).change ?? '' };
  };
  const send = (undo: { path: string; change: string } | undefined, by = owner) => {
    assert.ok(undo, 'the page has an Undo');
    return by.post(undo.path, { change: undo.change });
  };

  // Contract: CONSOLE-4
  it("names the shop and the consequences, and deactivates only after the shop's name was typed", async () => {
    const { db } = gateway.store;
    const { id, page } = await newShop();
    for (const age of [0, 0, 2]) {
      const finishedAtUs = clock.now() - age * 86_400_000_000;
      const payment = await findPayment(db, Number(await finishedLivePayment(gateway.store, id, finishedAtUs)));
      assert.ok(payment);
      await db.transaction((tx) => insertSums(tx, [payment], db.engine));
    }
    const asked = await owner.get(`${page}/deactivate`);
    assert.match(asked.text, /<bdi>Kafe &#60;b&#62;Ayiti&#60;\/b&#62; ☕<\/bdi>/);
    assert.match(asked.text, /4 active live keys are rejected/);
    assert.match(asked.text, /2 live payments were paid today/);
    assert.match(asked.text, /3 waiting webhooks are still sent/);
    for (const shop_name of ['', 'Kafe', 'x'.repeat(5_000), '%']) {
      const refused = await owner.submit(`${page}/deactivate`, '/deactivate', { shop_name });
      assert.equal(refused.status, 422, shop_name.slice(0, 9));
      assert.match(refused.text, /id="e-shop_name"/);
    }
    assert.equal((await owner.post(`${page}/deactivate`)).status, 400, 'a request without the field is refused');
    const twice = { shop_name: [(await stored(id)).name, 'x'] };
    assert.equal((await owner.post(`${page}/deactivate`, twice)).status, 400);
    assert.equal((await stored(id)).deactivatedAtUs, null, 'nothing was changed');
    const done = await owner.post(`${page}/deactivate`, { shop_name: '  KAFE   <b>ayiti</b> ☕ ' });
    assert.equal(done.location, `${page}?done=changed`);
    assert.notEqual((await stored(id)).deactivatedAtUs, null);
  });

  it('approves live cards with a reason, which the audit log stores', async () => {
    const { id, page } = await newShop('Boutik');
    const approve = (fields: Record<string, string>) => owner.submit(`${page}/card/approve`, '/card/approve', fields);
    for (const [note, shop_name, field] of [
      [' ', 'Boutik', 'note'],
      ['x'.repeat(256), 'Boutik', 'note'],
      ['Checked', 'Other', 'shop_name'],
    ] as const) {
      const refused = await approve({ note, shop_name });
      assert.deepEqual([refused.status, refused.text.includes(`id="e-${field}"`)], [422, true], field);
    }
    assert.equal((await stored(id)).cardLiveApproved, false);
    const done = await approve({ note: 'Patente seen', shop_name: 'boutik' });
    assert.equal((await stored(id)).cardLiveApproved, true);
    assert.deepEqual(JSON.parse((await lastRow(id))?.after ?? ''), { card_live_approved: true, note: 'Patente seen' });
    assert.equal((await send(await undoOn(done))).location, `${page}?done=undone`);
    assert.equal((await stored(id)).cardLiveApproved, false);
    await approve({ note: 'Patente seen', shop_name: 'boutik' });
    const withdraw = (shop_name: string) => owner.submit(`${page}/card/withdraw`, '/card/withdraw', { shop_name });
    assert.equal((await withdraw('no')).status, 422);
    assert.equal((await stored(id)).cardLiveApproved, true);
    await withdraw('Boutik');
    assert.equal((await stored(id)).cardLiveApproved, false);
  });

  it('removes a method from a live website only after its name was typed, and adds one without a question', async () => {
    const { id, page, keyId } = await newShop('Boutik');
    const save = (methods: readonly string[], typed?: string) =>
      owner.submit(`${page}/methods`, '/methods', { methods, ...(typed !== undefined && { shop_name: typed }) });
    const asked = await save(['card']);
    assert.equal(asked.status, 422);
    assert.match(asked.text, /can no longer pay with MonCash, NatCash, LakayPay/);
    const form = formsOf(asked.text).find(({ action }) => action.endsWith('/methods'));
    assert.ok(form?.fields.some(({ name }) => name === 'shop_name'));
    assert.equal((await save(['card'], 'Kafe')).status, 422);
    assert.equal((await stored(id)).methods.length, 4);
    const done = await save(['card'], 'Boutik');
    assert.deepEqual((await stored(id)).methods, ['card']);
    await send(await undoOn(done));
    assert.equal((await stored(id)).methods.length, 4);
    await gateway.store.operator.setApiKeyActive(keyId, false);
    assert.equal((await save(['moncash'])).status, 303, 'a website without an active live key loses nothing');
    assert.equal((await save(['moncash', 'card'])).status, 303);
  });

  it('deactivates a live key after the name was typed, a test key at once, and undoes both', async () => {
    const { page, keyId } = await newShop('Boutik');
    const key = `${page}/live-keys/${keyId}`;
    const isActive = async (id: string) => (await findApiKey(gateway.store.db, id))?.deactivatedAtUs === null;
    assert.equal((await owner.submit(`${key}/deactivate`, '/deactivate', { shop_name: 'Kafe' })).status, 422);
    assert.equal((await owner.post(`${key}/deactivate`)).status, 400);
    assert.ok(await isActive(keyId));
    const done = await owner.submit(`${key}/deactivate`, '/deactivate', { shop_name: 'Boutik' });
    assert.ok(!(await isActive(keyId)));
    const undo = await undoOn(done);
    assert.equal((await send(undo)).location, `${key}?done=undone`);
    assert.ok(await isActive(keyId));
    await owner.submit(`${key}/deactivate`, '/deactivate', { shop_name: 'Boutik' });
    assert.equal((await send(undo)).status, 422, 'an Undo is for one change');
    assert.ok(!(await isActive(keyId)));
    const websiteId = page.replace('/websites/', '');
    const { apiKey } = await gateway.store.operator.createApiKey({ websiteId, mode: 'test' });
    const test = `${page}/test-keys/${apiKey.id}`;
    assert.equal((await owner.get(`${test}/deactivate`)).status, 404);
    const off = await owner.submit(test, '/deactivate');
    assert.ok(!(await isActive(apiKey.id)));
    await send(await undoOn(off));
    assert.ok(await isActive(apiKey.id));
  });

  it('offers Undo on every visit for ten minutes, in amber after a deactivation', async () => {
    const { id, page, keyId } = await newShop('Boutik');
    const offer = async (path: string, by = owner) => {
      const { text } = await by.get(path);
      return /<div class="notice (\w+)" role="status">.*?until (\d+:\d\d [ap]m)\..*?\/undo"/s
        .exec(text)
        ?.slice(1, 2)[0];
    };
    assert.equal(await offer(page), undefined, 'nothing was changed');
    await owner.submit(`${page}/edit`, '/edit', { name: 'Kafe' });
    assert.equal(await offer(page), 'good');
    const key = `${page}/live-keys/${keyId}`;
    await owner.submit(`${key}/deactivate`, '/deactivate', { shop_name: 'Kafe' });
    const done = await owner.submit(`${page}/deactivate`, '/deactivate', { shop_name: 'Kafe' });
    for (const path of [key, page, done.location ?? '']) assert.equal(await offer(path), 'care', path);
    assert.equal(await offer(page, await person('owner')), undefined, 'another user');
    await send(await undoOn({ ...done, location: page }));
    assert.equal((await stored(id)).deactivatedAtUs, null);
    clock.forward(11 * 60);
    owner = await person('owner');
    assert.equal(await offer(key), undefined);
  });

  it('undoes a change once, for the user who made it, within ten minutes, and over no other change', async () => {
    const { id, page } = await newShop('Boutik');
    const rename = (name: string) => owner.submit(`${page}/edit`, '/edit', { name });
    const nameOf = async () => (await stored(id)).name;
    const undo = await undoOn(await rename('Kafe'));
    const other = await person('owner');
    assert.equal(await undoOn({ ...(await owner.get(page)), location: `${page}?done=changed` }, other), undefined);
    assert.equal((await send(undo, other)).status, 422, 'another user');
    assert.equal((await send(undo && { ...undo, path: `${page}/deactivate/undo` })).status, 422, 'another form');
    for (const change of ['', '0', '-1', 'x', '1e9', '9'.repeat(400)]) {
      assert.equal((await send(undo && { ...undo, change })).status, 422, change.slice(0, 9));
    }
    assert.equal(await nameOf(), 'Kafe');
    const both = await Promise.all([send(undo), send(undo)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 422], 'two at once');
    assert.equal(await nameOf(), 'Boutik');
    assert.equal((await lastRow(id))?.actor.id, owner.user.id, 'an Undo is a change of its user');

    const late = await undoOn(await rename('Late'));
    await gateway.store.operator.changeWebsite(id, { contact: 'Someone else' });
    const refused = await send(late);
    assert.deepEqual([refused.status, await nameOf()], [422, 'Late'], 'something else has changed since');
    assert.match(refused.text, /Nothing was undone/);

    const old = await undoOn(await rename('Old'));
    clock.forward(11 * 60);
    owner = await person('owner');
    assert.equal((await send(old)).status, 422);
    assert.equal(await nameOf(), 'Old');
  });
});
