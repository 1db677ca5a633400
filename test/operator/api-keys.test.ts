import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Mode } from '../../src/core/payment.ts';
import { apiKeyJson } from '../../src/features/websites/api-key-json.ts';
import { requireApiKey } from '../../src/features/websites/key-verbs.ts';
import { findApiKeyByHash, listApiKeys } from '../../src/features/websites/store/api-keys.ts';
import { hashKey } from '../../src/platform/secrets/secrets.ts';
import { onBothEngines } from '../support/engines.ts';
import { assertRefused, type OperatorStore, operatorStore } from './operator-store.ts';

onBothEngines('the keys of an operator', (engine) => {
  let store: OperatorStore;
  let websiteId: string;
  before(async () => {
    store = await operatorStore(engine);
    websiteId = (await store.operator.createWebsite({ name: 'Boutik' })).website.id;
  });
  after(() => store?.close());
  const create = () => store.operator.createApiKey({ websiteId, mode: 'test', name: 'Laptop' });
  const opens = async (text: string, atUs = store.deps.clock()) =>
    (await findApiKeyByHash(store.db, hashKey(text), atUs))?.id;

  it('a new key authenticates, and is shown as it is listed', async () => {
    const { apiKey, text } = await create();
    assert.match(text, /^tk_test_[0-9A-Za-z]{43}$/);
    assert.equal(await opens(text), apiKey.id);
    assert.deepEqual(await requireApiKey(store.db, apiKey.id), apiKey);
    assert.deepEqual((await listApiKeys(store.db, websiteId)).at(-1), apiKey);
    assert.ok(!JSON.stringify(apiKeyJson(apiKey)).includes(text));
    assert.equal(apiKeyJson(apiKey, text).key, text);
    assert.equal(apiKeyJson(apiKey).hint, text.slice(-4));
  });

  it('a rotated key keeps its id, and the old value works until the overlap is over', async () => {
    const { apiKey, text: old } = await create();
    const { apiKey: rolled, text } = await store.operator.rotateApiKey({ id: apiKey.id, overlapSeconds: 60 });
    assert.deepEqual(rolled, { ...apiKey, hint: text.slice(-4) });
    assert.deepEqual(await requireApiKey(store.db, apiKey.id), rolled);
    const nowUs = store.deps.clock();
    assert.deepEqual([await opens(text, nowUs), await opens(old, nowUs)], [apiKey.id, apiKey.id]);
    assert.deepEqual([await opens(text, nowUs + 6e7), await opens(old, nowUs + 6e7)], [apiKey.id, undefined]);
  });

  it('a key is deactivated and activated again', async () => {
    const { apiKey } = await create();
    const off = await store.operator.setApiKeyActive(apiKey.id, false);
    assert.deepEqual({ ...off, deactivatedAtUs: null }, apiKey);
    assert.equal(apiKeyJson(off).active, false);
    assert.deepEqual(await store.operator.setApiKeyActive(apiKey.id, true), apiKey);
  });

  it('a key with an invalid mode or name is refused, and nothing is stored', async () => {
    const before = await store.rows('api_keys');
    const key = (fields: object) => store.operator.createApiKey({ websiteId, mode: 'test', ...fields });
    await assertRefused(key({ mode: 'prod' as Mode }), 'invalid', 'mode', /Choose a mode: test, live/);
    for (const name of ['', ' ', 'x'.repeat(256)]) await assertRefused(key({ name }), 'invalid', 'name', /1 to 255/);
    await assertRefused(key({ websiteId: 'web_none' }), 'not_found', 'website_id', /no website web_none/);
    assert.deepEqual(await store.rows('api_keys'), before);
  });

  it('an old value does not last longer when the key is rotated again before its overlap is over', async () => {
    const { apiKey, text: oldest } = await create();
    const { text: older } = await store.operator.rotateApiKey({ id: apiKey.id, overlapSeconds: 60 });
    await store.operator.rotateApiKey({ id: apiKey.id, overlapSeconds: 3_600 });
    const laterUs = store.deps.clock() + 6e7;
    assert.deepEqual([await opens(oldest, laterUs), await opens(older, laterUs)], [undefined, apiKey.id]);
    await store.operator.rotateApiKey({ id: apiKey.id, overlapSeconds: 0 });
    assert.equal(await opens(older), undefined, 'a rotation without an overlap ends the old values');
  });

  it('an overlap of more than a year, or a negative one, is refused', async () => {
    const { apiKey, text } = await create();
    for (const overlapSeconds of [-1, 365 * 86_400 + 1, 1.5]) {
      await assertRefused(
        store.operator.rotateApiKey({ id: apiKey.id, overlapSeconds }),
        'invalid',
        'overlap',
        /365 days/,
      );
    }
    assert.equal(await opens(text), apiKey.id);
  });

  it('every verb reports an unknown id, and does not repeat a key that was given instead of an id', async () => {
    const { text } = await create();
    for (const [id, message] of [
      ['key_none', /^There is no key key_none\.$/],
      [text, /^There is no key with this ID\. Enter the ID of the key \(key_…\), not the key itself\.$/],
    ] as const) {
      await assertRefused(requireApiKey(store.db, id), 'not_found', 'key_id', message);
      await assertRefused(store.operator.setApiKeyActive(id, false), 'not_found', 'key_id', message);
      await assertRefused(store.operator.rotateApiKey({ id, overlapSeconds: 0 }), 'not_found', 'key_id', message);
    }
  });
});
