import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { openStore } from '../../src/app/open-store.ts';
import { readConfig } from '../../src/config.ts';
import type { ExchangeRate } from '../../src/features/rates/exchange-rate.ts';
import { recordRate } from '../../src/features/rates/store/exchange-rates.ts';
import { nodeGauges } from '../../src/metrics/gauges.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { newStore, onOneEngineByDay } from '../support/engines.ts';
import {
  API,
  freePort,
  httpClient,
  paymentRequest,
  startTestGateway,
  type TestGateway,
  until,
} from '../support/gateway.ts';
import { startNode } from '../support/node-process.ts';
import { startReceiver } from '../support/receiver.ts';
import { openTestStore } from '../support/store.ts';
import { finishedPayment, newShop } from '../support/webhooks.ts';
import { metricsAt, type Samples, samplesIn, scrapedWhen, sumOf } from './scrape.ts';

const CREATED = `peye_http_request_duration_seconds_count{method="POST",route="${API}/payments",status="201"}`;

onOneEngineByDay('the metrics of a gateway', (engine) => {
  let gateway: TestGateway;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  before(async () => {
    receiver = await startReceiver();
    gateway = await startTestGateway(engine, { settings: receiver.settings });
  });
  after(async () => {
    await gateway?.stop();
    await receiver?.close();
  });

  test('show the events of the gateway, and the work that waits in its store', async () => {
    const shop = await newShop(gateway, `${receiver.origin}/hook`);
    await finishedPayment(shop.api);
    const failed = await shop.api.post('/payments', paymentRequest({ payment_method: 'card' }));
    await shop.api.post(`/test_helpers/payments/${failed.json.transaction_id}/fail`, { failure_reason: 'declined' });
    assert.equal((await shop.api.post('/payments', {})).status, 422);
    const delivered = 'peye_delivery_attempt_duration_seconds_count{outcome="delivered"}';
    const seen = await scrapedWhen('both webhooks are counted', gateway.url, (now) => now.get(delivered) === 2);
    const value = (name: string) => seen.get(name);
    assert.equal(value(CREATED), 2);
    assert.equal(value(`peye_http_errors_total{route="${API}/payments",code="validation_error"}`), 1);
    const countOf = (method: string, status: string, reason = '') =>
      value(`peye_payments_total{method="${method}",mode="test",status="${status}",reason="${reason}"}`);
    assert.deepEqual([countOf('card', 'pending'), countOf('card', 'failed', 'declined')], [1, 1]);
    assert.deepEqual([countOf('moncash', 'processing'), countOf('moncash', 'completed')], [1, 1]);
    assert.equal(value('peye_payments_total{method="card",mode="live",status="completed",reason=""}'), 0, 'at zero');
    assert.equal(value('peye_payment_final_seconds_count{method="card",mode="test",status="failed"}'), 1);
    assert.equal(value('peye_delivery_lag_seconds_count'), 2);
    assert.equal(value('peye_commit_group_payments_sum'), 2);
    assert.equal(value('peye_request_log_dropped_total'), 0);
    assert.ok((value('peye_job_duration_seconds_count{task="due payments",result="ok"}') ?? 0) > 0);
    assert.equal(value('peye_job_duration_seconds_count{task="due payments",result="failed"}'), 0);
    assert.equal(value('peye_store_readable'), 1);
    assert.equal(value('peye_open_live_payments{method="moncash"}'), 0);
    assert.equal(value('peye_overdue_live_payments{method="card",at_least="24h"}'), 0);
    assert.equal(value('peye_open_discrepancies{kind="paid_twice"}'), 0);
    assert.equal(value('peye_open_refunds{status="unknown"}'), 0);
    assert.equal(value('peye_oldest_refund_seconds{status="manual"}'), 0);
    assert.equal(value('peye_reversed_refunds'), 0);
    assert.equal(value('peye_open_disputes'), 0);
    assert.equal(value('peye_dispute_work{kind="evidence_due"}'), 0);
    assert.equal(value('peye_exchange_rate'), 130.5);
    assert.equal(value('peye_exchange_rate_age_seconds'), undefined, 'the rate from the settings has no age');
    assert.equal(value('peye_redis_up'), undefined, 'without Redis this metric is missing');
    assert.equal(value('peye_disk_free_bytes') !== undefined, engine === 'sqlite');
    assert.ok((value('peye_store_bytes') ?? 0) > 100_000);
    assert.ok((value('peye_audit_position') ?? 0) > 0);
    assert.ok((value('process_resident_memory_bytes') ?? 0) > 1e7);
    const text = [...seen.keys()].join('\n');
    assert.doesNotMatch(text, new RegExp(`${shop.websiteId}|tk_test|whsec`), 'no website, key or secret is named');
  });

  test('distinguish connections to the store that are in use from idle ones', async () => {
    const { db } = gateway.store;
    await db.transaction(async (tx) => {
      await tx.query('SELECT 1 AS held');
      await scrapedWhen('a connection is busy, and the counts add up to all connections', gateway.url, (now) => {
        const count = (state: string) => now.get(`peye_store_connections{state="${state}"}`) ?? 0;
        return count('busy') >= 1 && count('busy') + count('idle') === db.usage().connections;
      });
    });
  });

  test('have a limited number of series, and no text that clients send', async () => {
    const origin = new URL(gateway.url).origin;
    const before = await scrapedWhen('the metrics are there', origin, () => true);
    const methods = ['GET', 'PROPFIND', 'DELETE', 'REPORT', 'POST', 'OPTIONS'];
    const strange = async (i: number) => {
      const path = i % 3 ? `/strange-${i}/${'x'.repeat(i)}` : `${API}/payments/strange-${i}?strange-${i}=1`;
      const headers = { host: `strange-${i}.example`, 'user-agent': `strange-${i}`, 'x-api-key': `strange-${i}` };
      await (await fetch(origin + path, { method: methods[i % methods.length]!, headers })).text();
    };
    await Promise.all(Array.from({ length: 300 }, (_, i) => strange(i)));
    const requests = 'peye_http_request_duration_seconds_count';
    const after = await scrapedWhen(
      'all are counted',
      origin,
      (now) => sumOf(now, requests) >= sumOf(before, requests) + 300,
    );
    assert.ok(after.size - before.size < 400, `${after.size - before.size} new lines`);
    assert.doesNotMatch([...after.keys()].join('\n'), /strange|PROPFIND|DELETE|REPORT/);
  });

  test('are computed once for a flood of scrapes, while payments continue', async () => {
    const origin = new URL(gateway.url).origin;
    let given: Response[] = [];
    let refused: Response[] = [];
    const flood = async () => {
      const responses = await Promise.all(Array.from({ length: 150 }, () => metricsAt(origin)));
      given = responses.filter(({ status }) => status === 200);
      refused = responses.filter(({ status }) => status === 429);
      assert.equal(given.length + refused.length, responses.length);
      await Promise.all(refused.map((response) => response.text()));
      // If earlier scrapes have used up the limit of a second, all of them are refused: then try again.
      return given.length > 10 && refused.length > 0;
    };
    const pay = () => Promise.all(Array.from({ length: 50 }, () => gateway.api.post('/payments', paymentRequest())));
    const [payments] = await Promise.all([pay(), until('some scrapes of a flood get responses', flood)]);
    assert.deepEqual(new Set(payments.map(({ status }) => status)), new Set([201]));
    for (const { headers } of refused) assert.equal(headers.get('retry-after'), '1');
    const texts = new Set(await Promise.all(given.map((response) => response.text())));
    assert.ok(texts.size <= given.length / 5, `${given.length} scrapes share ${texts.size} texts`);
  });

  test('are shown only to this machine and to subnets in the settings, also through a proxy', async (t) => {
    const METRICS_ALLOWED_SUBNETS = '203.0.113.0/24';
    const closed = await startTestGateway(engine, { settings: { METRICS_ALLOWED_SUBNETS } });
    t.after(closed.stop);
    const behind = await startTestGateway(engine, { settings: { METRICS_ALLOWED_SUBNETS, TRUST_PROXY: '127.0.0.1' } });
    t.after(behind.stop);
    const status = async (at: TestGateway, headers: Record<string, string> = {}) =>
      (await metricsAt(at.url, headers)).status;
    assert.equal(await status(closed), 404);
    assert.equal(await status(behind, { 'x-forwarded-for': '203.0.113.9' }), 200);
    assert.equal(await status(behind, { 'x-forwarded-for': '198.51.100.9' }), 404);
    assert.equal(
      await status(behind, { 'x-forwarded-for': '203.0.113.9, 198.51.100.9' }),
      404,
      'the client is at the last address, which the proxy has added',
    );
    assert.equal(await status(behind), 404);
    // A proxy on this machine that names no client address does not give clients access.
    const local = await startTestGateway(engine, { settings: { TRUST_PROXY: '127.0.0.1' } });
    t.after(local.stop);
    assert.equal(await status(local), 200);
    for (const forwarded of ['203.0.113.5', '203.0.113.5:4711', '[2001:db8::1]', 'unknown', '', ' ', '127.0.0.1, ?'])
      assert.equal(await status(local, { 'x-forwarded-for': forwarded }), 404, forwarded);
    // Every client of a proxy that is not trusted seems to be on this machine.
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
      assert.equal(await status(gateway, { [name]: 'for=127.0.0.1' }), 404, name);
    // The response is the same as for any unknown address.
    const [hidden, nowhere] = await Promise.all([metricsAt(closed.url), fetch(new URL('/nowhere', closed.url))]);
    assert.equal((await hidden.text()).length, (await nowhere.text()).length);
  });

  test('cannot have the port of the gateway as their own', () => {
    const read = (METRICS_PORT: string) => readConfig({ PORT: '9090', METRICS_PORT }).metricsPort;
    assert.throws(() => read('9090'), /METRICS_PORT [^\n]+ another port than PORT/);
    assert.deepEqual([read('9091'), read('')], [9_091, null]);
  });

  test('have their own port if METRICS_PORT is set, whatever the roles of the node', async (t) => {
    for (const ROLES of ['worker', 'console']) {
      const port = await freePort();
      const node = await startTestGateway(engine, { settings: { ROLES, METRICS_PORT: String(port) } });
      t.after(node.stop);
      const own = `http://127.0.0.1:${port}`;
      const rounds = (now: Samples, job: string) => sumOf(now, 'peye_job_duration_seconds_count', job, 'result="ok"');
      // A job of the worker, or one that every node runs.
      const job = ROLES === 'worker' ? 'task="due payments"' : 'task="';
      const seen = await scrapedWhen('a round of its jobs is counted', own, (now) => rounds(now, job) > 0);
      if (ROLES === 'console') assert.equal(rounds(seen, 'task="due payments"'), 0);
      assert.equal(seen.get('peye_store_readable'), 1);
      assert.equal((await metricsAt(node.url)).status, 404);
      const client = httpClient(own);
      assert.equal((await client.get(`${own}/`)).status, 404);
      assert.equal((await client.request('HEAD', `${own}/metrics`)).status, 200);
      const refused = await client.post(`${own}/metrics`, 'x');
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD']);
      const flood = async () => Promise.all(Array.from({ length: 30 }, async () => (await metricsAt(own)).status));
      await until('some scrapes of a flood are refused', async () => {
        const statuses = await flood();
        assert.deepEqual(
          statuses.filter((status) => status !== 200 && status !== 429),
          [],
        );
        return statuses.includes(200) && statuses.includes(429);
      });
    }
  });

  test('have the age of a rate while it is from a source, and none of a manual rate', async (t) => {
    const store = await openTestStore(engine);
    t.after(() => store.close());
    const nowUs = 1_800_000_000_000_000;
    let rate: ExchangeRate = { rateE4: 1_305_000, updatedAtUs: nowUs - 60_000_000, source: 'brh' };
    const { registry, read } = nodeGauges({
      db: store.db,
      dataDir: null,
      clock: () => nowUs,
      log: createLog('silent'),
      version: '1.0.0',
      rate: () => rate,
      inFlight: () => 0,
      redis: () => 'not_set',
      isTimeDoubted: () => false,
    });
    const shown = async () => {
      await read();
      return /^peye_exchange_rate_age_seconds (\S+)$/m.exec(await registry.metrics())?.[1];
    };
    assert.equal(await shown(), '60');
    rate = { ...rate, source: null };
    assert.equal(await shown(), undefined);
  });

  test('show the age of a rate that has a source, and that Redis is unavailable', async (t) => {
    const place = await newStore(engine);
    t.after(() => place.drop());
    const store = await openStore(readConfig(place.settings), createLog('silent'), { migrate: true });
    const hourAgoUs = Math.floor(store.clock()) - 3_600_000_000;
    await store.db.transaction((tx) =>
      recordRate(tx, 'brh', { rateE4: 1_402_500, publishedAtUs: hourAgoUs }, hourAgoUs),
    );
    await store.db.close();
    // No worker runs, so the stored rate stays.
    const settings = { ROLES: 'api', EXCHANGE_RATE_SOURCE: 'brh', REDIS_URL: 'redis://127.0.0.1:1' };
    const node = await startTestGateway(engine, { sharedStore: place, settings });
    t.after(node.stop);
    const seen = await scrapedWhen('the metrics are there', node.url, () => true);
    assert.equal(seen.get('peye_exchange_rate'), 140.25);
    assert.ok((seen.get('peye_exchange_rate_age_seconds') ?? 0) >= 3_600);
    assert.equal(seen.get('peye_redis_up'), 0);
  });

  if (engine === 'postgres') {
    test('report that the store does not respond while a query still waits', async (t) => {
      const other = new pg.Client(gateway.settings.DATABASE_URL);
      await other.connect();
      t.after(() => other.end());
      await other.query('BEGIN');
      await other.query('LOCK TABLE discrepancies');
      const isReadable = (now: Samples) => now.get('peye_store_readable');
      const seen = await scrapedWhen(
        'the metrics report that the store does not respond',
        gateway.url,
        (now) => isReadable(now) === 0,
      );
      const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      assert.ok((await other.query(waiting)).rows.length > 0, 'the statement still waits');
      assert.ok(seen.has('peye_open_live_payments{method="card"}'), 'the values that were read before stay');
      await other.query('ROLLBACK');
      await scrapedWhen(
        'the metrics report that the store responds again',
        gateway.url,
        (now) => isReadable(now) === 1,
      );
    });
  }

  test('count from zero after a kill, with every series that an alert uses', async (t) => {
    const store = await newStore(engine);
    t.after(() => store.drop());
    const first = await startNode(store.settings);
    t.after(() => first.end('SIGKILL'));
    const create = (at: typeof first) => at.client(at.seed.testKey).post('/payments', paymentRequest());
    for (const _ of [1, 2, 3]) assert.equal((await create(first)).status, 201);
    const processing = 'peye_payments_total{method="moncash",mode="test",status="processing",reason=""}';
    await scrapedWhen('three are counted', first.url, (now) => now.get(processing) === 3);
    await first.end('SIGKILL');
    const second = await startNode(store.settings, first.seed);
    t.after(() => second.end('SIGKILL'));
    assert.equal(samplesIn(await (await metricsAt(second.url)).text()).get(processing), 0);
    assert.equal((await create(second)).status, 201);
    await scrapedWhen('one payment is counted', second.url, (now) => now.get(processing) === 1);
  });
});
