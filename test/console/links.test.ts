import assert from 'node:assert/strict';
import { after, before, it, test } from 'node:test';
import Papa from 'papaparse';
import { amountText } from '../../src/console/links/link-views.ts';
import type { Role } from '../../src/core/roles.ts';
import { listAuditRows } from '../../src/features/audit/store/audit-log.ts';
import type { NewLink } from '../../src/features/links/create-link.ts';
import type { PaymentLink } from '../../src/features/links/payment-link.ts';
import { findLink, listNewestLinks } from '../../src/features/links/store/payment-links.ts';
import { haitiTimestamp } from '../../src/platform/clock/haiti-time.ts';
import { ask, fieldsOf } from '../links/link-visitor.ts';
import { type ConsolePerson, consolePerson, pathOf, valuesOf } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { formsOf } from '../support/html-forms.ts';
import { png } from '../support/pictures.ts';
import { changeWebsite } from '../support/websites.ts';

const DAY_US = 86_400_000_000;

onOneEngineByDay('payment links in the console', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway?.stop());

  /** A seller with a separate website, which has a test key. */
  async function newSeller(role: Role = 'merchant_owner') {
    const { operator } = gateway.store;
    const { website } = await operator.createWebsite({ name: 'Boutik Tantine' });
    await operator.createApiKey({ websiteId: website.id, mode: 'test', name: 'test' });
    const person = await consolePerson(gateway, role, { websiteIds: [website.id] });
    return { person, websiteId: website.id };
  }
  const newLink = (websiteId: string, fields: Partial<NewLink> = {}) =>
    gateway.store.operator.createLink({
      websiteId,
      mode: 'test',
      name: 'Panye mango',
      amount: '500',
      descriptions: { ht: 'Douz mango' },
      ...fields,
    });
  const linksOf = (websiteId: string) => listNewestLinks(gateway.store.db, { websiteId, limit: 50 });
  const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

  /** Opens a payment of a link as a customer does, and makes it final. Returns its id. */
  async function sell(link: PaymentLink, outcome?: 'complete' | 'fail'): Promise<string> {
    const url = `${gateway.url}/l/${link.code}`;
    const { location, status } = await ask(url, { form: fieldsOf(await ask(url)) });
    assert.equal(status, 303);
    const [, id = ''] = /\/pay\/(\d+)\//.exec(location) ?? [];
    const owner = await consolePerson(gateway, 'owner');
    const reason = outcome === 'complete' ? 'completed' : 'declined';
    if (outcome) assert.equal((await owner.submit(`/payments/${id}`, '/finish', { outcome: reason })).status, 303);
    return id;
  }

  it('have a page that explains links while there is none, and leads to the form for a new link', async () => {
    const { person } = await newSeller();
    const { text } = await person.get('/links');
    assert.match(text, /Sell without a website/);
    assert.match(text, /href="\/console\/links\/test\/new"/);
    const { person: viewer } = await newSeller('merchant_viewer');
    assert.doesNotMatch((await viewer.get('/links')).text, /links\/\w+\/new/);
  });

  it('are created once, however often the form is sent, with their creator in the audit log', async () => {
    const { person, websiteId } = await newSeller();
    const form = formsOf((await person.get('/links/test/new')).text).find(({ action }) => action.endsWith('/new'));
    assert.ok(form);
    const expires = haitiTimestamp(gateway.store.clock() + 9 * DAY_US).slice(0, 16);
    const fields = {
      ...valuesOf(form),
      name: ' Kès <b>mango</b> ',
      description_ht: 'Douz',
      description_fr: '',
      amount: '1,500.50',
      stock: '12',
      max_quantity: '4',
      expires_at: expires,
      methods: ['natcash', 'moncash'],
      asks_name: '1',
      asks_phone: '1',
      asks_email: '1',
      thanks: 'Mèsi!',
      notify_email: 'tantine@example.com',
      description_en: 'Twelve',
    };
    const made = await person.post('/links/test/new', fields);
    assert.match(made.location ?? '', /^\/links\/lnk_\w{16}\?done=made$/, made.text);
    const again = await person.post('/links/test/new', fields);
    assert.equal(again.location, made.location?.replace('made', 'already'));
    const links = await linksOf(websiteId);
    assert.equal(links.length, 1);
    const [link] = links;
    assert.ok(link);
    const { id, code, createdAtUs, expiresAtUs, apiKeyId, ...rest } = link;
    assert.equal(haitiTimestamp(expiresAtUs ?? 0).slice(0, 16), expires, 'the time is entered as Haiti’s time');
    assert.deepEqual(rest, {
      websiteId,
      mode: 'test',
      name: 'Kès <b>mango</b>',
      descriptions: { ht: 'Douz', fr: null, en: 'Twelve' },
      amountMode: 'fixed',
      currency: 'HTG',
      amountMinor: 150_050,
      minMinor: null,
      maxMinor: null,
      methods: ['moncash', 'natcash'],
      stock: 12,
      isSingleUse: false,
      maxQuantity: 4,
      asksName: true,
      asksPhone: true,
      asksEmail: true,
      thanks: 'Mèsi!',
      notifyEmail: 'tantine@example.com',
      picture: null,
      createdBy: person.user.name,
      deactivatedAtUs: null,
      openPayments: 0,
      paidPayments: 0,
      failedPayments: 0,
      openUnits: 0,
      paidUnits: 0,
      paidHtgMinor: 0,
      paidUsdMinor: 0,
    });
    const [row] = await listAuditRows(gateway.store.db, { subjectId: id, limit: 5 });
    assert.deepEqual([row?.action, row?.actor.id, row?.websiteId], ['link.create', person.user.id, websiteId]);
    const page = await person.get(`/links/${id}`);
    const shownText = textOf(page.text);
    for (const text of [
      `/l/${code}`,
      `${code.slice(0, 4)}-${code.slice(4)}`,
      '1,500.50',
      '0 of 12 sold or reserved, 12 left',
    ]) {
      assert.ok(shownText.includes(text), `${text}: ${shownText}`);
    }
    assert.match(shownText, /This is a test link\. No real money moves/);
    assert.match(page.text, /href="https:\/\/wa\.me\/\?text&#61;K%C3%A8s%20%3Cb%3E/);
    assert.ok(!page.text.includes('<b>mango'));
    const { methods, ...one } = fields;
    const strange = await person.post('/links/test/new', { ...one, once: `lnk_${'a'.repeat(16)}.${'0'.repeat(32)}` });
    assert.equal(strange.status, 303);
    assert.equal(await findLink(gateway.store.db, `lnk_${'a'.repeat(16)}`), undefined, 'no client chooses an id');
  });

  it('show all errors of the form at once, as the API does', async () => {
    const { websiteId } = await newSeller();
    const person = await consolePerson(gateway, 'merchant_owner', { websiteIds: [websiteId], language: 'fr' });
    const wrong = { name: '', description_fr: ' ', amount: '', stock: 'ten', expires_at: 'demain' };
    const refused = await person.submit('/links/test/new', '/new', wrong);
    assert.equal(refused.status, 422);
    const named = [...refused.text.matchAll(/<li><a href="#f-(\w+)">/g)].map(([, field]) => field);
    assert.deepEqual(named, ['name', 'description_fr', 'amount', 'stock', 'expires_at']);
    assert.match(refused.text, /Indiquez ce que vous vendez\./);
    const { text: key } = await gateway.store.operator.createApiKey({ websiteId, mode: 'test' });
    const answer = await gateway
      .client(key)
      .post(`${gateway.url}/api/links/v1/links`, { name: '', descriptions: {}, stock: 5_000_000 });
    assert.equal(answer.status, 422);
    assert.deepEqual(Object.keys(answer.json.errors), ['name', 'descriptions', 'amount', 'stock']);
  });

  it('show each error next to its field, keep the entered values, and open what was collapsed', async () => {
    const { person, websiteId } = await newSeller();
    const good = { name: 'Liv', description_en: 'A book', amount: '25', amount_mode: 'fixed', currency: 'USD' };
    const wrong = [
      ['name', { name: ' ' }],
      ['description_en', { description_en: '' }],
      ['description_fr', { description_fr: 'x'.repeat(501) }],
      ['amount', { amount: 'many' }],
      ['amount', { amount: '' }],
      ['amount', { amount_mode: 'chosen' }],
      ['max_amount', { amount_mode: 'prefilled', min_amount: '30', max_amount: '20' }],
      ['min_amount', { min_amount: '1' }],
      ['methods', { methods: 'card' }],
      ['stock', { stock: 'ten' }],
      ['stock', { stock: '3', single_use: '1' }],
      ['max_quantity', { max_quantity: '0' }],
      ['max_quantity', { max_quantity: '100' }],
      ['max_quantity', { max_quantity: '2.5' }],
      ['max_quantity', { max_quantity: '2', amount_mode: 'prefilled' }],
      ['expires_at', { expires_at: '2026-02-30T10:00' }],
      ['expires_at', { expires_at: '2001-01-01T10:00' }],
      ['thanks', { thanks: 'x'.repeat(501) }],
      ['notify_email', { notify_email: 'nobody' }],
    ] as const;
    for (const [field, changes] of wrong) {
      const fields: Record<string, string> = { ...good, thanks: 'Mèsi <&>', ...changes };
      const refused = await person.submit('/links/test/new', '/new', fields);
      const label = `${field}: ${JSON.stringify(changes)}`;
      assert.equal(refused.status, 422, label);
      assert.match(refused.text, new RegExp(`id="e-${field}"`), label);
      assert.match(refused.text, new RegExp(`href="#f-${field}"`), label);
      const form = formsOf(refused.text).find(({ action }) => action.endsWith('/new'));
      assert.ok(form);
      const { methods: _, ...shown } = valuesOf(form);
      for (const [name, value] of Object.entries(fields)) {
        if (name !== 'methods') assert.equal(shown[name] ?? '', value, `${label}: ${name} stays`);
      }
      const folded = /<details class="fold"( open)?><summary>[^<]*<\/summary>(?:(?!<\/details>).)*id="e-/s;
      const inFold = folded.exec(refused.text);
      assert.ok(!inFold || inFold[1] === ' open', `${label}: it is not collapsed`);
    }
    assert.deepEqual(await linksOf(websiteId), []);
  });

  it('are copied from another link, without an expiry that has passed, and from a test link to a live one', async () => {
    const { person, websiteId } = await newSeller();
    const expiresAtUs = gateway.store.clock() + 1_500_000;
    const link = await newLink(websiteId, {
      amountMode: 'prefilled',
      amount: '12.50',
      currency: 'USD',
      minAmount: '5',
      stock: 3,
      expiresAtUs,
      methods: ['moncash'],
      asksPhone: true,
      asksEmail: true,
      thanks: 'two\nlines',
    });
    await until('the link has expired', async () => gateway.store.clock() > expiresAtUs);
    const { text } = await person.get(`/links/${link.id}`);
    assert.match(textOf(text), /expired/);
    assert.doesNotMatch(text, /wa\.me/, 'a link that cannot be paid is not offered for sending');
    const form = formsOf((await person.get(`/links/test/new?like=${link.id}`)).text).find(({ action }) =>
      action.endsWith('/new'),
    );
    assert.ok(form);
    const made = await person.post(pathOf(form.action), valuesOf(form));
    assert.equal(made.status, 303, made.text);
    const [copy] = await linksOf(websiteId);
    const same = ({ id, code, createdAtUs, createdBy, expiresAtUs: _, ...rest }: PaymentLink) => rest;
    assert.deepEqual(copy && same(copy), same(link));
    assert.equal(copy?.expiresAtUs, null);
    // There is no live key yet: the page says what to do.
    const live = await person.get(`/links/live/new?like=${link.id}`);
    assert.match(live.text, new RegExp(`href="/console/websites/${websiteId}/live-keys/new"`));
    await gateway.store.operator.createApiKey({ websiteId, mode: 'live', name: 'till' });
    const forMoney = await person.submit(`/links/live/new?like=${link.id}`, '/links/live/new');
    assert.match(forMoney.location ?? '', /done=made/);
    assert.equal((await linksOf(websiteId))[0]?.mode, 'live');
    const page = await person.get(forMoney.location ?? '');
    assert.match(textOf(page.text), /No one can pay with this link right now/, 'no live provider is set up here');
    assert.doesNotMatch(page.text, /This is a test link/);
  });

  it('are not created for a website that is deactivated: the form does not offer it', async () => {
    const { person, websiteId } = await newSeller();
    const offered = async () => {
      const { text } = await person.get('/links/test/new');
      return formsOf(text).some(({ action }) => action.endsWith('/links/test/new'));
    };
    assert.equal(await offered(), true);
    await changeWebsite(gateway.store.db, websiteId, { isActive: false });
    assert.equal(await offered(), false);
  });

  it('are deactivated after a confirmation, only at the address for their mode, and a second person changes nothing', async () => {
    const { person, websiteId } = await newSeller();
    const link = await newLink(websiteId);
    await sell(link);
    const path = `/links/test/${link.id}/deactivate`;
    assert.equal((await person.get(path.replace('test', 'live'))).status, 404);
    assert.equal((await person.post(path.replace('test', 'live'))).status, 404);
    const confirmation = await person.get(path);
    assert.match(textOf(confirmation.text), /1 payment in progress can still be paid/);
    assert.equal(
      (await findLink(gateway.store.db, link.id))?.deactivatedAtUs,
      null,
      'showing the confirmation changes nothing',
    );
    assert.equal((await person.submit(path, '/deactivate')).location, `/links/${link.id}?done=deactivated`);
    const ended = await findLink(gateway.store.db, link.id);
    assert.ok(ended?.deactivatedAtUs);
    await person.post(path);
    assert.deepEqual(await findLink(gateway.store.db, link.id), ended);
    const rows = await listAuditRows(gateway.store.db, { subjectId: link.id, limit: 9 });
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['link.deactivate', 'link.create'],
    );
    assert.equal(rows[0]?.actor.id, person.user.id);
    const page = await person.get(`/links/${link.id}`);
    assert.doesNotMatch(page.text, /\/deactivate"/);
    const owner = await consolePerson(gateway, 'owner');
    const log = await owner.get(`/audit?subject=${link.id}`);
    assert.match(log.text, new RegExp(`href="/console/links/${link.id}"`));
  });

  // Contract: LINK-16
  it('get a picture as a file, shown before its form; a second person and other websites change nothing', async () => {
    const { person, websiteId } = await newSeller();
    const link = await newLink(websiteId);
    const send = async (
      content: Buffer | null,
      {
        seen = '{"picture":null}',
        by = person,
        mode = 'test',
      }: { seen?: string; by?: ConsolePerson; mode?: string } = {},
    ) => {
      const form = new FormData();
      form.set('form_token', await by.formToken());
      form.set('seen', seen);
      if (content) form.set('picture', new Blob([new Uint8Array(content)]), 'mango.png');
      const cookie = [...by.jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const url = `${gateway.url}/console/links/${mode}/${link.id}/picture`;
      return fetch(url, { method: 'POST', redirect: 'manual', headers: { cookie }, body: form });
    };
    const stored = async () => (await findLink(gateway.store.db, link.id))?.picture;
    for (const [content, message] of [
      [null, /id="e-picture">Choose a file/],
      [Buffer.from('<svg xmlns="x"/>'), /id="e-picture">[^<]*SVG/],
      [Buffer.alloc(1_900_000, 1), /1,900,000 bytes \(maximum 40,000\)/],
    ] as const) {
      const refused = await send(content);
      assert.equal(refused.status, 422);
      assert.match(await refused.text(), message);
    }
    const outsider = await newSeller();
    const viewer = await consolePerson(gateway, 'merchant_viewer', { websiteIds: [websiteId] });
    const picture = png({ width: 640, height: 480 });
    for (const by of [outsider.person, viewer]) assert.equal((await send(picture, { by })).status, 404);
    assert.equal((await send(picture, { mode: 'live' })).status, 404);
    assert.equal(await stored(), null);
    assert.equal((await send(picture)).headers.get('location'), `/console/links/${link.id}?done=picture`);
    const { text } = await person.get(`/links/${link.id}?done=picture`);
    assert.match(text, /Picture changed\./);
    assert.match(text, /<img src="\/pictures\/[0-9a-f]{64}\.png" width="320" height="240" class="picture"/);
    const late = await send(png({ width: 64, height: 64 }));
    assert.deepEqual([late.status, /Someone else changed this/.test(await late.text())], [422, true]);
    assert.equal((await stored())?.width, 640);
    const large = await send(Buffer.alloc(2_100_000, 1));
    assert.equal(large.headers.get('location'), `/console/links/${link.id}?picture=too_large`);
    assert.match((await person.get(`/links/${link.id}?picture=too_large`)).text, /The maximum is 2 MB/);
    assert.doesNotMatch((await viewer.get(`/links/${link.id}`)).text, /name="picture"|picture\/remove/);
    // A copy has the picture too, unless its creator does not want it; a refused form keeps the choice.
    const copyPage = `/links/test/new?like=${link.id}`;
    const copied = async (fields: Record<string, string | string[]>) => {
      const { location } = await person.submit(copyPage, '/new', fields);
      const copy = await findLink(gateway.store.db, /lnk_\w+/.exec(location ?? '')?.[0] ?? '');
      return copy?.picture?.hash ?? null;
    };
    const { hash = '' } = (await stored()) ?? {};
    assert.equal(await copied({}), hash);
    assert.equal(await copied({ keeps_picture: [] }), null);
    const wrong = await person.submit(copyPage, '/new', { name: '' });
    assert.equal(wrong.status, 422);
    const form = formsOf(wrong.text).find(({ action }) => action.endsWith('/new'));
    assert.equal(form && valuesOf(form).keeps_picture, '1');
    const other = await newSeller();
    const theirs = await other.person.submit('/links/test/new', '/new', {
      ...{
        name: 'Mango',
        description_ht: 'Mango',
        description_en: 'Mango',
        amount: '5',
        like: link.id,
        keeps_picture: '1',
      },
    });
    assert.equal(theirs.status, 404);
    const removed = await person.submit(`/links/${link.id}`, '/picture/remove');
    assert.equal(removed.location, `/links/${link.id}?done=picture`);
    assert.equal(await stored(), null);
  });

  it('are listed newest first, or most paid first', async () => {
    const { person, websiteId } = await newSeller();
    const [first, second, third] = [await newLink(websiteId), await newLink(websiteId), await newLink(websiteId)];
    for (const link of [second, first, second]) await sell(link, 'complete');
    const listed = async (query: string) => {
      const { text } = await person.get(`/links${query}`);
      return [...text.matchAll(/<a href="\/console\/links\/(lnk_\w+)/g)].map(([, id]) => id);
    };
    assert.deepEqual(await listed('?sort=oldest'), [third.id, second.id, first.id], 'not an order of this list');
    assert.deepEqual(await listed('?sort=used'), [second.id, first.id, third.id]);
  });

  it('are found by website, mode and whether they can be paid', async () => {
    const { person, websiteId } = await newSeller();
    await gateway.store.operator.createApiKey({ websiteId, mode: 'live', name: 'till' });
    const open = await newLink(websiteId, { name: 'Open one' });
    const live = await newLink(websiteId, { name: 'Live one', mode: 'live' });
    const over = await newLink(websiteId, { name: 'Over one' });
    const sold = await newLink(websiteId, { name: 'Sold one', isSingleUse: true });
    await gateway.store.operator.deactivateLink(over.id);
    await sell(sold, 'complete');
    const named = async (query: string) =>
      [...(await person.get(`/links?${query}`)).text.matchAll(/<bdi>(\w+) one<\/bdi>/g)].map(([, name]) => name);
    assert.deepEqual((await named('')).sort(), ['Open', 'Over', 'Sold']);
    assert.deepEqual((await named('state=open')).sort(), ['Open']);
    assert.deepEqual((await named('state=ended')).sort(), ['Over', 'Sold']);
    assert.deepEqual(await named('mode=live'), ['Live']);
    assert.deepEqual((await named(`website=${websiteId}&mode=test&state=open`)).sort(), ['Open']);
    const other = await newSeller();
    assert.equal((await person.get(`/links?website=${other.websiteId}`)).status, 404);
    assert.equal((await other.person.get(`/links/${open.id}`)).status, 404);
    assert.equal((await other.person.get(`/payments?link=${live.id}`)).status, 404);
    const owner = await consolePerson(gateway, 'owner');
    const all = await owner.get(`/links?website=${websiteId}`);
    assert.equal([...all.text.matchAll(/ one<\/bdi>/g)].length, 3);
  });

  it('have their totals, and their payments as a list and as files', async () => {
    const { person, websiteId } = await newSeller();
    const [link, other] = [await newLink(websiteId, { stock: 9 }), await newLink(websiteId, { name: 'Another' })];
    const [paid, failed, open] = [await sell(link, 'complete'), await sell(link, 'fail'), await sell(link)];
    const foreign = await sell(other, 'complete');
    const shownText = textOf((await person.get(`/links/${link.id}`)).text).replaceAll('\u00a0', ' ');
    for (const text of [
      ...['Received (HTG) 500 HTG', 'Payments started 3', ' Paid 1 ', 'In progress 1', ' Failed 1'],
      ...['2 of 9 sold or reserved, 7 left'],
    ]) {
      assert.ok(shownText.includes(text), `${text}: ${shownText}`);
    }
    const idsIn = (text: string) => [paid, failed, open, foreign].filter((id) => text.includes(`/payments/${id}?`));
    const list = async (query: string) => idsIn((await person.get(`/payments?link=${link.id}${query}`)).text);
    assert.deepEqual(await list(''), [paid, failed, open]);
    assert.deepEqual(await list('&status=completed'), [paid]);
    assert.deepEqual(await list('&currency=HTG&status=failed'), [failed]);
    assert.deepEqual(await list(`&q=${paid}`), [paid]);
    assert.deepEqual(await list(`&q=${foreign}`), []);
    assert.deepEqual(await list('&to=2001-01-01T00:00'), []);
    assert.match((await person.get(`/payments/${paid}`)).text, new RegExp(`href="/console/links/${link.id}"`));
    const done = () =>
      until('the export is recorded as ended', async () => {
        const rows = await listAuditRows(gateway.store.db, { actorId: person.user.id, limit: 50 });
        return rows.length % 2 === 0;
      });
    const csv = await person.submit(`/links/${link.id}`, '/exports/payments', { format: 'csv' });
    const rows = Papa.parse<Record<string, string>>(csv.text.replace(/^\uFEFF/, ''), { header: true }).data;
    assert.deepEqual(
      rows.flatMap(({ transaction_id }) => transaction_id || []),
      [open, failed, paid],
    );
    await done();
    const lines = await person.post('/exports/payments', { format: 'jsonl', link: link.id, status: 'completed' });
    assert.deepEqual(
      lines.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).transaction_id),
      [paid],
    );
    await done();
    const outsider = await newSeller();
    const nothing = await outsider.person.post('/exports/payments', { format: 'jsonl', link: link.id });
    assert.deepEqual([nothing.status, nothing.text], [200, '']);
    const links = await person.submit('/links?state=open', '/exports/links', { format: 'jsonl' });
    const exported = links.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      exported.map(({ link_id, paid_payments, paid_htg, state }) => [link_id, paid_payments, paid_htg, state]),
      [
        [other.id, 1, '500.00', 'active'],
        [link.id, 1, '500.00', 'active'],
      ],
    );
    await done();
    const refused = await person.post('/exports/links', { format: 'csv', state: 'lost' });
    assert.equal(refused.status, 422);
  });

  it('can be created and deactivated by a developer in test mode only', async () => {
    const { person, websiteId } = await newSeller('merchant_developer');
    await gateway.store.operator.createApiKey({ websiteId, mode: 'live', name: 'till' });
    const live = await newLink(websiteId, { mode: 'live' });
    const test = await newLink(websiteId);
    assert.doesNotMatch((await person.get('/links')).text, /links\/live\/new/);
    const page = await person.get(`/links/${live.id}`);
    assert.doesNotMatch(page.text, /\/deactivate"|\/new\?like/);
    assert.match((await person.get(`/links/${test.id}`)).text, /\/links\/test\/new\?like/);
    assert.equal((await person.get('/links/live/new')).status, 404);
  });
});

test('the amount of a link is shown with the limits that it has', () => {
  const textOf = (minMinor: number | null, maxMinor: number | null, amountMinor: number | null = null) => {
    const amounts = { amountMode: amountMinor === null ? 'chosen' : 'prefilled', amountMinor, minMinor, maxMinor };
    const link = { ...amounts, currency: 'USD' } as PaymentLink;
    return amountText({ language: 'en' }, link).replaceAll('\u00a0', ' ');
  };
  assert.equal(textOf(null, null), 'Customer chooses (USD)');
  assert.equal(textOf(500, null), 'Customer chooses (USD): at least 5.00 USD');
  assert.equal(textOf(null, 2_000), 'Customer chooses (USD): at most 20.00 USD');
  assert.equal(textOf(500, 2_000, 1_250), '12.50 USD, can be changed by the customer: 5.00 USD to 20.00 USD');
});
