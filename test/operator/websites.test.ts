import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { PAYMENT_METHODS } from '../../src/core/payment.ts';
import type { WebsiteChanges } from '../../src/features/websites/change-website.ts';
import { createWebsite } from '../../src/features/websites/create-website.ts';
import { requireWebsite } from '../../src/features/websites/require-website.ts';
import { signingSecret } from '../../src/features/websites/webhook-secrets.ts';
import { websiteJson } from '../../src/features/websites/website-json.ts';
import { onBothEngines } from '../support/engines.ts';
import { assertRefused, type OperatorStore, operatorStore } from './operator-store.ts';

type CreatedFields = Parameters<typeof createWebsite>[1];

const REFUSED: [name: string, fields: WebsiteChanges, field: string, message: RegExp][] = [
  ['an empty name', { name: '' }, 'name', /1 to 255 characters/],
  ['a name of blanks', { name: ' \t ' }, 'name', /1 to 255 characters/],
  ['an invisible name', { name: '\u200b \u2060\u202e' }, 'name', /1 to 255 characters/],
  ['a name of 256 characters', { name: 'é'.repeat(256) }, 'name', /1 to 255 characters/],
  ['a name with a NUL', { name: 'a\0b' }, 'name', /1 to 255 characters/],
  ['a name with half a character', { name: 'a\ud800' }, 'name', /1 to 255 characters/],
  ['a callback URL without TLS', { callbackUrl: 'http://shop.example/' }, 'callback_url', /must start with https/],
  ['a callback URL to a private address', { callbackUrl: 'https://10.1.2.3/' }, 'callback_url', /not a public address/],
  [
    'a callback URL with a private address in hexadecimal',
    { callbackUrl: 'https://0x0a.1/' },
    'callback_url',
    /10\.0\.0\.1 is not a public/,
  ],
  ['a callback URL with a password', { callbackUrl: 'https://u:p@shop.example/' }, 'callback_url', /password/],
  ['a callback URL that is not a URL', { callbackUrl: 'shop.example' }, 'callback_url', /a complete URL/],
  ['a return URL that is a script', { returnUrl: 'javascript:alert(1)' }, 'return_url', /The return URL was refused: /],
  [
    'a return URL of 2049 characters',
    { returnUrl: `https://a.b/${'c'.repeat(2037)}` },
    'return_url',
    /no more than 2048/,
  ],
];

onBothEngines('websites that an operator creates and changes', (engine) => {
  let store: OperatorStore;
  before(async () => {
    store = await operatorStore(engine);
  });
  after(() => store?.close());
  const create = () => store.operator.createWebsite({ name: 'Boutik' });

  it('a limit of requests is a whole number from 60 to 6,000 or none, and its change is in the audit log', async () => {
    const { website } = await create();
    assert.equal(website.rateLimitPerMinute, null);
    for (const rateLimitPerMinute of [59, 6001, 0, -60, 60.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      const change = store.operator.changeWebsite(website.id, { rateLimitPerMinute });
      await assert.rejects(change, /from 60 to 6,000/, String(rateLimitPerMinute));
    }
    for (const rateLimitPerMinute of [60, 6000, null]) {
      await store.operator.changeWebsite(website.id, { rateLimitPerMinute });
      assert.equal((await requireWebsite(store.db, website.id)).rateLimitPerMinute, rateLimitPerMinute);
    }
    const recorded = await store.db.query(
      "SELECT after_json FROM audit_log WHERE subject_id = $1 AND action = 'website.update' ORDER BY position",
      [website.id],
    );
    assert.deepEqual(
      recorded.map((row) => JSON.parse(String(row.after_json)).rate_limit_per_minute),
      [60, 6000, null],
    );
  });

  it('a new one has all methods and no approval, and its secret signs', async () => {
    const { website, webhookSecret } = await store.operator.createWebsite({
      name: 'Boutik',
      callbackUrl: 'https://127.0.0.1:8443/hook',
      returnUrl: '',
    });
    assert.deepEqual(await requireWebsite(store.db, website.id), website);
    assert.deepEqual(website.methods, PAYMENT_METHODS);
    assert.deepEqual([website.cardLiveApproved, website.returnUrl, website.deactivatedAtUs], [false, null, null]);
    assert.equal(signingSecret(website, 'live', store.deps.box, store.deps.clock()), webhookSecret);
    assert.match(webhookSecret, /^whsec_[0-9A-Za-z]{32}$/);
  });

  for (const [name, fields, field, message] of REFUSED) {
    it(`${name} is refused at creation and in a change, and nothing is stored`, async () => {
      const { website } = await create();
      const before = await store.rows('websites');
      await assertRefused(
        store.operator.createWebsite({ name: 'Boutik', ...fields } as CreatedFields),
        'invalid',
        field,
        message,
      );
      await assertRefused(store.operator.changeWebsite(website.id, fields), 'invalid', field, message);
      assert.deepEqual(await store.rows('websites'), before);
    });
  }

  it('a callback URL may lead to an allowed subnet, and nowhere else that is not public', async () => {
    const callbackUrl = 'https://127.0.0.1/';
    await store.operator.createWebsite({ name: 'Boutik', callbackUrl });
    const strict = { ...store.deps, allowedSubnets: [] };
    await assertRefused(createWebsite(strict, { name: 'Boutik', callbackUrl }), 'invalid', 'callback_url');
  });

  it('a change sets the given fields, and no others', async () => {
    const { website } = await create();
    const callbackUrl = 'https://shop.example/hook';
    const changed = await store.operator.changeWebsite(website.id, {
      callbackUrl,
      methods: ['card', 'moncash', 'card'],
    });
    assert.deepEqual(changed, { ...website, callbackUrl, methods: ['moncash', 'card'] });
    assert.deepEqual(await store.operator.changeWebsite(website.id, {}), changed);
    const off = await store.operator.changeWebsite(website.id, { isActive: false, methods: [], callbackUrl: null });
    assert.deepEqual({ ...off, deactivatedAtUs: null }, { ...website, methods: [] });
    assert.notEqual(off.deactivatedAtUs, null);
    const on = await store.operator.changeWebsite(website.id, {
      isActive: true,
      cardLiveApproved: true,
      name: 'Magazen',
    });
    assert.deepEqual(on, { ...website, methods: [], cardLiveApproved: true, name: 'Magazen' });
    assert.deepEqual(await requireWebsite(store.db, website.id), on);
  });

  it('an unknown method is refused with a list of the methods', async () => {
    const { website } = await create();
    const change = store.operator.changeWebsite(website.id, { methods: ['moncash', 'visa'] });
    await assertRefused(change, 'invalid', 'methods', /moncash, natcash, lakaypay_card, card/);
    assert.deepEqual((await requireWebsite(store.db, website.id)).methods, PAYMENT_METHODS);
  });

  it('a new secret signs at once, or from a given time on', async () => {
    const { website, webhookSecret: first } = await create();
    const { box, clock } = store.deps;
    const rolled = await store.operator.rotateWebhookSecret({ id: website.id });
    assert.equal(signingSecret(rolled.website, 'live', box, clock()), rolled.webhookSecret);
    assert.notEqual(rolled.webhookSecret, first);
    const later = await store.operator.rotateWebhookSecret({ id: website.id, afterSeconds: 60 });
    const nowUs = clock();
    assert.equal(signingSecret(later.website, 'live', box, nowUs), rolled.webhookSecret);
    assert.equal(signingSecret(later.website, 'live', box, nowUs + 60_000_000), later.webhookSecret);
    const shown = websiteJson(later.website, nowUs);
    assert.match(String(shown.next_webhook_secret_from), /^2027-01-31T00:01:00\.\d{6}Z$/);
    assert.ok(!('next_webhook_secret_from' in websiteJson(later.website, nowUs + 60_000_000)));
    assert.ok(!JSON.stringify(shown).includes('whsec_'));
  });

  for (const afterSeconds of [-1, 0.5, 365 * 86_400 + 1, Number.NaN]) {
    it(`a new secret cannot start ${afterSeconds} seconds later`, async () => {
      const { website } = await create();
      await assertRefused(store.operator.rotateWebhookSecret({ id: website.id, afterSeconds }), 'invalid', 'after');
      assert.deepEqual(await requireWebsite(store.db, website.id), website);
    });
  }

  it('every verb reports an unknown website', async () => {
    const missing = /^There is no website web_none\.$/;
    await assertRefused(requireWebsite(store.db, 'web_none'), 'not_found', 'website_id', missing);
    await assertRefused(store.operator.changeWebsite('web_none', { name: 'x' }), 'not_found', 'website_id', missing);
    await assertRefused(store.operator.rotateWebhookSecret({ id: 'web_none' }), 'not_found', 'website_id', missing);
  });
});
