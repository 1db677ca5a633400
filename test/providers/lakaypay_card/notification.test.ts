import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { TEST_CARDS } from '../../../simulators/secure-acceptance/cards.ts';
import { noFaults } from '../../../simulators/secure-acceptance/faults.ts';
import { signatureOf } from '../../../simulators/secure-acceptance/sign-fields.ts';
import type { Payment } from '../../../src/core/payment.ts';
import { type Adapter, startAdapter } from './adapter.ts';

describe("LakayPay card's results", () => {
  let adapter: Adapter;
  before(async () => {
    adapter = await startAdapter();
  });
  beforeEach(() => {
    Object.assign(adapter.simulator.faults, noFaults());
  });
  after(() => adapter.stop());

  /** Uses a card on the form. Returns what the provider's server and the browser then sent. */
  const use = async (payment: Payment, card: keyof typeof TEST_CARDS = 'pays') => {
    const from = adapter.received.length;
    await adapter.simulator.pay(adapter.formOf(payment), card);
    return adapter.received.slice(from);
  };
  /** The fields of the last post. */
  const lastFields = () => ({ ...adapter.simulator.posts().at(-1)?.fields }) as Record<string, string>;
  const post = (fields: Record<string, string>, path = 'notify') =>
    adapter.notify({ path, body: new URLSearchParams(fields).toString() });
  /** Signs changed fields, as the card page would. */
  const resigned = (fields: Record<string, string>) => {
    const { signature: _, ...rest } = fields;
    const names = (rest.signed_field_names ?? '').split(',').filter((name) => rest[name] !== undefined);
    const extra = Object.keys(rest).filter((name) => !names.includes(name));
    const signed = { ...rest, signed_field_names: [...names, ...extra].join(',') };
    return { ...signed, signature: signatureOf(adapter.simulator.settings.LAKAYPAY_CARD_SECRET_KEY ?? '', signed) };
  };

  it("come from the provider's server and from the browser, and each of the two proves the payment", async () => {
    const payment = adapter.newPayment();
    const [notify, comeBack, ...others] = await use(payment);
    assert.deepEqual(others, []);
    assert.equal(notify?.path, 'notify');
    assert.deepEqual(notify?.notice.response, { status: 200, body: '' });
    assert.equal(comeBack?.path, 'return');
    assert.equal(comeBack?.notice.response, 'customer');
    for (const { notice } of [notify, comeBack]) {
      assert.equal(notice.paymentId, payment.id);
      assert.deepEqual(notice.verification?.outcome, {
        status: 'completed',
        paid: { amountMinor: payment.amountMinor, currency: payment.currency },
      });
      assert.equal(notice.verification?.providerRef, adapter.simulator.transactions().at(-1)?.id);
    }
    assert.deepEqual(adapter.simulator.calls, []);
  });

  const FAILURES = { declined: 'declined', insufficient: 'insufficient_balance', expired: 'expired_card' } as const;
  for (const [card, failureReason] of Object.entries(FAILURES)) {
    it(`a card that is ${card} is failed as ${failureReason}`, async () => {
      const [notify] = await use(adapter.newPayment(), card as keyof typeof FAILURES);
      assert.deepEqual(notify?.notice.verification?.outcome, { status: 'failed', failureReason });
    });
  }

  it('a payment whose customer cancels fails as cancelled, and the customer is sent to its page', async () => {
    const payment = adapter.newPayment();
    const from = adapter.received.length;
    await adapter.simulator.cancel(adapter.formOf(payment));
    const [notify, cancel] = adapter.received.slice(from);
    assert.equal(notify?.path, 'notify');
    assert.equal(cancel?.path, 'cancel');
    assert.equal(cancel?.notice.response, 'customer');
    for (const { notice } of [notify, cancel]) {
      assert.equal(notice.paymentId, payment.id);
      assert.deepEqual(notice.verification?.outcome, { status: 'failed', failureReason: 'cancelled' });
    }
  });

  it('a review leaves the payment open', async () => {
    const [notify] = await use(adapter.newPayment(), 'review');
    assert.equal(notify?.notice.verification?.outcome.status, 'open');
  });

  it('a partial approval reports the approved amount, which never completes the payment', async () => {
    const payment = adapter.newPayment({ amountMinor: 50_000 });
    const [notify] = await use(payment, 'partial');
    assert.deepEqual(notify?.notice.verification?.outcome, {
      status: 'completed',
      paid: { amountMinor: 25_000, currency: 'HTG' },
    });
    const { auth_amount: _, ...without } = lastFields();
    assert.equal((await post(resigned(without))).verification, undefined);
  });

  // Contract: LIVE-13
  it('a late result proves no outcome, but still the money that was paid', async () => {
    // Regression: late results of payments that a restored store does not know became no discrepancy.
    const payment = adapter.newPayment();
    await use(payment);
    const fields = lastFields();
    adapter.clock.forward(901);
    for (const path of ['notify', 'return']) {
      const notice = await post(fields, path);
      assert.deepEqual([notice.paymentId, notice.isProven, notice.verification], [payment.id, true, undefined]);
      assert.deepEqual(notice.money, {
        providerRef: adapter.simulator.transactions().at(-1)?.id,
        paid: { amountMinor: payment.amountMinor, currency: payment.currency },
      });
    }
  });

  it('a different amount than requested is reported as it is', async () => {
    adapter.simulator.faults.wrongAmountMinor = 1;
    const [notify] = await use(adapter.newPayment());
    assert.deepEqual(notify?.notice.verification?.outcome, {
      status: 'completed',
      paid: { amountMinor: 1, currency: 'HTG' },
    });
  });

  it('a result with a repeated transaction_uuid proves nothing about the first charge: the provider records are queried', async () => {
    const payment = adapter.newPayment();
    await use(payment);
    const [duplicate] = await use(payment);
    assert.equal(lastFields().reason_code, '104');
    assert.equal(duplicate?.notice.paymentId, payment.id);
    assert.equal(duplicate?.notice.verification, undefined);
  });

  it('that leave open whether the card was charged, or have an unknown status, prove nothing', async () => {
    const payment = adapter.newPayment();
    await use(payment);
    const genuine = lastFields();
    const changes: Record<string, string>[] = [
      { decision: 'ERROR', reason_code: '150' },
      { decision: 'ERROR', reason_code: '151' },
      { decision: 'ERROR', reason_code: '152' },
      { decision: 'PONDERED' },
      { decision: 'ACCEPT', reason_code: '999' },
      { auth_amount: 'ten' },
      { auth_amount: '10.001' },
      { req_currency: 'EUR' },
      { transaction_id: 'x,y=z' },
    ];
    for (const change of changes) {
      const notice = await post(resigned({ ...genuine, ...change }));
      assert.equal(notice.paymentId, payment.id, JSON.stringify(change));
      assert.equal(notice.verification, undefined, JSON.stringify(change));
      assert.deepEqual(notice.response, { status: 200, body: '' });
    }
  });

  it('a wrong form fails the payment, because nothing was charged', async () => {
    await use(adapter.newPayment());
    const fields = { ...lastFields(), decision: 'ERROR', reason_code: '102' };
    assert.deepEqual((await post(resigned(fields))).verification?.outcome, {
      status: 'failed',
      failureReason: 'provider_error',
    });
  });

  it('name no payment if they are forged in any way, and their sender gets a 400 or a redirect to a page', async () => {
    const payment = adapter.newPayment();
    const from = adapter.received.length;
    const responses = await adapter.simulator.forge(String(payment.id));
    const received = adapter.received.slice(from);
    assert.equal(received.length, responses.length);
    for (const [index, { path, notice }] of received.entries()) {
      assert.equal(notice.paymentId, undefined, responses[index]?.[0]);
      assert.equal(notice.verification, undefined, responses[index]?.[0]);
      assert.equal(responses[index]?.[1], path === 'notify' ? 400 : 303);
    }
  });

  it('name no payment if any signed field is changed, unlisted or missing', async () => {
    const payment = adapter.newPayment();
    await use(payment);
    const genuine = lastFields();
    assert.equal((await post(genuine)).paymentId, payment.id);
    for (const name of (genuine.signed_field_names ?? '').split(',')) {
      const { [name]: _, ...missing } = genuine;
      const listed = (genuine.signed_field_names ?? '').split(',').filter((one) => one !== name);
      for (const fields of [
        { ...genuine, [name]: `${genuine[name]}0` },
        missing,
        { ...genuine, signed_field_names: listed.join(',') },
      ]) {
        assert.equal((await post(fields)).paymentId, undefined, name);
      }
    }
  });

  it('must be of our profile, with the fields about money among the signed ones', async () => {
    const payment = adapter.newPayment();
    await use(payment);
    const genuine = lastFields();
    for (const name of ['reason_code', 'transaction_id', 'req_reference_number', 'req_amount', 'req_currency']) {
      const { [name]: value, ...rest } = genuine;
      const signed = resigned(rest);
      // The signature is valid, but this field is not signed: it is added afterwards.
      assert.equal((await post({ ...signed, [name]: value ?? '' })).paymentId, undefined, name);
    }
    for (const name of ['req_access_key', 'req_profile_id']) {
      assert.equal((await post(resigned({ ...genuine, [name]: 'another' }))).paymentId, undefined, name);
    }
  });

  it('a result with a field that comes twice names no payment', async () => {
    const payment = adapter.newPayment();
    await use(payment, 'declined');
    const body = new URLSearchParams(lastFields()).toString();
    assert.equal((await adapter.notify({ body })).paymentId, payment.id);
    for (const twice of [`decision=ACCEPT&${body}`, `${body}&decision=ACCEPT`]) {
      assert.equal((await adapter.notify({ body: twice })).paymentId, undefined);
    }
  });

  it('a genuine result of another sale under the same profile gets a 200, and names no payment', async () => {
    await use(adapter.newPayment());
    const notice = await post(resigned({ ...lastFields(), req_reference_number: 'TILL-7' }));
    assert.equal(notice.paymentId, undefined);
    assert.deepEqual(notice.response, { status: 200, body: '' });
  });

  it('a browser without a form, an empty post and an unknown address give no result', async () => {
    assert.deepEqual(await adapter.notify({ path: 'return', method: 'GET' }), {
      paymentId: undefined,
      response: 'visitor',
    });
    assert.deepEqual(await adapter.notify({}), { paymentId: undefined, response: { status: 400, body: '' } });
    assert.deepEqual(await adapter.notify({ path: 'other' }), {
      paymentId: undefined,
      response: { status: 404, body: '' },
    });
  });

  it('return the card of a subscription as a secret token, and show only its last four digits and its type', async () => {
    const [notify] = await use(adapter.newPayment({ recurringInterval: 'monthly', recurringIntervalCount: 1 }));
    const { cardToken, response } = notify?.notice.verification ?? {};
    assert.match(cardToken ?? '', /^[0-9A-F]{32}$/);
    assert.deepEqual(response, {
      decision: 'ACCEPT',
      reason_code: '100',
      message: 'Request was processed successfully.',
      transaction_id: notify?.notice.verification?.providerRef,
      card_number: 'xxxxxxxxxxxx1111',
      card_type: '001',
    });
    const more = resigned({ ...lastFields(), req_card_number: '4111111111111111' });
    assert.equal((await post(more)).verification?.response.card_number, 'xxxxxxxxxxxx1111');
    const first = resigned({ ...lastFields(), req_card_number: '411111xxxxxxxxxx' });
    assert.equal((await post(first)).verification?.response.card_number, 'xxxxxxxxxxxx');
  });
});
