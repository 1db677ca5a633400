import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { TEST_CARDS } from '../../../simulators/secure-acceptance/cards.ts';
import { noFaults } from '../../../simulators/secure-acceptance/faults.ts';
import type { Payment } from '../../../src/core/payment.ts';
import { ProviderUnavailable } from '../../../src/providers/provider.ts';
import { CALL_MS, SILENCE_MS } from '../../support/drivers/driven-adapter.ts';
import { type Adapter, startAdapter } from './adapter.ts';

/** Neither the server nor the browser reports a result. */
const LOST = { reports: 'never', returns: 'never' } as const;

const PAID = { status: 'completed', paid: { amountMinor: 50_000, currency: 'HTG' } };

describe("LakayPay card's provider records", () => {
  let adapter: Adapter;
  before(async () => {
    adapter = await startAdapter();
  });
  beforeEach(() => {
    Object.assign(adapter.simulator.faults, noFaults(), LOST);
    adapter.limitCalls(CALL_MS);
  });
  after(() => adapter.stop());

  const newPayment = (changes: Partial<Payment> = {}) => adapter.newPayment({ amountMinor: 50_000, ...changes });
  const use = (payment: Payment, card: keyof typeof TEST_CARDS = 'pays') =>
    adapter.simulator.pay(adapter.formOf(payment), card);
  /** The customer pays again, after the time in which the provider refuses a repetition. */
  const useAgain = (payment: Payment, card: keyof typeof TEST_CARDS = 'pays') => {
    adapter.clock.forward(16 * 60);
    return use(payment, card);
  };
  const outcome = async (payment: Payment) => (await adapter.verify(payment)).outcome;

  it('show the charge if no result was received', async () => {
    const payment = newPayment();
    assert.deepEqual(await outcome(payment), { status: 'open' });
    await use(payment);
    const { outcome: found, providerRef, response } = await adapter.verify(payment);
    assert.deepEqual(found, PAID);
    assert.equal(providerRef, adapter.simulator.transactions().at(-1)?.id);
    assert.deepEqual(response, {
      decision: 'ACCEPT',
      reason_code: '100',
      message: 'Request was processed successfully.',
      transaction_id: providerRef,
      card_number: 'xxxxxxxxxxxx1111',
      card_type: '001',
    });
  });

  const OUTCOMES = {
    declined: { status: 'failed', failureReason: 'declined' },
    insufficient: { status: 'failed', failureReason: 'insufficient_balance' },
    expired: { status: 'failed', failureReason: 'expired_card' },
    review: { status: 'open', isSubmitted: true },
  } as const;
  for (const [card, expected] of Object.entries(OUTCOMES)) {
    it(`a card that is ${card} is ${JSON.stringify(expected)}`, async () => {
      const payment = newPayment();
      await use(payment, card as keyof typeof OUTCOMES);
      assert.deepEqual(await outcome(payment), expected);
    });
  }

  it('have the amount of a partial approval only in the transaction itself', async () => {
    const payment = newPayment();
    await use(payment, 'partial');
    assert.deepEqual(await outcome(payment), { status: 'completed', paid: { amountMinor: 25_000, currency: 'HTG' } });
    assert.equal(adapter.simulator.calls.at(-1)?.operation, 'transaction');
    adapter.simulator.faults.details = 'error_500';
    await assert.rejects(adapter.verify(payment), ProviderUnavailable);
  });

  it('a success after a decline counts, but a decline after a success does not', async () => {
    for (const cards of [
      ['declined', 'pays'],
      ['pays', 'declined'],
    ] as const) {
      const payment = newPayment();
      await use(payment, cards[0]);
      await useAgain(payment, cards[1]);
      assert.deepEqual(await outcome(payment), PAID);
    }
  });

  it('a refused repetition changes nothing, alone or alongside the charge', async () => {
    const payment = newPayment();
    await use(payment);
    await use(payment);
    const { outcome: found, surplus } = await adapter.verify(payment);
    assert.deepEqual(found, PAID);
    assert.equal(surplus, undefined);
  });

  it('charged twice: the first charge completes the payment, and the second is surplus', async () => {
    const payment = newPayment();
    await use(payment);
    await useAgain(payment);
    const [first, second] = adapter.simulator.transactions().slice(-2);
    const found = await adapter.verify(payment);
    assert.deepEqual(found.outcome, PAID);
    assert.equal(found.providerRef, first?.id);
    assert.deepEqual(found.surplus, [{ providerRef: second?.id, paid: PAID.paid, returns: undefined, undone: [] }]);
  });

  it('charged twice, and stored with the second charge: the first is surplus', async () => {
    const payment = newPayment();
    await use(payment);
    await useAgain(payment);
    const [first, second] = adapter.simulator.transactions().slice(-2);
    const found = await adapter.verify({ ...payment, status: 'completed', providerRef: second?.id ?? null });
    assert.equal(found.providerRef, second?.id);
    assert.deepEqual(found.surplus, [{ providerRef: first?.id, paid: PAID.paid, returns: undefined, undone: [] }]);
  });

  it('a payment is not confused with another one whose id starts with the same digits', async () => {
    adapter.simulator.faults.isSearchLoose = true;
    const [mine, other] = [newPayment(), newPayment()];
    await use(other);
    assert.deepEqual(await outcome(mine), { status: 'open' });
    assert.deepEqual(await outcome(other), PAID);
  });

  it('with a slow search, an unpaid payment fails as expired only after the search must have all charges', async () => {
    adapter.simulator.faults.indexLagMs = 900_000;
    const [paid, unpaid] = [newPayment(), newPayment()];
    await use(paid);
    assert.deepEqual(await outcome(paid), { status: 'open' });
    adapter.clock.forward(900);
    assert.deepEqual(await outcome(paid), PAID);
    adapter.clock.forward((unpaid.expiresAtUs - adapter.clock.now()) / 1e6 - 1);
    assert.deepEqual(await outcome(unpaid), { status: 'open' });
    adapter.clock.forward(2);
    assert.deepEqual(await outcome(unpaid), { status: 'failed', failureReason: 'expired' });
  });

  it('a payment that is paid in the last moment of the page does not count as unpaid', async () => {
    adapter.simulator.faults.indexLagMs = 900_000;
    const payment = newPayment();
    adapter.clock.forward(3599);
    const form = adapter.formOf(payment);
    adapter.clock.forward(14 * 60);
    await adapter.simulator.pay(form);
    adapter.clock.forward((payment.expiresAtUs - adapter.clock.now()) / 1e6 + 1);
    assert.deepEqual(await outcome(payment), PAID);
  });

  it('completed by its result, and not in the provider records yet: paid, until the records must have the charge', async () => {
    const payment = newPayment({ status: 'completed', finishedAtUs: adapter.clock.now(), providerRef: '7' });
    assert.deepEqual(await outcome(payment), PAID);
    adapter.clock.forward(901);
    assert.deepEqual(await outcome(payment), { status: 'open' });
  });

  it('failed for another reason, and nothing in the provider records: that reason stays', async () => {
    const payment = newPayment({ status: 'failed', failureReason: 'cancelled', finishedAtUs: adapter.clock.now() });
    assert.deepEqual(await outcome(payment), { status: 'failed', failureReason: 'cancelled' });
    await use({ ...payment, status: 'processing' });
    assert.deepEqual(await outcome(payment), PAID);
  });

  it('a review keeps the payment open beyond its end, for at most thirty days', async () => {
    const payment = newPayment();
    await use(payment, 'review');
    adapter.clock.forward(29 * 86_400);
    assert.deepEqual(await outcome(payment), { status: 'open', isSubmitted: true });
    adapter.clock.forward(2 * 86_400);
    const over = await adapter.verify(payment);
    assert.deepEqual(over.outcome, { status: 'failed', failureReason: 'expired' });
    assert.equal(over.providerRef, adapter.simulator.transactions().at(-1)?.id);
  });

  it('unknown reasons leave the payment open until its end', async () => {
    adapter.simulator.faults.status = 'PONDERED';
    const payment = newPayment();
    await use(payment);
    assert.equal((await outcome(payment)).status, 'open');
    adapter.clock.forward((payment.expiresAtUs - adapter.clock.now()) / 1e6 + 1);
    const over = await adapter.verify(payment);
    assert.deepEqual(over.outcome, { status: 'failed', failureReason: 'expired' });
    // The payment keeps the reference of the attempt, which may have been charged. Without an attempt, certainly nothing was charged.
    assert.equal(over.providerRef, adapter.simulator.transactions().at(-1)?.id);
    const unknown = newPayment();
    adapter.clock.forward((unknown.expiresAtUs - adapter.clock.now()) / 1e6 + 1);
    assert.equal((await adapter.verify(unknown)).providerRef, undefined);
  });

  it('have the card token of a subscription; for other payments it is not read', async () => {
    const payment = newPayment({ recurringInterval: 'monthly', recurringIntervalCount: 1 });
    await use(payment);
    const { cardToken, response } = await adapter.verify(payment);
    assert.match(cardToken ?? '', /^[0-9A-F]{32}$/);
    assert.ok(!JSON.stringify(response).includes(cardToken ?? 'x'));
    assert.equal((await adapter.verify({ ...payment, recurringInterval: null })).cardToken, undefined);
  });

  for (const trouble of ['error_500', 'garbage', 'hang', 'drop', 'endless'] as const) {
    it(`${trouble} counts as unavailable, and proves nothing about the payment`, async () => {
      const payment = newPayment();
      await use(payment);
      adapter.limitCalls(SILENCE_MS);
      adapter.simulator.faults.query = trouble;
      await assert.rejects(adapter.verify(payment), ProviderUnavailable);
    });
  }

  it('a wrong key counts as unavailable too', async () => {
    const wrong = adapter.another({ LAKAYPAY_CARD_REST_SHARED_SECRET: Buffer.alloc(32).toString('base64') });
    await assert.rejects(wrong.verify(newPayment(), adapter.log), /refused \(401\)/);
    await assert.rejects(async () => wrong.checkCredentials?.(adapter.log), ProviderUnavailable);
    assert.match((await adapter.provider.checkCredentials?.(adapter.log)) ?? '', /responded/);
  });

  it('every call leaves one line, without a secret, a token or a card', async () => {
    const payment = newPayment({ recurringInterval: 'monthly', recurringIntervalCount: 1 });
    await use(payment);
    const from = adapter.lines.length;
    const { cardToken } = await adapter.verify(payment);
    const lines = adapter.lines.slice(from);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', new RegExp(`"operation":"search","transaction_id":"${payment.id}","status_code":201`));
    for (const hidden of [...Object.values(adapter.simulator.settings), cardToken ?? '', '1111']) {
      if (!hidden.startsWith('http')) assert.ok(!adapter.lines.join('').includes(`"${hidden}`));
    }
  });

  describe('as a list', () => {
    const list = async (fromUs: number, toUs: number) => {
      const charges = [];
      for await (const charge of adapter.provider.list?.({ fromUs, toUs }, adapter.log) ?? []) charges.push(charge);
      return charges;
    };

    it('contains every charge of a period once, over many pages, and nothing else', async () => {
      adapter.clock.forward(3 * 86_400);
      const fromUs = adapter.clock.now();
      const payments = Array.from({ length: 120 }, () => newPayment());
      for (const payment of payments) await use(payment);
      await use(newPayment(), 'declined');
      await use(newPayment(), 'review');
      await use(newPayment(), 'partial');
      const toUs = adapter.clock.now();
      adapter.clock.forward(2);
      const late = newPayment();
      await use(late);
      const charges = await list(fromUs, toUs);
      assert.deepEqual(
        charges.map(({ paymentId }) => paymentId).slice(0, 120),
        payments.map(({ id }) => id),
      );
      assert.deepEqual(
        charges.slice(120).map(({ paid }) => paid.amountMinor),
        [25_000],
      );
      assert.equal(new Set(charges.map(({ providerRef }) => providerRef)).size, 121);
      assert.deepEqual(await list(fromUs - 10 * 86_400e6, fromUs - 5 * 86_400e6), []);
      for (const { atUs } of charges) assert.ok(atUs >= fromUs - 1e6 && atUs < toUs);
    });

    it('counts as unavailable when the search does', async () => {
      adapter.simulator.faults.query = 'error_500';
      await assert.rejects(list(adapter.clock.now() - 86_400e6, adapter.clock.now()), ProviderUnavailable);
    });
  });
});
