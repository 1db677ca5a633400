import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { stdSerializers } from 'pino';
import { intentJson } from '../../../simulators/stripe/intent.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { logTelemetry } from '../../../src/platform/log/log-telemetry.ts';
import type { Http } from '../../../src/platform/network/http.ts';
import { secretBox } from '../../../src/platform/secrets/secrets.ts';
import { settingsReader } from '../../../src/platform/settings-reader.ts';
import type { CallStripe } from '../../../src/providers/card/call-stripe.ts';
import { cardProvider } from '../../../src/providers/card/provider.ts';
import { findDisputes } from '../../../src/providers/card/returns.ts';
import { CARD_CREDENTIALS, readCardSettings } from '../../../src/providers/card/settings.ts';
import { type Provider, ProviderUnavailable } from '../../../src/providers/provider.ts';
import { type Adapter, startAdapter } from './adapter.ts';

/** JSON that Stripe would never send. For some of it, the library threw an error that cannot be caught, and returned nothing. */
const NONSENSE = [
  '5',
  'true',
  '"paid"',
  'null',
  '[]',
  '{}',
  '{"error":5}',
  '{"error":"busy"}',
  '{"object":"list","data":5}',
  '{"object":"list","data":[null]}',
  '{"object":"list","data":["pi_1"]}',
  '{"object":"list","data":[{}]}',
];

describe('a response counts as unavailable', () => {
  let adapter: Adapter;
  before(async () => {
    adapter = await startAdapter();
  });
  after(() => adapter.stop());
  const answering = (text: string): Provider => {
    const { settings } = readCardSettings(settingsReader(adapter.stripe.settings, CARD_CREDENTIALS));
    assert.ok(settings);
    const http: Http = async () => ({ status: 200, headers: {}, text });
    const box = secretBox(Buffer.alloc(32));
    return cardProvider(settings, {
      clock: adapter.clock.now,
      box,
      publicUrl: 'https://pay.example',
      http,
      telemetry: logTelemetry,
    });
  };

  for (const text of NONSENSE) {
    it(text, { timeout: 5_000 }, async () => {
      const provider = answering(text);
      const payment = adapter.newPayment();
      await assert.rejects(adapter.create(payment, provider), ProviderUnavailable);
      await assert.rejects(adapter.verify(payment, provider), ProviderUnavailable);
      await assert.rejects(adapter.verify({ ...payment, providerRef: 'pi_1' }, provider), ProviderUnavailable);
    });
  }

  it('if it is about another PaymentIntent than the requested one', async () => {
    const [requested, other] = [await adapter.created(), await adapter.created()];
    adapter.stripe.pay(String(other.id));
    const paid = adapter.stripe.intents().find(({ id }) => id === other.providerRef);
    assert.ok(paid);
    const provider = answering(JSON.stringify(intentJson(paid, adapter.stripe.faults, '')));
    assert.equal((await adapter.verify(other, provider)).outcome.status, 'completed');
    await assert.rejects(adapter.verify(requested, provider), ProviderUnavailable);
  });
});

describe('an error that Stripe responds with', () => {
  let adapter: Adapter;
  before(async () => {
    adapter = await startAdapter();
  });
  after(() => adapter.stop());

  for (const [status, type] of [
    [401, 'invalid_request_error'],
    [402, 'card_error'],
    [403, 'invalid_request_error'],
    [404, 'invalid_request_error'],
    [429, 'invalid_request_error'],
    [500, 'api_error'],
  ] as const) {
    it(`${status}: Stripe's message, which may quote the key, is not in the log`, async () => {
      const { settings } = readCardSettings(settingsReader(adapter.stripe.settings, CARD_CREDENTIALS));
      assert.ok(settings);
      const text = JSON.stringify({ error: { type, message: `Invalid API Key provided: ${settings.secretKey}` } });
      const http: Http = async () => ({ status, headers: {}, text });
      const box = secretBox(Buffer.alloc(32));
      const deps = { clock: adapter.clock.now, box, publicUrl: 'https://pay.example', http, telemetry: logTelemetry };
      const payment = { ...adapter.newPayment(), providerRef: 'pi_1' };
      await assert.rejects(adapter.verify(payment, cardProvider(settings, deps)), (error: Error) => {
        assert.ok(error instanceof ProviderUnavailable);
        const line = JSON.stringify(stdSerializers.err(error).stack);
        assert.ok(!line.includes('Invalid API Key'), line);
        return true;
      });
    });
  }
});

// Contract: LIVE-10
it('a dispute counts only if it moved money, and has the state that its money has', async () => {
  const statuses = {
    lost: ['lost'],
    won: ['won'],
    opened: ['needs_response', 'under_review', 'a_new_status'],
    none: ['prevented', 'warning_needs_response', 'warning_under_review', 'warning_closed'],
  };
  for (const [state, each] of Object.entries(statuses)) {
    for (const status of each) {
      const list = async () => ({
        data: [{ id: 'dp_1', status, amount: 50_000, currency: 'htg', evidence_details: { due_by: 1_800_000_000 } }],
      });
      const ask = ((_log, _about, call) => call({ disputes: { list } } as never)) as CallStripe;
      const found = await findDisputes(ask, { intentId: 'pi_1', transactionId: 1 }, createLog('silent'));
      const money = { amountMinor: 50_000, currency: 'HTG' };
      const dispute = {
        providerRef: 'dp_1',
        money,
        state,
        reason: null,
        openedAtUs: null,
        evidenceDueAtUs: status === 'under_review' ? null : 1_800_000_000e6,
      };
      assert.deepEqual(found, state === 'none' ? [] : [dispute], status);
    }
  }
});
