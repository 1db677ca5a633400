import assert from 'node:assert/strict';
import { isFinal, type Payment } from '../../../src/core/payment.ts';
import type { Database, Row, Transaction, TransactionOptions } from '../../../src/database/database.ts';
import { cancelSession } from '../../../src/features/checkout/cancel-session.ts';
import { type ChooseDeps, chooseMethod } from '../../../src/features/checkout/choose-method.ts';
import { createSession } from '../../../src/features/checkout/create-session.ts';
import { type CheckoutSession, type SessionStatus, sessionStatus } from '../../../src/features/checkout/session.ts';
import { findSession, listPaymentsOfSession } from '../../../src/features/checkout/store/sessions.ts';
import { LINK_METHODS, type LinkMethod } from '../../../src/features/links/payment-link.ts';
import { discrepanciesOf } from '../../../src/features/payments/discrepancies/store/discrepancies.ts';
import { openAtProvider } from '../../../src/features/payments/open-at-provider.ts';
import { type Settle, settlePayment } from '../../../src/features/payments/settle-payment.ts';
import { findPayment } from '../../../src/features/payments/store/find-payment.ts';
import { verifyPayment } from '../../../src/features/payments/verify-payment.ts';
import { fixedRate } from '../../../src/features/rates/exchange-rate.ts';
import { findWebsite } from '../../../src/features/websites/store/websites.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { secretBox } from '../../../src/platform/secrets/secrets.ts';
import { type Provider, ProviderUnavailable, type Verification } from '../../../src/providers/provider.ts';
import { settleSteps } from '../../../src/verbs/settle-steps.ts';
import { type SeededRandom, seededRandom } from '../../support/seeded-random.ts';
import type { Seed, TestStore } from '../../support/store.ts';

const MINUTE_US = 60_000_000;
const AMOUNT_MINOR = 50_000;
const STEPS = 24;
const RANGE = { HTG: { minMinor: 100, maxMinor: 1_000_000 } };
const log = createLog('silent');

/** The process dies before its transaction is committed. */
class Death extends Error {}

/** How often things happened in a history. */
export type Seen = Readonly<Record<string, number>>;

/** One checkout session, its customers on several devices, its providers, and everything that goes wrong, as a seed decides it. */
export class History {
  readonly #store: TestStore;
  readonly #shop: Seed;
  readonly #random: SeededRandom;
  readonly #deps: ChooseDeps;
  /** When the money of a payment arrived at its provider. */
  readonly #paidAtUs = new Map<number, number>();
  readonly #cancelled = new Set<number>();
  readonly #seen: Record<string, number> = {};
  #nowUs = 1_800_000_000_000_000;
  #nextId = 0;
  #isHealed = false;
  /** Whether the customers never pay in another way while an earlier payment may still be paid. By the seed, so that half of a few do. */
  readonly #isCareful: boolean;
  /** Whether a customer paid in another way although an earlier payment could still be paid. */
  #wasSure = false;
  #ended: SessionStatus | undefined;

  constructor(store: TestStore, shop: Seed, seed: number) {
    this.#store = store;
    this.#shop = shop;
    const random = seededRandom(seed);
    this.#random = random;
    this.#isCareful = seed % 2 === 0;
    this.#nextId = 100_000_000_000_000 + (seed % 1_000_000_000) * 100_000;
    const db = this.#dying(store.db);
    const clock = () => this.#nowUs;
    const providers = Object.fromEntries(LINK_METHODS.map((method) => [method, this.#provider(method)]));
    const settleDeps = {
      db,
      clock,
      steps: settleSteps({ clock, box: secretBox(Buffer.alloc(32, 7)), canSendNotices: false }),
    };
    const settle: Settle = (payment, outcome, details) => settlePayment(settleDeps, payment, outcome, details);
    this.#deps = {
      db,
      clock,
      settle,
      nextId: () => this.#nextId++,
      amountLimits: { moncash: RANGE, natcash: RANGE, lakaypay_card: RANGE, card: RANGE },
      rates: fixedRate(1_305_000 as never),
      providerFor: (_mode, method) => providers[method],
      openAtProvider: (create, payment, each) => openAtProvider({ db, settle }, create, payment, each),
      subscriptions: { isActive: async () => false, stopDeclined: async () => false },
    };
  }

  /** Lives through the history. Throws when something was not as it must be. */
  async live(): Promise<Seen> {
    const website = await findWebsite(this.#store.db, this.#shop.websiteId);
    assert.ok(website);
    const session = await createSession(
      { ...this.#deps, db: this.#store.db },
      {
        ...{ websiteId: website.id, apiKeyId: this.#shop.apiKeyId, mode: 'live', amountMinor: AMOUNT_MINOR },
        ...{ currency: 'HTG', reference: 'r', description: null, metadata: '{"a":1}', customerName: null },
        ...{ customerEmail: null, customerPhone: null, returnUrl: null, cancelUrl: null, methods: LINK_METHODS },
        expiresAtUs: this.#nowUs + this.#random.between(5, 90) * MINUTE_US,
      },
      website,
    );
    for (let step = 0; step < STEPS; step++) {
      await this.#step(session);
      await this.#check(session);
    }
    await this.#heal(session);
    return this.#seen;
  }

  async #step(session: CheckoutSession): Promise<void> {
    const { between, percent } = this.#random;
    const kind = between(0, 9);
    if (kind <= 3) {
      const choices = Array.from({ length: between(1, 3) }, () => this.#choose(session, percent(40)));
      await Promise.all([...choices, ...(percent(30) ? [this.#verifyAll(session)] : [])]);
    } else if (kind <= 5) {
      await this.#pay(session);
      // Two nodes verify, and the provider's notification arrives.
      if (percent(60)) await Promise.all([this.#verifyAll(session), this.#verifyAll(session)]);
    } else if (kind === 6) await Promise.all([this.#verifyAll(session), this.#verifyAll(session)]);
    else if (kind === 7) this.#nowUs += between(1, 20) * MINUTE_US;
    else if (kind === 8 && percent(20)) await this.#mayDie(() => cancelSession(this.#deps, session, log));
    else await Promise.all([this.#choose(session, true), this.#pay(session), this.#verifyAll(session)]);
  }

  async #choose(session: CheckoutSession, mayBeSure: boolean): Promise<void> {
    const isSure = mayBeSure && !this.#isCareful;
    const website = await findWebsite(this.#store.db, this.#shop.websiteId);
    if (!website) return;
    const method = LINK_METHODS[this.#random.between(0, LINK_METHODS.length - 1)] ?? 'moncash';
    this.#wasSure ||= isSure;
    const refresh = async (payment: Payment) => {
      try {
        return (await verifyPayment(this.#deps, payment, log)).payment;
      } catch (error) {
        if ((error as { code?: string }).code !== 'internal_error') throw error;
        return payment;
      }
    };
    await this.#mayDie(async () => {
      const chosen = await chooseMethod(this.#deps, { session, website }, { method, isSure, refresh }, log);
      this.#count(chosen.kind === 'over' ? `over: ${chosen.status}` : chosen.kind);
    });
  }

  /** Customers pay at providers: open payments, and sometimes payments that have failed here. */
  async #pay(session: CheckoutSession): Promise<void> {
    for (const { id, status } of await listPaymentsOfSession(this.#store.db, session.id)) {
      const isOpen = !isFinal(status);
      if (this.#paidAtUs.has(id) || this.#cancelled.has(id) || !this.#random.percent(isOpen ? 50 : 15)) continue;
      this.#paidAtUs.set(id, this.#nowUs);
      this.#count(isOpen ? 'paid' : 'paid late');
    }
  }

  async #verifyAll(session: CheckoutSession): Promise<void> {
    const payments = await listPaymentsOfSession(this.#store.db, session.id);
    await Promise.all(
      payments.map((payment) =>
        this.#mayDie(async () => {
          await verifyPayment(this.#deps, payment, log).catch((error: { code?: string }) => {
            if (error.code !== 'internal_error') throw error;
          });
        }),
      ),
    );
  }

  async #mayDie(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Death)) throw error;
      this.#count('deaths');
    }
  }

  async #check(session: CheckoutSession): Promise<void> {
    const { db } = this.#store;
    const stored = await findSession(db, session.id);
    const payments = await listPaymentsOfSession(db, session.id);
    assert.ok(stored);
    const completed = payments.filter(({ status }) => status === 'completed');
    assert.ok(completed.length <= 1, 'two payments of the session are completed');
    assert.equal(stored.paidPaymentId, completed[0]?.id ?? null, 'the session names its completed payment');
    const open = payments.filter(({ status }) => !isFinal(status));
    assert.deepEqual([stored.attempts, stored.openPayments], [payments.length, open.length], 'the counts');
    assert.ok(this.#wasSure || open.length <= 1, 'a second payment was started without a warning');
    const status = sessionStatus(stored, this.#nowUs);
    if (this.#ended !== undefined) assert.equal(status, this.#ended, 'a session that was over has changed');
    if (status === 'paid' || status === 'expired' || status === 'cancelled') this.#ended = status;
    const started = payments.filter(({ createdAtUs }) => createdAtUs >= stored.expiresAtUs);
    assert.equal(started.length, 0, 'a payment was started after the expiry');
    for (const payment of payments) await this.#checkPayment(payment);
  }

  async #checkPayment({ id, status, failureReason, finishedAtUs }: Payment): Promise<void> {
    const paidAtUs = this.#paidAtUs.get(id);
    const events = await this.#store.db.query<Row & { events: number }>(
      'SELECT COUNT(*) AS events FROM events WHERE payment_id = $1',
      [id],
    );
    assert.equal(events[0]?.events, isFinal(status) ? 1 : 0, 'a final payment has one event');
    if (status === 'completed') assert.ok(paidAtUs !== undefined, 'a payment is completed without money');
    const found = await discrepanciesOf(this.#store.db, id);
    assert.ok(found.length <= 1, 'the same money is two discrepancies');
    if (status !== 'failed') assert.equal(found.length, 0);
    // Its money was known when the payment failed.
    const isRefused = failureReason === 'cancelled' && !this.#cancelled.has(id);
    if (isRefused && (paidAtUs ?? Number.POSITIVE_INFINITY) <= (finishedAtUs ?? 0)) {
      this.#count('refused');
      assert.deepEqual(
        found.map(({ kind }) => kind),
        ['paid_after_failure'],
        'money without a discrepancy',
      );
    }
  }

  /** Everything works again: all money is the completed payment's, or a discrepancy. */
  async #heal(session: CheckoutSession): Promise<void> {
    this.#isHealed = true;
    await this.#verifyAll(session);
    this.#nowUs += 24 * 60 * MINUTE_US;
    await this.#verifyAll(session);
    await this.#check(session);
    for (const { id } of await listPaymentsOfSession(this.#store.db, session.id)) {
      const payment = await findPayment(this.#store.db, id);
      assert.ok(payment && isFinal(payment.status), 'a payment is stuck');
      const hasMoney = this.#paidAtUs.has(id);
      const found = await discrepanciesOf(this.#store.db, id);
      const expected = hasMoney && payment.status === 'failed' ? ['paid_after_failure'] : [];
      assert.deepEqual(
        found.map(({ kind }) => kind),
        expected,
        'money that is nowhere',
      );
    }
    const stored = await findSession(this.#store.db, session.id);
    assert.equal(stored?.openPayments, 0);
    this.#count(`end: ${stored && sessionStatus(stored, this.#nowUs)}`);
  }

  /** A provider with its own records. NatCash, in these histories, lets a payment be cancelled. */
  #provider(method: LinkMethod): Provider {
    const verify = async ({ id, expiresAtUs }: Payment): Promise<Verification> => {
      if (!this.#isHealed && this.#random.percent(8)) throw new ProviderUnavailable('down');
      const facts = { response: {}, nextCheckAtUs: this.#nowUs + MINUTE_US, providerRef: `ref-${id}` };
      if (this.#paidAtUs.has(id)) {
        return { ...facts, outcome: { status: 'completed', paid: { amountMinor: AMOUNT_MINOR, currency: 'HTG' } } };
      }
      if (this.#cancelled.has(id)) return { ...facts, outcome: { status: 'failed', failureReason: 'cancelled' } };
      if (expiresAtUs <= this.#nowUs) return { ...facts, outcome: { status: 'failed', failureReason: 'expired' } };
      return { ...facts, outcome: { status: 'open' } };
    };
    return {
      name: method,
      open: () => ({
        providerData: null,
        expiresAtUs: this.#nowUs + 15 * MINUTE_US,
        nextCheckAtUs: this.#nowUs + MINUTE_US,
        fields: {},
      }),
      verify,
      ...(method === 'natcash' && {
        giveUp: async (payment: Payment) => {
          const isFree = !this.#paidAtUs.has(payment.id) && payment.expiresAtUs > this.#nowUs;
          if (isFree && !this.#random.percent(20)) this.#cancelled.add(payment.id);
          return verify(payment);
        },
      }),
    };
  }

  /** The store as a process sees it that may die before any commit. */
  #dying(db: Database): Database {
    const transaction = <T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> =>
      db.transaction(async (tx) => {
        const result = await work(tx);
        if (!this.#isHealed && this.#random.percent(5)) throw new Death();
        return result;
      }, options);
    return { ...db, engine: db.engine, query: (...given) => db.query(...given), transaction };
  }

  #count(what: string): void {
    this.#seen[what] = (this.#seen[what] ?? 0) + 1;
  }
}
