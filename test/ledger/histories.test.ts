import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import type { Refund } from '../../src/core/refund.ts';
import { activityOf } from '../../src/features/ledger/activity.ts';
import { balancesAt, listEntries } from '../../src/features/ledger/store/postings.ts';
import { resolveReturned } from '../../src/features/payments/discrepancies/resolve-discrepancies.ts';
import { recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { verifyBooks } from '../../src/features/reconciliation/books/verify-books.ts';
import { approveRefund, completeRefund, rejectRefund } from '../../src/features/refunds/decide-refund.ts';
import { recordReturns } from '../../src/features/refunds/record-returns.ts';
import { requestRefund } from '../../src/features/refunds/request-refund.ts';
import { findRefund, listRefundsBetween, moveRefund } from '../../src/features/refunds/store/refunds.ts';
import { OperatorError } from '../../src/platform/operator-error.ts';
import type { ReportedDispute } from '../../src/providers/provider.ts';
import { type BooksStore, DECLINED, type Owner, openBooksStore } from '../operator/books/books-store.ts';
import { refundDepsOf } from '../operator/books/ledger-world.ts';
import { checkStatements } from '../statements/statement-checks.ts';
import { onBothEngines } from '../support/engines.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { shownDispute } from '../support/shown-dispute.ts';
import { byTier } from '../support/tier.ts';

const STEPS = byTier({ day: 150, night: 600 });
const KINDS = [
  'refunded',
  'reversed',
  'rejected',
  'reported',
  'returned',
  'external',
  'opened',
  'won',
  'lost',
] as const;
const METHODS = ['moncash', 'natcash', 'card'] as const;
const START_US = Date.UTC(2027, 0, 11) * 1000;

onBothEngines('random histories', (engine) => {
  // Contract: LEDGER-2
  it('of payments, refunds, disputes and discrepancies: opening and moves are closing, over every range of time', async () => {
    const random = seededRandom();
    const store = await openBooksStore(engine);
    try {
      const history = new History(store, random, [await store.website(null), await store.website(null)]);
      // A short history continues until each kind has happened.
      const isWhole = () => KINDS.every((kind) => kind === 'external' || history.done.has(kind));
      for (let step = 0; step < STEPS || (step < 10 * STEPS && !isWhole()); step++) await history.step();
      await history.checkBalances();
      for (let range = 0; range < 12; range++) await history.checkRange();
      await history.checkStatements();
      const readOnly = await store.openReadOnly();
      const report = await verifyBooks(readOnly, { box: store.box, nowUs: store.now() });
      await readOnly.close();
      assert.deepEqual(report?.faults, []);
      for (const kind of KINDS) assert.ok(history.done.has(kind), `no ${kind} (TEST_SEED=${random.seed})`);
    } finally {
      await store.close();
    }
  });
});

/** What happened, and what the accounts should hold because of it: by website, mode, account and currency. */
class History {
  readonly store: BooksStore;
  readonly random: SeededRandom;
  readonly owners: readonly Owner[];
  readonly paid: Payment[] = [];
  readonly failed: Payment[] = [];
  readonly refunds: Refund[] = [];
  /** Late money and second charges whose provider still has it. */
  readonly surplus: { payment: Payment; providerRef: string; amountMinor: number }[] = [];
  /** Disputes that are not won. */
  readonly disputes: { payment: Payment; reported: ReportedDispute }[] = [];
  readonly wanted = new Map<string, number>();
  readonly done = new Set<string>();
  nth = 0;

  constructor(store: BooksStore, random: SeededRandom, owners: readonly Owner[]) {
    this.store = store;
    this.random = random;
    this.owners = owners;
  }

  async step(): Promise<void> {
    const { store, random } = this;
    store.forward(random.between(1, 100_000) * 1_000_000);
    this.nth++;
    const kind = random.between(0, 13);
    if (kind <= 2) await this.#end();
    else if (kind <= 4) await this.#request();
    else if (kind <= 7) await this.#decide();
    else if (kind <= 9) await this.#report();
    else if (kind === 10) await this.#return();
    else if (kind === 11) await this.#reverse();
    else await this.#dispute();
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[this.random.between(0, items.length - 1)];
  }

  #move({ websiteId, mode, currency }: Payment | Refund, to: string, from: string, amountMinor: number): void {
    for (const [account, amount] of [
      [to, amountMinor],
      [from, -amountMinor],
    ] as const) {
      const key = `${websiteId} ${mode} ${account} ${currency}`;
      this.wanted.set(key, (this.wanted.get(key) ?? 0) + amount);
    }
  }

  async #end(): Promise<void> {
    const { store, random } = this;
    const mode = random.percent(80) ? 'live' : 'test';
    const method = this.#pick(METHODS)!;
    const currency = method === 'card' && random.percent(50) ? 'USD' : 'HTG';
    const changes = { method, currency, amountMinor: random.between(1, 100_000) } as const;
    if (random.percent(25)) {
      const failed = await store.end(this.#pick(this.owners)!, mode, DECLINED, changes);
      if (mode === 'live') this.failed.push(failed);
      return;
    }
    const paid = await store.end(this.#pick(this.owners)!, mode, undefined, changes);
    if (mode === 'live') this.paid.push(paid);
    this.#move(paid, `due:${paid.method}`, 'sales', paid.amountMinor);
  }

  async #request(): Promise<void> {
    const payment = this.#pick(this.paid);
    if (!payment) return;
    const { websiteId, mode } = payment;
    const minor = this.random.between(1, payment.amountMinor);
    const amount = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
    const request = { owner: { websiteId, mode }, name: `r${this.nth}`, transactionId: String(payment.id), amount };
    const refund = await orRefused(requestRefund(refundDepsOf(this.store), request));
    if (!refund) return;
    this.refunds.push(refund.refund);
    this.#move(payment, 'refunds', 'reserved', minor);
  }

  async #decide(): Promise<void> {
    const refund = this.#pick(this.refunds);
    if (!refund) return;
    const deps = refundDepsOf(this.store);
    if (this.random.percent(25)) {
      if (!(await orRefused(rejectRefund(deps, refund.id, 'not wanted')))) return;
      this.done.add('rejected');
      this.#move(refund, 'reserved', 'refunds', refund.amountMinor);
      return;
    }
    await orRefused(approveRefund(deps, refund.id));
    this.store.forward(1_000_000);
    if (!(await orRefused(completeRefund(deps, refund.id, `TX-${this.nth}`, { isUnclaimed: true })))) return;
    this.done.add('refunded');
    this.#move(refund, 'reserved', `due:${refund.method}`, refund.amountMinor);
  }

  async #reverse(): Promise<void> {
    const picked = this.#pick(this.refunds);
    const refund = picked && (await findRefund(this.store.db, picked.id));
    if (refund?.status !== 'succeeded') return;
    const change = { status: 'reversed', endedAtUs: this.store.now() } as const;
    await this.store.db.transaction((tx) => moveRefund(tx, refund, change));
    this.done.add('reversed');
    this.#move(refund, `due:${refund.method}`, 'refunds', refund.amountMinor);
  }

  async #report(): Promise<void> {
    const { random, store } = this;
    const isLate = random.percent(50);
    const payment = this.#pick(isLate ? this.failed : this.paid);
    if (!payment) return;
    const isBack = !isLate && random.percent(60);
    const kind = isLate ? 'paid_after_failure' : isBack ? 'returned_after_completion' : 'paid_twice';
    const amountMinor = random.between(1, payment.amountMinor);
    const providerRef = `ref-${this.nth}`;
    const { method, id: paymentId, currency } = payment;
    const word = isBack ? 'refunded' : null;
    const report = { kind, method, paymentId, providerRef, reported: { amountMinor, currency }, word } as const;
    // Seen more than once: it is posted once.
    for (let seen = random.between(1, 3); seen > 0; seen--) {
      await store.db.transaction<unknown>((tx) =>
        isBack
          ? recordReturns(tx, payment, { reports: [report], disputes: [], undone: [], listed: undefined }, store.now())
          : recordDiscrepancy(tx, `dsc_${this.nth}`, report, store.now()),
      );
    }
    this.done.add('reported');
    if (isBack) return this.#move(payment, 'discrepancies', `due:${method}`, amountMinor);
    this.surplus.push({ payment, providerRef, amountMinor });
    this.#move(payment, `due:${method}`, 'discrepancies', amountMinor);
  }

  /** A dispute is opened, or decided; a loss can become a win. Each is seen more than once, and posted once. */
  async #dispute(): Promise<void> {
    const { random, store, disputes } = this;
    const known = random.percent(60) ? this.#pick(disputes) : undefined;
    const payment = known?.payment ?? this.#pick(this.paid);
    if (!payment) return;
    const { method, currency } = payment;
    const amountMinor = random.between(1, payment.amountMinor);
    const before = known?.reported ?? {
      ...({ providerRef: `du-${this.nth}`, money: { amountMinor, currency }, state: 'opened' } as const),
      ...{ reason: null, openedAtUs: null, evidenceDueAtUs: null },
    };
    const isWon = before.state === 'lost' || random.percent(50);
    const reported: ReportedDispute = known ? { ...before, state: isWon ? 'won' : 'lost' } : before;
    const { state, money } = reported;
    const shown = shownDispute(payment, reported);
    for (let seen = random.between(1, 3); seen > 0; seen--) {
      await store.db.transaction((tx) => recordReturns(tx, payment, shown, store.now()));
    }
    this.done.add(state);
    if (known) disputes.splice(disputes.indexOf(known), 1);
    if (state !== 'won') disputes.push({ payment, reported });
    if (state === 'opened') this.#move(payment, 'discrepancies', `due:${method}`, money.amountMinor);
    if (state === 'won') this.#move(payment, `due:${method}`, 'discrepancies', money.amountMinor);
  }

  async #return(): Promise<void> {
    const { store, random, surplus } = this;
    const [found] = surplus.splice(random.between(0, surplus.length - 1), 1);
    if (!found) return;
    const { payment, providerRef, amountMinor } = found;
    const money = { method: payment.method, providerRef, paymentId: payment.id };
    await resolveReturned({ db: store.db, clock: () => store.now() }, money);
    this.done.add('returned');
    this.#move(payment, 'discrepancies', `due:${payment.method}`, amountMinor);
  }

  /** The balances of all accounts are those that the history caused: a return is an external refund, or a discrepancy alone. */
  async checkBalances(): Promise<void> {
    const wanted = new Map(this.wanted);
    const move = ({ websiteId, mode, currency }: Refund, account: string, amountMinor: number) => {
      const key = `${websiteId} ${mode} ${account} ${currency}`;
      wanted.set(key, (wanted.get(key) ?? 0) + amountMinor);
    };
    const all = { after: 0, through: Number.MAX_SAFE_INTEGER };
    for (const refund of await listRefundsBetween(this.store.db, all)) {
      if (refund.kind === 'gateway') continue;
      this.done.add('external');
      move(refund, 'refunds', refund.amountMinor);
      move(refund, 'discrepancies', -refund.amountMinor);
    }
    const found = new Map<string, number>();
    for (const book of this.#books()) {
      for (const balance of await balancesAt(this.store.db, { ...book, fromUs: 0, toUs: this.store.now() + 1 })) {
        const { account, currency, openingMinor, closingMinor } = balance;
        assert.equal(openingMinor, 0);
        found.set(`${book.websiteId} ${book.mode} ${account} ${currency}`, closingMinor);
      }
    }
    const balancesOf = (sums: ReadonlyMap<string, number>) =>
      new Map([...sums].filter(([, amountMinor]) => amountMinor !== 0).sort());
    assert.deepEqual(balancesOf(found), balancesOf(wanted), `TEST_SEED=${this.random.seed}`);
  }

  /** Over a random range: opening and moves are closing, for each account, and all accounts together are zero. */
  async checkRange(): Promise<void> {
    const { store, random } = this;
    const [fromUs = 0, toUs = 0] = [random.between(START_US, store.now()), random.between(START_US, store.now())].sort(
      (one, other) => one - other,
    );
    for (const book of this.#books()) {
      const balances = await balancesAt(store.db, { ...book, fromUs, toUs });
      const activity = await activityOf(store.db, { ...book, fromUs, toUs });
      const totals = new Map<string, number>();
      for (const { account, currency, openingMinor, closingMinor } of balances) {
        const own = activity.filter((each) => each.account === account && each.currency === currency);
        const sumOf = (some: typeof own) => some.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
        assert.equal(sumOf(own.filter(({ kind }) => kind === null)), openingMinor);
        assert.equal(sumOf(own), closingMinor, `${account} ${currency} (TEST_SEED=${random.seed})`);
        totals.set(currency, (totals.get(currency) ?? 0) + closingMinor);
      }
      assert.ok(
        [...totals.values()].every((total) => total === 0),
        `all accounts together (TEST_SEED=${random.seed})`,
      );
      const listed = activity.every(({ account, currency }) =>
        balances.some((balance) => balance.account === account && balance.currency === currency),
      );
      assert.ok(listed, 'every account that moved has a balance');
    }
    const all = await listEntries(store.db, { after: 0, through: Number.MAX_SAFE_INTEGER });
    assert.ok(all.every(({ lines }) => lines.reduce((sum, { money }) => sum + money.amountMinor, 0) === 0));
  }

  /** The monthly statements of all websites agree with the ledger. */
  async checkStatements(): Promise<void> {
    const { store, random } = this;
    for (const book of this.#books()) {
      const months = { fromUs: START_US, toUs: store.now() };
      const statements = await checkStatements(store.db, book, months, `TEST_SEED=${random.seed}`);
      assert.ok(statements.length > 1, `${statements.length} months`);
    }
  }

  #books() {
    return this.owners.flatMap(({ websiteId }) => [
      { websiteId, mode: 'live' } as const,
      { websiteId, mode: 'test' } as const,
    ]);
  }
}

/** The result; undefined where it was refused. */
async function orRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof OperatorError) return undefined;
    throw error;
  }
}
