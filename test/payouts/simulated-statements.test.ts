import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startMoncashSimulator } from '../../simulators/moncash/moncash-simulator.ts';
import { type StatementItem, type StatementStyle, statementCsv } from '../../simulators/statement.ts';
import type { Payment, PaymentMethod } from '../../src/core/payment.ts';
import type { Refund } from '../../src/core/refund.ts';
import { parseDay } from '../../src/core/timestamps.ts';
import { balancesAt, insertEntries } from '../../src/features/ledger/store/postings.ts';
import { paymentEntry } from '../../src/features/payments/payment-entry.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { parseStatement } from '../../src/features/payouts/parse-statement.ts';
import type { PayoutLine } from '../../src/features/payouts/payout.ts';
import { type FormatName, STATEMENT_FORMATS } from '../../src/features/payouts/statement-formats.ts';
import { listLines, listOnlyOurs } from '../../src/features/payouts/store/payout-lines.ts';
import { refundEntry } from '../../src/features/refunds/refund-entries.ts';
import { insertRefund, lockRefundMoney, reserveMoney } from '../../src/features/refunds/store/refunds.ts';
import { haitiDate } from '../../src/platform/clock/haiti-time.ts';
import { type BooksStore, type Owner, openBooksStore } from '../operator/books/books-store.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { inStatus, testPayment } from '../support/store.ts';
import { byTier } from '../support/tier.ts';

const STYLES: readonly { method: PaymentMethod; style: StatementStyle & FormatName; ref: (nth: number) => string }[] = [
  { method: 'moncash', style: 'moncash', ref: (nth) => String(2_185_600_000 + nth * 7) },
  { method: 'natcash', style: 'natcash', ref: (nth) => String(880_000_000 + nth * 3) },
  { method: 'lakaypay_card', style: 'cybersource', ref: (nth) => String(7_000_000_000_000 + nth) },
  { method: 'card', style: 'stripe', ref: (nth) => `pi_${nth.toString(36).padStart(10, '0')}` },
];
/** For each method, so that all together are more than ten thousand lines. */
const PAYMENTS = byTier({ day: 400, night: 2_600 });
/** One payment of this many has a refund of a part. */
const REFUND_EVERY = 5;
/** Few different amounts: an amount alone names no payment. */
const AMOUNTS = [10_000, 25_000, 50_000, 75_050, 100_000];
const FAULTS = { missing: 1, doubled: 1, otherAmount: 1, otherFee: 40 };
const FAULTY = Object.values(FAULTS).reduce((sum, count) => sum + count);

const splitAt = <T>(items: readonly T[], at: number) => [items.slice(0, at), items.slice(at)] as const;

onOneEngineByDay('statements of the simulators', (engine) => {
  let store: BooksStore;
  let shops: Owner[];
  before(async () => {
    store = await openBooksStore(engine);
    shops = [await store.website(null), await store.website(null)];
  });
  after(() => store?.close());

  const { seed, next, between } = seededRandom();
  const shuffled = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, at: next() }))
      .sort((one, other) => one.at - other.at)
      .map(({ item }) => item);

  /** Completed live payments of two websites, as if their customers had paid them. */
  const fill = async ({ method, ref }: (typeof STYLES)[number]): Promise<Payment[]> => {
    const payments = Array.from({ length: PAYMENTS }, (_, nth) => {
      const { websiteId, live: apiKeyId } = shops[nth % 2]!;
      const atUs = store.now() + nth;
      const amountMinor = AMOUNTS[between(0, AMOUNTS.length - 1)]!;
      const own = { id: store.nextId(), mode: 'live', method, amountMinor, createdAtUs: atUs } as const;
      return testPayment(
        { websiteId, apiKeyId },
        { ...own, ...inStatus('completed'), finishedAtUs: atUs, providerRef: ref(nth) },
      );
    });
    for (let from = 0; from < payments.length; from += 500) {
      const some = payments.slice(from, from + 500);
      await store.db.transaction(async (tx) => {
        assert.equal((await insertPayments(tx, some)).size, some.length);
        await insertEntries(tx, some.map(paymentEntry));
      });
    }
    return payments;
  };

  /** Refunds of some of these payments, as if their customers had the money. */
  const refundSome = async (payments: readonly Payment[]): Promise<Refund[]> => {
    const refunds = payments
      .filter((_, nth) => nth % REFUND_EVERY === 0)
      .map(({ id, websiteId, method, amountMinor, providerRef, createdAtUs }): Refund => {
        return {
          ...{ name: `refund-${id}`, websiteId, mode: 'live' },
          ...{
            id: `rfd_${String(id).padStart(16, '0')}`,
            kind: 'gateway',
            paymentId: id,
            method,
            amountMinor: amountMinor / 2,
          },
          ...{ currency: 'HTG', isWhole: false, reason: null, status: 'succeeded', failureReason: null, word: null },
          ...{ requestedBy: 'key_1', approvedBy: 'Marie', providerRef: `re_${providerRef}`, attempts: 1 },
          ...{ askedAtUs: createdAtUs, nextStepAtUs: null, createdAtUs, endedAtUs: createdAtUs },
          ...{ payerId: null, payer: null, payingUntilUs: null },
        };
      });
    const paymentOf = new Map(payments.map((payment) => [payment.id, payment]));
    await store.db.transaction(async (tx) => {
      for (const refund of refunds) {
        await lockRefundMoney(tx, paymentOf.get(refund.paymentId)!);
        assert.ok(await reserveMoney(tx, refund.paymentId, refund, 0));
        assert.ok(await insertRefund(tx, refund));
      }
      await insertEntries(
        tx,
        refunds.map((refund) => refundEntry(refund, 'succeeded')),
      );
    });
    return refunds;
  };

  let [lines, matched, wrong] = [0, 0, 0];
  for (const each of STYLES) {
    it(`match with the payments and refunds of ${each.method}, and with no others, seed ${seed}`, async () => {
      const { method, style } = each;
      const payments = await fill(each);
      const refunds = await refundSome(payments);
      const day = haitiDate(store.now());
      const itemOf = (kind: StatementItem['kind']) => (each: Payment | Refund) =>
        ({ kind, providerRef: each.providerRef ?? '', amountMinor: each.amountMinor, currency: 'HTG' }) as const;
      const [first, rest] = splitAt(shuffled(payments.map(itemOf('payment'))), FAULTY);
      // The faults are those of payments.
      const items: StatementItem[] = [...first, ...shuffled([...rest, ...refunds.map(itemOf('refund'))])];
      // Another merchant's charge of an amount that many payments have.
      const foreign: StatementItem = {
        kind: 'payment',
        providerRef: 'foreign',
        amountMinor: AMOUNTS[0]!,
        currency: 'HTG',
      };
      const csv = statementCsv(style, [...items, foreign], { day, feeBasisPoints: 250, faults: FAULTS });
      const paidOn = parseDay(day);
      const names = {
        method,
        bank: 'sogebank',
        format: style,
        ...(method !== 'card' && { reference: `${method}-1`, paidOn }),
      };
      const [imported] = await store.operator.importStatement({ ...names, bytes: Buffer.from(csv) });
      assert.ok(imported);
      while ((await store.operator.matchLines()).isMoreWaiting);
      const found = await listLines(store.db, imported.payout.id, { limit: 100_000 });
      const byRef = new Map(payments.map((payment) => [payment.providerRef, payment]));
      const refundByRef = new Map(refunds.map((refund) => [refund.providerRef, refund]));
      const isTrue = ({ reference, paymentId, refundId, amountMinor, websiteId }: PayoutLine) => {
        const payment = byRef.get(reference);
        const refund = refundByRef.get(reference);
        const [id, signedMinor] = [
          payment?.id ?? refund?.paymentId,
          payment?.amountMinor ?? -(refund?.amountMinor ?? 0),
        ];
        const owner = payment ?? refund;
        return (
          id === paymentId &&
          (refund?.id ?? null) === refundId &&
          signedMinor === amountMinor &&
          owner?.websiteId === websiteId
        );
      };
      const fits = found.filter(({ state }) => state === 'matched');
      assert.deepEqual(
        fits.filter((line) => !isTrue(line)),
        [],
        'no false match',
      );
      const things = fits.map(({ paymentId, refundId }) => refundId ?? paymentId);
      assert.equal(new Set(things).size, fits.length, 'each payment and refund once');
      assert.equal(fits.filter(({ refundId }) => refundId !== null).length, refunds.length, 'all refunds');
      const reasons = found.flatMap(({ reason }) => reason ?? []).sort();
      assert.deepEqual(reasons, ['no_payment', 'other_amount', 'repeated'], 'only the faults are open');
      const onlyOurs = await listOnlyOurs(store.db, imported.payout, 10);
      const unpaid = items.filter((_, nth) => nth === 0 || nth === 2).map(({ providerRef }) => providerRef);
      assert.deepEqual(onlyOurs.map(({ providerRef }) => providerRef).sort(), unpaid.sort());
      // The fees are those of the statement, and the provider still owes what only we have.
      const sums = await Promise.all(
        shops.map(({ websiteId }) =>
          balancesAt(store.db, { websiteId, mode: 'live', fromUs: 0, toUs: Number.MAX_SAFE_INTEGER }),
        ),
      );
      const sumOf = (account: string) =>
        sums.flat().reduce((sum, balance) => sum + (balance.account === account ? balance.closingMinor : 0), 0);
      assert.equal(
        sumOf(`due:${method}`),
        onlyOurs.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      );
      assert.equal(
        sumOf(`fees:${method}`),
        fits.reduce((sum, { feeMinor }) => sum + (feeMinor ?? 0), 0),
      );
      lines += found.length;
      matched += fits.length;
      wrong += reasons.length;
      store.forward(86_400_000_000 * 30);
    });
  }

  it('match at least 99.9 % unaided', (context) => {
    context.diagnostic(`${matched} of ${lines} lines matched, ${wrong} faults`);
    assert.ok(lines >= byTier({ day: 1_600, night: 10_000 }), String(lines));
    assert.equal(lines - matched, wrong);
    assert.ok(matched / lines >= byTier({ day: 0.99, night: 0.999 }), `${matched} of ${lines}`);
  });
});

it('a simulator makes the statement of the charges that it has', async () => {
  const simulator = await startMoncashSimulator({ gatewayUrl: 'http://127.0.0.1:9' });
  try {
    const read = (query: string) => fetch(`${simulator.url}/_simulator/statement?${query}`);
    assert.equal((await read('day=today')).status, 400);
    assert.equal((await read('day=2026-11-27&missing=x')).status, 400);
    const response = await read('day=2026-11-27');
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'text/csv; charset=utf-8']);
    assert.equal(await response.text(), 'Date,Transaction ID,Type,Amount,Fee,Net\r\n');
    const items = [
      { kind: 'payment', providerRef: '1', amountMinor: 50_000, currency: 'HTG' },
      { kind: 'refund', providerRef: '2', amountMinor: 5_000, currency: 'HTG' },
    ] as const;
    for (const { style } of STYLES) {
      const csv = statementCsv(style, items, { day: '2026-11-27', feeBasisPoints: 250 });
      const [payout] = parseStatement(Buffer.from(csv), STATEMENT_FORMATS[style], { reference: 'x', paidOn: 1 });
      assert.deepEqual(
        payout?.lines.map(({ kind, reference, amountMinor, feeMinor }) => [kind, reference, amountMinor, feeMinor]),
        [
          ['payment', '1', 50_000, 1_250],
          ['refund', '2', -5_000, 0],
        ],
        style,
      );
    }
  } finally {
    await simulator.stop();
  }
});
