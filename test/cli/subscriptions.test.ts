import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { peye, peyeJson } from '../support/cli.ts';
import { type EmptyStore, newStore, onSqliteByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { assertSoundStore } from '../support/store-access.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const FIELDS = [
  ...['id', 'website_id', 'mode', 'status', 'first_transaction_id', 'reference', 'amount', 'currency'],
  ...['interval', 'interval_count', 'next_period', 'next_charge_at', 'consecutive_failures', 'periods_left_out'],
  ...['created_at', 'ended_at', 'end_reason', 'paused_at', 'test_clock'],
];
const CHARGE_FIELDS = [
  ...[
    'period',
    'due_at',
    'transaction_id',
    'acquirer_reference',
    'status',
    'failure_reason',
    'amount',
    'currency',
    'created_at',
    'finished_at',
  ],
];

onSqliteByDay('peye subscriptions', (engine) => {
  let store: EmptyStore;
  let gateway: TestGateway;
  let isRunning = false;
  before(async () => {
    store = await newStore(engine);
    gateway = await startTestGateway(engine, { sharedStore: store });
    isRunning = true;
  });
  after(async () => {
    if (isRunning) await gateway.stop();
    await assertSoundStore(store.settings);
    await store.drop();
  });

  const run = (...args: string[]) => peye(['subscriptions', ...args], { settings: store.settings });
  const json = (...args: string[]) => peyeJson(['subscriptions', ...args], { settings: store.settings });
  const fails = async (expected: RegExp, ...args: string[]) => {
    const { code, stdout, stderr } = await run(...args);
    assert.equal(code, 1, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, /^peye: [^\n]+\n$/);
    assert.match(stderr, expected);
  };
  const begin = async (changes: Record<string, unknown> = {}, api = gateway.api) => {
    const recurring = { payment_method: 'lakaypay_card', recurring: true, recurring_interval: 'monthly', ...changes };
    const id: string = (await api.post('/payments', paymentRequest(recurring))).json.transaction_id;
    assert.equal((await api.post(`/test_helpers/payments/${id}/complete`)).status, 200);
    return `sub_${id}`;
  };
  /** The date `days` days from now, in the format of the command. */
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  it('list and show have the promised fields', async () => {
    const { website, testKey } = await gateway.newWebsite('Fields');
    const id = await begin({ reference: 'ABONMAN-7', recurring_interval_count: 2 }, gateway.client(testKey));
    const [listed, ...others] = await json('list', '--website', website.id);
    assert.deepEqual(others, []);
    assert.deepEqual(Object.keys(listed), FIELDS);
    for (const moment of [listed.created_at, listed.next_charge_at]) assert.match(moment, TIMESTAMP);
    const { created_at, next_charge_at, ...rest } = listed;
    assert.deepEqual(rest, {
      id,
      website_id: website.id,
      mode: 'test',
      status: 'active',
      first_transaction_id: id.slice(4),
      reference: 'ABONMAN-7',
      amount: '500.00',
      currency: 'HTG',
      interval: 'monthly',
      interval_count: 2,
      next_period: 1,
      consecutive_failures: 0,
      periods_left_out: 0,
      ended_at: null,
      end_reason: null,
      paused_at: null,
      test_clock: null,
    });
    assert.ok(Date.parse(next_charge_at) - Date.parse(created_at) > 58 * 86_400_000);
    const { payments, ...shown } = await json('show', id);
    assert.deepEqual(shown, listed);
    assert.deepEqual(payments, []);
    assert.match((await run('show', id)).stdout, /Every +2 months\n[\s\S]*No renewals yet\.\n$/);
    assert.match(
      (await run('list', '--website', website.id)).stdout,
      /^ID +STATUS[^\n]+\nsub_\d+ +active +500\.00 HTG +2 months /,
    );
  });

  it('list filters by website and status, newest first', async () => {
    const { website, testKey } = await gateway.newWebsite('Filters');
    const api = gateway.client(testKey);
    const [first, second, third] = [await begin({}, api), await begin({}, api), await begin({}, api)];
    await json('cancel', second);
    const ids = async (...filter: string[]) =>
      (await json('list', '--website', website.id, ...filter)).map(({ id }: { id: string }) => id);
    assert.deepEqual(await ids(), [third, second, first]);
    assert.deepEqual(await ids('--status', 'active'), [third, first]);
    assert.deepEqual(await ids('--status', 'cancelled'), [second]);
    assert.deepEqual(await ids('--status', 'stopped'), []);
    assert.deepEqual(await ids('--limit', '1'), [third]);
    await fails(/there is no website web_none/, 'list', '--website', 'web_none');
    assert.equal(
      (await run('list', '--website', website.id, '--status', 'stopped')).stdout,
      'No subscriptions match.\n',
    );
  });

  it('pauses and resumes a subscription, each once', async () => {
    const id = await begin({ recurring_interval: 'weekly' });
    const paused = await json('pause', id);
    assert.match(paused.paused_at, TIMESTAMP);
    assert.deepEqual([paused.status, paused.next_charge_at], ['active', null]);
    assert.match((await run('show', id)).stdout, /Status +paused\nPaused since +20/);
    assert.match((await run('list')).stdout, new RegExp(`${id} +paused `));
    await fails(/is already paused, since 20/, 'pause', id);
    const { payments } = await json('advance', id, '--to', inDays(15));
    assert.deepEqual(payments, [], 'two periods are skipped');
    for (const wrong of [await run('resume', id, '--unchecked'), await run('resume')]) {
      assert.deepEqual([wrong.code, wrong.stdout], [2, '']);
    }
    assert.match(
      (await run('resume', id)).stdout,
      /^Subscription sub_\d+ resumed\. Its next charge is due at 20[^\n]+Z\.\n$/,
    );
    await fails(/is not paused/, 'resume', id);
    const later = await json('advance', id, '--to', inDays(22));
    assert.deepEqual([later.subscription.paused_at, later.payments.length], [null, 1]);
    const [changed] = await peyeJson(['audit', 'list', '--action', 'recurring.resume'], { settings: store.settings });
    assert.equal(changed.subject_id, id);
  });

  it('advance charges each period up to the end of a day, while the server runs', async () => {
    const id = await begin({ recurring_interval: 'weekly', metadata: { cart: 7 } });
    const { subscription, payments } = await json('advance', id, '--to', inDays(21));
    assert.deepEqual([subscription.next_period, subscription.test_clock.slice(0, 10)], [4, inDays(21)]);
    assert.equal(payments.length, 3);
    const first = (await gateway.api.get(`/payments/${id.slice(4)}`)).json.data;
    for (const { transaction_id, created_at, completed_at, ...payment } of payments) {
      const { transaction_id: _, created_at: __, completed_at: ___, ...same } = first;
      assert.deepEqual(payment, same);
      assert.equal((await gateway.api.get(`/payments/${transaction_id}`)).json.data.completed_at, completed_at);
      assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000);
    }
    const shown = await json('show', id);
    assert.deepEqual(Object.keys(shown.payments[0]), CHARGE_FIELDS);
    assert.deepEqual(
      shown.payments.map(({ period, due_at }: { period: number; due_at: string }) => [period, due_at.slice(0, 10)]),
      [1, 2, 3].map((period) => [period, inDays(7 * period)]),
    );
    assert.equal(shown.next_charge_at.slice(0, 10), inDays(28));
    // The feed has exactly one event for each payment.
    const { json: feed } = await gateway.api.get('/events?limit=100');
    const events = feed.data.map((event: { data: { transaction_id: string } }) => event.data.transaction_id);
    for (const { transaction_id } of payments) {
      assert.equal(events.filter((event: string) => event === transaction_id).length, 1);
    }
    // When it advances to the same moment again, nothing more is due.
    const again = await run('advance', id, '--to', inDays(21));
    assert.match(again.stdout, /^No charge was due until then\.\n\nThe next charge is due at /);
  });

  it('advance refuses dates and subscriptions that make no sense', async () => {
    const id = await begin();
    await json('advance', id, '--to', inDays(10));
    await fails(/clock of sub_\d+ is already at .*only moves forward/, 'advance', id, '--to', inDays(9));
    await fails(/only moves forward/, 'advance', await begin(), '--to', '2020-01-01');
    const daily = await begin({ recurring_interval: 'daily' });
    await fails(/more than 4000 charges/, 'advance', daily, '--to', '2100-01-01');
    await fails(/no subscription sub_none/, 'advance', 'sub_none', '--to', inDays(10));
    await json('cancel', id);
    await fails(/has already ended: cancelled at/, 'advance', id, '--to', inDays(90));
    const { db } = gateway.store;
    await db.transaction((tx) => tx.query("UPDATE subscriptions SET mode = 'live' WHERE id = $1", [daily]));
    await fails(/is live\. Only subscriptions of test payments/, 'advance', daily, '--to', inDays(10));
    await db.transaction((tx) => tx.query("UPDATE subscriptions SET mode = 'test' WHERE id = $1", [daily]));
  });

  it('cancel ends a subscription for good, and stores the reason', async () => {
    const id = await begin();
    const cancelled = await json('cancel', id, '--reason', 'the customer left');
    assert.deepEqual(Object.keys(cancelled), FIELDS);
    const { status, end_reason, ended_at, next_charge_at } = cancelled;
    assert.deepEqual([status, end_reason, next_charge_at], ['cancelled', 'the customer left', null]);
    assert.match(ended_at, TIMESTAMP);
    assert.deepEqual((await json('show', id)).payments, []);
    await fails(/has already ended: cancelled at \S+ \(the customer left\)/, 'cancel', id);
    await fails(/no subscription sub_none/, 'cancel', 'sub_none');
    await fails(/no subscription sub_none/, 'show', 'sub_none');
    assert.match((await run('cancel', await begin())).stdout, /cancelled\. Its card will not be charged again\.\n$/);
  });

  it('a subscription whose card is declined later is stopped, and advance reports it', async () => {
    const response = await gateway.api.post(
      '/payments',
      paymentRequest({ payment_method: 'lakaypay_card', recurring: true, recurring_interval: 'daily' }),
    );
    const form = new URLSearchParams({ number: '4000 0000 0000 0341', expiry: '12/40', cvc: '123', name: 'Marie' });
    await fetch(response.json.payment_url, { method: 'POST', body: form, redirect: 'manual' });
    const id = `sub_${response.json.transaction_id}`;
    const { stdout } = await run('advance', id, '--to', inDays(30));
    assert.equal(stdout.match(/ Failed \(declined\) /g)?.length, 3);
    assert.match(
      stdout,
      /The subscription has ended: stopped at \S+ \(3 charges in a row failed, the last one as declined\)\.\n$/,
    );
    assert.deepEqual((await json('list', '--status', 'stopped'))[0].id, id);
  });

  it('works while no server runs', async () => {
    const id = await begin({ recurring_interval: 'daily', recurring_interval_count: 12 });
    await gateway.stop();
    isRunning = false;
    const { subscription, payments } = await json('advance', id, '--to', inDays(365));
    assert.equal(payments.length, 30);
    assert.equal(subscription.next_period, 31);
    assert.equal((await json('show', id)).payments.length, 30);
    assert.equal((await json('cancel', id)).status, 'cancelled');
  });
});
