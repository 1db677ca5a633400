import assert from 'node:assert/strict';
import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chownSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import type { Database, Row } from '../../src/database/database.ts';
import { SEALED_COLUMNS } from '../../src/features/secrets/store/sealed-texts.ts';
import { secretBox } from '../../src/platform/secrets/secrets.ts';
import { newPayment } from '../pages/visitor.ts';
import { type CliOptions, peye, peyeJson, spawnPeye } from '../support/cli.ts';
import { type EmptyStore, newStore, onOneEngineByDay } from '../support/engines.ts';
import { freePort, paymentRequest, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { withDatabase } from '../support/store-access.ts';
import { changeWebsite } from '../support/websites.ts';

const [OLD, NEW, OTHER] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
const text = (key: Buffer) => key.toString('base64');
const BOTH = { SECRET_KEY: text(NEW), SECRET_KEY_PREVIOUS: text(OLD) };
/** More secrets than `peye secrets rotate` seals in one transaction. */
const MANY = 250;
const HOUR_MS = 3_600_000;

onOneEngineByDay('SECRET_KEY is changed', (engine) => {
  let receiver: Receiver;
  let store: EmptyStore;
  let settings: Record<string, string>;
  let node: NodeProcess | undefined;
  before(async () => {
    receiver = await startReceiver();
  });
  beforeEach(async () => {
    store = await newStore(engine);
    const { SECRET_KEY: _, ...place } = store.settings;
    settings = { ...place, ...receiver.settings, PORT: String(await freePort()) };
  });
  afterEach(async () => {
    await node?.end('SIGKILL');
    node = undefined;
    await store?.drop();
  });
  after(() => receiver?.close());

  const withKeys = (keys: Record<string, string>): CliOptions => ({ settings: { ...settings, ...keys } });
  const restart = async (keys: Record<string, string>) => {
    const seed = node?.seed;
    await node?.end('SIGTERM');
    node = await startNode({ ...settings, ...keys }, seed);
    return node;
  };
  const onStore = <T>(keys: Record<string, string>, work: (db: Database) => Promise<T>) =>
    withDatabase({ ...settings, ...keys }, work);
  /** Every sealed text with its row and its purpose. */
  const sealedTexts = (db: Database) =>
    Promise.all(
      SEALED_COLUMNS.map(async ({ purpose, table, column }) => {
        const rows = await db.query<Row & { id: string; sealed: string }>(
          `SELECT id, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`,
        );
        return rows.map(({ id, sealed }) => ({ id, sealed, purpose }));
      }),
    ).then((found) => found.flat());
  /** Adds more websites, whose secrets are sealed by `seal`. */
  const addWebsites = (keys: Record<string, string>, count: number, seal: (secret: string, id: string) => string) =>
    onStore(keys, (db) =>
      db.transaction(async (tx) => {
        for (let number = 0; number < count; number++) {
          const id = `web_${String(number).padStart(6, '0')}`;
          await tx.query(
            `INSERT INTO websites (id, name, callback_url, return_url, methods, card_live_approved, webhook_secret_sealed,
               next_webhook_secret_sealed, next_webhook_secret_from_us, created_at_us, deactivated_at_us)
             VALUES ($1, 'Many', NULL, NULL, 'moncash', 0, $2, NULL, NULL, 1, NULL)`,
            [id, seal(`whsec_${number}`, id)],
          );
        }
      }),
    );
  const statusOf = async (url: string) => (await fetch(url, { redirect: 'manual' })).status;
  const openWidget = async ({ client_secret, publishable_key }: { client_secret: string; publishable_key: string }) => {
    const body = new URLSearchParams({ client_secret, publishable_key });
    const options = { method: 'POST', redirect: 'manual', body } as const;
    return (await fetch(`${node?.url}/widget/v1/card/session`, options)).status;
  };
  /** Finishes a payment, and waits for its webhook with the right signature. */
  const assertSigned = async () => {
    const { testKey, webhookSecret } = node!.seed;
    const api = node!.client(testKey);
    const created = await api.post('/payments', paymentRequest());
    const id = created.json.transaction_id;
    await api.post(`/test_helpers/payments/${id}/complete`);
    const mine = () => receiver.received('/shop').find(({ body }) => body.includes(id));
    await until('the webhook has come', () => mine() !== undefined);
    const { headers, body } = mine()!;
    assert.equal(headers['x-gateway-signature'], createHmac('sha256', webhookSecret).update(body).digest('hex'));
  };

  // Contract: OPERATOR-8
  it('while gateways serve: secrets are sealed again, links work until they end, and then the old key can be removed', {
    timeout: 300_000,
  }, async () => {
    await restart({ SECRET_KEY: text(OLD) });
    const { websiteId, testKey } = node!.seed;
    const old = secretBox(OLD);
    await onStore({ SECRET_KEY: text(OLD) }, (db) =>
      changeWebsite(db, websiteId, { callbackUrl: `${receiver.origin}/shop` }),
    );
    await addWebsites({ SECRET_KEY: text(OLD) }, MANY, (secret, id) => old.seal('webhook-secret', secret, id));
    const rolling = ['websites', 'roll-secret', 'web_000000', '--after', '24h'];
    await peyeJson(rolling, withKeys({ SECRET_KEY: text(OLD) }));
    const api = () => ({ api: node!.client(testKey) });
    const wallet = await newPayment(api(), 'moncash');
    const card = await newPayment(api(), 'card');
    const recurring = await newPayment(api(), 'lakaypay_card', { recurring: true, recurring_interval: 'monthly' });
    await node!.client(testKey).post(`/test_helpers/payments/${recurring.transaction_id}/complete`);
    await assertSigned();

    await restart(BOTH);
    assert.equal(await statusOf(wallet.payment_url), 200, 'a link that the previous key has sealed');
    assert.equal(await openWidget(card), 303);
    await assertSigned();
    const link = (await newPayment(api(), 'moncash')).payment_url;
    const waiting = await peye(['doctor'], withKeys(BOTH));
    assert.match(waiting.stdout, /^warning {2}secret_key +SECRET_KEY was rotated: 253 .* are not re-encrypted yet$/m);

    const first = await peyeJson(['secrets', 'rotate'], withKeys(BOTH));
    assert.deepEqual(first.resealed, { webhook_secrets: MANY + 2, card_tokens: 1, totp_secrets: 0 });
    assert.deepEqual(first.current, { webhook_secrets: MANY + 2, card_tokens: 1, totp_secrets: 0 });
    assert.deepEqual(first.unopened, { webhook_secrets: 0, card_tokens: 0, totp_secrets: 0, ids: [] });
    const { needed_until, ...previous } = first.previous_key;
    assert.deepEqual(previous, { is_set: true, can_be_removed: false, open_payments: 3 });
    const inMs = Date.parse(needed_until) - Date.now();
    assert.ok(
      inMs > 1.9 * HOUR_MS && inMs <= 2 * HOUR_MS,
      `until an hour after the last payment expires: ${needed_until}`,
    );
    await assertSigned();
    const again = await peyeJson(['secrets', 'rotate'], withKeys(BOTH));
    assert.deepEqual(again, { ...first, resealed: { webhook_secrets: 0, card_tokens: 0, totp_secrets: 0 } });
    const kept = await peye(['doctor'], withKeys(BOTH));
    assert.match(
      kept.stdout,
      /^ok +secret_key +SECRET_KEY_PREVIOUS is needed until .*: 3 open payments have page links/m,
    );
    assert.equal(await statusOf(wallet.payment_url), 200);

    const current = secretBox(NEW);
    for (const { id, sealed, purpose } of await onStore(BOTH, sealedTexts)) current.open(purpose, sealed, id);
    // A payment that is created from here on does not need the old key.
    await newPayment(api(), 'moncash');
    for (const payment of [wallet, card, { transaction_id: link.split('/').at(-2)! }]) {
      await node!.client(testKey).post(`/test_helpers/payments/${payment.transaction_id}/fail`);
    }
    const done = await peye(['secrets', 'rotate'], withKeys(BOTH));
    assert.match(done.stdout, /^SECRET_KEY_PREVIOUS can be removed: /m);
    assert.match(
      (await peye(['doctor'], withKeys(BOTH))).stdout,
      /^warning {2}secret_key +SECRET_KEY_PREVIOUS can be/m,
    );

    await restart({ SECRET_KEY: text(NEW) });
    await assertSigned();
    assert.equal(await statusOf(link), 200);
    assert.equal(await statusOf(wallet.payment_url), 404, 'an old link to a payment that has ended');
    assert.match(
      (await peye(['doctor'], withKeys({ SECRET_KEY: text(NEW) }))).stdout,
      /^ok +secret_key +SECRET_KEY decrypts/m,
    );
  });

  it('with several nodes: one that has the new key as its second key serves alongside nodes that already use it', async () => {
    await restart({ SECRET_KEY: text(OLD), SECRET_KEY_PREVIOUS: text(NEW) });
    await onStore({ SECRET_KEY: text(OLD) }, (db) =>
      changeWebsite(db, node!.seed.websiteId, { callbackUrl: `${receiver.origin}/shop` }),
    );
    const other = await startNode({ ...settings, ...BOTH, PORT: String(await freePort()), ROLES: 'api' }, node!.seed);
    try {
      const made = await newPayment({ api: other.client(node!.seed.testKey) }, 'moncash');
      assert.equal(await statusOf(made.payment_url.replace(other.url, node!.url)), 200);
      await peyeJson(['secrets', 'rotate'], withKeys(BOTH));
      await assertSigned();
    } finally {
      await other.end('SIGKILL');
    }
  });

  it('if a rotation is cut off by kill -9, it can be run again, and finishes', { timeout: 300_000 }, async () => {
    await peyeJson(['websites', 'create', '--name', 'Shop'], withKeys({ SECRET_KEY: text(OLD) }));
    const old = secretBox(OLD);
    await addWebsites({ SECRET_KEY: text(OLD) }, 4 * MANY, (secret, id) => old.seal('webhook-secret', secret, id));
    const opens = (box: ReturnType<typeof secretBox>, each: { sealed: string; id: string }) => {
      try {
        return box.open('webhook-secret', each.sealed, each.id).startsWith('whsec_');
      } catch {
        return false;
      }
    };
    const current = secretBox(NEW);
    const countNew = () =>
      onStore(BOTH, async (db) => (await sealedTexts(db)).filter((each) => opens(current, each)).length);
    const rotating = spawnPeye(['secrets', 'rotate'], withKeys(BOTH));
    await until(
      'the rotation has sealed a secret again',
      async () => rotating.child.exitCode !== null || (await countNew()) > 0,
      60_000,
    );
    rotating.child.kill('SIGKILL');
    await rotating.ended;
    for (const each of await onStore(BOTH, sealedTexts)) assert.ok(opens(secretBox(NEW, OLD), each), each.id);
    await peyeJson(['secrets', 'rotate'], withKeys(BOTH));
    assert.equal(await countNew(), 4 * MANY + 1);
  });

  it('secrets that were sealed before there were versions are sealed again, even without a previous key', async () => {
    await peyeJson(['websites', 'create', '--name', 'Shop'], withKeys({ SECRET_KEY: text(OLD) }));
    await addWebsites({ SECRET_KEY: text(OLD) }, 3, (secret, id) => sealedOfOld(OLD, secret, id));
    const { resealed } = await peyeJson(['secrets', 'rotate'], withKeys({ SECRET_KEY: text(OLD) }));
    assert.deepEqual(resealed, { webhook_secrets: 3, card_tokens: 0, totp_secrets: 0 });
    for (const { sealed } of await onStore({ SECRET_KEY: text(OLD) }, sealedTexts)) assert.match(sealed, /^v2\./);
  });

  it('secrets that neither key opens are named, exit 1; the start reports them, and serves the other websites', async () => {
    await peyeJson(['websites', 'create', '--name', 'Shop'], withKeys({ SECRET_KEY: text(OLD) }));
    const other = secretBox(OTHER);
    await addWebsites({ SECRET_KEY: text(OLD) }, 2, (secret, id) => other.seal('webhook-secret', secret, id));
    const rotated = await peye(['secrets', 'rotate', '--json'], withKeys(BOTH));
    assert.equal(rotated.code, 1);
    const document = JSON.parse(rotated.stdout);
    assert.deepEqual(document.resealed, { webhook_secrets: 1, card_tokens: 0, totp_secrets: 0 });
    assert.deepEqual(document.unopened, {
      webhook_secrets: 2,
      card_tokens: 0,
      totp_secrets: 0,
      ids: ['web_000000', 'web_000001'],
    });
    assert.equal(document.previous_key.can_be_removed, false);
    assert.match(
      rotated.stderr,
      /neither SECRET_KEY nor SECRET_KEY_PREVIOUS decrypts 2 secrets: web_000000, web_000001\./,
    );
    const started = spawnPeye(['start'], withKeys(BOTH));
    await until('it is ready', () => /Peye is ready/.test(started.stdout()), 30_000);
    started.child.kill('SIGTERM');
    assert.equal(await started.ended, 0);
    assert.match(started.stdout(), /"level":"error".*"websites":2,"first":"web_000000"/);
  });

  it('a start without the key that still seals all texts is refused, with the setting to change', async () => {
    await peyeJson(['websites', 'create', '--name', 'Shop'], withKeys({ SECRET_KEY: text(OLD) }));
    const { code, stderr } = await peye(['start'], withKeys({ SECRET_KEY: text(NEW) }));
    assert.equal(code, 1);
    assert.match(stderr, /^peye: SECRET_KEY is not the key [^\n]*set SECRET_KEY_PREVIOUS to the previous key\.\n$/);
  });

  it('a previous key that is invalid or equal to the current one gives one line that does not show it', async () => {
    const wrong = 'bm90IGEga2V5';
    for (const [given, words] of [
      [wrong, /^peye: SECRET_KEY_PREVIOUS is set to something else, but must be 32 bytes in base64/],
      [text(NEW), /^peye: SECRET_KEY_PREVIOUS is the same key as SECRET_KEY, but must be the one before it/],
    ] as const) {
      const { code, stderr } = await peye(['start'], withKeys({ SECRET_KEY: text(NEW), SECRET_KEY_PREVIOUS: given }));
      assert.equal(code, 1);
      assert.match(stderr, words);
      assert.ok(!stderr.includes(given));
    }
  });

  if (engine === 'sqlite') {
    // Contract: OPERATOR-21
    it('replaces the key in the embedded store’s own file, and keeps the owner and the mode of that file', async () => {
      const file = join(store.folder, 'secret.key');
      const previousFile = `${file}.previous`;
      const { id } = await peyeJson(['websites', 'create', '--name', 'Shop'], withKeys({}));
      const old = readFileSync(file, 'utf8');
      // As in an installation: commands run as root, but the store belongs to the service's user.
      const isRoot = process.getuid?.() === 0;
      const [owner, group] = isRoot ? [12_345, 12_346] : [statSync(file).uid, statSync(file).gid];
      chownSync(file, owner, group);
      assert.deepEqual(await peyeJson(['secrets', 'new-key'], withKeys({})), {
        file,
        previous_file: previousFile,
        secret_key: null,
      });
      assert.equal(readFileSync(previousFile, 'utf8'), old);
      assert.notEqual(readFileSync(file, 'utf8'), old);
      for (const { uid, gid, mode } of [file, previousFile].map((path) => statSync(path))) {
        assert.deepEqual({ uid, gid, mode: mode & 0o777 }, { uid: owner, gid: group, mode: 0o600 });
      }
      assert.deepEqual(
        readdirSync(store.folder)
          .filter((name) => name.startsWith('secret.key'))
          .toSorted(),
        ['secret.key', 'secret.key.previous'],
      );

      const refused = (args: string[]) => peye(['secrets', ...args], withKeys({}));
      assert.match((await refused(['new-key'])).stderr, /^peye: the last key rotation is not finished: .*previous/);
      assert.match((await refused(['remove-previous'])).stderr, /not encrypted with the new key yet\. Run `.*rotate`/);
      assert.match(
        (await peye(['doctor'], withKeys({}))).stdout,
        /^warning {2}secret_key +SECRET_KEY was rotated: 1 web/m,
      );
      const { resealed, previous_key } = await peyeJson(['secrets', 'rotate'], withKeys({}));
      assert.deepEqual(resealed, { webhook_secrets: 1, card_tokens: 0, totp_secrets: 0 });
      assert.equal(previous_key.is_set, true);
      assert.match((await refused(['rotate'])).stdout, /secret\.key\.previous can be removed: /);
      assert.deepEqual(await peyeJson(['secrets', 'remove-previous'], withKeys({})), { removed: previousFile });
      assert.match((await refused(['remove-previous'])).stderr, /^peye: .*secret\.key\.previous does not exist\./);
      assert.equal((await peyeJson(['websites', 'list'], withKeys({})))[0].id, id);
    });

    it('an interrupted replacement leaves the old key in force, and can be repeated', async () => {
      const file = join(store.folder, 'secret.key');
      await peyeJson(['websites', 'create', '--name', 'Shop'], withKeys({}));
      writeFileSync(`${file}.previous`, readFileSync(file));
      writeFileSync(`${file}.unfinished`, 'half a ke');
      assert.equal((await peye(['websites', 'list'], withKeys({}))).code, 0);
      await peyeJson(['secrets', 'new-key'], withKeys({}));
      assert.deepEqual((await peyeJson(['secrets', 'rotate'], withKeys({}))).resealed.webhook_secrets, 1);
    });

    it('the key that sealed an open payment’s link stays until the payment expires', async () => {
      await restart({});
      const { payment_url } = await newPayment({ api: node!.client(node!.seed.testKey) }, 'moncash');
      await peyeJson(['secrets', 'new-key'], withKeys({}));
      await restart({});
      await peyeJson(['secrets', 'rotate'], withKeys({}));
      assert.equal(await statusOf(payment_url), 200);
      const refused = await peye(['secrets', 'remove-previous'], withKeys({}));
      assert.match(refused.stderr, /^peye: .*secret\.key\.previous is needed until .*: 1 open payment has a page link/);
    });
  }

  it('where SECRET_KEY is a setting, a new key is printed and nothing changes', async () => {
    const keys = { SECRET_KEY: text(OLD) };
    await peyeJson(['websites', 'create', '--name', 'Shop'], withKeys(keys));
    const made = await peyeJson(['secrets', 'new-key'], withKeys(keys));
    assert.equal(Buffer.from(made.secret_key, 'base64').length, 32);
    assert.deepEqual([made.file, made.previous_file], [null, null]);
    const shown = await peye(['secrets', 'new-key'], withKeys(keys));
    assert.ok(!shown.stdout.includes(text(OLD)), 'the present key is not shown');
    const both = await peye(['secrets', 'new-key'], withKeys(BOTH));
    assert.match(both.stderr, /^peye: the last key rotation is not finished: SECRET_KEY_PREVIOUS still exists/);
    const none = await peye(['secrets', 'remove-previous'], withKeys(BOTH));
    assert.match(none.stderr, /SECRET_KEY_PREVIOUS is a setting: unset it on every node\./);
  });
});

/** Seals a text as before each purpose had its own key. */
function sealedOfOld(secretKey: Buffer, plain: string, about: string): string {
  const nonce = randomBytes(12);
  const sealingKey = Buffer.from(hkdfSync('sha256', secretKey, '', 'peye/seal', 32));
  const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}
