import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { PAYMENT_METHODS, PAYMENT_STATUSES, type Payment } from '../../src/core/payment.ts';
import { paymentJson, type ShownPayment } from '../../src/core/payment-json.ts';
import { dayOf } from '../../src/core/timestamps.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { changeCounts, type PaymentFilter } from '../../src/features/payments/store/payment-counts.ts';
import { listPayments, listPaymentsBefore } from '../../src/features/payments/store/payment-list.ts';
import { onBothEngines } from '../support/engines.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

const RUNS = 40;
const US_PER_DAY = 86_400_000_000;
const FIRST_DAY = 19_700;
/** Enough days for several complete periods of the counts, and a part of one. */
const DAYS = 150;

/** Few distinct times, so that several payments share one; above all the first and last microsecond of a day. */
const moment = fc
  .tuple(fc.nat(DAYS - 1), fc.constantFrom(0, 1, 43_200_000_000, US_PER_DAY - 1))
  .map(([day, us]) => (FIRST_DAY + day) * US_PER_DAY + us);
const drafts = fc.array(
  fc.record({
    createdAtUs: moment,
    status: fc.constantFrom(...PAYMENT_STATUSES),
    method: fc.constantFrom(...PAYMENT_METHODS),
  }),
  { maxLength: 60 },
);
const day = fc.integer({ min: FIRST_DAY - 2, max: FIRST_DAY + DAYS + 2 });
const filters = fc.record(
  {
    status: fc.constantFrom(...PAYMENT_STATUSES),
    method: fc.constantFrom(...PAYMENT_METHODS),
    fromDay: day,
    toDay: day,
  },
  { requiredKeys: [] },
);

onBothEngines('listPayments', (engine) => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore(engine);
  });
  after(() => store.close());

  const insert = async (payments: readonly Payment[]) => {
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, payments);
      await changeCounts(
        tx,
        payments.map((payment) => ({ payment, status: payment.status, by: 1 as const })),
      );
    });
  };

  it('gives the same pages and totals as a list that is filtered in memory', async () => {
    await fc.assert(
      fc.asyncProperty(
        drafts,
        fc.array(filters, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 7 }),
        check,
      ),
      { numRuns: RUNS },
    );
  });

  async function check(
    draft: readonly Pick<Payment, 'createdAtUs' | 'status' | 'method'>[],
    wanted: readonly Omit<PaymentFilter, 'apiKeyId'>[],
    perPage: number,
  ): Promise<void> {
    const [owner, neighbour] = [await seed(store.db), await seed(store.db)];
    const make = (of: Seed) => draft.map((fields) => of.payment({ ...fields, ...inStatus(fields.status) }));
    const payments = make(owner);
    await insert(payments);
    await insert(make(neighbour));
    for (const fields of [{}, ...wanted]) {
      const filter = { apiKeyId: owner.apiKeyId, ...fields };
      const expected = model(payments, filter).map(paymentJson);
      const pages = Math.ceil(expected.length / perPage);
      for (let page = 1; page <= pages + 1; page++) {
        const listed = await listPayments(store.db, filter, { page, perPage });
        assert.equal(listed.total, expected.length);
        assert.deepEqual(listed.payments.map(paymentJson), expected.slice((page - 1) * perPage, page * perPage));
      }
      const read: ShownPayment[] = [];
      for (let hasMore = true; hasMore; ) {
        const part = await listPaymentsBefore(store.db, filter, { before: read.at(-1), limit: perPage });
        assert.equal(part.total, expected.length);
        read.push(...part.payments);
        hasMore = part.hasMore;
        assert.equal(hasMore, read.length < expected.length);
      }
      assert.deepEqual(read.map(paymentJson), expected);
    }
  }
});

/** The expected list, in the simplest code: newest first, and the higher id first for equal times. */
function model(payments: readonly Payment[], { status, method, fromDay, toDay }: PaymentFilter): Payment[] {
  return payments
    .filter((payment) => !status || payment.status === status)
    .filter((payment) => !method || payment.method === method)
    .filter((payment) => fromDay === undefined || dayOf(payment.createdAtUs) >= fromDay)
    .filter((payment) => toDay === undefined || dayOf(payment.createdAtUs) <= toDay)
    .toSorted((a, b) => b.createdAtUs - a.createdAtUs || b.id - a.id);
}
