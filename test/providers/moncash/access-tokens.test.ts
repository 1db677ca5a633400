import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createLog } from '../../../src/platform/log/log.ts';
import { logTelemetry } from '../../../src/platform/log/log-telemetry.ts';
import type { HttpResponse } from '../../../src/platform/network/http.ts';
import { type AccessTokens, accessTokens } from '../../../src/providers/moncash/access-tokens.ts';
import type { MoncashSettings } from '../../../src/providers/moncash/settings.ts';
import { ProviderUnavailable } from '../../../src/providers/provider.ts';
import { CALL_MS, SILENCE_MS } from '../../support/drivers/driven-adapter.ts';
import { type Adapter, startAdapter } from './adapter.ts';

describe("MonCash's access token", () => {
  let adapter: Adapter;
  beforeEach(async () => {
    adapter = await startAdapter();
  });
  afterEach(() => adapter.stop());

  const tokensAsked = () => adapter.simulator.calls.filter(({ operation }) => operation === 'token').length;

  it('is cached for 45 of its 59 seconds', async () => {
    const payment = await adapter.created();
    // The clock also runs while the calls take place.
    adapter.clock.forward(40);
    await adapter.verify(payment);
    assert.equal(tokensAsked(), 1);
    adapter.clock.forward(6);
    await adapter.verify(payment);
    assert.equal(tokensAsked(), 2);
  });

  it('is requested once, however many calls wait for it', async () => {
    const payments = Array.from({ length: 20 }, () => adapter.newPayment());
    await Promise.all(payments.map((payment) => adapter.create(payment)));
    assert.equal(tokensAsked(), 1);
    assert.equal(adapter.simulator.book().length, 20);
  });

  it('that expires during a call is replaced, and the call is repeated once and its response read completely', async () => {
    const payment = await adapter.created();
    await adapter.simulator.pay(String(payment.id));
    adapter.simulator.faults.tokenLifeSeconds = 10;
    adapter.clock.forward(11);
    const { outcome } = await adapter.verify(payment);
    assert.equal(outcome.status, 'completed');
    assert.equal(tokensAsked(), 2);
  });

  it('that expires during create still creates exactly one payment', async () => {
    await adapter.created();
    adapter.simulator.faults.rejectBearers = 1;
    const payment = await adapter.created();
    const orders = adapter.simulator.book().filter(({ reference }) => reference === String(payment.id));
    assert.equal(orders.length, 1);
  });

  it('that is refused to many calls at once is replaced once', async () => {
    const payment = await adapter.created();
    adapter.simulator.faults.tokenLifeSeconds = 10;
    adapter.clock.forward(11);
    await Promise.all(Array.from({ length: 10 }, () => adapter.verify(payment)));
    assert.ok(tokensAsked() <= 3, `${tokensAsked()} tokens`);
  });

  it('that is refused twice counts as unavailable, and proves nothing about the payment', async () => {
    const payment = await adapter.created();
    adapter.simulator.faults.rejectBearers = 2;
    await assert.rejects(adapter.verify(payment), ProviderUnavailable);
    assert.equal(adapter.simulator.calls.filter(({ operation }) => operation === 'RetrieveOrderPayment').length, 2);
    assert.equal((await adapter.verify(payment)).outcome.status, 'open');
  });

  for (const fault of ['error_500', 'garbage', 'drop', 'hang', 'endless'] as const) {
    it(`that cannot be obtained (${fault}) leaves every call without a response, and the next one tries again`, async () => {
      const payment = adapter.newPayment();
      adapter.limitCalls(SILENCE_MS);
      adapter.simulator.faults.token = fault;
      await assert.rejects(adapter.create(payment), ProviderUnavailable);
      await assert.rejects(adapter.verify(payment), ProviderUnavailable);
      adapter.simulator.faults.token = 'none';
      adapter.limitCalls(CALL_MS);
      await adapter.create(payment);
      assert.equal((await adapter.verify(payment)).outcome.status, 'open');
    });
  }

  it('is what the check of the credentials requests', async () => {
    assert.match(
      String(await adapter.provider.checkCredentials?.(adapter.log)),
      /^MonCash gave an access token \(http/,
    );
    const wrong = adapter.another({ MONCASH_CLIENT_SECRET: 'not-the-secret' });
    await assert.rejects(async () => wrong.checkCredentials?.(adapter.log), /does not know the credentials \(401\)/);
  });
});

describe('accessTokens', () => {
  const log = createLog('silent');
  const settings: MoncashSettings = {
    transfers: null,
    clientId: 'id',
    clientSecret: 'secret',
    apiUrl: 'http://127.0.0.1:9',
    gatewayUrl: 'http://127.0.0.1:9',
    takesWholeGourdes: true,
    graceSeconds: 0,
  };
  let nowUs: number;
  let asked: number;
  beforeEach(() => {
    nowUs = 1_700_000_000_000_000;
    asked = 0;
  });

  const tokensOf = (response: (count: number) => Partial<HttpResponse>): AccessTokens =>
    accessTokens(
      settings,
      { client: settings, names: [] },
      {
        clock: () => nowUs,
        telemetry: logTelemetry,
        http: async () => ({ status: 200, headers: {}, text: '', ...response(++asked) }),
      },
    );
  const tokensWith = (more: Record<string, unknown>) =>
    tokensOf((count) => ({ text: JSON.stringify({ access_token: `t${count}`, ...more }) }));

  it('drop the refused token, and never a newer one', async () => {
    const tokens = tokensWith({ expires_in: 59 });
    const first = await tokens.get(log);
    tokens.drop(first);
    const second = await tokens.get(log);
    assert.notEqual(second, first);
    tokens.drop(first);
    assert.equal(await tokens.get(log), second);
    assert.equal(asked, 2);
  });

  it('are requested again after the clock was set back, because then their age is unknown', async () => {
    const tokens = tokensWith({ expires_in: 59 });
    await tokens.get(log);
    nowUs -= 1;
    await tokens.get(log);
    assert.equal(asked, 2);
  });

  for (const [reported, seconds] of [
    [59, 45],
    [3_600, 45],
    ['59', 45],
    [undefined, 45],
    ['soon', 45],
    [30, 25],
    [3, 0],
  ] as const) {
    it(`valid for ${reported} seconds are cached for ${seconds}`, async () => {
      const tokens = tokensWith({ expires_in: reported });
      await tokens.get(log);
      nowUs += seconds * 1_000_000 - 1;
      await tokens.get(log);
      assert.equal(asked, seconds === 0 ? 2 : 1);
      nowUs += 1;
      await tokens.get(log);
      assert.equal(asked, seconds === 0 ? 3 : 2);
    });
  }

  it('are not read from an invalid response', async () => {
    const good = JSON.stringify({ access_token: 't' });
    for (const response of [
      { status: 201, text: good },
      { status: 400, text: good },
      { status: 500, text: good },
      { text: 'System Error' },
      { text: '{}' },
      { text: JSON.stringify({ access_token: '' }) },
      { text: JSON.stringify({ access_token: 7 }) },
      { text: JSON.stringify({ access_token: 'a\r\nX-Injected: 1' }) },
    ]) {
      await assert.rejects(tokensOf(() => response).get(log), ProviderUnavailable, JSON.stringify(response));
    }
  });
});
