import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Payment } from '../../../src/core/payment.ts';
import { readPaymentToken } from '../../../src/providers/moncash/create.ts';
import { paymentPageUrl } from '../../../src/providers/payment-page.ts';
import { ProviderRefused, ProviderUnavailable } from '../../../src/providers/provider.ts';
import { CALL_MS, SILENCE_MS } from '../../support/drivers/driven-adapter.ts';
import { type Adapter, startAdapter } from './adapter.ts';

const US = 1_000_000;

describe('creating a payment at MonCash', () => {
  let adapter: Adapter;
  beforeEach(async () => {
    adapter = await startAdapter();
  });
  afterEach(() => adapter.stop());

  it('requests whole gourdes under the transaction id, and leads to the page with the payment token', async () => {
    const payment = adapter.newPayment({ amountMinor: 86_800 });
    const { fields, providerRef, providerData } = await adapter.create(payment);
    const [entry] = adapter.simulator.book();
    assert.equal(entry?.reference, String(payment.id));
    assert.equal(entry?.amountMinor, 86_800);
    assert.equal(providerRef, null);
    assert.deepEqual(fields, { payment_url: paymentPageUrl('https://pay.example', adapter.box, payment.id) });
    const pageUrl = adapter.provider.hostedPage?.({ ...payment, providerData });
    assert.equal(pageUrl, adapter.simulator.pageUrl(String(payment.id)));
    assert.doesNotMatch(String(providerData), /eyJ|token/);
    const page = await (await fetch(String(pageUrl))).text();
    assert.match(page, /Total: 868 HTG/);
    assert.equal(adapter.requests.at(-1)?.body, `{"amount":868,"orderId":"${payment.id}"}`);
  });

  it('leads to the page for as long as MonCash accepts the payment there, and only to the page sealed for this payment', async () => {
    const [payment, other] = [await adapter.created(), await adapter.created()];
    const lead = (one: Payment) => adapter.provider.hostedPage?.(one);
    assert.equal(lead(payment), adapter.simulator.pageUrl(String(payment.id)));
    assert.equal(lead({ ...payment, providerData: other.providerData }), undefined);
    for (const providerData of [null, '{}', '{"page":"x","pageUntilUs":9e15}', '[]', 'null'])
      assert.equal(lead({ ...payment, providerData }), undefined);
    adapter.clock.forward(595);
    assert.ok(lead(payment));
    adapter.clock.forward(6);
    assert.equal(lead(payment), undefined);
  });

  it('sends centimes exactly where they are allowed', async () => {
    adapter.simulator.faults.acceptsCentimes = true;
    const provider = adapter.another({ MONCASH_WHOLE_GOURDES: 'false' });
    assert.equal(provider.takesWholeGourdes, false);
    await provider.create?.(adapter.newPayment({ amountMinor: 109_99 }), adapter.log);
    assert.equal(adapter.simulator.book()[0]?.amountMinor, 109_99);
  });

  it('expires after ten minutes and the grace period, by our own clock, whatever the time of MonCash is', async () => {
    const payment = adapter.newPayment();
    assert.equal(payment.expiresAtUs, payment.createdAtUs + 900 * US);
    assert.equal(payment.nextCheckAtUs, payment.createdAtUs + 15 * US);
    adapter.clock.forward(20);
    const { expiresAtUs } = await adapter.create(payment);
    const seconds = (expiresAtUs - payment.createdAtUs) / US;
    assert.ok(seconds >= 920 && seconds < 925, String(seconds));
    const patient = adapter.another({ MONCASH_GRACE_SECONDS: '0' }).open(payment, { rateE4: 1 });
    assert.equal(patient.expiresAtUs, payment.createdAtUs + 600 * US);
  });

  it('is refused if MonCash returns an error in its envelope', async () => {
    adapter.simulator.faults.refuseCreate = 'Wallet 50937007294 is blocked';
    await assert.rejects(adapter.create(adapter.newPayment()), (error) => {
      assert.ok(error instanceof ProviderRefused);
      assert.equal(error.failureReason, 'declined');
      assert.equal(error.publicMessage, 'MonCash refused this payment.');
      assert.equal(error.message, 'moncash CreatePayment: 403 Forbidden: Wallet *********94 is blocked');
      return true;
    });
  });

  it('is refused when the order id was used before', async () => {
    const payment = await adapter.created();
    await assert.rejects(adapter.create(payment), ProviderRefused);
    assert.equal(adapter.simulator.book().length, 1);
  });

  for (const fault of ['error_500', 'garbage', 'drop', 'hang', 'endless'] as const) {
    it(`without a usable response (${fault}) is requested once, and not refused`, async () => {
      const payment = adapter.newPayment();
      adapter.limitCalls(SILENCE_MS);
      adapter.simulator.faults.create = fault;
      await assert.rejects(adapter.create(payment), ProviderUnavailable);
      const asked = adapter.simulator.calls.filter(({ operation }) => operation === 'CreatePayment');
      assert.deepEqual(asked, [{ operation: 'CreatePayment', subject: String(payment.id) }]);
    });
  }

  it('without a response does not affect the next attempt, which has its own order id', async () => {
    adapter.limitCalls(SILENCE_MS);
    adapter.simulator.faults.create = 'hang_after_effect';
    const lost = adapter.newPayment();
    await assert.rejects(adapter.create(lost), ProviderUnavailable);
    adapter.limitCalls(CALL_MS);
    adapter.simulator.faults.create = 'none';
    const next = await adapter.created();
    await adapter.simulator.pay(String(next.id));
    assert.equal((await adapter.verify(next)).outcome.status, 'completed');
    assert.equal((await adapter.verify(lost)).outcome.status, 'open');
    assert.equal(adapter.simulator.book().length, 2);
  });

  it('never treats dollars as gourdes', async () => {
    await assert.rejects(adapter.create(adapter.newPayment({ currency: 'USD' })), /takes gourdes only/);
    assert.deepEqual(adapter.simulator.calls, []);
  });
});

describe('readPaymentToken', () => {
  const ID = 170_000_000_000_001;
  const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
  const response = (paymentToken: unknown, status = 202) => ({
    status,
    headers: {},
    text: JSON.stringify({ path: '/v1/CreatePayment', payment_token: paymentToken, status }),
  });
  const read = (paymentToken: unknown) => readPaymentToken(response(paymentToken), ID);
  const TIMES = { created: '2019-05-24 12:36:55:107', expired: '2019-05-24 12:41:55:607' };

  it("reads the lifetime from the token's own claims", () => {
    const token = jwt({ ref: String(ID), crt: 1_558_715_815_107, ext: 1_558_716_235_107 });
    assert.deepEqual(read({ ...TIMES, token }), { token, lifeMs: 420_000 });
  });

  it('reads the times of the response, with a colon before the milliseconds, if the token has no valid claims', () => {
    for (const token of [
      'opaque',
      jwt({}),
      jwt({ crt: 5, ext: 5 }),
      jwt({ crt: 'x', ext: null }),
      'a.b.c',
      `e30.${'A'.repeat(9_000)}.x`,
    ]) {
      assert.equal(read({ ...TIMES, token }).lifeMs, 300_500, token.slice(0, 40));
    }
  });

  it('uses ten minutes if there is no valid lifetime', () => {
    for (const times of [
      {},
      { created: 'soon', expired: 'later' },
      { created: TIMES.expired, expired: TIMES.created },
    ]) {
      assert.equal(read({ ...times, token: 'opaque' }).lifeMs, 600_000);
    }
    const forever = jwt({ ref: String(ID), crt: 0, ext: 9e15 });
    assert.equal(read({ token: forever }).lifeMs, 600_000);
  });

  it('counts a response that makes no sense as unavailable', () => {
    const token = 'opaque';
    for (const [name, run] of [
      ['a token of another order', () => read({ token: jwt({ ref: '170000000000002' }) })],
      ['no token', () => read({})],
      ['a token that is not a string', () => read({ token: 7 })],
      ['an empty token', () => read({ token: '' })],
      ['nothing', () => read(undefined)],
      ['a redirect', () => readPaymentToken(response({ token }, 302), ID)],
      ['a 4xx without an envelope', () => readPaymentToken({ status: 403, headers: {}, text: '<h1>Forbidden' }, ID)],
      [
        'too many requests',
        () => readPaymentToken({ status: 429, headers: {}, text: '{"error":"Too Many Requests"}' }, ID),
      ],
      [
        'a 5xx in the envelope',
        () => readPaymentToken({ status: 503, headers: {}, text: '{"error":"x","status":503}' }, ID),
      ],
    ] as const) {
      assert.throws(run, ProviderUnavailable, name);
    }
  });
});
