import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { createLog } from '../src/platform/log/log.ts';
import { logTelemetry } from '../src/platform/log/log-telemetry.ts';
import { combineTelemetry, type Telemetry } from '../src/platform/log/telemetry.ts';
import { onOneEngineByDay } from './support/engines.ts';
import { paymentRequest, startTestGateway, until } from './support/gateway.ts';
import { startReceiver } from './support/receiver.ts';
import { finishedPayment, newShop } from './support/webhooks.ts';

type Kind = keyof Telemetry;
type Recorded = { readonly kind: Kind } & Record<string, unknown>;

/** Records each start and each end, and each event without a duration. */
function recorder(): { telemetry: Telemetry; started: Recorded[]; ended: Recorded[]; moments: object[] } {
  const started: Recorded[] = [];
  const ended: Recorded[] = [];
  const moments: object[] = [];
  const record = (kind: Kind) => (start: object) => {
    started.push({ kind, ...start });
    return (end: object) => void ended.push({ kind, ...start, ...end });
  };
  const telemetry = {
    request: record('request'),
    commit: record('commit'),
    providerCall: record('providerCall'),
    deliveryAttempt: record('deliveryAttempt'),
    jobRun: record('jobRun'),
    paymentMoved: (move: object) => void moments.push(move),
    paymentsWritten: (written: number) => void moments.push({ written }),
    requestLinesDropped: (dropped: number) => void moments.push({ dropped }),
  };
  return { telemetry, started, ended, moments };
}

const MONCASH_UNAVAILABLE = {
  MONCASH_CLIENT_ID: 'client',
  MONCASH_CLIENT_SECRET: 'secret',
  MONCASH_API_URL: 'http://127.0.0.1:1',
};

const OF_MONCASH = { method: 'moncash', reason: undefined, seconds: undefined };

const throws = () => {
  throw new Error('telemetry that is broken');
};
const BROKEN_AT_START: Telemetry = {
  request: throws,
  commit: throws,
  providerCall: throws,
  deliveryAttempt: throws,
  jobRun: throws,
  paymentMoved: throws,
  paymentsWritten: throws,
  requestLinesDropped: throws,
};
const BROKEN_AT_END: Telemetry = {
  request: () => throws,
  commit: () => throws,
  providerCall: () => throws,
  deliveryAttempt: () => throws,
  jobRun: () => throws,
  paymentMoved: throws,
  paymentsWritten: throws,
  requestLinesDropped: throws,
};

onOneEngineByDay('a running gateway', (engine) => {
  test('reports every event to each telemetry, and continues when one of them throws', async () => {
    const { telemetry, started, ended, moments } = recorder();
    const receiver = await startReceiver();
    const gateway = await startTestGateway(engine, {
      settings: { ...receiver.settings, ...MONCASH_UNAVAILABLE },
      telemetry: combineTelemetry([BROKEN_AT_START, BROKEN_AT_END, telemetry]),
    });
    try {
      // A provider that is unavailable: the port is closed.
      const live = await gateway
        .client(gateway.liveKey)
        .post('/payments', paymentRequest({ payment_method: 'moncash' }));
      assert.equal(live.status, 500);
      const call = ended.find(({ kind }) => kind === 'providerCall');
      assert.equal(call?.provider, 'moncash');
      assert.equal(call?.operation, 'token');
      assert.equal(call?.statusCode, null);
      assert.match(String(call?.error), /ECONNREFUSED/);

      const shop = await newShop(gateway, `${receiver.origin}/hook`);
      const id = await finishedPayment(shop.api);
      assert.equal((await gateway.api.get('/payments/no-payment')).status, 404);
      await until('the delivery was reported', () => ended.some(({ kind }) => kind === 'deliveryAttempt'));

      const creation = ended.find(
        ({ kind, method, status }) => kind === 'request' && method === 'POST' && status === 201,
      );
      assert.equal(creation?.route, '/api/gateway/v1/payments');
      assert.equal(String(creation?.paymentId), id);
      assert.equal(creation?.websiteId, shop.websiteId);
      assert.match(String(creation?.keyId), /./);
      const missing = ended.find(({ status }) => status === 404);
      assert.equal(missing?.error, 'transaction_not_found');
      assert.equal(missing?.paymentId, undefined);

      const delivery = ended.find(({ kind }) => kind === 'deliveryAttempt');
      assert.equal(String(delivery?.transactionId), id);
      assert.equal(delivery?.outcome, 'delivered');
      assert.equal(delivery?.statusCode, 200);
      assert.ok(Number(delivery?.lagSeconds) > 0);
      const seconds = moments.map((moment) => ('seconds' in moment ? moment.seconds : undefined));
      assert.deepEqual(moments, [
        { written: 1 },
        { ...OF_MONCASH, mode: 'live', status: 'processing' },
        { ...OF_MONCASH, mode: 'live', status: 'failed', reason: 'provider_error', seconds: seconds[2] },
        { written: 1 },
        { ...OF_MONCASH, mode: 'test', status: 'processing' },
        { ...OF_MONCASH, mode: 'test', status: 'completed', seconds: seconds[5] },
      ]);
      assert.ok(Number(seconds[2]) > 0 && Number(seconds[5]) > 0);
      assert.ok(
        ended.some(({ kind, name, error }) => kind === 'jobRun' && name === 'deliveries' && error === undefined),
      );
    } finally {
      await gateway.stop();
      await receiver.close();
    }
    const counts = (recorded: Recorded[]) => recorded.map(({ kind }) => kind).sort();
    assert.deepEqual(counts(ended), counts(started), 'whatever started has ended');
  });
});

test('combined telemetry calls its parts in their order, for each start and for each end', () => {
  const called: string[] = [];
  const part =
    (name: string): Telemetry['jobRun'] =>
    (start) => {
      called.push(`${name} ${start.name}`);
      return () => void called.push(`${name} end`);
    };
  const whole = (name: string) => ({ ...BROKEN_AT_START, jobRun: part(name) });
  const log = createLog('silent');
  combineTelemetry([whole('first'), BROKEN_AT_START, whole('second')]).jobRun(
    { name: 'job' },
    log,
  )({ ms: 1, error: undefined });
  assert.deepEqual(called, ['first job', 'second job', 'first end', 'second end']);
});

test('the log has one line for each thing that ended, its fields in their order', () => {
  const lines: string[] = [];
  const log = pino(
    { base: null, timestamp: false, level: 'debug', formatters: { level: (level) => ({ level }) } },
    { write: (line: string) => lines.push(line.trim()) },
  );
  const request = {
    route: '/payments',
    status: 201,
    ms: 1.23456,
    error: undefined,
    isHealthCheck: false,
    isShed: false,
  };
  const owner = { websiteId: 'web_1', keyId: 'key_1', paymentId: 123 };
  const start = { requestId: 'req_1', method: 'POST' };
  logTelemetry.request(start, log)?.({ ...request, ...owner });
  logTelemetry.request(start, log)?.({ ...request, ...owner, route: '/healthz', isHealthCheck: true });
  const call = { provider: 'moncash', operation: 'token' };
  logTelemetry.providerCall({ ...call, transactionId: 123 }, log)({ statusCode: 200, error: null, ms: 1.6 });
  logTelemetry.providerCall(call, log)({ statusCode: 500, error: null, ms: 2 });
  logTelemetry.providerCall(call, log)({ statusCode: null, error: 'ECONNREFUSED', ms: 2 });
  const attempt = { deliveryId: 'dlv_1', transactionId: 123, websiteId: 'web_1', event: 'payment.success', attempt: 1 };
  const failed = {
    host: 'shop.example',
    statusCode: 500,
    error: null,
    ms: 3,
    outcome: 'pending',
    lagSeconds: undefined,
    nextInSeconds: 60,
  };
  logTelemetry.deliveryAttempt(attempt, log)(failed);
  logTelemetry.deliveryAttempt(attempt, log)({ ...failed, outcome: 'exhausted', nextInSeconds: undefined });
  logTelemetry.jobRun({ name: 'deliveries' }, log)({ ms: 1, error: undefined });
  logTelemetry.jobRun({ name: 'deliveries' }, log)({ ms: 1, error: 'the store is unavailable' });
  assert.deepEqual(lines, [
    '{"level":"info","method":"POST","route":"/payments","status":201,"ms":1.235,"website_id":"web_1","key_id":"key_1","transaction_id":"123","msg":"request"}',
    '{"level":"debug","method":"POST","route":"/healthz","status":201,"ms":1.235,"website_id":"web_1","key_id":"key_1","transaction_id":"123","msg":"request"}',
    '{"level":"info","provider":"moncash","operation":"token","transaction_id":"123","status_code":200,"duration_ms":2,"msg":"provider call"}',
    '{"level":"warn","provider":"moncash","operation":"token","status_code":500,"duration_ms":2,"msg":"provider call"}',
    '{"level":"warn","provider":"moncash","operation":"token","status_code":null,"error":"ECONNREFUSED","duration_ms":2,"msg":"provider call"}',
    '{"level":"info","delivery_id":"dlv_1","transaction_id":"123","website_id":"web_1","event":"payment.success","attempt":1,"host":"shop.example","status_code":500,"ms":3,"outcome":"pending","next_in_s":60,"msg":"delivery attempt"}',
    '{"level":"warn","delivery_id":"dlv_1","transaction_id":"123","website_id":"web_1","event":"payment.success","attempt":1,"host":"shop.example","status_code":500,"ms":3,"outcome":"exhausted","msg":"delivery attempt"}',
    '{"level":"error","err":"the store is unavailable","msg":"a round of deliveries failed; it is retried"}',
  ]);
});
