import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, afterEach, before, it } from 'node:test';
import { peye, peyeJson } from '../support/cli.ts';
import { type EmptyStore, newStore, onSqliteByDay } from '../support/engines.ts';
import { type Client, paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { createWebsite } from '../support/websites.ts';
import { type MerchantServer, startMerchantServer, type TestCertificate, testCertificate } from './merchant-server.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const FIELDS = [
  'id',
  'transaction_id',
  'event',
  'url',
  'status',
  'attempts',
  'last_error',
  'last_status_code',
  'next_attempt_at',
  'created_at',
  'delivered_at',
];
const TRY_FIELDS = ['at', 'duration_ms', 'status_code', 'error', 'response_start'];

onSqliteByDay('peye deliveries', (engine) => {
  let store: EmptyStore;
  let gateway: TestGateway;
  let certificate: TestCertificate;
  let merchant: MerchantServer;
  before(async () => {
    certificate = testCertificate();
    merchant = await startMerchantServer({ tls: certificate });
    store = await newStore(engine);
    gateway = await startTestGateway(engine, {
      sharedStore: store,
      settings: {
        WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
        WEBHOOK_CA_FILE: certificate.file,
        // After a failed attempt, the next one is due only after the end of the test.
        WEBHOOK_RETRY_SECONDS: '0,3600,3600',
      },
    });
  });
  afterEach(() => {
    merchant.respond = (response) => void response.end('ok');
  });
  after(async () => {
    await gateway?.stop();
    await merchant?.close();
    certificate?.remove();
    await store?.drop();
  });

  const run = (...args: string[]) => peye(['deliveries', ...args], { settings: store.settings });
  const json = (...args: string[]) => peyeJson(['deliveries', ...args], { settings: store.settings });
  const newShop = async (path = '/hook', origin = merchant.origin) => {
    const { website, webhookSecret } = await createWebsite(gateway.store, { name: 'Shop', callbackUrl: origin + path });
    const { text } = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
    return { id: website.id, secret: webhookSecret, api: gateway.client(text) };
  };
  /** Creates a final payment, and waits until its delivery has been attempted. */
  const deliver = async (api: Client, end: 'complete' | 'fail' = 'complete') => {
    const id: string = (await api.post('/payments', paymentRequest())).json.transaction_id;
    assert.equal((await api.post(`/test_helpers/payments/${id}/${end}`)).status, 200);
    return { id, delivery: await deliveryOnceAttempted(id, 1) };
  };
  const deliveryOnceAttempted = async (paymentId: string, attempts: number) => {
    let rows: { id: string; attempts: number }[] = [];
    await until(`${paymentId} was attempted ${attempts} times`, async () => {
      rows = await gateway.store.db.query('SELECT id, attempts FROM deliveries WHERE payment_id = $1', [
        Number(paymentId),
      ]);
      return rows[0]?.attempts === attempts;
    });
    return rows[0]?.id ?? '';
  };
  const receivedOf = (id: string) => merchant.received.filter(({ body }) => body.includes(`"transaction_id":"${id}"`));

  it('list and show have the promised fields, and show has the attempts', async () => {
    const shop = await newShop();
    const { id, delivery } = await deliver(shop.api);
    const [listed] = await json('list', '--website', shop.id);
    assert.deepEqual(Object.keys(listed), FIELDS);
    for (const moment of [listed.created_at, listed.delivered_at]) assert.match(moment, TIMESTAMP);
    assert.deepEqual(listed, {
      id: delivery,
      transaction_id: id,
      event: 'payment.success',
      url: `${merchant.origin}/hook`,
      status: 'delivered',
      attempts: 1,
      last_error: null,
      last_status_code: 200,
      next_attempt_at: null,
      created_at: (await shop.api.get(`/payments/${id}`)).json.data.completed_at,
      delivered_at: listed.delivered_at,
    });
    const { tries, ...shown } = await json('show', delivery);
    assert.deepEqual(shown, listed);
    assert.equal(tries.length, 1);
    assert.deepEqual(Object.keys(tries[0]), TRY_FIELDS);
    const { at, duration_ms: durationMs, ...outcome } = tries[0];
    assert.match(at, TIMESTAMP);
    assert.ok(Number.isInteger(durationMs) && durationMs >= 0);
    assert.deepEqual(outcome, { status_code: 200, error: null, response_start: 'ok' });
  });

  it('list filters by website, status and payment, newest first', async () => {
    const shop = await newShop();
    const first = await deliver(shop.api);
    merchant.respond = (response) => void response.writeHead(500).end('broken');
    const second = await deliver(shop.api, 'fail');
    merchant.respond = (response) => void response.writeHead(410).end('gone');
    const third = await deliver(shop.api);
    const ids = async (...args: string[]) =>
      (await json('list', '--website', shop.id, ...args)).map((each: { id: string }) => each.id);
    assert.deepEqual(await ids(), [third.delivery, second.delivery, first.delivery]);
    assert.deepEqual(await ids('--limit', '2'), [third.delivery, second.delivery]);
    assert.deepEqual(await ids('--status', 'delivered'), [first.delivery]);
    assert.deepEqual(await ids('--status', 'pending'), [second.delivery]);
    assert.deepEqual(await ids('--status', 'exhausted'), [third.delivery]);
    assert.deepEqual(await ids('--status', 'refused'), []);
    assert.deepEqual(await ids('--payment', second.id), [second.delivery]);
    assert.deepEqual(await ids('--payment', second.id, '--status', 'delivered'), []);
    const [ofPayment] = await json('list', '--payment', third.id);
    assert.equal(ofPayment.id, third.delivery);
    const other = await newShop();
    assert.deepEqual(await json('list', '--website', other.id), []);
    const all = (await json('list')).map((each: { id: string }) => each.id);
    assert.deepEqual(all.slice(0, 3), [third.delivery, second.delivery, first.delivery]);
  });

  // Contract: WEBHOOK-22
  it('resend sends the same bytes again at once, whatever the status', async () => {
    const shop = await newShop();
    merchant.respond = (response) => void response.writeHead(500).end('broken');
    const { id, delivery } = await deliver(shop.api);
    const pending = await json('show', delivery);
    assert.deepEqual([pending.status, pending.last_status_code, pending.delivered_at], ['pending', 500, null]);
    assert.match(pending.next_attempt_at, TIMESTAMP);
    assert.equal(pending.tries[0].response_start, 'broken');

    merchant.respond = (response) => void response.end('ok');
    const restarted = await json('resend', delivery);
    assert.deepEqual(Object.keys(restarted), FIELDS);
    assert.equal(restarted.status, 'pending');
    await deliveryOnceAttempted(id, 2);
    assert.equal((await json('show', delivery)).status, 'delivered');

    const again = await run('resend', delivery);
    assert.deepEqual([again.code, again.stderr], [0, '']);
    assert.match(again.stdout, new RegExp(`^Webhook ${delivery} will be resent`));
    await deliveryOnceAttempted(id, 3);
    const { status, attempts, tries } = await json('show', delivery);
    assert.deepEqual([status, attempts], ['delivered', 3]);
    assert.deepEqual(
      tries.map((each: { status_code: number }) => each.status_code),
      [500, 200, 200],
    );

    const posts = receivedOf(id);
    assert.equal(posts.length, 3);
    assert.deepEqual([...new Set(posts.map(({ body }) => body))].length, 1);
    for (const { headers, body } of posts) {
      assert.equal(headers['x-gateway-signature'], createHmac('sha256', shop.secret).update(body).digest('hex'));
      assert.equal(headers['x-gateway-timestamp'], String(JSON.parse(body).timestamp));
    }
  });

  it('resend starts an exhausted schedule again', async () => {
    const shop = await newShop();
    merchant.respond = (response) => void response.writeHead(410).end();
    const { id, delivery } = await deliver(shop.api);
    assert.equal((await json('show', delivery)).status, 'exhausted');
    merchant.respond = (response) => void response.writeHead(500).end();
    await json('resend', delivery);
    await deliveryOnceAttempted(id, 2);
    const { status, next_attempt_at: next } = await json('show', delivery);
    assert.equal(status, 'pending', 'the delivery is retried as on its first schedule');
    assert.ok(Date.parse(next) - Date.now() > 3_000_000);
  });

  it('resend of a range of time counts the webhooks that it restarted, and leaves the others alone', async () => {
    const [shop, other] = [await newShop(), await newShop()];
    const before = await deliver(shop.api);
    const from = await deliver(shop.api);
    merchant.respond = (response) => void response.writeHead(410).end();
    const failed = await deliver(shop.api, 'fail');
    merchant.respond = (response) => void response.end();
    const elsewhere = await deliver(other.api);
    const to = await deliver(shop.api);
    const momentOf = async (delivery: string): Promise<string> => (await json('show', delivery)).created_at;
    const range = ['--website', shop.id, '--from', await momentOf(from.delivery), '--to', await momentOf(to.delivery)];

    assert.deepEqual(await json('resend', ...range, '--status', 'exhausted'), { restarted: 1 });
    await deliveryOnceAttempted(failed.id, 2);
    assert.deepEqual(await json('resend', ...range, '--mode', 'test'), { restarted: 2 });
    await deliveryOnceAttempted(from.id, 2);
    await deliveryOnceAttempted(failed.id, 3);
    for (const { delivery } of [before, elsewhere, to]) assert.equal((await json('show', delivery)).attempts, 1);
    assert.equal(receivedOf(from.id).length, 2);
    assert.deepEqual(
      [before, elsewhere, to].map(({ id }) => receivedOf(id).length),
      [1, 1, 1],
    );

    assert.deepEqual(await json('resend', ...range, '--status', 'refused'), { restarted: 0 });
    assert.deepEqual(await json('resend', ...range, '--mode', 'live'), { restarted: 0 });
    const text = await run('resend', '--website', shop.id, '--from', '2020-01-01', '--to', '2020-01-02');
    assert.deepEqual([text.code, text.stdout], [0, 'No webhooks match. Nothing will be resent.\n']);
    // The command reads a date as a day in Haiti. Today's date in UTC may not have started there yet.
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const wide = await run('resend', '--website', shop.id, '--from', yesterday, '--to', '2199-12-31T00:00:00+02:00');
    assert.equal(wide.stdout, '4 webhooks will be resent as soon as a worker runs.\n');
  });

  it('a refused destination is shown with its reason and without a response', async () => {
    const shop = await newShop('/', 'https://10.1.2.3');
    const { delivery } = await deliver(shop.api);
    const { status, last_error: error, next_attempt_at: next, tries } = await json('show', delivery);
    assert.deepEqual([status, next], ['refused', null]);
    assert.match(error, /not a public address/);
    assert.deepEqual([tries.length, tries[0].status_code, tries[0].response_start], [1, null, null]);
  });

  it('prints tables for people, and no response of a receiver can steer the terminal', async () => {
    const shop = await newShop();
    assert.equal((await run('list', '--website', shop.id)).stdout, 'No webhooks match.\n');
    merchant.respond = (response) => void response.writeHead(500).end('red\u001b[31m\u202eanswer\nsecond line');
    const { delivery } = await deliver(shop.api);
    const list = await run('list', '--website', shop.id);
    assert.match(list.stdout, /^ID +STATUS +EVENT +ATTEMPTS +LAST RESULT +NEXT ATTEMPT +URL +CREATED\n/);
    assert.match(list.stdout, /pending +payment\.success +1 +500 /);
    const show = await run('show', delivery);
    assert.match(show.stdout, new RegExp(`^ID +${delivery}$`, 'm'));
    assert.match(show.stdout, /^1 +\S+Z +\d+ +500 +- +red\\u\{1b\}\[31m\\u\{202e\}answer\\u\{a\}second line$/m);
    for (const { stdout } of [list, show]) assert.ok(!/\p{Cf}|\p{Cc}/u.test(stdout.replaceAll('\n', '')));
  });

  for (const args of [
    ['list', '--website', 'web_none'],
    ['list', '--payment', '100000000000000'],
    ['list', '--payment', 'none'],
    ['show', 'dlv_none'],
    ['resend', 'dlv_none'],
    ['resend', '--website', 'web_none', '--from', '2026-01-01', '--to', '2026-01-02'],
  ]) {
    it(`exit 1 and one line when there is no such thing: ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await run(...args, '--json');
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /^peye: there is no (website|payment|delivery) [^\n]+\n$/);
    });
  }
});
