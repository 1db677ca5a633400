import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { formatPercent, parseDecimal } from '../../src/core/money.ts';
import type { Payment } from '../../src/core/payment.ts';
import { feeOf } from '../../src/features/fees/fee-rule.ts';
import type { FeeByHand } from '../../src/features/fees/set-fee.ts';
import { APPLIED_RULE, findFeeRule, listFeeRules, readAppliedRule } from '../../src/features/fees/store/fee-rules.ts';
import { balancesAt, listEntriesAbout } from '../../src/features/ledger/store/postings.ts';
import { verifyBooks } from '../../src/features/reconciliation/books/verify-books.ts';
import { OperatorError } from '../../src/platform/operator-error.ts';
import { type BooksStore, DECLINED, MINUTE_US, type Owner, openBooksStore } from '../operator/books/books-store.ts';
import { onBothEngines } from '../support/engines.ts';

const TERMS = { percentE3: 2_500, fixedMinor: 0, minimumMinor: 0 };

describe('a fee', () => {
  const terms = fc.record({
    percentE3: fc.integer({ min: 0, max: 100_000 }),
    fixedMinor: fc.integer({ min: 0, max: 1_000_000_000 }),
    minimumMinor: fc.integer({ min: 0, max: 1_000_000_000 }),
  });
  const amount = fc.integer({ min: 1, max: 10_000_000_000 });

  it('is the percentage, rounded half up to the minor unit, and the fixed amount, or the minimum if that is more', () => {
    fc.assert(
      fc.property(terms, amount, ({ percentE3, fixedMinor, minimumMinor }, amountMinor) => {
        const fee = BigInt(feeOf({ percentE3, fixedMinor, minimumMinor }, amountMinor));
        const exact = BigInt(amountMinor) * BigInt(percentE3);
        const share = exact / 100_000n + ((exact % 100_000n) * 2n >= 100_000n ? 1n : 0n);
        const sum = share + BigInt(fixedMinor);
        assert.equal(fee, sum > BigInt(minimumMinor) ? sum : BigInt(minimumMinor));
      }),
    );
    assert.equal(feeOf({ ...TERMS, percentE3: 2_900 }, 50), 1, '1.45 centimes');
    assert.equal(feeOf({ ...TERMS, percentE3: 3_000 }, 50), 2, '1.5 centimes');
    assert.equal(feeOf({ percentE3: 2_900, fixedMinor: 30, minimumMinor: 100 }, 1_000), 100);
    assert.equal(feeOf({ percentE3: 0, fixedMinor: 0, minimumMinor: 0 }, 1_000), 0);
  });

  it('never falls when the amount rises', () => {
    fc.assert(
      fc.property(terms, amount, (rule, amountMinor) => feeOf(rule, amountMinor) <= feeOf(rule, amountMinor + 1)),
    );
  });

  it('has a percentage that is read as it is written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        (percentE3) => parseDecimal(formatPercent(percentE3), 3) === percentE3,
      ),
    );
    assert.deepEqual([0, 5, 500, 2_900, 10_000, 100_000].map(formatPercent), ['0', '0.005', '0.5', '2.9', '10', '100']);
  });
});

onBothEngines('fee rules', (engine) => {
  let store: BooksStore;
  let shop: Owner;
  before(async () => {
    store = await openBooksStore(engine);
    shop = await store.website(null);
  });
  after(() => store?.close());

  const scope = () => ({ websiteId: shop.websiteId, mode: 'live', method: 'moncash', currency: 'HTG' }) as const;
  const set = (changes: Partial<FeeByHand> = {}) => store.operator.setFee({ ...scope(), ...TERMS, ...changes });
  const feesOf = async ({ id }: Payment) =>
    (await listEntriesAbout(store.db, id)).flatMap(({ event, atUs, lines }) =>
      event.startsWith('fee:')
        ? [[event, atUs, ...lines.map(({ account, money }) => `${account} ${money.amountMinor}`)]]
        : [],
    );

  /** The rule that the statement reads which makes a payment final at this moment. */
  const ruleAsItEnds = async ({ id }: Payment, finishedAtUs: number) => {
    const [row] = await store.db.query(
      `SELECT ${APPLIED_RULE} FROM (SELECT website_id, mode, method, currency, CAST($2 AS BIGINT) AS finished_at_us
         FROM payments WHERE id = $1) AS payments`,
      [id, finishedAtUs],
    );
    return readAppliedRule(row ?? {});
  };

  it('post the fee of a payment with its completion, by the rule of that moment', async () => {
    const early = await store.end(shop, 'live');
    const first = await set();
    assert.equal(first.validFromUs, first.setAtUs + 3 * MINUTE_US);
    const before = await store.end(shop, 'live');
    store.forward(3 * MINUTE_US);
    const paid = await store.end(shop, 'live');
    assert.equal(await findFeeRule(store.db, scope(), first.validFromUs - 1), undefined);
    assert.deepEqual(await findFeeRule(store.db, scope(), first.validFromUs), first, 'it starts at that microsecond');
    assert.equal(await ruleAsItEnds(paid, first.validFromUs - 1), undefined);
    assert.equal((await ruleAsItEnds(paid, first.validFromUs))?.number, first.number);
    assert.deepEqual(await feesOf(early), []);
    assert.deepEqual(await feesOf(before), [], 'the rule has not started yet');
    assert.deepEqual(await feesOf(paid), [
      [`fee:${first.number}`, paid.finishedAtUs, 'fees:moncash 1250', 'due:moncash -1250'],
    ]);
    assert.deepEqual(await feesOf(await store.end(shop, 'live', DECLINED)), []);
    assert.deepEqual(await feesOf(await store.end(shop, 'test')), [], 'a rule of live payments');
    const other = await store.website(null);
    assert.deepEqual(await feesOf(await store.end(other, 'live')), [], 'a rule of another website');
    const balances = await balancesAt(store.db, { ...scope(), fromUs: 0, toUs: Number.MAX_SAFE_INTEGER });
    assert.deepEqual(
      balances.map(({ account, closingMinor }) => [account, closingMinor]),
      [
        ['due:moncash', 148_750],
        ['fees:moncash', 1_250],
        ['sales', -150_000],
      ],
    );
  });

  it('can be replaced before they start, and end by zeros', async () => {
    const start = store.now() + 60 * MINUTE_US;
    await set({ validFromUs: start, fixedMinor: 900 });
    const corrected = await set({ validFromUs: start, fixedMinor: 100 });
    store.forward(61 * MINUTE_US);
    assert.deepEqual(
      (await feesOf(await store.end(shop, 'live'))).map(([event, , line]) => [event, line]),
      [[`fee:${corrected.number}`, 'fees:moncash 1350']],
    );
    await set({ percentE3: 0 });
    store.forward(4 * MINUTE_US);
    assert.deepEqual(await feesOf(await store.end(shop, 'live')), []);
    const [newest] = await listFeeRules(store.db, { websiteId: shop.websiteId, limit: 1 });
    assert.equal(newest?.percentE3, 0);
  });

  it('are refused for the past, for impossible terms and for dollars of gourdes-only methods', async () => {
    const { length } = await listFeeRules(store.db, { limit: 1000 });
    const refused = async (changes: Partial<FeeByHand>, field: string, code = 'invalid') =>
      assert.rejects(set(changes), (error) => {
        assert.ok(error instanceof OperatorError);
        assert.deepEqual([error.field, error.code], [field, code]);
        return true;
      });
    await refused({ validFromUs: store.now() }, 'valid_from');
    await refused({ percentE3: 100_001 }, 'percent');
    await refused({ percentE3: -1 }, 'percent');
    await refused({ percentE3: 0.5 }, 'percent');
    await refused({ fixedMinor: -1 }, 'fixed');
    await refused({ minimumMinor: Number.MAX_SAFE_INTEGER }, 'minimum');
    await refused({ currency: 'USD' }, 'currency');
    await refused({ websiteId: 'web_none' }, 'website_id', 'not_found');
    assert.equal((await listFeeRules(store.db, { limit: 1000 })).length, length);
  });

  it('of two that are set at once, one is refused or both count in an order', async () => {
    const before = (await listFeeRules(store.db, { limit: 1000 })).length;
    const results = await Promise.allSettled([set({ fixedMinor: 1 }), set({ fixedMinor: 2 }), set({ fixedMinor: 3 })]);
    const stored = results.filter(({ status }) => status === 'fulfilled').length;
    assert.ok(stored > 0);
    const rules = await listFeeRules(store.db, { limit: 1000 });
    assert.equal(rules.length, before + stored);
    assert.deepEqual(
      rules.map(({ number }) => number),
      [...rules.keys()].map((nth) => rules.length - nth),
    );
  });

  it('start after the payments that completed while a clock was ahead, so no fee of them is missing', async () => {
    const owner = await store.website(null);
    const at = { ...scope(), websiteId: owner.websiteId };
    store.forward(9 * MINUTE_US);
    const ahead = await store.end(owner, 'live');
    store.forward(-9 * MINUTE_US);
    const earliestUs = Number(ahead.finishedAtUs) + 3 * MINUTE_US;
    await assert.rejects(store.operator.setFee({ ...at, ...TERMS, validFromUs: earliestUs - 1 }), OperatorError);
    assert.equal((await store.operator.setFee({ ...at, ...TERMS })).validFromUs, earliestUs);
    store.forward(20 * MINUTE_US);
    const report = await store.sabotaged([], (each) => verifyBooks(each, { box: store.box, nowUs: store.now() }));
    assert.deepEqual(report && 'faults' in report && report.faults, []);
  });
});
