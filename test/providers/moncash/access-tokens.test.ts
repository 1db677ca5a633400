import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ProviderSilent } from '../../../src/providers/provider.ts';
import { type Adapter, startAdapter } from './adapter.ts';

describe("MonCash's access token", () => {
  let adapter: Adapter;
  beforeEach(async () => {
    adapter = await startAdapter({ timeoutMs: 1_000 });
  });
  afterEach(() => adapter.stop());

  const tokensAsked = () => adapter.simulator.calls.filter(({ operation }) => operation === 'token').length;

  it('is kept for 45 of its 59 seconds', async () => {
    const payment = await adapter.created();
    adapter.clock.forward(44);
    await adapter.verify(payment);
    assert.equal(tokensAsked(), 1);
    adapter.clock.forward(2);
    await adapter.verify(payment);
    assert.equal(tokensAsked(), 2);
  });

  it('is asked for once, however many calls wait for it', async () => {
    const payments = Array.from({ length: 20 }, () => adapter.newPayment());
    await Promise.all(payments.map(adapter.create));
    assert.equal(tokensAsked(), 1);
    assert.equal(adapter.simulator.book().length, 20);
  });

  it('that ends on the way is replaced, and the call repeated once, its new answer read whole', async () => {
    const payment = await adapter.created();
    await adapter.simulator.pay(String(payment.id));
    adapter.simulator.faults.tokenLifeSeconds = 10;
    adapter.clock.forward(11);
    const { outcome } = await adapter.verify(payment);
    assert.equal(outcome.status, 'completed');
    assert.equal(tokensAsked(), 2);
  });

  it('that ends under create creates one payment all the same', async () => {
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

  it('that is refused twice is no answer, and says nothing about the payment', async () => {
    const payment = await adapter.created();
    adapter.simulator.faults.rejectBearers = 2;
    await assert.rejects(adapter.verify(payment), ProviderSilent);
    assert.equal(adapter.simulator.calls.filter(({ operation }) => operation === 'RetrieveOrderPayment').length, 2);
    assert.equal((await adapter.verify(payment)).outcome.status, 'open');
  });

  for (const fault of ['error_500', 'not_json', 'drop', 'hang', 'endless'] as const) {
    it(`that is not to be had (${fault}) leaves every call without an answer, and the next one tries again`, async () => {
      const payment = adapter.newPayment();
      adapter.simulator.faults.token = fault;
      await assert.rejects(adapter.create(payment), ProviderSilent);
      await assert.rejects(adapter.verify(payment), ProviderSilent);
      adapter.simulator.faults.token = 'none';
      await adapter.create(payment);
      assert.equal((await adapter.verify(payment)).outcome.status, 'open');
    });
  }

  it('is what the check of the credentials asks for', async () => {
    assert.match(
      String(await adapter.provider.checkCredentials?.(adapter.log)),
      /^MonCash gave an access token \(http/,
    );
    const wrong = adapter.another({ MONCASH_CLIENT_SECRET: 'not-the-secret' });
    await assert.rejects(async () => wrong.checkCredentials?.(adapter.log), /does not know the credentials \(401\)/);
  });
});
