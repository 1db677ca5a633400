import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { findWebsite } from '../../src/features/websites/store/websites.ts';
import { signingSecret } from '../../src/features/websites/webhook-secrets.ts';
import { type CliResult, peye, peyeJson } from '../support/cli.ts';
import { type EmptyStore, emptyStore, newStore, onSqliteByDay } from '../support/engines.ts';
import { httpClient, paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { png } from '../support/pictures.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const WEBSITE_FIELDS = [
  'id',
  'name',
  'callback_url',
  'test_callback_url',
  'refund_callback_url',
  'test_refund_callback_url',
  'test_secret',
  'return_url',
  'methods',
  'card_live_approved',
  'contact',
  'colour',
  'logo',
  'receipts',
  'rate_limit_per_minute',
  'active',
  'created_at',
];
const KEY_FIELDS = [
  ...['id', 'website_id', 'mode', 'name', 'hint', 'active'],
  ...['expires_at', 'allowed_addresses', 'scopes', 'last_used_at', 'created_at'],
];

onSqliteByDay('the commands while the server runs', (engine) => {
  let store: EmptyStore;
  let gateway: TestGateway;
  before(async () => {
    store = await newStore(engine);
    gateway = await startTestGateway(engine, { sharedStore: store });
  });
  after(async () => {
    await gateway?.stop();
    await store?.drop();
  });

  const run = (...args: string[]) => peye(args, { settings: store.settings });
  const json = (...args: string[]) => peyeJson(args, { settings: store.settings });
  const statusOf = async (key: string) => (await httpClient(gateway.url, { 'x-api-key': key }).get('/payments')).status;
  const newPayment = async (changes = {}) =>
    (await gateway.api.post('/payments', paymentRequest(changes))).json.transaction_id as string;

  it('websites create shows the webhook secret, and show, list and update do not', async () => {
    const created = await json('websites', 'create', '--name', 'Boutik', '--return-url', 'https://shop.example/thanks');
    assert.deepEqual(Object.keys(created), [...WEBSITE_FIELDS, 'webhook_secret']);
    assert.match(created.webhook_secret, /^whsec_[0-9A-Za-z]{32,}$/);
    assert.match(created.created_at, TIMESTAMP);
    const { webhook_secret: _, ...shown } = created;
    assert.deepEqual(shown, {
      id: created.id,
      name: 'Boutik',
      callback_url: null,
      test_callback_url: null,
      refund_callback_url: null,
      test_refund_callback_url: null,
      test_secret: false,
      return_url: 'https://shop.example/thanks',
      methods: ['moncash', 'natcash', 'lakaypay_card', 'card'],
      card_live_approved: false,
      contact: null,
      colour: null,
      logo: null,
      receipts: false,
      rate_limit_per_minute: null,
      active: true,
      created_at: created.created_at,
    });
    assert.deepEqual(await json('websites', 'show', created.id), shown);
    const listed = await json('websites', 'list');
    assert.deepEqual(listed.at(-1), shown);
    assert.deepEqual(Object.keys(listed[0]), WEBSITE_FIELDS);
  });

  it('websites update changes only the given fields', async () => {
    const { webhook_secret: _, ...website } = await json('websites', 'create', '--name', 'Before');
    const changed = await json(
      ...['websites', 'update', website.id, '--name', 'After', '--methods', 'card,moncash'],
      ...['--callback-url', 'https://shop.example/hook', '--card-live-approved', 'true'],
    );
    const expected = {
      ...website,
      name: 'After',
      callback_url: 'https://shop.example/hook',
      methods: ['moncash', 'card'],
      card_live_approved: true,
    };
    assert.deepEqual(changed, expected);
    assert.deepEqual(await json('websites', 'show', website.id), expected);
    const cleared = await json(
      'websites',
      'update',
      website.id,
      '--callback-url',
      'none',
      '--card-live-approved',
      'false',
    );
    assert.deepEqual(cleared, { ...expected, callback_url: null, card_live_approved: false });
    await json('websites', 'update', website.id, '--return-url', 'http://localhost:3000/thanks');
    assert.equal((await json('websites', 'update', website.id, '--return-url', '')).return_url, null);
  });

  it('websites update sets the logo, colour and contact of a website, and removes them', async () => {
    const { webhook_secret: _, ...website } = await json('websites', 'create', '--name', 'Colours');
    const file = join(store.folder, 'logo of the shop.bin');
    writeFileSync(file, png({ width: 120, height: 40 }));
    const update = ['websites', 'update', website.id];
    const given = await json(
      ...update,
      '--logo',
      file,
      '--colour',
      '#0B6459',
      '--contact',
      '3700 0001',
      '--receipts',
      'on',
    );
    const logo = { path: given.logo.path, type: 'image/png', width: 120, height: 40 };
    assert.deepEqual(given, { ...website, contact: '3700 0001', colour: '#0b6459', logo, receipts: true });
    assert.equal((await fetch(gateway.url + logo.path)).status, 200, 'the running server serves the logo');
    const text = (await run('websites', 'show', website.id)).stdout;
    assert.match(text, /Colour +#0b6459\n/);
    assert.match(text, /Logo +120 × 40 pixels, \/logos\//);
    const none = await json(...update, '--logo', 'none', '--colour', 'none', '--contact', 'none', '--receipts', 'off');
    assert.deepEqual(none, website);
  });

  it('websites update names the fault of a logo or a colour, and changes nothing', async () => {
    const [empty, large] = [join(store.folder, 'empty.png'), join(store.folder, 'large.png')];
    writeFileSync(empty, '');
    writeFileSync(large, Buffer.alloc(10_001));
    const pipe = join(store.folder, 'pipe.png');
    execFileSync('mkfifo', [pipe]);
    for (const [option, value, message] of [
      ['--logo', empty, /file is empty/],
      ['--logo', large, /10,001 bytes \(maximum 10,000\)/],
      ['--logo', store.folder, /is not a file/],
      ['--logo', join(store.folder, 'nothing.png'), /no such file/],
      ['--logo', '/dev/zero', /is not a file/],
      ['--logo', pipe, /is not a file/],
      ['--logo', join(store.folder, '\u001b]0;x\u0007\u009b2J\u202e.png'), /no such file/],
      ['--colour', '#ffcc00', /contrast of 1\.\d+ to 1.*The nearest colour with enough contrast is #/],
      ['--colour', 'blue', /such as #0b6459/],
    ] as const) {
      const refused = await run('websites', 'update', gateway.website.id, '--name', 'Refused', option, value);
      assert.equal(refused.code, 1, value);
      assert.match(refused.stderr, message);
      assert.doesNotMatch(refused.stderr, /[^\P{Cc}\n]|\p{Cf}/u, 'no character in the message steers the terminal');
    }
    assert.notEqual((await json('websites', 'show', gateway.website.id)).name, 'Refused');
  });

  it('websites roll-secret shows a new secret, which is in the store', async () => {
    const website = await json('websites', 'create', '--name', 'Roll');
    const rolled = await json('websites', 'roll-secret', website.id);
    assert.deepEqual(Object.keys(rolled), [...WEBSITE_FIELDS, 'webhook_secret']);
    assert.notEqual(rolled.webhook_secret, website.webhook_secret);
    const [row] = await gateway.store.db.query<{ sealed: string }>(
      'SELECT webhook_secret_sealed AS sealed FROM websites WHERE id = $1',
      [website.id],
    );
    assert.equal(gateway.store.box.open('webhook-secret', row?.sealed ?? '', website.id), rolled.webhook_secret);
  });

  it('websites roll-secret --after shows the new secret at once, and when it starts to sign', async () => {
    const website = await json('websites', 'create', '--name', 'Roll later');
    const startedMs = Date.now();
    const rolled = await json('websites', 'roll-secret', website.id, '--after', '24h');
    assert.deepEqual(Object.keys(rolled), [...WEBSITE_FIELDS, 'next_webhook_secret_from', 'webhook_secret']);
    assert.match(rolled.next_webhook_secret_from, TIMESTAMP);
    const inMs = Date.parse(rolled.next_webhook_secret_from) - startedMs;
    assert.ok(inMs > 86_390_000 && inMs < 86_460_000, `${inMs} ms`);
    const stored = await findWebsite(gateway.store.db, website.id);
    assert.ok(stored);
    const { box } = gateway.store;
    assert.equal(signingSecret(stored, 'live', box, startedMs * 1000), website.webhook_secret, 'the old secret signs');
    assert.equal(
      signingSecret(stored, 'live', box, (startedMs + 86_460_000) * 1000),
      rolled.webhook_secret,
      'then the new secret signs',
    );

    const { webhook_secret: _, ...shown } = rolled;
    assert.deepEqual(await json('websites', 'show', website.id), shown);
    const listed = await json('websites', 'list');
    assert.deepEqual(
      listed.find((each: { id: string }) => each.id === website.id),
      shown,
    );
    const text = await run('websites', 'show', website.id);
    assert.match(text.stdout, new RegExp(`^New webhook secret from +${rolled.next_webhook_secret_from}$`, 'm'));

    const again = await run('websites', 'roll-secret', website.id, '--after', '1h');
    assert.match(again.stdout, /^The new secret signs from \S+Z\. Until then the old one signs\.$/m);
    const atOnce = await json('websites', 'roll-secret', website.id);
    assert.deepEqual(Object.keys(atOnce), [...WEBSITE_FIELDS, 'webhook_secret']);
    assert.match((await run('websites', 'roll-secret', '--help')).stdout, /roll-secret web_… --after 24h/);
  });

  it('a rotated secret that already signs is no longer mentioned by websites show', async () => {
    const website = await json('websites', 'create', '--name', 'Rolled');
    await json('websites', 'roll-secret', website.id, '--after', '1s');
    await until(
      'the new secret signs',
      async () => !('next_webhook_secret_from' in (await json('websites', 'show', website.id))),
    );
  });

  it('refuses addresses that can be judged without a lookup: exit 1 and the reason', async () => {
    const refused = async (result: CliResult, reason: RegExp) => {
      assert.equal(result.code, 1);
      assert.equal(result.stdout, '');
      assert.match(result.stderr, reason);
      assert.match(result.stderr, /^[^\n]+\n$/);
    };
    const create = ['websites', 'create', '--json', '--name', 'Refused'];
    await refused(await run(...create, '--callback-url', 'http://shop.example/'), /must start with https/);
    await refused(await run(...create, '--callback-url', 'https://0x7f.1/'), /127\.0\.0\.1 is not a public address/);
    await refused(await run(...create, '--return-url', 'javascript:alert(1)'), /return URL was refused/);
    const update = ['websites', 'update', gateway.website.id, '--callback-url'];
    await refused(await run(...update, 'https://localhost/'), /localhost is the machine that runs the gateway/);
    const names = (await json('websites', 'list')).map((website: { name: string }) => website.name);
    assert.ok(!names.includes('Refused'));
    const allowed = { ...store.settings, WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' };
    const result = await peye([...create, '--callback-url', 'https://127.0.0.1:8443/'], { settings: allowed });
    assert.equal(result.code, 0, result.stderr);
  });

  // Contract: AUTH-9
  it('keys create shows a key that works at once, and list does not show it', async () => {
    const website = await json('websites', 'create', '--name', 'Keys');
    assert.deepEqual(await json('keys', 'list', '--website', website.id), []);
    const created = await json('keys', 'create', '--website', website.id, '--mode', 'test', '--name', 'Laptop');
    assert.deepEqual(Object.keys(created), [...KEY_FIELDS, 'key']);
    assert.match(created.key, /^tk_test_[0-9A-Za-z]{32,}$/);
    assert.equal(await statusOf(created.key), 200);
    const { key, ...shown } = created;
    assert.deepEqual(shown, {
      id: created.id,
      website_id: website.id,
      mode: 'test',
      name: 'Laptop',
      hint: key.slice(-4),
      active: true,
      expires_at: null,
      allowed_addresses: null,
      scopes: ['read', 'create', 'refund'],
      last_used_at: null,
      created_at: created.created_at,
    });
    const live = await json('keys', 'create', '--website', website.id, '--mode', 'live');
    assert.match(live.key, /^tk_live_/);
    assert.equal(live.name, null);
    const { key: _, ...shownLive } = live;
    const listed = await json('keys', 'list', '--website', website.id);
    // The first key has been used in the meantime.
    assert.deepEqual(
      listed.map((each: object) => ({ ...each, last_used_at: null })),
      [shown, shownLive],
    );
  });

  it('keys create and update take expiry, addresses and scopes, and list shows them', async () => {
    const of = ['--website', gateway.website.id];
    const limits = ['--expires', '90d', '--address', '203.0.113.7', '--address', '2001:db8::/32', '--scope', 'read'];
    const { id, key: _, ...made } = await json('keys', 'create', ...of, '--mode', 'live', ...limits);
    const days = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000;
    assert.equal(Math.round(days), 90);
    assert.deepEqual([made.allowed_addresses, made.scopes], [['203.0.113.7', '2001:db8::/32'], ['read']]);
    const listed = (await json('keys', 'list', ...of)).find((each: { id: string }) => each.id === id);
    assert.deepEqual(listed, { id, ...made });
    const day = await json('keys', 'update', id, '--expires', '2099-06-30', '--name', 'Till');
    assert.deepEqual([day.expires_at, day.name], ['2099-07-01T04:00:00.000000Z', 'Till']);
    const open = await json('keys', 'update', id, '--expires', 'none', '--address', 'none', '--scope', 'all');
    assert.deepEqual(
      [open.expires_at, open.allowed_addresses, open.scopes],
      [null, null, ['read', 'create', 'refund']],
    );
    const shop = await json('keys', 'update', id, '--scope', 'refund', '--scope', 'read');
    assert.deepEqual(shop.scopes, ['read', 'refund']);
    const update = ['keys', 'update', id];
    assert.equal((await run(...update)).code, 2);
    assert.equal((await run(...update, '--scope', 'write')).code, 2);
    assert.equal((await run(...update, '--expires', 'soon')).code, 2);
    assert.equal((await run(...update, '--expires', '2001-01-01')).code, 1);
    assert.equal((await run(...update, '--address', 'shop.example')).code, 1);
  });

  // Contract: OPERATOR-2
  it('keys deactivate and activate take effect on the running server within ten seconds', async () => {
    const { id, key } = await json('keys', 'create', '--website', gateway.website.id, '--mode', 'test');
    assert.equal(await statusOf(key), 200);
    assert.equal((await json('keys', 'deactivate', id)).active, false);
    await until('the key gets 403', async () => (await statusOf(key)) === 403);
    assert.equal((await json('keys', 'activate', id)).active, true);
    await until('the key works again', async () => (await statusOf(key)) === 200);
  });

  it('websites deactivate and activate take effect on the running server within ten seconds', async () => {
    const { website, testKey } = await gateway.newWebsite();
    assert.equal(await statusOf(testKey), 200);
    assert.equal((await json('websites', 'deactivate', website.id)).active, false);
    await until('its key gets 403', async () => (await statusOf(testKey)) === 403);
    assert.equal((await json('websites', 'activate', website.id)).active, true);
    await until('its key works again', async () => (await statusOf(testKey)) === 200);
  });

  // Contract: AUTH-10
  it('keys roll keeps the id and its payments, and the old key works for the overlap', async () => {
    const { website } = await gateway.newWebsite();
    const { id, key: old } = await json('keys', 'create', '--website', website.id, '--mode', 'test');
    await httpClient(gateway.url, { 'x-api-key': old }).post('/payments', paymentRequest({ reference: 'before' }));
    const rolled = await json('keys', 'roll', id, '--overlap', '30m');
    assert.deepEqual(Object.keys(rolled), [...KEY_FIELDS, 'key']);
    assert.equal(rolled.id, id);
    assert.equal(rolled.hint, rolled.key.slice(-4));
    assert.equal(await statusOf(old), 200);
    const listed = await httpClient(gateway.url, { 'x-api-key': rolled.key }).get('/payments');
    assert.deepEqual(
      listed.json.data.map((payment: { reference: string }) => payment.reference),
      ['before'],
    );
    const last = await json('keys', 'roll', id, '--overlap', '0');
    await until(
      'both older keys get 401',
      async () => (await statusOf(old)) === 401 && (await statusOf(rolled.key)) === 401,
    );
    assert.equal(await statusOf(last.key), 200);
    const shown = async (overlap: string) => (await run('keys', 'roll', id, '--overlap', overlap)).stdout;
    assert.match(await shown('0'), /^.*Every node refuses the old key within ten seconds\.$/m);
    assert.match(await shown('1h'), /^.*The old key works until \S+Z\.$/m);
  });

  it('payments list prints the same bytes as the API; payments show --json begins with them, and adds all else that its text shows', async () => {
    const metadata = '{"2":"b","1":12345678901234567890.10,"é":"\\u00e9"}';
    const body = JSON.stringify(paymentRequest({ reference: 'cli' })).replace(/}$/, `,"metadata":${metadata}}`);
    const id = (await gateway.api.post('/payments', body)).json.transaction_id;
    const fromApi = (await gateway.api.get(`/payments/${id}`)).text;
    const list = await run('payments', 'list', '--json', '--local', '--website', gateway.website.id, '--limit', '1');
    assert.equal(fromApi, `{"success":true,"data":${list.stdout.trimEnd().slice(1, -1)}}`);
    const { stdout, code } = await run('payments', 'show', id, '--json', '--local');
    assert.equal(code, 0);
    assert.ok(stdout.startsWith(list.stdout.trimEnd().slice(1, -2)), stdout);
    const { mode, website_id, key_id, provider_ref, original_amount, subscription_id } = JSON.parse(stdout);
    assert.deepEqual(
      { mode, website_id, provider_ref, original_amount, subscription_id },
      {
        mode: 'test',
        website_id: gateway.website.id,
        provider_ref: null,
        original_amount: null,
        subscription_id: null,
      },
    );
    assert.match(key_id, /^key_/);

    const converted = (await gateway.api.post('/payments', paymentRequest({ amount: 10, currency: 'USD' }))).json;
    const { stdout: text } = await run('payments', 'show', converted.transaction_id);
    const document = JSON.parse((await run('payments', 'show', converted.transaction_id, '--json')).stdout);
    const { original_amount: asked, original_currency: currency, exchange_rate: rate } = document;
    assert.match(text, new RegExp(`^Converted from +${asked} ${currency} at ${rate}$`, 'm'));
    assert.match(text, /^Created +\S+Z$/m);
    assert.match((await run('payments', 'show', id, '--local')).stdout, /^Created +\S+-0[45]:00$/m);
  });

  it('payments list filters by website and status, newest first', async () => {
    const { website, testKey } = await gateway.newWebsite();
    const client = httpClient(gateway.url, { 'x-api-key': testKey });
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push((await client.post('/payments', paymentRequest())).json.transaction_id);
    await client.post(`/test_helpers/payments/${ids[1]}/fail`);
    const list = async (...args: string[]) =>
      (await json('payments', 'list', '--website', website.id, ...args)).map(
        (payment: { transaction_id: string }) => payment.transaction_id,
      );
    assert.deepEqual(await list(), ids.toReversed());
    assert.deepEqual(await list('--status', 'failed'), [ids[1]]);
    assert.deepEqual(await list('--status', 'completed'), []);
    assert.deepEqual(await list('--limit', '2'), [ids[2], ids[1]]);
    assert.deepEqual(await list('--limit', '1', '--before', ids[2]!), [ids[1]]);
    assert.deepEqual(await list('--status', 'processing', '--before', ids[2]!), [ids[0]]);
    assert.deepEqual(await list('--before', ids[0]!), []);
    // The newest payment is open, the second is final: both are found by the end of an id.
    for (const id of ids) assert.deepEqual(await list('--search', id.slice(-9)), [id]);
    const searched = await run('payments', 'list', '--search', '%', '--website', website.id);
    assert.match(searched.stdout + searched.stderr, /No payments match.*Searched: reference, provider reference\./s);
    const wrong = await run('payments', 'list', '--before', '12');
    assert.deepEqual([wrong.code, wrong.stdout], [2, '']);
    assert.match(wrong.stderr, /transaction ID of 15 or 16 digits/);
  });

  // Contract: SANDBOX-11
  it('trigger finishes a test payment with its event, once', async () => {
    const paid = await newPayment();
    const finished = await json('trigger', 'payment.success', paid);
    assert.equal(finished.status, 'completed');
    assert.deepEqual((await gateway.api.get(`/payments/${paid}`)).json.data, finished);
    const card = await newPayment({ payment_method: 'card', amount: 100 });
    assert.equal((await json('trigger', 'payment.failed', card)).failure_reason, 'declined');
    const reason = await json('trigger', 'payment.failed', await newPayment(), '--failure-reason', 'expired_card');
    assert.equal(reason.failure_reason, 'expired_card');

    for (const event of ['payment.success', 'payment.failed']) {
      const again = await run('trigger', event, paid, '--json');
      assert.equal(again.code, 1);
      assert.equal(again.stdout, '');
      assert.match(again.stderr, /already final: it is completed/);
    }
    const events = (await gateway.api.get('/events')).json.data.map((event: { id: string }) => event.id);
    assert.equal(events.filter((id: string) => id === `evt_${paid}_success`).length, 1);
    assert.ok(events.includes(`evt_${card}_failed`));
  });

  it('trigger plans the webhook after the first delay of WEBHOOK_RETRY_SECONDS', async () => {
    const { website, testKey } = await gateway.newWebsite();
    await json('websites', 'update', website.id, '--callback-url', 'https://shop.example/hook');
    const created = await httpClient(gateway.url, { 'x-api-key': testKey }).post('/payments', paymentRequest());
    const settings = { ...store.settings, WEBHOOK_RETRY_SECONDS: '3600,1' };
    const { code } = await peye(['trigger', 'payment.success', created.json.transaction_id], { settings });
    assert.equal(code, 0);
    const [delivery] = await json('deliveries', 'list', '--website', website.id);
    assert.equal(delivery.status, 'pending');
    const waitMs = Date.parse(delivery.next_attempt_at) - Date.now();
    assert.ok(waitMs > 3_000_000 && waitMs <= 3_600_000, `${waitMs} ms`);
  });

  it('trigger refuses a live payment', async () => {
    const id = await newPayment();
    // No live provider is set up here, so the mode of a test payment is changed to live.
    await gateway.store.db.transaction((tx) => tx.query(`UPDATE payments SET mode = 'live' WHERE id = ${id}`));
    const { code, stderr } = await run('trigger', 'payment.success', id);
    assert.equal(code, 1);
    assert.match(stderr, /Only test payments/);
  });

  it('list --json prints an array for every list, even if the group of the command has --json too', async () => {
    const groups = ['websites', 'users', 'links', 'payments', 'refunds', 'payouts', 'deliveries', 'subscriptions'];
    for (const group of [...groups, 'discrepancies', 'reconcile runs', 'fees', 'audit']) {
      assert.ok(Array.isArray(await json(...group.split(' '), 'list')), group);
    }
  });

  it('migrate says that nothing is left to do', async () => {
    assert.deepEqual(await json('migrate'), { applied: [] });
  });

  for (const args of [
    ['websites', 'show', 'web_none'],
    ['websites', 'update', 'web_none', '--name', 'x'],
    ['websites', 'deactivate', 'web_none'],
    ['websites', 'activate', 'web_none'],
    ['websites', 'roll-secret', 'web_none'],
    ['keys', 'create', '--website', 'web_none', '--mode', 'test'],
    ['keys', 'list', '--website', 'web_none'],
    ['keys', 'deactivate', 'key_none'],
    ['keys', 'activate', 'key_none'],
    ['keys', 'roll', 'key_none'],
    ['payments', 'list', '--website', 'web_none'],
    ['payments', 'show', '100000000000000'],
    ['payments', 'show', 'none'],
    ['trigger', 'payment.success', '100000000000000'],
  ]) {
    it(`exit 1 and one line when there is no such thing: ${args.join(' ')}`, async () => {
      for (const extra of [[], ['--json']]) {
        const { code, stdout, stderr } = await run(...args, ...extra);
        assert.equal(code, 1, stderr);
        assert.equal(stdout, '');
        assert.match(stderr, /^peye: there is no (website|key|payment) [^\n]+\n$/);
      }
    });
  }

  it('prints tables for people, and no text of a customer can steer the terminal', async () => {
    const id = await newPayment({ reference: 'red\u001b[31m\u202eorder', customer_name: 'Marie' });
    const list = await run('payments', 'list', '--website', gateway.website.id);
    assert.match(list.stdout, /^TRANSACTION ID {2,}STATUS/);
    assert.ok(list.stdout.includes('red\\u{1b}[31m\\u{202e}order'));
    const show = await run('payments', 'show', id);
    assert.match(show.stdout, /^Customer name {2,}Marie$/m);
    for (const { stdout } of [list, show]) assert.ok(!/\p{Cf}|\p{Cc}/u.test(stdout.replaceAll('\n', '')));
    assert.match((await run('websites', 'list')).stdout, /^ID +NAME +ACTIVE/);
    assert.match((await run('keys', 'list', '--website', gateway.website.id)).stdout, /^ID +MODE +NAME/);
    assert.match((await run('websites', 'create', '--name', 'Human')).stdout, /Webhook secret +whsec_/);
  });

  it('does not repeat a key that was given in place of its id', async () => {
    const { code, stderr } = await run('keys', 'deactivate', gateway.testKey);
    assert.equal(code, 1);
    assert.ok(!stderr.includes(gateway.testKey));
  });
});

onSqliteByDay('the commands on a store that is not there yet', (engine) => {
  let store: EmptyStore;
  before(async () => {
    store = await emptyStore(engine);
  });
  after(() => store?.drop());

  it('list, keys and payments show the next step; websites create creates the store; migrate reports its changes', async () => {
    const run = (...args: string[]) => peye(args, { settings: store.settings });
    for (const args of [
      ['websites', 'list'],
      ['payments', 'list'],
      ['keys', 'deactivate', 'key_x'],
    ]) {
      const { code, stdout, stderr } = await run(...args);
      assert.equal(code, 1);
      assert.equal(stdout, '');
      assert.match(stderr, /^peye: [^\n]*run `\S*peye [^\n]+\n$/);
    }
    const migrated = await run('migrate', '--json');
    assert.match(JSON.parse(migrated.stdout).applied.join(), /000001_first/);
    assert.match((await run('websites', 'list')).stdout, /^No websites yet\. Create one: \S*peye websites create/);
    assert.match((await run('payments', 'list')).stdout, /^No payments yet/);
    assert.deepEqual(await run('websites', 'list', '--json'), { code: 0, stdout: '[]\n', stderr: '' });

    const other = await emptyStore(engine);
    try {
      const created = await peye(['websites', 'create', '--name', 'First', '--json'], { settings: other.settings });
      assert.equal(created.code, 0, created.stderr);
      assert.equal(JSON.parse(created.stdout).name, 'First');
    } finally {
      await other.drop();
    }
  });
});
