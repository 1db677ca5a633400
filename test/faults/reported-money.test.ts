import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FailureReason, Payment } from '../../src/core/payment.ts';
import { applyVerification } from '../../src/features/payments/apply-verification.ts';
import { checkLatePayments } from '../../src/features/payments/check-late-payments.ts';
import { discrepanciesOf } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { createLog } from '../../src/platform/log/log.ts';
import type { Charge, Outcome, Verification } from '../../src/providers/provider.ts';
import { type ChargingStore, chargingStore } from '../recurring/charging-store.ts';
import { onOneEngineByDay } from '../support/engines.ts';

const HOUR_US = 3_600_000_000;
const OPEN: Outcome = { status: 'open' };
const EXPIRED: Outcome = { status: 'failed', failureReason: 'expired' };

onOneEngineByDay('money that a provider reports', (engine) => {
  let charging: ChargingStore;
  before(async () => {
    charging = await chargingStore(engine);
  });
  after(() => charging?.close());

  const money = (amountMinor: number) => ({ amountMinor, currency: 'HTG' }) as const;
  const paid = (amountMinor: number): Outcome => ({ status: 'completed', paid: money(amountMinor) });
  const charge = (providerRef: string, amountMinor = 50_000): Charge => ({ providerRef, paid: money(amountMinor) });
  const apply = (payment: Payment, outcome: Outcome, changes: Partial<Verification> = {}) => {
    const verification = { outcome, response: {}, nextCheckAtUs: charging.now(), ...changes };
    return applyVerification(charging.worker(), payment, verification, createLog('silent'));
  };
  const completed = async () => apply(await charging.open({}), paid(50_000), { providerRef: 'charge-1' });
  const failed = async (failureReason: FailureReason, changes: Partial<Payment> = {}) => {
    const payment = await charging.open(changes);
    await charging.worker().settle(payment, { status: 'failed', failureReason });
    return (await findPayment(charging.store.db, payment.id)) as Payment;
  };
  const casesOf = async ({ id }: Payment) =>
    (await discrepanciesOf(charging.store.db, id)).map(
      ({ kind, providerRef, reported }) => `${kind} ${providerRef} ${reported?.amountMinor}`,
    );

  describe('a further charge of a completed payment', () => {
    it('is a second payment, also while the provider has no final status', async () => {
      const payment = await completed();
      await apply(payment, OPEN, { surplus: [charge('charge-2')] });
      assert.deepEqual(await casesOf(payment), ['paid_twice charge-2 50000']);
    });

    it('is the only discrepancy, even when the provider also reports the charge that completed the payment', async () => {
      const payment = await completed();
      await apply(payment, paid(50_000), { providerRef: 'charge-2', surplus: [charge('charge-1')] });
      assert.deepEqual(await casesOf(payment), ['paid_twice charge-2 50000']);
    });

    it('is no discrepancy when all of it was returned, and one when a part is left', async () => {
      const payment = await completed();
      const item = { providerRef: 'refund-1', how: 'refunded' } as const;
      const returned = (left: number): Outcome => ({
        status: 'completed',
        paid: money(50_000),
        returns: { left: money(left), items: [{ ...item, money: money(50_000 - left) }] },
      });
      await apply(payment, returned(0), { providerRef: 'charge-2' });
      assert.deepEqual(await casesOf(payment), []);
      await apply(payment, returned(1), { providerRef: 'charge-3' });
      assert.deepEqual(await casesOf(payment), ['paid_twice charge-3 1']);
    });

    it('is a wrong amount when its amount differs', async () => {
      const payment = await completed();
      await apply(payment, paid(40_000), { providerRef: 'charge-2' });
      assert.deepEqual(await casesOf(payment), ['amount_mismatch charge-2 40000']);
    });
  });

  it('a charge of a failed payment is a discrepancy, even with the number that the payment had stored before it failed', async () => {
    const payment = await failed('expired', { providerRef: 'charge-1' });
    await apply(payment, EXPIRED, { surplus: [charge('charge-1')] });
    assert.deepEqual(await casesOf(payment), ['paid_after_failure charge-1 50000']);
  });

  describe('a failed payment is verified again', () => {
    /** The hours between the late checks of a payment, until none is planned. */
    const waitsWhile = async (outcome: Outcome) => {
      const { id } = await failed('declined');
      const { db } = charging.store;
      const verification = { outcome, response: {}, nextCheckAtUs: charging.now() };
      const worker = charging.worker();
      const provider = { name: 'late', open: assert.fail, verify: async () => verification };
      const hours: number[] = [];
      for (;;) {
        const [row] = await db.query<{ next: number }>(
          'SELECT next_check_at_us AS next FROM late_checks WHERE payment_id = $1',
          [id],
        );
        if (!row) return hours;
        hours.push(Math.round((60 * (row.next - charging.now())) / HOUR_US) / 60);
        charging.setNow(row.next);
        await checkLatePayments({ ...worker, providerFor: () => provider }, 'lakaypay_card');
      }
    };

    it('after 10 minutes, 1, 6, 24 and 72 hours', async () => {
      assert.deepEqual(await waitsWhile(EXPIRED), [1 / 6, 1, 6, 24, 72]);
    });

    it('for about a month while its status is uncertain', async () => {
      const last = Array.from({ length: 10 }, () => 72);
      assert.deepEqual(await waitsWhile(OPEN), [1 / 6, 1, 6, 24, ...last]);
    });
  });
});
