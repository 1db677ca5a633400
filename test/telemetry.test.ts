import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../src/lib/log.ts';
import { combineTelemetry, type Telemetry } from '../src/lib/telemetry.ts';
import { onBothEngines } from './support/engines.ts';
import { paymentRequest, startTestGateway, until } from './support/gateway.ts';
import { startReceiver } from './support/receiver.ts';
import { finishedPayment, newShop } from './support/webhooks.ts';

type Kind = keyof Telemetry;
type Told = { readonly kind: Kind } & Record<string, unknown>;

/** Writes down what begins and what ends. */
function recorder(): { telemetry: Telemetry; begun: Told[]; ended: Told[] } {
  const begun: Told[] = [];
  const ended: Told[] = [];
  const record = (kind: Kind) => (start: object) => {
    begun.push({ kind, ...start });
    return (end: object) => void ended.push({ kind, ...start, ...end });
  };
  const telemetry = {
    request: record('request'),
    providerCall: record('providerCall'),
    deliveryAttempt: record('deliveryAttempt'),
    jobRun: record('jobRun'),
  };
  return { telemetry, begun, ended };
}

const MONCASH_AWAY = {
  MONCASH_CLIENT_ID: 'client',
  MONCASH_CLIENT_SECRET: 'secret',
  MONCASH_API_URL: 'http://127.0.0.1:1',
};

const throws = () => {
  throw new Error('telemetry that is broken');
};
const BROKEN_AT_START: Telemetry = {
  request: throws,
  providerCall: throws,
  deliveryAttempt: throws,
  jobRun: throws,
};
const BROKEN_AT_END: Telemetry = {
  request: () => throws,
  providerCall: () => throws,
  deliveryAttempt: () => throws,
  jobRun: () => throws,
};

onBothEngines('a running gateway', (engine) => {
  test('tells all telemetry of everything it does, and is not harmed by one that throws', async () => {
    const { telemetry, begun, ended } = recorder();
    const receiver = await startReceiver();
    const gateway = await startTestGateway(engine, {
      settings: { ...receiver.settings, ...MONCASH_AWAY },
      telemetry: combineTelemetry([BROKEN_AT_START, BROKEN_AT_END, telemetry]),
    });
    try {
      // A provider that is away: the port is closed.
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
      await until('the delivery was told of', () => ended.some(({ kind }) => kind === 'deliveryAttempt'));

      const creation = ended.find(
        ({ kind, method, status }) => kind === 'request' && method === 'POST' && status === 201,
      );
      assert.equal(creation?.route, '/api/gateway/v1/payments');
      assert.equal(creation?.transactionId, id);
      assert.equal(creation?.websiteId, shop.websiteId);
      assert.match(String(creation?.keyId), /./);
      const missing = ended.find(({ status }) => status === 404);
      assert.equal(missing?.error, 'transaction_not_found');
      assert.equal(missing?.transactionId, undefined);

      const delivery = ended.find(({ kind }) => kind === 'deliveryAttempt');
      assert.equal(String(delivery?.transactionId), id);
      assert.equal(delivery?.outcome, 'delivered');
      assert.equal(delivery?.statusCode, 200);
      assert.ok(
        ended.some(({ kind, name, error }) => kind === 'jobRun' && name === 'deliveries' && error === undefined),
      );
    } finally {
      await gateway.stop();
      await receiver.close();
    }
    const counts = (told: Told[]) => told.map(({ kind }) => kind).sort();
    assert.deepEqual(counts(ended), counts(begun), 'what began came to an end');
  });
});

test('combined telemetry tells its parts in their order, beginnings and ends', () => {
  const told: string[] = [];
  const part =
    (name: string): Telemetry['jobRun'] =>
    (start) => {
      told.push(`${name} ${start.name}`);
      return () => void told.push(`${name} end`);
    };
  const whole = (name: string) => ({ ...BROKEN_AT_START, jobRun: part(name) });
  const log = createLog('silent');
  combineTelemetry([whole('first'), BROKEN_AT_START, whole('second')]).jobRun(
    { name: 'job' },
    log,
  )({ ms: 1, error: undefined });
  assert.deepEqual(told, ['first job', 'second job', 'first end', 'second end']);
});
