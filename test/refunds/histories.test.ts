import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Actor } from '../../src/core/actor.ts';
import type { Payment } from '../../src/core/payment.ts';
import { isRefundOver } from '../../src/core/refund.ts';
import type { Database } from '../../src/database/database.ts';
import { listEntriesAbout } from '../../src/features/ledger/store/postings.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { approveRefund, rejectRefund, resolveRefund } from '../../src/features/refunds/decide-refund.ts';
import type { RefundDeps } from '../../src/features/refunds/refund-deps.ts';
import { requestRefund } from '../../src/features/refunds/request-refund.ts';
import { sendDueRefunds } from '../../src/features/refunds/send-refunds.ts';
import { listRefundsOf, readRefundMoney } from '../../src/features/refunds/store/refunds.ts';
import type { Log } from '../../src/platform/log/log.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { OperatorError } from '../../src/platform/operator-error.ts';
import { onBothEngines } from '../support/engines.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { inStatus, openTestStore, type Seed, seed as seedStore, type TestStore } from '../support/store.ts';
import { byTier } from '../support/tier.ts';
import { type BankFault, type BankKind, FakeBank } from './fake-bank.ts';

const OPERATOR: Actor = { kind: 'cli', id: null, name: 'marie', address: null };
const FAULTS: readonly BankFault[] = [
  'none',
  'none',
  'unreachable',
  'request_lost',
  'response_lost',
  'refused',
  'slow',
  'late',
];
const PAID_MINOR = 1_000;
const SECOND_US = 1_000_000;
const MINUTE_US = 60 * SECOND_US;
const BANKS: Readonly<Record<string, BankKind>> = {
  'a bank that refunds once for each name': { isRepeatable: true, lagUs: MINUTE_US },
  'the same with records that lag far behind': { isRepeatable: true, lagUs: 15 * MINUTE_US },
  'a bank that refunds each time': { isRepeatable: false, lagUs: MINUTE_US },
  'the same with records that lag far behind, too': { isRepeatable: false, lagUs: 15 * MINUTE_US },
  'a bank whose records show no refunds': { isRepeatable: false, lagUs: MINUTE_US, isBlind: true },
};

onBothEngines('random histories of refunds', (engine) => {
  let store: TestStore;
  let shop: Seed;
  before(async () => {
    store = await openTestStore(engine);
    shop = await seedStore(store.db, { mode: 'live' });
  });
  after(() => store?.close());

  for (const [what, kind] of Object.entries(BANKS)) {
    // Contract: REFUND-2, REFUND-3
    it(`never refund more than was paid, nor twice, and say only what is proven: ${what}`, async () => {
      const random = seededRandom();
      let executed = 0;
      for (let round = 0; round < byTier({ day: 10, night: 60 }); round++) {
        executed += await new History(store.db, shop, random, kind).live();
      }
      assert.ok(executed > 0, 'some refunds were executed');
    });
  }

  // Contract: REFUND-2
  it('count what another refund has moved while the records of the bank do not show it', async () => {
    const lagUs = 15 * MINUTE_US;
    const history = new History(store.db, shop, seededRandom(), { isRepeatable: false, lagUs });
    const { bank, payment, deps } = history;
    bank.showsAtUs = (executedUs) => executedUs + lagUs;
    history.isHealed = true;
    await store.db.transaction((tx) => insertPayments(tx, [payment]));
    const { websiteId, mode } = payment;
    const request = { owner: { websiteId, mode }, transactionId: String(payment.id), keyId: 'key_1' };
    const [first, second] = [
      (await requestRefund(deps, { ...request, name: `${payment.id}-first`, amount: '6.00' })).refund,
      (await requestRefund(deps, { ...request, name: `${payment.id}-second`, amount: '4.00' })).refund,
    ];
    await approveRefund(deps, first.id);
    await sendDueRefunds(deps, 'live');
    bank.refundInPortal(payment.id, 400, PAID_MINOR);
    await approveRefund(deps, second.id);
    const statuses = async () => (await listRefundsOf(store.db, payment.id)).map(({ status }) => status).sort();
    for (let minute = 0; minute < 10; minute++) {
      history.nowUs += MINUTE_US;
      await sendDueRefunds(deps, 'live');
    }
    assert.deepEqual([bank.moved(payment.id), await statuses()], [PAID_MINOR, ['approved', 'succeeded']]);
    history.nowUs += 60 * MINUTE_US;
    await sendDueRefunds(deps, 'live');
    assert.deepEqual([bank.moved(payment.id), await statuses()], [PAID_MINOR, ['failed', 'succeeded']]);
  });
});

/** One payment, its refunds, and everything that goes wrong on the way. */
class History {
  readonly db: Database;
  readonly random: SeededRandom;
  readonly bank: FakeBank;
  readonly payment: Payment;
  readonly deps: RefundDeps & { readonly log: Log };
  nowUs = 1_800_000_000_000_000;
  isHealed = false;
  hasCrashed = false;
  readonly working: Promise<void>[] = [];

  constructor(db: Database, shop: Seed, random: SeededRandom, kind: BankKind) {
    this.db = db;
    this.random = random;
    this.bank = new FakeBank(kind);
    const completed = { ...inStatus('completed'), mode: 'live', method: 'card', currency: 'USD' } as const;
    this.payment = shop.payment({ ...completed, amountMinor: PAID_MINOR });
    const provider = this.bank.provider();
    this.deps = {
      db,
      clock: () => this.nowUs,
      log: createLog('silent'),
      actor: OPERATOR,
      providerFor: () => provider,
      secondPersonAbove: { HTG: null, USD: null },
      restores: {
        check: async () => null,
        admit: async () => ({ mark: 0, storeId: null }),
        // A process that dies after its mark, and before its request.
        note: () => {
          if (this.isHealed || !random.percent(10)) return;
          this.hasCrashed = true;
          throw new Error('crash');
        },
      },
    };
    // Any request arrives within the time that the gateway waits for it.
    this.bank.lateUntilUs = () => this.nowUs + random.between(1, 9) * MINUTE_US;
    this.bank.nowUs = () => this.nowUs;
    this.bank.showsAtUs = (executedUs) => executedUs + (random.percent(30) ? 0 : random.between(0, kind.lagUs));
    this.bank.watchUntilUs = () => this.nowUs + 60 * MINUTE_US;
    // What is pending at a bank without records could never be known to end.
    const faults = FAULTS.filter((fault) => !kind.isBlind || fault !== 'slow');
    this.bank.fault = () => (this.isHealed ? 'none' : faults[random.between(0, faults.length - 1)]!);
  }

  /** Returns how many refunds the bank has executed. */
  async live(): Promise<number> {
    await this.db.transaction((tx) => insertPayments(tx, [this.payment]));
    for (let step = 0; step < 24; step++) {
      await this.#step();
      await this.#check();
    }
    await this.#heal();
    return this.bank.records.size;
  }

  async #step(): Promise<void> {
    const { random, bank } = this;
    bank.isDown = random.percent(10);
    // Only workers sleep: a rejection looks the refund up too, and would never wake.
    bank.sleeps = () => false;
    const kind = random.between(0, 11);
    if (kind <= 1) await Promise.all([this.#request(), this.#request()]);
    else if (kind === 2) await this.#decide();
    else if (kind === 3) bank.decide(() => random.percent(70));
    else if (kind === 4 && bank.kind.isBlind) await this.#resolve();
    else if (kind === 4) {
      if (random.percent(30)) bank.reverse();
      if (random.percent(30)) bank.refundInPortal(this.payment.id, random.between(1, 6) * 100, PAID_MINOR);
    } else {
      bank.sleeps = () => random.percent(20);
      await this.#pass(random.percent(50) ? SECOND_US : random.between(1, 9) * MINUTE_US);
      await this.#work();
    }
  }

  async #pass(us: number): Promise<void> {
    this.nowUs += us;
    this.bank.arrive(this.nowUs);
  }

  /** Two workers at once. One that falls asleep continues after others have had its refunds, and its lease has ended. */
  async #work(): Promise<void> {
    const work = Promise.all([sendDueRefunds(this.deps, 'live'), sendDueRefunds(this.deps, 'live')]);
    let isOver = false;
    this.working.push(work.then(() => void (isOver = true)));
    while (!isOver && !this.bank.isAsleep) await new Promise((done) => setImmediate(done));
    if (isOver) return;
    await this.#pass(5 * MINUTE_US);
    this.bank.sleeps = () => false;
    await Promise.all([sendDueRefunds(this.deps, 'live'), sendDueRefunds(this.deps, 'live')]);
    this.bank.wake();
    await Promise.all(this.working.splice(0));
  }

  async #request(): Promise<void> {
    const { random, payment } = this;
    const { websiteId, mode } = payment;
    const amounts = [null, '1.00', '4.00', '6.00', '10.00', '10.01'];
    const request = {
      owner: { websiteId, mode },
      name: `${payment.id}-${random.between(1, 4)}`,
      transactionId: String(payment.id),
      amount: amounts[random.between(0, amounts.length - 1)],
      keyId: 'key_1',
    };
    await expectRefusal(requestRefund(this.deps, request));
  }

  async #decide(): Promise<void> {
    for (const { id, status } of await listRefundsOf(this.db, this.payment.id)) {
      if (status !== 'requested') {
        // What was sent is decided by the bank alone.
        if (this.random.percent(20)) await expectRefusal(rejectRefund(this.deps, id, 'no'));
        continue;
      }
      const approves = [approveRefund(this.deps, id), approveRefund(this.deps, id)];
      const decisions = this.random.percent(20) ? [rejectRefund(this.deps, id, 'no'), ...approves] : approves;
      await Promise.all(decisions.map(expectRefusal));
    }
  }

  /** An operator who has looked in the bank's portal. */
  async #resolve(): Promise<void> {
    for (const { id } of await listRefundsOf(this.db, this.payment.id)) {
      const [booked] = this.bank.records.get(id) ?? [];
      const proof = booked ? { succeeded: booked.ref } : { notMoved: 'not in the portal' };
      await expectRefusal(resolveRefund(this.deps, id, proof));
    }
  }

  async #check(): Promise<void> {
    const { bank, payment } = this;
    const refunds = await listRefundsOf(this.db, payment.id);
    const money = await readRefundMoney(this.db, payment.id);
    const sum = (statuses: (status: string) => boolean) =>
      refunds.reduce((all, { status, amountMinor }) => all + (statuses(status) ? amountMinor : 0), 0);
    const seed = `seed ${this.random.seed}`;
    assert.equal(
      money?.refunded_minor ?? 0,
      sum((status) => status === 'succeeded'),
      seed,
    );
    assert.equal(
      money?.reserved_minor ?? 0,
      sum((status) => !['succeeded', 'failed', 'reversed'].includes(status)),
      seed,
    );
    const lines = (await listEntriesAbout(this.db, payment.id)).flatMap((entry) => entry.lines);
    const balances = ['reserved', 'due:card', 'refunds'].map((account) =>
      lines.reduce((all, line) => all + (line.account === account ? line.money.amountMinor : 0), 0),
    );
    const { reserved_minor: reserved, refunded_minor: refunded } = money ?? { reserved_minor: 0, refunded_minor: 0 };
    // Zero minus an amount is never minus zero.
    assert.deepEqual(balances, [0 - reserved, 0 - refunded, reserved + refunded], `${seed}: the ledger`);
    assert.ok(bank.moved(payment.id) <= PAID_MINOR, `${seed}: more was returned than was paid`);
    for (const { id, status, failureReason, nextStepAtUs } of refunds) {
      const booked = bank.records.get(id) ?? [];
      assert.ok(booked.length <= 1, `${seed}: ${id} was executed twice`);
      // A reversal is known once the refund has been looked up again.
      const isWatched = booked[0]?.status === 'failed' && nextStepAtUs !== null && !this.isHealed;
      if (status === 'succeeded' && !isWatched) assert.equal(booked[0]?.status, 'succeeded', seed);
      if (status === 'reversed') assert.equal(booked[0]?.status, 'failed', seed);
      if (status === 'failed')
        assert.ok(booked[0] === undefined || booked[0].status === 'failed', `${seed}: ${failureReason}`);
    }
  }

  /** Everything works again: each refund ends, or is known to need a person. */
  async #heal(): Promise<void> {
    const { bank } = this;
    this.isHealed = true;
    bank.sleeps = () => false;
    bank.isDown = false;
    await this.#pass(10 * MINUTE_US);
    bank.decide(() => true);
    await this.#decide();
    for (let round = 0; round < 8; round++) {
      await this.#pass(70 * MINUTE_US);
      await this.#work();
    }
    if (bank.kind.isBlind) await this.#resolve();
    await this.#check();
    // Without a name that the bank recognises, only a person can know that a lost request never arrives.
    for (const { id, status, word, nextStepAtUs } of await listRefundsOf(this.db, this.payment.id)) {
      if (isRefundOver(status)) continue;
      const isAsked = status === 'unknown' && (bank.sent.has(id) || this.hasCrashed) && nextStepAtUs !== null;
      const isLost = isAsked && !bank.isRepeatable && !bank.kind.isBlind && !bank.records.has(id);
      const isBehindLost = word === 'waits for other refunds of the payment' && !bank.isRepeatable;
      assert.ok(isLost || isBehindLost, `seed ${this.random.seed}: ${id} is stuck in ${status}: ${word}`);
    }
  }
}

/** An operator's mistake is an expected outcome of a random step; everything else is not. */
async function expectRefusal(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
  }
}
