import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { noFaults } from '../../../simulators/secure-acceptance/faults.ts';
import type { Payment } from '../../../src/core/payment.ts';
import { type Outcome, ProviderRefused, ProviderUnavailable } from '../../../src/providers/provider.ts';
import { CALL_MS, SILENCE_MS } from '../../support/drivers/driven-adapter.ts';
import { type Adapter, startAdapter } from './adapter.ts';

/** Neither the server nor the browser reports a result. */
const LOST = { reports: 'never', returns: 'never' } as const;

describe('charging a stored card by LakayPay card', () => {
  let adapter: Adapter;
  let token: string;
  before(async () => {
    adapter = await startAdapter();
    Object.assign(adapter.simulator.faults, LOST);
    const first = adapter.newPayment({ recurringInterval: 'monthly', recurringIntervalCount: 1 });
    await adapter.simulator.pay(adapter.formOf(first));
    token = (await adapter.verify(first)).cardToken ?? '';
  });
  beforeEach(() => {
    Object.assign(adapter.simulator.faults, noFaults());
    adapter.limitCalls(CALL_MS);
  });
  after(() => adapter.stop());

  let attempts = 0;
  const failureOf = (outcome: Outcome) => (outcome.status === 'failed' ? outcome : undefined);
  const booked = ({ id }: Payment) => adapter.simulator.book().filter(({ reference }) => reference === String(id));
  const asked = ({ id }: Payment) =>
    adapter.simulator.calls.filter(({ operation, subject }) => operation === 'payment' && subject === String(id))
      .length;

  it('charges once, with the payment id as the reference', async () => {
    const payment = adapter.newPayment({ amountMinor: 123_405, currency: 'USD' });
    const { outcome, providerRef, response } = await adapter.chargeToken(payment, token);
    assert.deepEqual(outcome, { status: 'completed', paid: { amountMinor: 123_405, currency: 'USD' } });
    assert.deepEqual(booked(payment), [
      { reference: String(payment.id), providerRef, amountMinor: 123_405, currency: 'USD', status: 'paid' },
    ]);
    assert.deepEqual(response, { decision: 'AUTHORIZED', transaction_id: providerRef });
    assert.equal(asked(payment), 1);
    assert.deepEqual((await adapter.verify(payment)).outcome, outcome);
  });

  it('sends the token in the field that the setting names', async () => {
    const legacy = adapter.another({ LAKAYPAY_CARD_TOKEN_FIELD: 'legacyToken' });
    const found = await legacy.chargeToken?.(adapter.newPayment(), token, adapter.log);
    assert.equal(found?.outcome.status, 'completed');
  });

  // Contract: RECURRING-5
  it('finds the charge of a period although it is older than its payment, as after a restore', async () => {
    const period = { subscriptionId: 'sub_915840412345678', subscriptionPeriod: 3, subscriptionTry: 1 };
    const dueAtUs = adapter.clock.now();
    const lost = adapter.newPayment(period);
    const { providerRef } = await adapter.chargeToken(lost, token);
    // The store was restored from before the charge, and catches up later.
    for (const days of [0, 1, 2, 5, 30]) {
      adapter.clock.forward(days * 86_400);
      const { fields: _, ...opening } = adapter.provider.open(
        { ...lost, id: lost.id + 1_000, createdAtUs: adapter.clock.now() },
        { rateE4: 1_305_000, dueAtUs },
      );
      const again = adapter.newPayment({ ...period, ...opening });
      const found = await adapter.provider.findCharge?.(again, adapter.log);
      assert.equal(found?.providerRef, providerRef, `${days} days later`);
      assert.equal(found?.outcome.status, 'completed');
      assert.equal((await adapter.verify(again)).providerRef, providerRef, 'verify finds it too');
    }
    const never = adapter.newPayment({ ...period, subscriptionPeriod: 4 });
    assert.equal(await adapter.provider.findCharge?.(never, adapter.log), undefined);
  });

  const DECLINES = {
    declined: 'declined',
    insufficient_fund: 'insufficient_balance',
    expired_card: 'expired_card',
  } as const;
  for (const [tokenCharge, failureReason] of Object.entries(DECLINES)) {
    it(`${tokenCharge} is failed as ${failureReason}, and the provider records agree`, async () => {
      adapter.simulator.faults.tokenCharge = tokenCharge as keyof typeof DECLINES;
      const payment = adapter.newPayment();
      const { outcome } = await adapter.chargeToken(payment, token);
      assert.deepEqual([outcome.status, failureOf(outcome)?.failureReason], ['failed', failureReason]);
      assert.deepEqual((await adapter.verify(payment)).outcome, { status: 'failed', failureReason });
    });
  }

  const CLASSES = [
    // The reason of the decline, the bank's code, the network's advice, and the class of the decline with its explanation.
    ['declined', '41', null, 'stop', 'response 41, lost card'],
    ['declined', 'R1', null, 'stop', 'response R1, the customer stopped all payments to this merchant'],
    ['insufficient_fund', '51', '03', 'stop', 'advice 03, do not try again'],
    ['declined', '05', '21', 'stop', 'advice 21, the customer stopped this subscription'],
    ['declined', '41', '02', 'stop', 'response 41, lost card'],
    ['declined', '05', '02', 'retry', 'advice 02, try again later'],
    ['declined', '54', null, 'new_card', 'response 54, expired card'],
    ['expired_card', null, null, 'new_card', 'expired card'],
    ['insufficient_fund', '51', null, 'retry', 'INSUFFICIENT_FUND'],
    ['declined', '05', '99', 'retry', 'PROCESSOR_DECLINED'],
    ['declined', null, null, 'retry', 'PROCESSOR_DECLINED'],
  ] as const;
  for (const [tokenCharge, declineCode, adviceCode, what, reason] of CLASSES) {
    it(`${tokenCharge} with the code ${declineCode} and the advice ${adviceCode}: ${what}, and the provider records say the same`, async () => {
      Object.assign(adapter.simulator.faults, { tokenCharge, declineCode, adviceCode });
      const charge = { subscriptionId: 'sub_911607750261429', subscriptionPeriod: 1, subscriptionTry: ++attempts };
      const payment = adapter.newPayment(charge);
      const { outcome } = await adapter.chargeToken(payment, token);
      assert.deepEqual(failureOf(outcome)?.decline, { class: what, reason });
      const found = failureOf((await adapter.verify(payment)).outcome);
      assert.equal(found?.decline?.class, what);
    });
  }

  it('a partial approval reports the approved amount, and a charge under review is open', async () => {
    adapter.simulator.faults.tokenCharge = 'partial';
    const { outcome } = await adapter.chargeToken(adapter.newPayment({ amountMinor: 50_000 }), token);
    assert.deepEqual(outcome, { status: 'completed', paid: { amountMinor: 25_000, currency: 'HTG' } });
    adapter.simulator.faults.tokenCharge = 'review';
    assert.equal((await adapter.chargeToken(adapter.newPayment(), token)).outcome.status, 'open');
  });

  it('a charge of an unknown token is refused, and not repeated', async () => {
    const payment = adapter.newPayment();
    await assert.rejects(
      adapter.chargeToken(payment, 'F'.repeat(32)),
      (error) => error instanceof ProviderRefused && !error.message.includes('FFFF'),
    );
    assert.equal(asked(payment), 1);
  });

  for (const [trouble, isCharged] of [
    ['error_500', false],
    ['garbage', true],
    ['hang', false],
    ['drop', false],
    ['hang_after_effect', true],
    ['drop_after_effect', true],
    ['endless', true],
  ] as const) {
    it(`${trouble}: counts as unavailable, is requested once, and the provider records show the outcome`, async () => {
      adapter.limitCalls(SILENCE_MS);
      adapter.simulator.faults.charge = trouble;
      const payment = adapter.newPayment();
      await assert.rejects(adapter.chargeToken(payment, token), ProviderUnavailable);
      adapter.limitCalls(CALL_MS);
      assert.equal(asked(payment), 1);
      assert.equal(booked(payment).length, isCharged ? 1 : 0);
      assert.equal((await adapter.verify(payment)).outcome.status, isCharged ? 'completed' : 'open');
    });
  }

  it('a charge that is refused as a duplicate counts as unavailable, and the provider records show the outcome of the first', async () => {
    adapter.simulator.faults.tokenCharge = 'duplicate';
    const payment = adapter.newPayment();
    await assert.rejects(adapter.chargeToken(payment, token), ProviderUnavailable);
    assert.equal((await adapter.verify(payment)).outcome.status, 'completed');
  });

  it('wrong credentials count as unavailable, and no card is charged', async () => {
    const wrong = adapter.another({ LAKAYPAY_CARD_MERCHANT_ID: 'somebody' });
    const payment = adapter.newPayment();
    await assert.rejects(async () => wrong.chargeToken?.(payment, token, adapter.log), /refused \(401\)/);
    assert.deepEqual(booked(payment), []);
  });

  it('the token is not in the log', async () => {
    await adapter.chargeToken(adapter.newPayment(), token);
    assert.ok(adapter.lines.length > 0);
    assert.ok(!adapter.lines.join('').includes(token));
  });
});
