import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { SYSTEM } from '../../src/core/actor.ts';
import { transactionIds } from '../../src/core/ids.ts';
import type { Payment } from '../../src/core/payment.ts';
import { periodDueAtUs, type Rhythm, type Subscription } from '../../src/core/recurring.ts';
import type { Database } from '../../src/database/database.ts';
import { type CheckDeps, checkDuePayments } from '../../src/features/payments/check-due-payments.ts';
import { checkLatePayments } from '../../src/features/payments/check-late-payments.ts';
import { settlePayment } from '../../src/features/payments/settle-payment.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { changeCounts } from '../../src/features/payments/store/payment-counts.ts';
import { fixedRate } from '../../src/features/rates/exchange-rate.ts';
import { chargeDueSubscriptions } from '../../src/features/subscriptions/charge-subscription.ts';
import type { RecurringDeps, RecurringSettings } from '../../src/features/subscriptions/recurring-deps.ts';
import { restoreGuard } from '../../src/features/subscriptions/restore-guard.ts';
import { subscriptionId } from '../../src/features/subscriptions/start-subscription.ts';
import { subscriptionRules } from '../../src/features/subscriptions/stop-declined.ts';
import { listSubscriptionPayments } from '../../src/features/subscriptions/store/charges.ts';
import { findSubscription } from '../../src/features/subscriptions/store/subscriptions.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { secretBox } from '../../src/platform/secrets/secrets.ts';
import type { Engine } from '../support/engines.ts';
import { settling } from '../support/settling.ts';
import { assertSound } from '../support/soundness.ts';
import { openTestStore, seed, type TestStore } from '../support/store.ts';
import { type CardBook, cardBook } from './card-book.ts';
import { type CrashPoints, mortal, mortalDatabase } from './crash-points.ts';

export const US_PER_DAY = 86_400_000_000;
export const START_US = Date.UTC(2027, 0, 31, 14, 30) * 1000;
const MINUTE_US = 60_000_000;

/** The dependencies of a worker in one process. */
export type Worker = RecurringDeps & CheckDeps & { readonly mortal: CrashPoints };

/** A store with live subscriptions, a provider with its records, and a clock that tests set. */
export interface ChargingStore {
  readonly store: TestStore;
  readonly book: CardBook;
  readonly websiteId: string;
  readonly now: () => number;
  setNow(us: number): void;
  /** A worker that acts as its own process, and can die. */
  worker(options?: { diesAt?: number; db?: Database; settings?: Partial<RecurringSettings> }): Worker;
  /** A payment whose customer is at the provider's page. */
  open(changes: Partial<Payment>): Promise<Payment>;
  /** Completes the first payment of a subscription, which starts it. */
  begin(rhythm: Pick<Rhythm, 'interval' | 'intervalCount'>, changes?: Partial<Payment>): Promise<Subscription>;
  subscription(id: string): Promise<Subscription>;
  payments(id: string, period?: number): Promise<Payment[]>;
  /** Moves the clock to when the next period is due, runs a worker, and then further workers until the period is settled. */
  runPeriod(id: string, options?: { diesAt?: number; settings?: Partial<RecurringSettings> }): Promise<CrashPoints>;
  /** Runs a worker that dies, when the period is due and every lease has expired. No other worker follows. */
  dieInPeriod(id: string, diesAt: number): Promise<void>;
  /**
   * Asserts that each period has one charge in the book and one completed payment, which repeats the first payment and has its event
   * and its webhook, and that no payment was requested from the provider twice.
   */
  assertEachPeriodOnce(id: string, periods: number): Promise<void>;
  close(): Promise<void>;
}

export async function chargingStore(engine: Engine): Promise<ChargingStore> {
  const store = await openTestStore(engine);
  const { db } = store;
  const book = cardBook();
  const box = secretBox(randomBytes(32));
  const log = createLog('silent');
  let nowUs = START_US;
  const clock = () => ++nowUs;
  const nextId = transactionIds(clock, randomInt);
  const markFile = engine === 'sqlite' ? join(store.place.folder, 'charges.mark') : null;
  // A gateway also does this when it starts. It runs outside the processes that may die.
  await restoreGuard({ db, clock, log, markFile }).check();
  const owner = await seed(db, {
    website: { callbackUrl: 'https://shop.example/hook', methods: ['lakaypay_card'] },
    mode: 'live',
  });

  const worker: ChargingStore['worker'] = ({ diesAt, db: handle = db, settings = {} } = {}) => {
    const life = mortal(diesAt);
    const own = mortalDatabase(handle, life);
    const provider = book.provider(clock, life);
    return {
      db: own,
      box,
      clock,
      actor: SYSTEM,
      log,
      stillOpenHours: 24,
      nextId,
      mortal: life,
      providerFor: () => provider,
      rates: fixedRate(1_305_000),
      subscriptions: subscriptionRules(own),
      settings: { maxFailures: 3, catchUp: 3, ...settings },
      restores: restoreGuard({ db: own, clock, log, markFile }),
      settle: (payment, outcome, details) =>
        settlePayment(settling({ db: own, clock, box }), payment, outcome, details),
    };
  };
  const subscription = async (id: string) => (await findSubscription(db, id)) as Subscription;
  const payments: ChargingStore['payments'] = (id, period) => listSubscriptionPayments(db, id, period);

  const open = async (changes: Partial<Payment>) => {
    const payment = owner.payment({
      id: nextId(),
      mode: 'live',
      method: 'lakaypay_card',
      createdAtUs: nowUs,
      expiresAtUs: nowUs + MINUTE_US,
      nextCheckAtUs: nowUs + MINUTE_US,
      reference: 'ORDER-7',
      description: '1 sak diri',
      customerEmail: 'marie@example.com',
      customerPhone: '+509 37 00 0001',
      metadata: '{"cart":1.10}',
      ...changes,
    });
    await db.transaction(async (tx) => {
      await insertPayments(tx, [payment]);
      await changeCounts(tx, [{ payment, status: payment.status, by: 1 }]);
    });
    return payment;
  };

  return {
    store,
    book,
    websiteId: owner.websiteId,
    now: () => nowUs,
    setNow: (us) => (nowUs = us),
    worker,
    subscription,
    payments,
    open,
    async begin({ interval, intervalCount }, changes = {}) {
      const payment = await open({ recurringInterval: interval, recurringIntervalCount: intervalCount, ...changes });
      await worker().settle(payment, { status: 'completed' }, { cardToken: 'the-token' });
      return subscription(subscriptionId(payment.id));
    },
    async runPeriod(id, { settings = {}, ...options } = {}) {
      const { nextPeriod, ...rest } = await subscription(id);
      nowUs = Math.max(nowUs, periodDueAtUs(rest, nextPeriod));
      const first = worker({ ...options, settings });
      await chargeDueSubscriptions(first, 'live').catch(() => {});
      // Other workers follow: one of them settles the period once the lease of the dead worker has expired.
      for (let minutes = 0; (await subscription(id)).nextPeriod === nextPeriod; minutes++) {
        assert.ok(minutes < 300, 'the period is not settled within hours');
        const { status } = await subscription(id);
        if (status !== 'active') break;
        await everyJob(worker({ settings }));
        nowUs += MINUTE_US;
      }
      return first.mortal;
    },
    async dieInPeriod(id, diesAt) {
      const { nextPeriod, ...rest } = await subscription(id);
      nowUs = Math.max(nowUs + 2 * MINUTE_US, periodDueAtUs(rest, nextPeriod));
      await chargeDueSubscriptions(worker({ diesAt }), 'live').catch(() => {});
    },
    async assertEachPeriodOnce(id, periods) {
      const all = await payments(id);
      for (let period = 1; period <= periods; period++) {
        const own = all.filter(({ subscriptionPeriod }) => subscriptionPeriod === period);
        assert.equal(own.filter(({ status }) => status === 'completed').length, 1, `period ${period}`);
        const ids = own.map((payment) => payment.id);
        assert.equal(book.charges.filter((charge) => ids.includes(charge.paymentId)).length, 1, `period ${period}`);
      }
      assert.equal(all.filter(({ status }) => status === 'completed').length, periods);
      const series = await subscription(id);
      const first = (await findPayment(db, series.firstPaymentId)) as Payment;
      for (const payment of all) {
        assert.deepEqual(repeated(payment), repeated(first));
        const dueAtUs = periodDueAtUs(series, payment.subscriptionPeriod ?? 0);
        assert.equal(payment.providerData, JSON.stringify({ dueAtUs }), 'the provider searches from the due date on');
      }
      // Every payment, also a failed one, has its own event and webhook.
      const deliveries = await db.query<{ payment_id: number }>(
        'SELECT d.payment_id FROM deliveries d JOIN events e ON e.payment_id = d.payment_id ORDER BY d.payment_id',
      );
      const notified = deliveries.map((row) => row.payment_id);
      for (const payment of all) assert.ok(notified.includes(payment.id), `${payment.id} has no webhook`);
      const asked = book.asked.filter((paymentId) => all.some((payment) => payment.id === paymentId));
      assert.equal(new Set(asked).size, asked.length, 'requested twice for one payment');
      assert.deepEqual(await db.query('SELECT id FROM discrepancies'), []);
      await assertSound(db);
    },
    close: () => store.close(),
  };
}

/** The fields that a charge copies from the payment that started the subscription. */
function repeated(payment: Payment): Partial<Payment> {
  const { websiteId, apiKeyId, mode, method, amountMinor, currency, originalAmountMinor, rateE4 } = payment;
  const { reference, description, customerName, customerEmail, customerPhone, metadata } = payment;
  const charged = { websiteId, apiKeyId, mode, method, amountMinor, currency, originalAmountMinor, rateE4 };
  return { ...charged, reference, description, customerName, customerEmail, customerPhone, metadata };
}

/** Runs a node's jobs until a time, in steps of `everyUs`. */
export async function liveUntil(
  charging: ChargingStore,
  us: number,
  { everyUs, worker = charging.worker() }: { everyUs: number; worker?: Worker },
): Promise<void> {
  while (charging.now() < us) {
    charging.setNow(Math.min(us, charging.now() + everyUs));
    await everyJob(worker);
  }
}

/** Runs one round of all background jobs of payments. */
export async function everyJob(worker: Worker): Promise<void> {
  await chargeDueSubscriptions(worker, 'live');
  await checkDuePayments(worker, { mode: 'live', method: 'lakaypay_card' });
  await checkLatePayments(worker, 'lakaypay_card');
}
