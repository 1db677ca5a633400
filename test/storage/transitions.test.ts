import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { PAYMENT_STATUSES, type Payment, type PaymentStatus, TRANSITIONS } from '../../src/core/payment.ts';
import type { Transaction } from '../../src/database/database.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { type Finish, finishPayment, startProcessing } from '../../src/features/payments/store/finish-payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { onBothEngines } from '../support/engines.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

const FINISHED_AT_US = 1_700_000_009_000_000;

const finish = async (tx: Transaction, id: number, to: Omit<Finish, 'finishedAtUs'>) =>
  (await finishPayment(tx, id, { ...to, finishedAtUs: FINISHED_AT_US }))?.payment;

/** The statement for each new status. No statement moves a payment back to `pending`. */
const MOVES: Record<string, (tx: Transaction, id: number) => Promise<Payment | undefined>> = {
  processing: startProcessing,
  completed: (tx, id) => finish(tx, id, { status: 'completed', failureReason: null }),
  failed: (tx, id) => finish(tx, id, { status: 'failed', failureReason: 'expired' }),
};

onBothEngines('guarded transitions', (engine) => {
  let store: TestStore;
  let owner: Seed;
  before(async () => {
    store = await openTestStore(engine);
    owner = await seed(store.db);
  });
  after(() => store.close());

  for (const from of PAYMENT_STATUSES) {
    for (const [to, move] of Object.entries(MOVES)) {
      const isAllowed = TRANSITIONS[from].includes(to as PaymentStatus);
      it(`${isAllowed ? 'moves' : 'does not move'} ${from} to ${to}`, async () => {
        const payment = owner.payment(inStatus(from));
        await store.db.transaction((tx) => insertPayments(tx, [payment]));
        const moved = await store.db.transaction((tx) => move(tx, payment.id));
        const stored = await findPayment(store.db, payment.id);
        if (!isAllowed) {
          assert.equal(moved, undefined);
          assert.deepEqual(stored, payment);
          return;
        }
        const isFinal = to === 'completed' || to === 'failed';
        const expected = {
          ...payment,
          status: to,
          ...(isFinal && { finishedAtUs: FINISHED_AT_US, nextCheckAtUs: null }),
          ...(to === 'failed' && { failureReason: 'expired' }),
        };
        assert.deepEqual(moved, expected);
        assert.deepEqual(stored, expected);
      });
    }
  }

  it('returns undefined for a payment that does not exist', async () => {
    for (const move of Object.values(MOVES)) {
      assert.equal(await store.db.transaction((tx) => move(tx, 900_000_000_000_001)), undefined);
    }
  });

  it('allows only one of many transactions to finish a payment at the same time', async () => {
    const payment = owner.payment();
    await store.db.transaction((tx) => insertPayments(tx, [payment]));
    const moves = Array.from({ length: 20 }, (_, index) => (index % 2 ? MOVES.completed : MOVES.failed)!);
    const results = await Promise.all(moves.map((move) => store.db.transaction((tx) => move(tx, payment.id))));
    const winners = results.filter((result) => result !== undefined);
    assert.equal(winners.length, 1);
    assert.deepEqual(await findPayment(store.db, payment.id), winners[0]);
  });
});
