import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { newStore, onOneEngineByDay } from '../support/engines.ts';
import { API, paymentRequest, startTestGateway, until } from '../support/gateway.ts';
import { startNode } from '../support/node-process.ts';
import { startReceiver } from '../support/receiver.ts';
import { finishedPayment, newShop } from '../support/webhooks.ts';
import { type Collector, startCollector } from './collector.ts';
import type { SentSpan } from './read-spans.ts';

const CALLER = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };
const SAMPLED = { traceparent: `00-${CALLER.trace}-${CALLER.span}-01` };
const MONCASH_AWAY = {
  MONCASH_CLIENT_ID: 'client',
  MONCASH_CLIENT_SECRET: 'secret-of-moncash',
  MONCASH_API_URL: 'http://127.0.0.1:1',
};

onOneEngineByDay('a gateway that traces', (engine) => {
  let collector: Collector;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let settings: Record<string, string>;
  before(async () => {
    collector = await startCollector();
    receiver = await startReceiver();
    settings = {
      ...receiver.settings,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%2Cb',
    };
  });
  after(async () => {
    await collector?.close();
    await receiver?.close();
  });

  test('sends a request, and all that it waited for, as one trace, which continues the trace of the caller', async () => {
    const gateway = await startTestGateway(engine, { settings: { ...settings, ...MONCASH_AWAY } });
    try {
      const live = gateway.client(gateway.liveKey, { ...SAMPLED, tracestate: 'x=a-strangers-text' });
      const { headers } = await live.post('/payments', paymentRequest({ customer_name: 'Marie Personal' }));
      const requestId = headers.get('x-request-id');
      await until('the whole trace has arrived', () => of(collector, CALLER.trace).length === 3);
      const [request, commit, call] = named(of(collector, CALLER.trace), [
        `POST ${API}/payments`,
        'commit',
        'moncash token',
      ]);
      assert.deepEqual([request.parentId, request.kind, request.status], [CALLER.span, 2, 2]);
      assert.equal(request.service, 'peye');
      const { attributes } = request;
      assert.deepEqual(attributes, {
        'http.request.method': 'POST',
        'http.route': `${API}/payments`,
        'http.response.status_code': 500,
        'error.type': 'internal_error',
        'peye.request_id': requestId,
        'peye.website_id': gateway.website.id,
        'peye.key_id': attributes['peye.key_id'],
      });
      assert.match(String(attributes['peye.key_id']), /^key_/);
      assert.deepEqual([commit.parentId, commit.kind, commit.status], [request.spanId, 1, 0]);
      assert.deepEqual([call.parentId, call.kind, call.status], [request.spanId, 3, 2]);
      assert.equal(call.attributes['peye.provider'], 'moncash');
      for (const { ms } of [commit, call]) assert.ok(ms > 0 && ms <= request.ms);
      assert.equal(collector.heads()[0]?.['x-collector-key'], 'a,b');
      assert.ok(!collector.bytes().includes('a-strangers-text'));
    } finally {
      await gateway.stop();
    }
  });

  test('lets receivers continue the trace of their webhook, and sends no secrets or personal data', async () => {
    const gateway = await startTestGateway(engine, { settings });
    const shop = await newShop(gateway, `${receiver.origin}/traced`);
    const personal = {
      customer_name: 'Marie Personal',
      customer_email: 'marie@personal.example',
      reference: 'ORDER-77',
    };
    const transactionId = await finishedPayment(shop.api, personal);
    const isDelivery = ({ name, attributes }: SentSpan) =>
      name === 'deliver webhook' && attributes['peye.transaction_id'] === transactionId;
    await until('the delivery has arrived', () => collector.spans().some(isDelivery));
    await gateway.stop();
    const delivery = collector.spans().find(isDelivery) as SentSpan;
    const [webhook] = receiver.received('/traced');
    assert.equal(webhook?.headers.traceparent, `00-${delivery.traceId}-${delivery.spanId}-01`);
    assert.equal(delivery.attributes['peye.outcome'], 'delivered');
    assert.equal(delivery.attributes['http.response.status_code'], 200);
    const sent = collector.bytes();
    for (const secret of [...Object.values(personal), 'Marie', shop.secret, gateway.testKey, 'secret-of-moncash']) {
      assert.ok(!sent.includes(secret), secret);
    }
    assert.ok(!collector.spans().some(({ name }) => name.includes('healthz')));
  });

  test('names the trace on every line of its log, and sends the last spans when it stops', async () => {
    const store = await newStore(engine);
    const node = await startNode({ ...settings, ...store.settings, LOG_LEVEL: 'info' });
    const response = await node.client(node.seed.testKey).post('/payments', paymentRequest());
    assert.equal(response.status, 201);
    await fetch(`${node.url}/healthz`);
    assert.equal(await node.end('SIGTERM'), 0);
    const id = response.json.transaction_id;
    const line = node
      .output()
      .split('\n')
      .filter((text) => text.startsWith('{'))
      .map((text) => JSON.parse(text))
      .find(({ msg, transaction_id }) => msg === 'request' && transaction_id === id);
    const span = collector.spans().find(({ attributes }) => attributes['peye.transaction_id'] === id);
    assert.ok(line && span);
    assert.equal(line.trace_id, span.traceId);
    assert.equal(line.req_id, span.attributes['peye.request_id']);
    await store.drop();
  });
});

describe('a collector of traces', () => {
  test('that hangs or is unavailable costs payments nothing, and a stop two seconds at most', async () => {
    const collector = await startCollector();
    collector.hang(true);
    const store = await newStore('sqlite');
    const node = await startNode({
      ...store.settings,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      LOG_LEVEL: 'warn',
    });
    try {
      const api = node.client(node.seed.testKey);
      const created = await Promise.all(Array.from({ length: 200 }, () => api.post('/payments', paymentRequest())));
      assert.ok(created.every(({ status }) => status === 201));
      await until('the collector got a request', () => collector.heads().length > 0);
      // At the latest when the exporter gives up on the request, after five seconds.
      await until('the log says so', () => node.output().includes('spans could not be sent'));
      const health = await api.get(`${node.url}/readyz`);
      assert.equal(health.status, 200);
      assert.equal((await api.post('/payments', paymentRequest())).status, 201);
      const before = performance.now();
      assert.equal(await node.end('SIGTERM'), 0);
      assert.ok(performance.now() - before < 9_000, 'the stop did not wait for the collector');
      assert.match(node.output(), /the last spans were not sent/);
    } finally {
      await node.end('SIGKILL');
      await collector.close();
      await store.drop();
    }
  });

  test('gets the share of traces that the settings name, whatever clients request', async (context) => {
    const collector = await startCollector();
    context.after(collector.close);
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_SERVICE_NAME: 'peye-test' };
    const none = await startTestGateway('sqlite', {
      settings: { ...settings, OTEL_TRACES_SAMPLER_ARG: '0.000000001' },
    });
    context.after(none.stop);
    // A sampler that decides by the trace id, as OpenTelemetry's does, would sample this one even at this ratio.
    const chosen = { traceparent: `00-${'0'.repeat(31)}1-${CALLER.span}-01` };
    for (const asked of [SAMPLED, chosen]) {
      assert.equal((await none.client(none.testKey, asked).get('/balance')).status, 404);
    }
    await none.stop();
    assert.deepEqual(collector.spans(), []);

    const all = await startTestGateway('sqlite', { settings });
    context.after(all.stop);
    const odd = [
      '',
      'x'.repeat(5_000),
      '00-0-0-01',
      `ff-${CALLER.trace}-${CALLER.span}-01`,
      `00-${'0'.repeat(32)}-x-01`,
    ];
    for (const traceparent of odd) {
      const asked = await all.client(all.testKey, { traceparent, tracestate: 'x'.repeat(5_000) }).get('/payments');
      assert.equal(asked.status, 200, traceparent);
    }
    const notSampled = { traceparent: `00-${CALLER.trace}-${CALLER.span}-00` };
    assert.equal((await all.client(all.testKey, notSampled).get('/payments')).status, 200);
    await all.stop();
    const spans = collector.spans().filter(({ name }) => name === `GET ${API}/payments`);
    assert.equal(spans.length, odd.length, 'all except the request whose caller records no trace');
    assert.ok(spans.every(({ parentId, service }) => parentId === '' && service === 'peye-test'));
  });

  test('must have valid settings: an error about one does not quote a value that may contain a key', () => {
    const read = (changes: Record<string, string>) => () => readConfig(changes);
    assert.throws(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://key@collector:4317' }), (error: Error) => {
      assert.match(error.message, /^OTEL_EXPORTER_OTLP_ENDPOINT is set to something else, but must be an http/);
      return !error.message.includes('key@');
    });
    assert.throws(read({ OTEL_EXPORTER_OTLP_HEADERS: 'no-value' }), /OTEL_EXPORTER_OTLP_HEADERS is set to something/);
    assert.throws(read({ OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' }), /a comma list of name=value/);
    assert.throws(read({ OTEL_TRACES_SAMPLER_ARG: '1.5' }), /a number from 0 to 1/);
    const { tracing } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/' });
    assert.deepEqual(tracing, {
      endpoint: 'https://collector.example/otlp',
      headers: {},
      serviceName: 'peye',
      ratio: 1,
    });
    for (const [part, ratio] of Object.entries({ '0': 0, '0.25': 0.25, '1': 1 })) {
      const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example', OTEL_TRACES_SAMPLER_ARG: part };
      assert.equal(readConfig(settings).tracing?.ratio, ratio);
    }
    assert.equal(readConfig({}).tracing, null);
  });
});

function of(collector: Collector, traceId: string): SentSpan[] {
  return collector.spans().filter((span) => span.traceId === traceId);
}

function named<const Names extends readonly string[]>(spans: readonly SentSpan[], names: Names) {
  return names.map((name) => {
    const span = spans.find((each) => each.name === name);
    assert.ok(span, `${name} in ${spans.map((each) => each.name)}`);
    return span;
  }) as { [Index in keyof Names]: SentSpan };
}
