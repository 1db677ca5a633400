import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type ConsolePerson, consolePerson } from '../support/console.ts';
import { onBothEngines } from '../support/engines.ts';
import { paymentRequest } from '../support/gateway.ts';
import { linksOf } from '../support/html-forms.ts';
import { FOREIGN_MARK, startWorld, type World } from './world.ts';

onBothEngines('the search in the console’s header', (engine) => {
  let world: World;
  let owner: ConsolePerson;
  before(async () => {
    world = await startWorld(engine);
    owner = await consolePerson(world.gateway, 'merchant_owner', { websiteIds: [world.mine.websiteId] });
  });
  after(() => world.gateway.stop());

  const search = (text: string, person = owner) => person.get(`/search?${new URLSearchParams({ q: text })}`);

  it('leads from an id straight to its page', async () => {
    const { ids } = world.mine;
    for (const [id, path] of [
      [ids.payment, `/payments/${ids.payment}`],
      [` ${ids.payment.slice(0, 5)} ${ids.payment.slice(5)} `, `/payments/${ids.payment}`],
      [ids.website, `/websites/${ids.website}`],
      [ids.live_link, `/links/${ids.live_link}`],
      [ids.subscription, `/recurring/${ids.subscription}`],
      [ids.refund, `/refunds/${ids.refund}`],
      [ids.delivery, `/webhooks/${ids.delivery}`],
    ] as const) {
      const { status, location } = await search(id);
      assert.deepEqual([status, location], [303, path], id);
    }
    const viewer = await consolePerson(world.gateway, 'merchant_viewer', { websiteIds: [world.mine.websiteId] });
    assert.equal((await search(ids.delivery, viewer)).status, 200, 'a cashier has no webhooks');
    // The number of a payout's line is no id, and a part of many texts.
    const { line: _line, ...foreign } = world.foreign.ids;
    for (const id of Object.values(foreign)) assert.equal((await search(id)).status, 200, id);
  });

  it('finds payments, customers, websites and links by a part of their texts', async () => {
    const { ids, websiteId } = world.mine;
    for (const [text, hrefs] of [
      ['mine-1', [`/payments/${ids.payment}`]],
      ['0001', [`/payments/${ids.payment}`, '/customer?by=phone']],
      ['MINE@customer', ['/customer?by=email']],
      ['TEST LINK', [`/links/${ids.link}`]],
    ] as const) {
      const { status, text: shown } = await search(text);
      assert.equal(status, 200, text);
      for (const href of hrefs)
        assert.ok(
          linksOf(shown).some((each) => each.endsWith(href)),
          `${text} finds ${href}`,
        );
      assert.ok(!shown.includes(FOREIGN_MARK), text);
    }
    assert.equal((await search('ne shop')).location, `/websites/${websiteId}`, 'the only hit is a website');
    assert.match((await search('unknown person')).text, /Nothing found for “unknown person”/);
  });

  it('reads wildcards, SQL, emoji and right-to-left scripts as text, and refuses text that cannot be searched', async () => {
    for (const text of ['%', '%_', "' OR 1=1 --", '💥', 'שלום', '\u200b', '<script>', '\\', '*']) {
      const { status, text: shown } = await search(text);
      assert.equal(status, 200, text);
      assert.ok(!/href="\/console\/(links|websites)\/\w/.test(shown), text);
      assert.ok(!shown.includes('<script>'), text);
    }
    assert.equal((await search('x'.repeat(256))).status, 422);
    assert.equal((await search('\ud800')).status < 500, true);
    assert.equal((await owner.get('/search?q=a&q=b')).status, 200);
    assert.equal((await owner.get('/search')).status, 200);
  });

  it('a customer’s page has all their payments that the user may see, and none of others', async () => {
    const { website, testKey } = await world.gateway.newWebsite('Second shop');
    const client = world.gateway.client(testKey);
    const request = { customer_phone: '50937000001', customer_email: 'Second@customer.example', amount: 70 };
    const second = await client.post('/payments', paymentRequest(request));
    await client.post(`/test_helpers/payments/${second.json.transaction_id}/complete`);
    // The same number without the country code is the same customer.
    const short = await client.post('/payments', paymentRequest({ customer_phone: '37 00 00 01', amount: 30 }));
    await client.post(`/test_helpers/payments/${short.json.transaction_id}/complete`);
    // The same digits elsewhere are not the same customer.
    const other = await client.post(
      '/payments',
      paymentRequest({ customer_phone: '50938000001', reference: '50937000001' }),
    );
    const { payment } = world.mine.ids;
    const both = [world.mine.websiteId, website.id];
    const person = await consolePerson(world.gateway, 'merchant_owner', { websiteIds: both });
    const { text } = await person.get(`/payments/${payment}/customer`);
    const rows = (shown: string) => new Set([...shown.matchAll(/\/payments\/(\d+)"/g)].map(([, id]) => id));
    assert.equal(rows(text).size, 5, 'three of one shop, two of the other');
    assert.ok(rows(text).has(second.json.transaction_id) && !rows(text).has(other.json.transaction_id));
    assert.match(text.replaceAll('\u00a0', ' '), /600 HTG/);
    assert.match(text.replaceAll('\u00a0', ' '), /75 % \(3 of 4 finished payments\)/);
    const alone = await owner.get(`/payments/${payment}/customer`);
    assert.equal(rows(alone.text).size, 3);
    const byEmail = await person.get(`/payments/${second.json.transaction_id}/customer?by=email`);
    assert.deepEqual([...rows(byEmail.text)], [second.json.transaction_id]);
    assert.match((await person.get(`/payments/${payment}`)).text, new RegExp(`/payments/${payment}/customer"`));
    assert.equal((await owner.get(`/payments/${second.json.transaction_id}/customer`)).status, 404);
  });
});
