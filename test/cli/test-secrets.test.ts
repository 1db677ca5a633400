import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, it } from 'node:test';
import { findWebsite } from '../../src/features/websites/store/websites.ts';
import { signingSecret } from '../../src/features/websites/webhook-secrets.ts';
import { secretBox } from '../../src/platform/secrets/secrets.ts';
import { peye } from '../support/cli.ts';
import { type EmptyStore, newStore, onSqliteByDay } from '../support/engines.ts';
import { withDatabase } from '../support/store-access.ts';

const OLD = randomBytes(32);
const NEW = randomBytes(32);
const SECRET = /^whsec_[0-9A-Za-z]{32,}$/;
const TEST_URL = 'https://93.184.216.34/test';

onSqliteByDay('the commands for test payments', (engine) => {
  let store: EmptyStore;
  let place: Record<string, string>;
  before(async () => {
    store = await newStore(engine);
    const { SECRET_KEY: _, ...settings } = store.settings;
    place = settings;
  });
  after(() => store?.drop());

  const under = (key: Buffer, previous?: Buffer) => ({
    ...place,
    SECRET_KEY: key.toString('base64'),
    ...(previous && { SECRET_KEY_PREVIOUS: previous.toString('base64') }),
  });
  const run = (args: readonly string[], settings = under(OLD)) => peye(args, { settings });
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run([...args, '--json']);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  /** The secret that signs the website's events now, read from the store with the keys of these settings. */
  const signs = (id: string, mode: 'test' | 'live', settings: Record<string, string>, key: Buffer) =>
    withDatabase(settings, async (db) =>
      signingSecret((await findWebsite(db, id))!, mode, secretBox(key), Date.now() * 1000),
    );

  it('--test-callback-url and --test-secret give events of test payments a URL and a secret, and no other command shows the secret', async () => {
    const made = await json('websites', 'create', '--name', 'Both', '--test-callback-url', TEST_URL, '--test-secret');
    assert.deepEqual([made.test_callback_url, made.test_secret], [TEST_URL, true]);
    assert.match(made.test_webhook_secret, SECRET);
    assert.notEqual(made.test_webhook_secret, made.webhook_secret);
    assert.equal(await signs(made.id, 'test', under(OLD), OLD), made.test_webhook_secret);
    assert.equal(await signs(made.id, 'live', under(OLD), OLD), made.webhook_secret);
    const shown = await json('websites', 'show', made.id);
    assert.ok(!JSON.stringify(shown).includes(made.test_webhook_secret));
    assert.equal(shown.test_secret, true);

    const without = await json('websites', 'update', made.id, '--test-callback-url', 'none', '--no-test-secret');
    assert.deepEqual([without.test_callback_url, without.test_secret], [null, false]);
    assert.equal(await signs(made.id, 'test', under(OLD), OLD), made.webhook_secret);
    const again = await json('websites', 'update', made.id, '--test-secret');
    assert.match(again.test_webhook_secret, SECRET);
    assert.notEqual(again.test_webhook_secret, made.test_webhook_secret);
    const refused = await run(['websites', 'update', made.id, '--test-secret']);
    assert.equal(refused.code, 1, 'the website has a test secret already, which only roll-secret replaces');
    assert.equal(await signs(made.id, 'test', under(OLD), OLD), again.test_webhook_secret);
    const local = await run(['websites', 'update', made.id, '--test-callback-url', 'http://127.0.0.1/']);
    assert.equal(local.code, 1, local.stdout);
  });

  it('update --test-callback-url says that the webhook secret signs events of test payments, unless they have their own', async () => {
    const { id } = await json('websites', 'create', '--name', 'Hint');
    const update = async (...args: string[]) => (await run(['websites', 'update', id, ...args])).stdout;
    const hint =
      /^Events of test payments are signed with the webhook secret\. Give them their own: \S*peye websites update \S+ --test-secret$/m;
    assert.match(await update('--test-callback-url', TEST_URL), hint);
    assert.doesNotMatch(await update('--test-callback-url', 'none'), hint);
    assert.doesNotMatch(await update('--test-callback-url', TEST_URL, '--test-secret'), hint);
    assert.doesNotMatch(await update('--test-callback-url', TEST_URL), hint);
  });

  it('roll-secret --test replaces the secret for test payments alone, at once or later', async () => {
    const made = await json('websites', 'create', '--name', 'Roll', '--test-secret');
    const rolled = await json('websites', 'roll-secret', made.id, '--test');
    assert.match(rolled.test_webhook_secret, SECRET);
    assert.ok(!('webhook_secret' in rolled));
    assert.equal(await signs(made.id, 'test', under(OLD), OLD), rolled.test_webhook_secret);
    assert.equal(await signs(made.id, 'live', under(OLD), OLD), made.webhook_secret);
    const later = await json('websites', 'roll-secret', made.id, '--test', '--after', '24h');
    assert.ok(later.next_test_webhook_secret_from, JSON.stringify(later));
    assert.equal(
      await signs(made.id, 'test', under(OLD), OLD),
      rolled.test_webhook_secret,
      'the old one signs until then',
    );
    const none = await json('websites', 'create', '--name', 'None');
    const refused = await run(['websites', 'roll-secret', none.id, '--test']);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /test/);
  });

  it('secrets rotate seals the secret for test payments again, and also the next secret', async () => {
    const made = await json('websites', 'create', '--name', 'Rotate', '--test-secret');
    await json('websites', 'roll-secret', made.id, '--test', '--after', '24h');
    const rotated = await run(['secrets', 'rotate'], under(NEW, OLD));
    assert.equal(rotated.code, 0, rotated.stderr);
    assert.equal(await signs(made.id, 'test', under(NEW), NEW), made.test_webhook_secret);
    const [row] = await withDatabase(under(NEW), (db) =>
      db.query<{ next: string }>('SELECT next_test_webhook_secret_sealed AS next FROM websites WHERE id = $1', [
        made.id,
      ]),
    );
    assert.match(secretBox(NEW).open('webhook-secret', row!.next, made.id), SECRET);
  });
});
