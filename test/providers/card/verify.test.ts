import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Money } from '../../../src/core/money.ts';
import type { Payment } from '../../../src/core/payment.ts';
import { ProviderUnavailable } from '../../../src/providers/provider.ts';
import { type Adapter, startAdapter } from './adapter.ts';

const DAY_SECONDS = 86_400;

/** The outcome of a charge of which nothing was returned. */
const paidBy = (paid: Money) => ({ status: 'completed', paid, undone: [], listsAllReturns: true });

describe('the outcome of a card payment', () => {
  let adapter: Adapter;
  before(async () => {
    adapter = await startAdapter();
  });
  after(() => adapter.stop());
  beforeEach(() => {
    adapter.stripe.repair();
    adapter.stripe.faults.reports = 'never';
  });
  const intentOf = (payment: Payment) =>
    adapter.stripe.intents().find(({ metadata }) => metadata.transaction_id === String(payment.id));
  const outcome = async (payment: Payment) => (await adapter.verify(payment)).outcome;

  it('paid: with the amount that Stripe has received', async () => {
    const payment = await adapter.created();
    adapter.stripe.pay(String(payment.id));
    assert.deepEqual(await outcome(payment), paidBy({ amountMinor: 50_000, currency: 'HTG' }));
  });

  it("paid in dollars for a payment in gourdes: the payment's amount, if the whole charge was received", async () => {
    const provider = adapter.another({ CARD_CHARGE_CURRENCY: 'USD' });
    const [whole, part] = [await adapter.created({}, provider), await adapter.created({}, provider)];
    adapter.stripe.pay(String(whole.id));
    adapter.stripe.pay(String(part.id), { amountMinor: 382 });
    const paid = async (payment: Payment) => (await adapter.verify(payment, provider)).outcome;
    assert.deepEqual(await paid(whole), paidBy({ amountMinor: 50_000, currency: 'HTG' }));
    assert.deepEqual(await paid(part), paidBy({ amountMinor: 382, currency: 'USD' }));
    // The current setting does not affect an earlier charge.
    assert.deepEqual(await outcome(whole), paidBy({ amountMinor: 50_000, currency: 'HTG' }));
  });

  it('unpaid or declined: open; at the bank or settling: open and submitted', async () => {
    const [unpaid, declined, atBank, slow] = [
      await adapter.created(),
      await adapter.created(),
      await adapter.created(),
      await adapter.created(),
    ];
    adapter.stripe.decline(String(declined.id));
    adapter.stripe.startChallenge(String(atBank.id));
    adapter.stripe.faults.slowCards = true;
    adapter.stripe.pay(String(slow.id));
    assert.deepEqual(await outcome(unpaid), { status: 'open' });
    assert.deepEqual(await outcome(declined), { status: 'open' });
    assert.deepEqual(await outcome(atBank), { status: 'open', isSubmitted: true });
    assert.deepEqual(await outcome(slow), { status: 'open', isSubmitted: true });
    assert.equal((await adapter.verify(declined)).response.last_decline_code, 'generic_decline');
  });

  it('the stored response has no client secret and nothing about the card', async () => {
    const payment = await adapter.created();
    adapter.stripe.pay(String(payment.id));
    const { response } = await adapter.verify(payment);
    assert.deepEqual(response, {
      provider: 'stripe',
      payment_intent: payment.providerRef,
      status: 'succeeded',
      amount: 500,
      amount_received: 500,
      currency: 'HTG',
      livemode: false,
    });
  });

  for (const [reason, failureReason] of [
    ['requested_by_customer', 'cancelled'],
    ['abandoned', 'expired'],
    [null, 'expired'],
  ] as const) {
    it(`cancelled at Stripe for ${reason}: failed as ${failureReason}`, async () => {
      const payment = await adapter.created();
      adapter.stripe.cancel(String(payment.id), reason);
      assert.deepEqual(await outcome(payment), { status: 'failed', failureReason });
    });
  }

  it('expired and unpaid: cancelled at Stripe first, and only then failed', async () => {
    const payment = await adapter.created();
    adapter.clock.forward(DAY_SECONDS);
    assert.deepEqual(await outcome(payment), { status: 'failed', failureReason: 'expired' });
    assert.equal(intentOf(payment)?.status, 'canceled');
    assert.equal(intentOf(payment)?.cancellationReason, 'abandoned');
  });

  it('a moment before its end nothing is changed', async () => {
    const payment = await adapter.created();
    assert.deepEqual(await outcome({ ...payment, expiresAtUs: adapter.clock.now() + 1_000_000 }), { status: 'open' });
    assert.equal(intentOf(payment)?.status, 'requires_payment_method');
  });

  it('paid at the moment of its cancellation: completed', async () => {
    const payment = await adapter.created();
    adapter.clock.forward(DAY_SECONDS);
    adapter.stripe.beforeCancel = () => adapter.stripe.pay(String(payment.id));
    try {
      assert.equal((await outcome(payment)).status, 'completed');
    } finally {
      adapter.stripe.beforeCancel = undefined;
    }
    assert.equal(intentOf(payment)?.status, 'succeeded');
  });

  it('settling at its end: still open, because it can no longer be stopped', async () => {
    const payment = await adapter.created();
    adapter.stripe.faults.slowCards = true;
    adapter.stripe.pay(String(payment.id));
    adapter.clock.forward(DAY_SECONDS);
    assert.deepEqual(await outcome(payment), { status: 'open', isSubmitted: true });
    adapter.stripe.settle(String(payment.id));
    assert.equal((await outcome(payment)).status, 'completed');
  });

  it('no response to the cancellation: unavailable, and not failed', async () => {
    const payment = await adapter.created();
    adapter.clock.forward(DAY_SECONDS);
    Object.assign(adapter.stripe.faults, { cancel: 'drop' });
    await assert.rejects(outcome(payment), ProviderUnavailable);
    assert.equal(intentOf(payment)?.status, 'requires_payment_method');
  });

  it('an unknown status: open, and not failed at its end while Stripe still returns this status', async () => {
    const payment = await adapter.created();
    adapter.stripe.faults.status = 'requires_divination';
    assert.deepEqual(await outcome(payment), { status: 'open' });
    adapter.clock.forward(DAY_SECONDS);
    assert.deepEqual(await outcome(payment), { status: 'open' });
  });

  it('failed at Peye but payable at Stripe: the next verification cancels it at Stripe', async () => {
    const payment = await adapter.created();
    await adapter.verify({ ...payment, status: 'failed', failureReason: 'provider_error' });
    assert.equal(intentOf(payment)?.status, 'canceled');
  });

  describe('a payment without a stored PaymentIntent, because the response was lost', () => {
    const lost = async (): Promise<Payment> => {
      const payment = adapter.newPayment({ reference: 'lost' });
      Object.assign(adapter.stripe.faults, { create: 'drop_after_effect' });
      await assert.rejects(adapter.create(payment), ProviderUnavailable);
      adapter.stripe.repair();
      adapter.stripe.faults.reports = 'never';
      return payment;
    };

    it('is found by the transaction id, with its PaymentIntent and the hash of its secret, and never created again', async () => {
      const payment = await lost();
      await adapter.created();
      adapter.stripe.pay(String(payment.id));
      const found = await adapter.verify(payment);
      assert.equal(found.outcome.status, 'completed');
      assert.equal(found.providerRef, intentOf(payment)?.id);
      const known = { ...payment, providerData: found.providerData ?? null };
      const { widget, cardFields } = adapter.provider;
      const given = {
        clientSecret: intentOf(payment)?.clientSecret ?? '',
        publishableKey: cardFields?.publishableKey ?? '',
      };
      assert.equal(widget?.opens(known, given), true);
      assert.equal(adapter.stripe.creations(String(payment.id)), 1);
    });

    it('is found after more than a page of others', async () => {
      const payment = await lost();
      for (let i = 0; i < 120; i++) await adapter.created();
      assert.equal((await adapter.verify(payment)).providerRef, intentOf(payment)?.id);
    });

    it('is not the payment of a PaymentIntent of the same time that has another transaction id', async () => {
      const payment = adapter.newPayment();
      await adapter.created();
      assert.deepEqual(await outcome(payment), { status: 'open' });
    });

    it('stays open until its end if Stripe does not have it, and then fails as expired', async () => {
      const payment = adapter.newPayment();
      assert.deepEqual(await outcome(payment), { status: 'open' });
      adapter.clock.forward(DAY_SECONDS);
      assert.deepEqual(await outcome(payment), { status: 'failed', failureReason: 'expired' });
    });
  });

  it('stored with a PaymentIntent of another account or mode, which Stripe does not have: open until its end, then expired', async () => {
    const payment = { ...(await adapter.created()), providerRef: 'pi_OfAnotherAccount' };
    assert.deepEqual(await outcome(payment), { status: 'open' });
    await assert.rejects(adapter.giveUp(payment), ProviderUnavailable);
    adapter.clock.forward(DAY_SECONDS);
    assert.deepEqual(await outcome(payment), { status: 'failed', failureReason: 'expired' });
  });

  describe('cancelled by its customer', () => {
    it('is cancelled at Stripe, with the reason that the customer requested it', async () => {
      const payment = await adapter.created();
      const { outcome: now } = await adapter.giveUp(payment);
      assert.deepEqual(now, { status: 'failed', failureReason: 'cancelled' });
      assert.equal(intentOf(payment)?.cancellationReason, 'requested_by_customer');
    });

    it('is completed when it was paid before', async () => {
      const payment = await adapter.created();
      adapter.stripe.pay(String(payment.id));
      assert.equal((await adapter.giveUp(payment)).outcome.status, 'completed');
    });
  });

  describe('the list of a period', () => {
    it('has the charges of all pages, with our transaction ids and in the currency of the payments', async () => {
      adapter.clock.forward(10 * DAY_SECONDS);
      const provider = adapter.another({ CARD_CHARGE_CURRENCY: 'USD' });
      const fromUs = adapter.clock.now();
      const paid: Payment[] = [];
      for (let i = 0; i < 60; i++) paid.push(await adapter.created({}, i % 2 === 0 ? adapter.provider : provider));
      for (const { id } of paid) adapter.stripe.pay(String(id));
      const [open, other] = [await adapter.created(), await adapter.created({}, provider)];
      adapter.stripe.pay(String(other.id), { amountMinor: 1 });
      adapter.clock.forward(60);
      const late = await adapter.created();
      adapter.stripe.pay(String(late.id));
      const listed = await adapter.list({ fromUs: Math.floor(fromUs / 1e6) * 1e6, toUs: fromUs + 30_000_000 });
      assert.equal(listed.length, 61);
      for (const payment of paid) {
        const charge = listed.find(({ paymentId }) => paymentId === payment.id);
        assert.deepEqual(charge?.paid, { amountMinor: 50_000, currency: 'HTG' });
        assert.equal(charge?.providerRef, payment.providerRef);
      }
      assert.deepEqual(listed.find(({ paymentId }) => paymentId === other.id)?.paid, {
        amountMinor: 1,
        currency: 'USD',
      });
      for (const { id } of [open, late])
        assert.equal(
          listed.some(({ paymentId }) => paymentId === id),
          false,
        );
    });
  });
});
