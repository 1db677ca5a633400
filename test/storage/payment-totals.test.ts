import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { PAYMENT_METHODS, PAYMENT_STATUSES, type Payment } from '../../src/core/payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { changeCounts } from '../../src/features/payments/store/payment-counts.ts';
import { type TotalsFilter, totalsOf } from '../../src/features/payments/store/payment-totals.ts';
import { onBothEngines } from '../support/engines.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

const US_PER_HOUR = 3_600_000_000;
const FROM_US = 1_700_000_000_000_000;
const MOST = 40;

onBothEngines('the totals of a filter', (engine) => {
  let store: TestStore;
  let shops: Seed[];
  const payments: Payment[] = [];
  before(async () => {
    store = await openTestStore(engine);
    shops = [await seed(store.db), await seed(store.db, { mode: 'live' }), await seed(store.db)];
    for (let n = 0; n < 240; n++) {
      const method = PAYMENT_METHODS[n % 4]!;
      const isDollars = n % 4 >= 2 && n % 3 === 0;
      const changes: Partial<Payment> = {
        ...inStatus(PAYMENT_STATUSES[(n * 7) % PAYMENT_STATUSES.length]!),
        method,
        currency: isDollars ? 'USD' : 'HTG',
        amountMinor: 100 + ((n * 37) % 900),
        createdAtUs: FROM_US + n * 5 * US_PER_HOUR,
        mode: n % 8 === 1 ? 'live' : 'test',
        ...(n % 16 === 0 ? { originalAmountMinor: 500, rateE4: 1_300_000 } : {}),
      };
      payments.push(shops[n % 8 === 1 ? 1 : n % 5 === 0 ? 2 : 0]!.payment(changes));
    }
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, payments);
      await changeCounts(
        tx,
        payments.map((payment) => ({ payment, status: payment.status, by: 1 as const })),
      );
    });
  });
  after(() => store?.close());

  /** The same, from the payments themselves. */
  const plainTotals = (matches: readonly Payment[]) => {
    const sums = (['HTG', 'USD'] as const).flatMap((currency) => {
      const all = matches.filter((payment) => payment.currency === currency);
      const paid = all.filter(({ status }) => status === 'completed');
      const minor = (these: readonly Payment[]) => these.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      const sum = { currency, count: all.length, amountMinor: minor(all) };
      return all.length === 0 ? [] : [{ ...sum, paidCount: paid.length, paidMinor: minor(paid) }];
    });
    return { count: matches.length, sums };
  };

  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  const hours = fc.integer({ min: -50, max: 1_300 }).map((hour) => FROM_US + hour * US_PER_HOUR);
  const filters = fc.record({
    shop: maybe(fc.constantFrom(0, 1, 2)),
    status: maybe(fc.constantFrom(...PAYMENT_STATUSES)),
    method: maybe(fc.constantFrom(...PAYMENT_METHODS)),
    mode: maybe(fc.constantFrom('test' as const, 'live' as const)),
    fromUs: maybe(hours),
    toUs: maybe(hours),
    currency: maybe(fc.constantFrom('HTG' as const, 'USD' as const)),
    fromMinor: maybe(fc.integer({ min: 100, max: 1_000 })),
  });

  it('are those of a plain count for any filter, to the cent; of more payments than are read, at least the newest', async () => {
    let exact = 0;
    await fc.assert(
      fc.asyncProperty(filters, fc.constantFrom(MOST, 1_000), async ({ shop, ...rest }, most) => {
        const websiteIds = shops.map(({ websiteId }) => websiteId);
        const filter: TotalsFilter = {
          ...rest,
          websiteIds,
          websiteId: shop === undefined ? undefined : websiteIds[shop],
        };
        const { status, method, mode, fromUs = 0, toUs = Number.POSITIVE_INFINITY, currency, fromMinor } = rest;
        const matches = payments.filter(
          (payment) =>
            (shop === undefined || payment.websiteId === websiteIds[shop]) &&
            (status === undefined || payment.status === status) &&
            (method === undefined || payment.method === method) &&
            (mode === undefined || payment.mode === mode) &&
            payment.createdAtUs >= fromUs &&
            payment.createdAtUs < toUs &&
            isOfAmount(payment, currency, fromMinor),
        );
        const { isAtLeast, ...totals } = await totalsOf(store.db, filter, most);
        const plain = plainTotals(matches);
        if (isAtLeast) {
          assert.ok(most === MOST && totals.count <= plain.count, 'at least');
          const isWithout = currency === undefined && fromMinor === undefined;
          assert.ok(!isWithout || plain.count > MOST, 'few payments are added up exactly');
          for (const { currency: each, amountMinor } of totals.sums) {
            assert.ok(amountMinor <= plain.sums.find((sum) => sum.currency === each)!.amountMinor);
          }
        } else {
          exact++;
          assert.deepEqual(totals, plain);
        }
      }),
      { numRuns: 150 },
    );
    assert.ok(exact > 50, `${exact} filters had exact totals`);
  });

  it('count all payments of a filter that the counts know, of however many the amounts are added up', async () => {
    const websiteIds = shops.map(({ websiteId }) => websiteId);
    const all = await totalsOf(store.db, { websiteIds }, MOST);
    assert.deepEqual([all.count, all.isAtLeast], [payments.length, true]);
    const failed = await totalsOf(store.db, { websiteIds, status: 'failed' }, MOST);
    assert.equal(failed.count, payments.filter(({ status }) => status === 'failed').length);
    assert.deepEqual(await totalsOf(store.db, { websiteIds: [] }), { count: 0, sums: [], isAtLeast: false });
  });
});

function isOfAmount(
  { amountMinor, currency, originalAmountMinor }: Payment,
  wanted: Payment['currency'] | undefined,
  fromMinor = 0,
): boolean {
  const isCharged = amountMinor >= fromMinor && (wanted === undefined || wanted === currency);
  return isCharged || (wanted !== 'HTG' && originalAmountMinor !== null && originalAmountMinor >= fromMinor);
}
