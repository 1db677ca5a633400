import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BookEntry } from '../../simulators/simulator.ts';
import { isFinal, PAYMENT_METHODS, type Payment } from '../../src/core/payment.ts';
import { listDiscrepancies } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import type { ReconcileRange } from '../../src/features/reconciliation/reconcile.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { assertSound } from '../support/soundness.ts';
import { flapping } from './flapping.ts';
import { DAY_STEPS, openWeek, STEP_SECONDS, type Week } from './week.ts';
import { customersOf } from './week-customers.ts';

const WEEK_STEPS = 7 * DAY_STEPS;
/** The length of steps in which only late checks run, which continue for days after the last payment. */
const LATE_STEP_SECONDS = 6 * 3600;
const LATE_STEPS = 60;

onOneEngineByDay('a week with a provider that comes and goes', (engine) => {
  for (const method of PAYMENT_METHODS) {
    // Contract: LIVE-6
    test(`${method}: no payment stays open, and the records of both sides agree`, {
      timeout: 300_000,
    }, async (context) => {
      const random = seededRandom();
      const week = await openWeek(engine, method, random);
      try {
        await assertWeek(week, context);
      } catch (error) {
        throw new Error(`with TEST_SEED=${random.seed}: ${(error as Error).message}`, { cause: error });
      } finally {
        await week.close();
      }
    });
  }
});

async function assertWeek(week: Week, context: TestContext): Promise<void> {
  const { driver, clock, random } = week;
  const fromUs = clock.now();
  const providerFaults = flapping(driver, random);
  const customers = customersOf(week);
  for (let step = 0; step < WEEK_STEPS; step++) {
    providerFaults.to(step);
    if (random.percent(25)) await customers.come(step);
    await customers.act(step);
    await Promise.all([week.check(), customers.notify()]);
    clock.forward(STEP_SECONDS);
  }
  const toUs = clock.now();
  providerFaults.end();
  for (let step = WEEK_STEPS; step <= WEEK_STEPS + DAY_STEPS; step++) {
    await customers.act(step);
    await week.check();
    clock.forward(STEP_SECONDS);
  }
  const payments = await week.payments({ fromUs, toUs });
  assert.deepEqual(
    payments.filter(({ status }) => !isFinal(status)),
    [],
    'no payment is open',
  );
  for (let step = 0; await week.hasLateChecks(); step++) {
    assert.ok(step < LATE_STEPS, 'late checks come to an end');
    clock.forward(LATE_STEP_SECONDS);
    await week.check();
  }

  const late = assertPayments(week, payments, customers.inTime);
  await assertDiscrepancies(week, late, 'exactly the late money is recorded, found by the checks of payments');
  await assertReconciled(week, { payments, late, fromUs, toUs });
  await assertDiscrepancies(week, late, 'reconciliation adds no discrepancy');
  await assertSound(week.gateway.store.db);
  const count = (status: Payment['status']) => payments.filter((payment) => payment.status === status).length;
  assert.ok(
    Math.min(count('completed'), count('failed'), providerFaults.badSteps()) > 20,
    'the week had enough payments of each kind, and enough faults',
  );
  context.diagnostic(
    `seed ${random.seed}: ${payments.length} payments, ${count('completed')} completed, ${count('failed')} failed; ` +
      `${late.length} paid after the end; the provider had faults in ${providerFaults.badSteps()} of ${WEEK_STEPS} steps`,
  );
}

/** Money that the provider received, and that is in no completed payment. */
interface LateMoney {
  readonly payment: Payment;
  readonly entry: BookEntry;
}

/** Compares the payments with the provider's records. Returns the money that came after a payment was final. */
function assertPayments({ driver }: Week, payments: readonly Payment[], inTime: ReadonlySet<string>): LateMoney[] {
  const late: LateMoney[] = [];
  const book = Map.groupBy(driver.book(), ({ reference }) => reference);
  for (const payment of payments) {
    const id = String(payment.id);
    assert.ok(driver.creations(id) <= 1 || !driver.isCreatedRemotely, `${id} was created more than once`);
    const paid = (book.get(id) ?? []).filter(({ status }) => status === 'paid');
    book.delete(id);
    if (inTime.has(id) && paid.length > 0) assert.equal(payment.status, 'completed', `${id} was paid in time`);
    const own = payment.status === 'completed' ? paid.find((entry) => entry.providerRef === payment.providerRef) : null;
    assert.notEqual(own, undefined, `${id} is completed, but was not paid`);
    if (own) assert.deepEqual([own.amountMinor, own.currency], [payment.amountMinor, payment.currency]);
    late.push(...paid.filter((entry) => entry !== own).map((entry) => ({ payment, entry })));
  }
  assert.deepEqual([...book.keys()], [], 'the provider has no charge for a payment that is not stored here');
  return late;
}

async function assertDiscrepancies({ gateway }: Week, late: readonly LateMoney[], when: string): Promise<void> {
  const found = await listDiscrepancies(gateway.store.db, { limit: 1000 });
  const sorted = (lines: readonly string[]) => [...lines].sort();
  assert.deepEqual(
    sorted(
      found.map(({ kind, paymentId, providerRef, reported }) =>
        [kind, paymentId, providerRef, reported?.amountMinor, reported?.currency].join(),
      ),
    ),
    sorted(
      late.map(({ payment, entry }) =>
        ['paid_after_failure', payment.id, entry.providerRef, entry.amountMinor, entry.currency].join(),
      ),
    ),
    when,
  );
}

async function assertReconciled(
  { reconciled, driver }: Week,
  { payments, late, ...range }: { payments: readonly Payment[]; late: readonly LateMoney[] } & ReconcileRange,
): Promise<void> {
  const { lines, totals } = await reconciled(range);
  const lateIds = new Set(late.map(({ payment }) => payment.id));
  const odd = lines.filter(({ result }) => result !== 'matched');
  assert.deepEqual(
    odd.map(({ result, paymentId }) => `${result} ${paymentId}`).sort(),
    [...lateIds].map((id) => `mismatched ${id}`).sort(),
  );
  assert.equal(lines.length, payments.length);
  for (const currency of ['HTG', 'USD'] as const) {
    const sum = (entries: readonly { amountMinor: number; currency: string }[]) => {
      const mine = entries.filter((entry) => entry.currency === currency);
      return { count: mine.length, amountMinor: mine.reduce((total, { amountMinor }) => total + amountMinor, 0) };
    };
    const theirs = sum(driver.book().filter(({ status }) => status === 'paid'));
    const ours = sum(payments.filter(({ status }) => status === 'completed'));
    const lateSum = sum(late.map(({ entry }) => entry));
    assert.deepEqual(theirs, {
      count: ours.count + lateSum.count,
      amountMinor: ours.amountMinor + lateSum.amountMinor,
    });
    const line = totals.sums.find((one) => one.currency === currency);
    assert.deepEqual(line?.ours ?? { count: 0, amountMinor: 0 }, ours);
    assert.deepEqual(line?.theirs ?? { count: 0, amountMinor: 0 }, theirs);
  }
}
