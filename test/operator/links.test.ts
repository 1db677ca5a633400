import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Mode } from '../../src/core/payment.ts';
import { listAuditRows } from '../../src/features/audit/store/audit-log.ts';
import type { NewLink } from '../../src/features/links/create-link.ts';
import { linkJson } from '../../src/features/links/link-json.ts';
import { CODE_ALPHABET } from '../../src/features/links/payment-link.ts';
import { requireLink } from '../../src/features/links/require-link.ts';
import { listNewestLinks } from '../../src/features/links/store/payment-links.ts';
import { findPicture } from '../../src/features/websites/store/pictures.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { noisyPng, png, webp } from '../support/pictures.ts';
import { assertRefused, type OperatorStore, operatorStore } from './operator-store.ts';

onOneEngineByDay('payment links', (engine) => {
  let store: OperatorStore;
  let websiteId: string;
  let keyId: string;
  before(async () => {
    store = await operatorStore(engine);
    websiteId = (await store.operator.createWebsite({ name: 'Boutik' })).website.id;
    keyId = (await store.operator.createApiKey({ websiteId, mode: 'test' })).apiKey.id;
  });
  after(() => store?.close());
  const create = (fields: Partial<NewLink> = {}) =>
    store.operator.createLink({
      websiteId,
      mode: 'test',
      name: 'Mango',
      descriptions: { fr: 'Un panier de mangues' },
      amount: '500',
      ...fields,
    });
  const shown = (link: Parameters<typeof linkJson>[0]) =>
    linkJson(link, { publicUrl: 'https://pay.example/peye', nowUs: store.deps.clock() });

  it('are stored as they are created, and found by their code as people type it', async () => {
    const link = await create({
      currency: 'USD',
      amountMode: 'prefilled',
      amount: '12.5',
      minAmount: '5',
      maxAmount: '20',
      stock: 7,
      expiresAtUs: store.deps.clock() + 1e12,
      methods: ['lakaypay_card', 'moncash'],
      asksName: true,
      asksPhone: true,
      thanks: 'Mèsi !\r\nN ap rele w.',
      notifyEmail: 'marie@example.com',
    });
    assert.match(link.code, new RegExp(`^[${CODE_ALPHABET}]{8}$`));
    assert.deepEqual(await requireLink(store.db, link.id), link);
    const { code } = link;
    for (const typed of [
      code.toLowerCase(),
      `${code.slice(0, 4)}-${code.slice(4)}`,
      ` ${code.slice(0, 4)} ${code.slice(4)}`,
    ]) {
      assert.deepEqual(await requireLink(store.db, typed), link, typed);
    }
    const json = shown(link);
    assert.equal(json.url, `https://pay.example/peye/l/${code}`);
    assert.deepEqual(
      [json.amount, json.min_amount, json.max_amount, json.methods, json.places_left, json.thanks],
      ['12.50', '5.00', '20.00', ['moncash', 'lakaypay_card'], 7, 'Mèsi !\nN ap rele w.'],
    );
    assert.deepEqual([json.mode, json.state, json.key_id, json.created_by], ['test', 'active', keyId, 'system']);
    const none = { open: 0, paid: 0, failed: 0, open_units: 0, paid_units: 0 };
    assert.deepEqual(json.totals, { ...none, paid_htg: '0.00', paid_usd: '0.00' });
  });

  // Contract: LINK-16
  it('have one picture, which replaces the previous one and can be removed, and no file that is no such picture', async () => {
    const [link, other] = [await create(), await create()];
    const change = store.operator.changeLinkPicture;
    const bytes = async (hash: string | undefined) =>
      (await findPicture(store.db, 'link_pictures', hash ?? ''))?.content;
    const [small, wide] = [png({ width: 64, height: 64 }), webp({ width: 2_048, height: 600 })];
    const first = await change(link.code, small);
    assert.deepEqual({ ...first.picture, hash: '' }, { hash: '', type: 'png', width: 64, height: 64 });
    assert.deepEqual(await requireLink(store.db, link.id), first);
    assert.deepEqual(await bytes(first.picture?.hash), small);
    assert.deepEqual((await change(other.id, small)).picture, first.picture, 'two links may have the same picture');
    const second = await change(link.id, wide);
    assert.deepEqual(await bytes(second.picture?.hash), wide);
    assert.deepEqual(await bytes(first.picture?.hash), small, 'the other link still has it');
    assert.deepEqual(
      { ...(shown(second).picture as object), url: '' },
      { url: '', type: 'image/webp', width: 2_048, height: 600 },
    );
    assert.equal((await change(other.id, null)).picture, null);
    assert.equal(await bytes(first.picture?.hash), undefined);
    const before = await store.rows('link_pictures');
    const refused: [content: Buffer, message: RegExp][] = [
      [Buffer.alloc(0), /is empty/],
      [Buffer.concat([small, Buffer.alloc(1)]), /damaged/],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG/],
      [Buffer.from('GIF89a.............'), /GIF/],
      [Buffer.from('%PDF-1.7 not a picture'), /not a PNG, JPEG or WebP/],
      [noisyPng({ width: 200, height: 200 }), /bytes \(maximum 40,000\)/],
      [png({ width: 63, height: 64 }), /64 to 2048/],
      [webp({ width: 2_049, height: 700 }), /64 to 2048/],
      [png({ width: 64, height: 257 }), /at most 4 times/],
    ];
    for (const [content, message] of refused) {
      await assertRefused(change(link.id, content), 'invalid', 'picture', message);
    }
    const stale = { seen: { picture: first.picture?.hash ?? null } };
    await assertRefused(change(link.id, small, stale), 'conflict', 'form');
    await assertRefused(change('lnk_none', small), 'not_found', 'link');
    assert.deepEqual(await store.rows('link_pictures'), before);
    assert.deepEqual(await requireLink(store.db, link.id), second);
    const rows = await listAuditRows(store.db, { subjectId: link.id, action: 'link.picture', limit: 9 });
    assert.deepEqual(
      rows.map(({ before: was, after: is }) => [JSON.parse(was ?? ''), JSON.parse(is ?? '')]),
      [
        [{ picture: first.picture?.hash }, { picture: second.picture?.hash }],
        [{ picture: null }, { picture: first.picture?.hash }],
      ],
    );
  });

  it('are refused with wrong values, and nothing is stored', async () => {
    const before = await store.rows('payment_links');
    const refused: [fields: Partial<NewLink>, field: string, message?: RegExp][] = [
      [{ name: ' ' }, 'name'],
      [{ descriptions: {} }, 'descriptions', /one language/],
      [{ descriptions: { en: 'x'.repeat(501) } }, 'descriptions.en', /500/],
      [{ amount: '' }, 'amount'],
      [{ amount: '0.99' }, 'amount'],
      [{ amount: '1.001' }, 'amount', /two decimals/],
      [{ amount: '1e30' }, 'amount'],
      [{ amount: 'x' }, 'amount'],
      [{ minAmount: '5' }, 'min_amount', /fixed/],
      [{ amountMode: 'chosen' }, 'amount', /chooses/],
      [{ amountMode: 'chosen', amount: null, minAmount: '5', maxAmount: '4' }, 'max_amount'],
      [{ amountMode: 'prefilled', amount: '4', minAmount: '5' }, 'amount', /within/],
      [{ amountMode: 'free' }, 'amount_mode', /fixed, prefilled, chosen/],
      [{ currency: 'EUR' }, 'currency', /HTG, USD/],
      [{ methods: ['card'] }, 'methods', /widget/],
      [{ methods: ['cash'] }, 'methods'],
      [{ stock: 0 }, 'stock'],
      [{ stock: 1.5 }, 'stock'],
      [{ stock: 2, isSingleUse: true }, 'stock'],
      [{ expiresAtUs: 1 }, 'expires_at', /future/],
      [{ notifyEmail: 'a@b, c@d' }, 'notify_email'],
      [{ thanks: 'x\u0000' }, 'thanks'],
    ];
    for (const [fields, field, message] of refused) await assertRefused(create(fields), 'invalid', field, message);
    await assertRefused(create({ websiteId: 'web_none' }), 'not_found', 'website_id');
    await assertRefused(create({ mode: 'live' }), 'conflict', 'key_id', /keys create --website web_\w+ --mode live/);
    await assertRefused(create({ mode: 'prod' as Mode }), 'invalid', 'mode');
    await assertRefused(create({ keyId: 'key_none' }), 'not_found', 'key_id');
    const other = (await store.operator.createWebsite({ name: 'Other' })).website.id;
    const foreign = (await store.operator.createApiKey({ websiteId: other, mode: 'test' })).apiKey.id;
    await assertRefused(create({ keyId: foreign }), 'conflict', 'key_id', /of this website/);
    await assertRefused(create({ keyId, mode: 'live' }), 'conflict', 'key_id', /live key of this website/);
    const revoked = (await store.operator.createApiKey({ websiteId, mode: 'test' })).apiKey.id;
    await store.operator.setApiKeyActive(revoked, false);
    await assertRefused(create({ keyId: revoked }), 'conflict', 'key_id', /deactivated/);
    await store.operator.changeWebsite(other, { isActive: false });
    await assertRefused(create({ websiteId: other }), 'conflict', 'website_id', /websites activate web_\w+/);
    assert.deepEqual(await store.rows('payment_links'), before);
  });

  it('can have an amount that equals a limit, and limits that are equal', async () => {
    const limits = { amountMode: 'prefilled', minAmount: '5', maxAmount: '20' };
    assert.equal((await create({ ...limits, amount: '5' })).amountMinor, 500);
    assert.equal((await create({ ...limits, amount: '20' })).amountMinor, 2_000);
    const { minMinor, maxMinor } = await create({ amountMode: 'chosen', amount: null, minAmount: '5', maxAmount: '5' });
    assert.deepEqual([minMinor, maxMinor], [500, 500]);
  });

  it('get the oldest active key if none is named', async () => {
    const website = (await store.operator.createWebsite({ name: 'Two keys' })).website.id;
    const make = async () => (await store.operator.createApiKey({ websiteId: website, mode: 'test' })).apiKey.id;
    const keys = [await make(), await make()];
    const { apiKeyId: used } = await create({ websiteId: website });
    assert.ok(keys.includes(used));
    await store.operator.setApiKeyActive(used, false);
    const [other] = keys.filter((id) => id !== used);
    assert.equal((await create({ websiteId: website })).apiKeyId, other);
    await store.operator.setApiKeyActive(other ?? '', false);
    await assertRefused(create({ websiteId: website }), 'conflict', 'key_id', /no active test key/);
  });

  it('cannot be created twice with one id', async () => {
    const id = 'lnk_0123456789abcdef';
    await create({ id });
    await assertRefused(create({ id }), 'conflict', 'id', /already/);
  });

  it('are deactivated permanently, and a second deactivation changes nothing', async () => {
    const { code } = await create();
    const ended = await store.operator.deactivateLink(code.toLowerCase());
    assert.equal(shown(ended).state, 'deactivated');
    assert.deepEqual(await store.operator.deactivateLink(code), ended);
    await assertRefused(store.operator.deactivateLink('34678994'), 'not_found', 'link', /34678994/);
    await assertRefused(store.operator.deactivateLink('lnk_none'), 'not_found', 'link');
  });

  it('are listed page by page, newest first', async () => {
    const website = (await store.operator.createWebsite({ name: 'Lists' })).website.id;
    await store.operator.createApiKey({ websiteId: website, mode: 'test' });
    const made: string[] = [];
    for (let count = 0; count < 5; count++) made.unshift((await create({ websiteId: website })).id);
    await store.operator.deactivateLink(made[1] ?? '');
    const page = (filter: object) => listNewestLinks(store.db, { websiteId: website, limit: 2, ...filter });
    const first = await page({});
    const second = await page({ before: first.at(-1) });
    assert.deepEqual(
      [...first, ...second].map(({ id }) => id),
      made.slice(0, 4),
    );
    assert.deepEqual(
      (await page({ isActive: false })).map(({ id }) => id),
      [made[1]],
    );
    assert.deepEqual(await page({ mode: 'live' }), []);
    assert.deepEqual(await page({ websiteIds: [] }), []);
    // A text is looked for in the newest links alone: no index finds a part of it.
    const withText = { websiteIds: [website], text: 'LNK_', limit: 5 };
    for (const most of [5, 2]) {
      const found = await listNewestLinks(store.db, withText, most);
      assert.deepEqual(
        found.map(({ id }) => id),
        made.slice(0, most),
      );
    }
  });
});
