import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { EditConflict } from '../../src/features/audit/edit-conflict.ts';
import { listAuditRows } from '../../src/features/audit/store/audit-log.ts';
import { apiKeyJson } from '../../src/features/websites/api-key-json.ts';
import { principalLookup } from '../../src/features/websites/find-principal.ts';
import type { KeyFields } from '../../src/features/websites/key-rules.ts';
import { requireApiKey } from '../../src/features/websites/key-verbs.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { assertRefused, type OperatorStore, operatorStore } from './operator-store.ts';

const MANY = Array.from({ length: 21 }, (_, at) => `192.0.2.${at}`);

const REFUSED: [name: string, fields: KeyFields, field: string, message: RegExp][] = [
  ['a name of blanks', { name: ' ' }, 'name', /1 to 255/],
  ['an expiry in the past', { expiresAtUs: 1 }, 'expires_at', /in the future/],
  ['an expiry that is no time', { expiresAtUs: Number.NaN }, 'expires_at', /before the year 2100/],
  ['an expiry in another century', { expiresAtUs: 9e15 }, 'expires_at', /before the year 2100/],
  ['21 addresses', { addresses: MANY }, 'allowed_addresses', /no more than 20 addresses/],
  ['a name for an address', { addresses: ['shop.example'] }, 'allowed_addresses', /neither: "shop\.example"/],
  ['a subnet of 33 bits', { addresses: ['10.0.0.0/33'] }, 'allowed_addresses', /such as 203/],
  ['a subnet in two parts', { addresses: ['10.0.0.0/8/8'] }, 'allowed_addresses', /such as 203/],
  ['an address with a zone', { addresses: ['fe80::1%eth0'] }, 'allowed_addresses', /such as 203/],
  ['an IPv4 address in IPv6', { addresses: ['::ffff:10.0.0.1'] }, 'allowed_addresses', /as an IPv4 address/],
  ['a comma in an address', { addresses: ['10.0.0.1,10.0.0.2'] }, 'allowed_addresses', /such as 203/],
  ['an unknown scope', { scopes: ['write'] }, 'scopes', /read, create, refund/],
  ['no scope', { scopes: [] }, 'scopes', /at least one/],
];

onOneEngineByDay('the limits of a key', (engine) => {
  let store: OperatorStore;
  let websiteId: string;
  before(async () => {
    store = await operatorStore(engine);
    websiteId = (await store.operator.createWebsite({ name: 'Boutik' })).website.id;
  });
  after(() => store?.close());
  const create = async (fields: KeyFields = {}) =>
    (await store.operator.createApiKey({ websiteId, mode: 'test', ...fields })).apiKey;

  for (const [name, fields, field, message] of REFUSED) {
    it(`are refused with ${name} at creation and in a change, and nothing is stored`, async () => {
      const { id } = await create();
      const kept = await store.rows('api_keys');
      await assertRefused(create(fields), 'invalid', field, message);
      await assertRefused(store.operator.changeApiKey(id, fields), 'invalid', field, message);
      assert.deepEqual(await store.rows('api_keys'), kept);
    });
  }

  it('are stored as they are given, each address once, and shown as JSON', async () => {
    const expiresAtUs = Date.UTC(2027, 5, 1) * 1000;
    const addresses = ['10.0.0.0/8', ' 2001:DB8::1 ', '10.0.0.0/8', ''];
    const key = await create({ name: 'Till', expiresAtUs, addresses, scopes: ['create'] });
    assert.deepEqual(await requireApiKey(store.db, key.id), key);
    const { expires_at, allowed_addresses, scopes, last_used_at } = apiKeyJson(key);
    assert.deepEqual(
      [expires_at, allowed_addresses, scopes, last_used_at],
      ['2027-06-01T00:00:00.000000Z', ['10.0.0.0/8', '2001:db8::1'], ['create'], null],
    );
    assert.deepEqual(apiKeyJson(await create()).scopes, ['read', 'create', 'refund']);
  });

  it('can be any scopes, and all of them are no limit', async () => {
    const given = [['read'], ['create'], ['refund'], ['read', 'create'], ['read', 'refund'], ['create', 'refund']];
    for (const scopes of given) {
      const key = await create({ scopes: [...scopes, ...scopes].reverse() });
      assert.deepEqual((await requireApiKey(store.db, key.id)).scopes, scopes);
      assert.deepEqual(apiKeyJson(key).scopes, scopes);
    }
    assert.equal((await create({ scopes: ['refund', 'create', 'read'] })).scopes, null);
  });

  it('can have twenty addresses', async () => {
    const addresses = MANY.slice(0, 20);
    assert.deepEqual((await create({ addresses })).addresses, addresses);
  });

  it('end the key at its expiry, even if a gateway has cached the key', async (context) => {
    let nowUs = store.deps.clock();
    let nowMs = 1_000;
    context.mock.method(performance, 'now', () => nowMs);
    const expiresAtUs = nowUs + 2_000_000;
    const { text } = await store.operator.createApiKey({ websiteId, mode: 'test', expiresAtUs });
    const lookUp = principalLookup({ db: store.db, clock: () => nowUs });
    assert.ok(await lookUp(text));
    nowUs += 3_000_000;
    nowMs += 3_000;
    // The cache reads the time once a millisecond.
    for (let turn = 0; turn < 100 && (await lookUp(text)); turn++) await pause(1);
    assert.equal(await lookUp(text), undefined);
  });

  it('change only if a change names them, and the audit log has the changed values', async () => {
    const key = await create({ name: 'Till', addresses: ['10.0.0.1'], scopes: ['read'] });
    const changed = await store.operator.changeApiKey(key.id, { scopes: null, name: null });
    assert.deepEqual(changed, { ...key, scopes: null, name: null });
    assert.deepEqual(await requireApiKey(store.db, key.id), changed);
    const [row] = await listAuditRows(store.db, { subjectId: key.id, limit: 1 });
    assert.equal(row?.action, 'key.update');
    assert.deepEqual(JSON.parse(row.before ?? ''), { name: 'Till', scopes: 'read' });
    assert.deepEqual(JSON.parse(row.after ?? ''), { name: null, scopes: 'all' });
    const same = await store.operator.changeApiKey(key.id, { addresses: ['10.0.0.1'] });
    assert.deepEqual(same, changed);
    assert.equal((await listAuditRows(store.db, { subjectId: key.id, limit: 9 })).length, 2);
  });

  it("are not changed by the second of two users, who sees the first one's change", async () => {
    const key = await create({ name: 'Till' });
    await store.operator.changeApiKey(key.id, { name: 'Door' });
    const late = store.operator.changeApiKey(key.id, { name: 'Mine' }, { name: 'Till', scopes: 'all' });
    await assert.rejects(late, (error) => {
      assert.ok(error instanceof EditConflict);
      assert.deepEqual(error.now, { name: 'Door' });
      return true;
    });
    assert.equal((await requireApiKey(store.db, key.id)).name, 'Door');
  });

  it('prevent the rotation of a key that has expired', async () => {
    const { id } = await create({ expiresAtUs: store.deps.clock() + 1_000 });
    for (let ticks = 0; ticks < 1_000; ticks++) store.deps.clock();
    await assertRefused(store.operator.rotateApiKey({ id, overlapSeconds: 0 }), 'conflict', 'expires_at', /expired/);
  });

  it('cannot be given to a second key with the same id', async () => {
    const { id } = await create();
    const twice = store.operator.createApiKey({ websiteId, mode: 'live', id });
    await assertRefused(twice, 'conflict', 'id', /already/);
    assert.equal((await requireApiKey(store.db, id)).mode, 'test');
  });
});
