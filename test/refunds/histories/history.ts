import assert from 'node:assert/strict';
import type { Actor } from '../../../src/core/actor.ts';
import type { Payment } from '../../../src/core/payment.ts';
import { isRefundOver, type Refund, type RefundKind } from '../../../src/core/refund.ts';
import {
  type Database,
  DatabaseUnavailable,
  OutcomeUnknown,
  type Row,
  type Value,
} from '../../../src/database/database.ts';
import { listAuditRows } from '../../../src/features/audit/store/audit-log.ts';
import { listEntriesAbout } from '../../../src/features/ledger/store/postings.ts';
import { applyVerification } from '../../../src/features/payments/apply-verification.ts';
import { discrepanciesOf } from '../../../src/features/payments/discrepancies/store/discrepancies.ts';
import { insertPayments } from '../../../src/features/payments/store/insert-payments.ts';
import {
  approveRefund,
  claimRefund,
  completeRefund,
  rejectRefund,
  resolveRefund,
} from '../../../src/features/refunds/decide-refund.ts';
import { recordReturns } from '../../../src/features/refunds/record-returns.ts';
import type { RefundDeps } from '../../../src/features/refunds/refund-deps.ts';
import { requestRefund } from '../../../src/features/refunds/request-refund.ts';
import { sendDueRefunds } from '../../../src/features/refunds/send-refunds.ts';
import { listDisputesOf } from '../../../src/features/refunds/store/disputes.ts';
import { isOwnReturn } from '../../../src/features/refunds/store/own-returns.ts';
import { listRefundsOf, readRefundMoney } from '../../../src/features/refunds/store/refunds.ts';
import { restoreGuard } from '../../../src/features/subscriptions/restore-guard.ts';
import { liftPause, readCharging } from '../../../src/features/subscriptions/store/charging.ts';
import { createLog, type Log } from '../../../src/platform/log/log.ts';
import { OperatorError } from '../../../src/platform/operator-error.ts';
import { type Provider, ProviderUnavailable } from '../../../src/providers/provider.ts';
import { type SeededRandom, seededRandom } from '../../support/seeded-random.ts';
import { inStatus, type Seed } from '../../support/store.ts';
import { BANKS, type BankFault, FakeBank } from './fake-bank.ts';
import { Death, LONGEST_SLEEP_US, Process, Steps, type Troubles } from './steps.ts';

const OPERATOR: Actor = { kind: 'cli', id: null, name: 'marie', address: null };
const COLLEAGUE: Actor = { ...OPERATOR, name: 'jean' };
const MANAGER: Actor = { ...OPERATOR, name: 'anne' };
const FAULTS: readonly BankFault[] = [
  'none',
  'none',
  'unreachable',
  'request_lost',
  'response_lost',
  'refused',
  'slow',
  'late',
  'doubled',
];
/** Of a bank that most requests reach late. */
const LATE_FAULTS: readonly BankFault[] = ['late', 'late', 'late', 'refused', 'none'];
const TROUBLES: Troubles = { death: 6, sleep: 8, fault: 10 };
const CALM: Troubles = { death: 0, sleep: 0, fault: 0 };
const PAID_MINOR = 1_000;
const SECOND_US = 1_000_000;
const MINUTE_US = 60 * SECOND_US;
const DAY_US = 24 * 60 * MINUTE_US;
/** Within this time after it was sent, every request arrives that the gateway waits for. */
const LATE_US = 10 * MINUTE_US;
/** How long charging pauses after a restore, besides the lag of the records. */
const RESUME_US = 2 * MINUTE_US;
const STEPS = 26;
/** The last events that a failure shows. */
const TRACED = 60;
/** What a restore brings back. */
const TABLES = [
  { table: 'refund_money', key: 'payment_id' },
  { table: 'refunds', key: 'payment_id' },
  { table: 'discrepancies', key: 'payment_id' },
  { table: 'disputes', key: 'payment_id' },
  { table: 'postings', key: 'about' },
] as const;

/** What happened in a history, for those who check that enough does. */
export type Seen = Readonly<Record<string, number>>;

type Node = RefundDeps & { readonly log: Log; readonly process: Process; readonly provider: Provider };

/** One payment, its refunds, and everything that goes wrong on the way, as a seed decides it. */
export class History {
  readonly #db: Database;
  readonly #markFile: string;
  readonly #random: SeededRandom;
  readonly #steps: Steps;
  readonly #bank: FakeBank;
  readonly #payment: Payment;
  readonly #isManual: boolean;
  #nodes: Node[] = [];
  #saved: (() => Promise<void>) | undefined;
  #isHealed = false;
  /** Whether what happens now is lost by a restore: a request that is late then does the most harm. */
  #isDoomed = false;
  /** Errors that no process may see. */
  readonly #errors: unknown[] = [];
  /** The names that were requested, with their first amount: a merchant's server repeats what it does not know. */
  readonly #requested = new Map<string, string | null>();
  readonly #seen: Record<string, number> = {};
  readonly #trace: string[] = [];

  constructor(db: Database, { shop, markFile }: { readonly shop: Seed; readonly markFile: string }, seed: number) {
    const random = seededRandom(seed);
    this.#db = db;
    this.#markFile = markFile;
    this.#random = random;
    this.#steps = new Steps(random, 1_800_000_000_000_000);
    const profiles = Object.values(BANKS);
    const profile = profiles[random.between(0, profiles.length - 1)] ?? BANKS.repeatable;
    // By the seed, so that a few histories in a row have one.
    this.#isManual = seed % 8 === 0;
    const nowUs = () => this.#steps.nowUs;
    this.#bank = new FakeBank(profile, { paidMinor: PAID_MINOR, nowUs, between: random.between });
    const faults = random.percent(25) ? LATE_FAULTS : FAULTS;
    this.#bank.fault = (id) => {
      if (this.#isHealed) return 'none';
      // The refusal of a copy proves nothing about the one that is late.
      if (this.#bank.isLate(id) && random.percent(70)) return 'refused';
      if (this.#isDoomed && random.percent(40)) return 'late';
      return faults[random.between(0, faults.length - 1)] ?? 'none';
    };
    const method = this.#isManual ? 'lakaypay_card' : 'card';
    const completed = { ...inStatus('completed'), mode: 'live', method, currency: 'USD' } as const;
    this.#payment = shop.payment({ ...completed, amountMinor: PAID_MINOR });
  }

  /** Lives through the history. Throws when something was not as it must be. */
  async live(): Promise<Seen> {
    // Long after the restores of the last history.
    const [last] = await listAuditRows(this.#db, { limit: 1 });
    this.#steps.nowUs = Math.max(this.#steps.nowUs, (last?.atUs ?? 0) + DAY_US);
    await this.#db.transaction((tx) => insertPayments(tx, [this.#payment]));
    this.#start();
    await this.#restarted();
    try {
      for (let step = 0; step < STEPS; step++) {
        await this.#step();
        await this.#check();
      }
      // What sleeps continues, whatever has been decided since.
      this.#pass(LONGEST_SLEEP_US);
      await this.#run();
      await this.#check();
      await this.#heal();
    } catch (error) {
      throw new Error(`${(error as Error).message}; what happened:\n${this.#trace.slice(-TRACED).join('\n')}`, {
        cause: error,
      });
    } finally {
      await this.#steps.kill(this.#nodes.map(({ process }) => process)).catch(() => {});
      await this.#forget();
    }
    this.#count('executed', this.#bank.records.size);
    return this.#seen;
  }

  #note(event: string): void {
    const time = new Date(this.#steps.nowUs / 1_000).toISOString().slice(5, 23);
    this.#trace.push(`${time} ${event}`);
  }

  #count(what: string, by = 1): void {
    this.#seen[what] = (this.#seen[what] ?? 0) + by;
  }

  #start(): void {
    while (this.#nodes.length < 2) this.#nodes.push(this.#node());
  }

  /** A process that starts, or starts again. */
  #node(): Node {
    const { between } = this.#random;
    const process = new Process(this.#isHealed ? 0 : between(-20, 20) * SECOND_US);
    const db = this.#steps.database(this.#db, process);
    const clock = this.#steps.clockOf(process);
    const log = this.#log();
    const provider = this.#bank.provider(process, (isRelied) => this.#steps.pass(process, isRelied));
    const restores = restoreGuard({ db, clock, log, markFile: this.#markFile });
    const secondPersonAbove = { HTG: null, USD: null };
    return {
      db,
      clock,
      log,
      actor: OPERATOR,
      providerFor: () => provider,
      provider,
      restores,
      process,
      secondPersonAbove,
    };
  }

  /** A log whose lines are events, and in which no unexpected error may appear. */
  #log(): Log {
    const note = (fields: { refund?: string; err?: unknown }, text: string) => {
      this.#note(`  ${fields.refund ?? ''} ${text}${fields.err ? `: ${(fields.err as Error).name}` : ''}`);
    };
    const error = (fields: { refund?: string; err?: unknown }, text: string) => {
      note(fields, text);
      if (fields.err !== undefined && !isExpected(fields.err)) this.#errors.push(fields.err);
    };
    return Object.assign(Object.create(createLog('silent')), { error, warn: note, info: note });
  }

  async #step(): Promise<void> {
    const { between, percent } = this.#random;
    const bank = this.#bank;
    for (const node of this.#nodes.filter(({ process }) => process.isDead)) {
      this.#count('deaths');
      this.#nodes.splice(this.#nodes.indexOf(node), 1);
    }
    this.#start();
    this.#steps.troubles = TROUBLES;
    bank.isDown = percent(10);
    this.#pass(percent(50) ? SECOND_US : between(1, 9) * MINUTE_US);
    const kind = between(0, 16);
    this.#note(`step ${kind}${bank.isDown ? ', the bank is down' : ''}`);
    if (kind <= 2) await this.#run(this.#request(), this.#request());
    else if (kind <= 4) {
      await this.#run(...(await this.#decisions()), ...(percent(50) ? [this.#work(0)] : []));
      if (percent(50)) await this.#workBetweenRestores(percent(10));
    } else if (kind === 5) bank.decide(() => percent(70));
    else if (kind === 6) this.#outside();
    else if (kind === 7) await this.#run(this.#lateCheck(), ...(percent(50) ? [this.#request()] : []));
    else if (kind === 8) await this.#save();
    else if (kind === 9) await this.#restore();
    else if (kind === 10) await this.#resume();
    else if (kind === 11 || (this.#nodes.some((node) => this.#isAsleep(node)) && percent(30))) {
      await this.#run(...this.#proofs(await this.#refunds()));
    } else await this.#workBetweenRestores(percent(10));
  }

  async #workBetweenRestores(isRestored: boolean): Promise<void> {
    const { between, percent } = this.#random;
    if (percent(50)) await this.#resume();
    if (isRestored) await this.#save();
    if (isRestored && percent(50)) {
      // The restore loses the request too.
      await this.#run(this.#request());
      await this.#run(...(await this.#decisions()));
    }
    this.#isDoomed = isRestored;
    await this.#run(this.#work(0), this.#work(1), ...(percent(20) ? [this.#request()] : []));
    this.#isDoomed = false;
    if (isRestored) await this.#restore();
    else if (this.#bank.isAnythingLate) {
      // A worker searches for a request that is late before it arrives.
      this.#pass(between(10, 60) * SECOND_US);
      await this.#run(this.#work(0), this.#work(1));
    }
  }

  async #run(...works: readonly Promise<void>[]): Promise<void> {
    await this.#steps.run(works.map((work) => work.catch(throwUnexpected)));
  }

  #pass(us: number): void {
    this.#steps.nowUs += us;
    this.#bank.arrive();
  }

  /** What happens at the bank without the gateway. */
  #outside(): void {
    const { between, percent } = this.#random;
    const bank = this.#bank;
    if (percent(30) && !this.#isManual) bank.reverse();
    if (percent(40)) bank.decideDisputes(percent(50));
    if (percent(40)) bank.finishOutside(percent(50));
    // A bank counts what it returns itself. What it holds back is what the gateway may have looked at, and not yet sent.
    const isAnythingMoving = bank.isAnythingLate || !this.#steps.isIdle;
    if (isAnythingMoving || percent(50)) return;
    const how = percent(50) ? 'disputed' : percent(60) ? 'refunded' : 'refund_pending';
    bank.takeOutside(how, between(1, 6) * 100);
    this.#count(how);
  }

  async #work(nth: number): Promise<void> {
    const node = this.#nodes[nth];
    if (node) await sendDueRefunds(node, 'live');
  }

  /** A process that responds, if there is one. */
  #anyNode(): Node {
    const awake = this.#nodes.filter((node) => !this.#isAsleep(node));
    const nodes = awake.length > 0 ? awake : this.#nodes;
    return nodes[this.#random.between(0, nodes.length - 1)] as Node;
  }

  #isAsleep({ process }: Node): boolean {
    return process.sleepsUntilUs > this.#steps.nowUs;
  }

  async #request(): Promise<void> {
    const amounts = [null, '1.00', '4.00', '6.00', '10.00', '10.01'];
    const { between } = this.#random;
    const name = `${this.#payment.id}-${between(1, 5)}`;
    await this.#requestAs(name, amounts[between(0, amounts.length - 1)] ?? null);
  }

  async #requestAs(name: string, amount: string | null): Promise<void> {
    const { id, websiteId, mode } = this.#payment;
    const knownOutside = await this.#knownOutside();
    const owner = { websiteId, mode };
    const { refund, isNew } = await requestRefund(this.#anyNode(), {
      owner,
      name,
      transactionId: String(id),
      amount,
      keyId: 'key_1',
    });
    if (!this.#requested.has(name)) this.#requested.set(name, amount);
    if (!isNew) return;
    this.#count('requests');
    assert.ok(
      refund.amountMinor + knownOutside <= PAID_MINOR,
      'a refund was accepted for money that is known to have left',
    );
  }

  /** What the store knows to have left without the gateway. A dispute may have been won since. */
  async #knownOutside(): Promise<number> {
    const known = await discrepanciesOf(this.#db, this.#payment.id);
    const refs = new Set(known.map(({ providerRef }) => providerRef));
    return this.#bank.items.reduce(
      (sum, { providerRef, money }) => sum + (refs.has(providerRef) ? money.amountMinor : 0),
      0,
    );
  }

  async #decisions(hasProofs = true): Promise<Promise<void>[]> {
    const { percent } = this.#random;
    const works: Promise<unknown>[] = [];
    const refunds = await this.#refunds('gateway');
    for (const { id, status, amountMinor } of refunds) {
      if (status === 'requested') {
        works.push(approveRefund(this.#anyNode(), id), approveRefund(this.#anyNode(), id));
        if (percent(20) && !this.#isPaidByHand(id)) works.push(rejectRefund(this.#anyNode(), id, 'no'));
      } else if (status === 'manual' && percent(60)) {
        works.push(this.#payByHand(id, amountMinor, OPERATOR), this.#payByHand(id, amountMinor, COLLEAGUE));
        if (percent(20) && !this.#isPaidByHand(id)) works.push(rejectRefund(this.#nodeOf(MANAGER), id, 'no'));
      } else if (status !== 'manual' && percent(20) && !this.#isPaidByHand(id)) {
        // No person rejects what another may be paying. What was sent is decided by the bank alone.
        works.push(rejectRefund(this.#anyNode(), id, 'no'));
      }
    }
    if (hasProofs) works.push(...this.#proofs(refunds));
    return works.map((work) => work.then(() => {}));
  }

  /** Proofs for refunds without an outcome. */
  #proofs(refunds: readonly Refund[]): Promise<void>[] {
    const unknown = refunds.filter(({ status }) => status === 'unknown');
    return unknown.filter(() => this.#random.percent(60)).map(({ id }) => this.#prove(id));
  }

  /**
   * An operator who has looked in the bank's portal ends a refund without an outcome. Where requests arrive at any time, only the operator can
   * know that none is on its way: they ask the bank.
   */
  async #prove(id: string): Promise<void> {
    const { profile } = this.#bank;
    const amountMinor = (await this.#refunds()).find((refund) => refund.id === id)?.amountMinor;
    const shown = this.#bank.shown(id, amountMinor);
    // What is on its way, or has arrived and is not shown yet.
    const mayBeShown = profile.latestUs > LATE_US && (this.#bank.isLate(id) || this.#bank.records.has(id));
    if (shown ? shown.status !== 'succeeded' : mayBeShown) return;
    const node = this.#anyNode();
    node.process.isDelicate = true;
    await resolveRefund(node, id, shown ? { succeeded: shown.ref } : { notMoved: 'not in the portal' }).finally(() => {
      node.process.isDelicate = false;
    });
    this.#count('proven');
  }

  #isPaidByHand(id: string): boolean {
    return this.#isManual && this.#bank.records.has(id);
  }

  /**
   * A person who sees the wallet pays each manual refund once, and may enter the number of another one first. They claim it, and then look
   * whether another person has paid it, before they pay.
   */
  async #payByHand(id: string, amountMinor: number, person: Actor): Promise<void> {
    const { percent } = this.#random;
    const node = this.#nodeOf(person);
    const wrong = (await this.#refunds('gateway')).find(({ status }) => status === 'succeeded')?.providerRef;
    const own = this.#bank.records.get(id)?.[0];
    if (own && own.amountMinor !== amountMinor) {
      // Paid with another amount before a restore.
      await rejectRefund(node, id, 'paid with another amount');
      return;
    }
    if (!own && wrong && percent(40)) {
      await completeRefund(node, id, wrong, { isUnclaimed: true }).catch(throwUnexpected);
    }
    if (own) await completeRefund(node, id, own.ref, { isUnclaimed: true });
    else {
      const { payingUntilUs } = await claimRefund(node, id);
      const paid = this.#bank.records.get(id)?.[0];
      await this.#steps.pass(node.process);
      const isTooLate = node.clock() > (payingUntilUs ?? 0) - MINUTE_US;
      const isMore = paid ? paid.amountMinor !== amountMinor : this.#bank.moneyAtRisk() + amountMinor > PAID_MINOR;
      if (isTooLate || isMore) return;
      await completeRefund(node, id, paid?.ref ?? this.#bank.payByHand(id, amountMinor));
    }
    this.#count('by hand');
  }

  /** A process in which this person decides. */
  #nodeOf(actor: Actor): Node {
    return { ...this.#anyNode(), actor };
  }

  async #lateCheck(): Promise<void> {
    const { db, clock, log, provider } = this.#anyNode();
    const never = () => Promise.reject(new Error('a completed payment was settled again'));
    const deps = {
      db,
      clock,
      settle: never,
      subscriptions: { isActive: never, stopDeclined: never },
      isOwnReturn: (payment: Payment, item: Parameters<typeof isOwnReturn>[2]) => isOwnReturn(db, payment, item),
      recordReturns,
    };
    const verification = await provider.verify(this.#payment, log);
    await applyVerification(deps, this.#payment, verification, log);
    // What a person has paid is known by the number that they enter, and what a restore has lost once it is looked up.
    if (this.#isManual || this.#seen.restores !== undefined) return;
    const own = new Set([...this.#bank.records.values()].flat().map(({ ref }) => ref));
    const reported = (await discrepanciesOf(this.#db, this.#payment.id)).filter((each) => own.has(each.providerRef));
    assert.deepEqual(reported, [], 'an own refund was reported as a difference');
  }

  /** A backup, or the moment up to which a standby has followed. */
  async #save(): Promise<void> {
    const rows = await Promise.all(
      TABLES.map(({ table, key }) =>
        this.#db.query<Row>(`SELECT * FROM ${table} WHERE ${key} = $1`, [this.#payment.id]),
      ),
    );
    const { mark, pause } = await readCharging(this.#db);
    if (pause) return;
    this.#saved = async () => {
      await this.#forgetRows();
      await this.#db.transaction(async (tx) => {
        for (const [index, { table }] of TABLES.entries()) {
          for (const row of rows[index] ?? []) await insertRow(tx, table, row);
        }
        await tx.query('UPDATE charging SET charge_mark = $1', [mark]);
      });
    };
  }

  /** The store is as it was at an earlier time. No process survives that. */
  async #restore(): Promise<void> {
    if (!this.#saved) return;
    await this.#steps.kill(this.#nodes.map(({ process }) => process));
    await this.#saved();
    this.#saved = undefined;
    this.#nodes = [];
    this.#start();
    this.#count('restores');
    if (this.#random.percent(30)) await this.#requestLost();
  }

  /** The merchant's server requests what the restore has lost, with another amount. */
  async #requestLost(): Promise<void> {
    const known = new Set((await this.#refunds()).map(({ name }) => name));
    const lost = [...this.#requested.keys()].filter((name) => !known.has(name));
    const amount = `${this.#random.between(1, 6)}.00`;
    await this.#run(...lost.map((name) => this.#requestAs(name, amount)));
  }

  /** An operator, or a job, lifts the pause after a restore, once the bank's records show everything from before it. */
  async #resume(): Promise<void> {
    const { pause } = await readCharging(this.#db);
    const { latestUs, lagUs } = this.#bank.profile;
    // Refunds wait by themselves for what the gateway knows to arrive late.
    const waitUs = latestUs > LATE_US ? latestUs + MINUTE_US : RESUME_US;
    if (!pause || this.#steps.nowUs < pause.sinceUs + lagUs + waitUs) return;
    await this.#db.transaction((tx) => liftPause(tx, pause.sinceUs));
    this.#count('resumed');
  }

  /** The mark of the last history is that of this store. */
  async #restarted(): Promise<void> {
    const { pause } = await readCharging(this.#db);
    if (pause) await this.#db.transaction((tx) => liftPause(tx, pause.sinceUs));
    await restoreGuard({ db: this.#db, clock: () => 1, log: createLog('silent'), markFile: this.#markFile }).check();
  }

  /** All refunds of the payment, or those of one kind. */
  async #refunds(only?: RefundKind): Promise<Refund[]> {
    const refunds = await listRefundsOf(this.#db, this.#payment.id);
    return refunds.filter(({ kind }) => only === undefined || kind === only);
  }

  async #check(): Promise<void> {
    const bank = this.#bank;
    for (const each of await this.#refunds())
      this.#note(`  ${each.id} ${each.status} ${each.amountMinor} ${each.word ?? ''}`);
    for (const [id, booked] of bank.records) {
      this.#note(`  bank: ${id} ${booked.map(({ status, amountMinor }) => `${status} ${amountMinor}`).join(', ')}`);
    }
    for (const { providerRef, how, money } of bank.items)
      this.#note(`  bank: ${providerRef} ${how} ${money.amountMinor}`);
    assert.deepEqual(this.#errors, [], 'a process saw an error that nothing had caused');
    const refunds = await this.#refunds();
    const money = await readRefundMoney(this.#db, this.#payment.id);
    const sum = (has: (refund: Refund) => boolean) =>
      refunds.filter(has).reduce((all, { amountMinor }) => all + amountMinor, 0);
    assert.equal(
      money?.refunded_minor ?? 0,
      sum(({ status }) => status === 'succeeded'),
      'refunded',
    );
    assert.equal(
      money?.reserved_minor ?? 0,
      sum(({ status }) => !isRefundOver(status)),
      'reserved',
    );
    assert.ok((money?.reserved_minor ?? 0) + (money?.refunded_minor ?? 0) <= PAID_MINOR, 'more is held than was paid');
    await this.#checkLedger(money?.reserved_minor ?? 0, money?.refunded_minor ?? 0);
    assert.ok(bank.moneyAtRisk() <= PAID_MINOR, 'more was returned than was paid');
    assert.equal(new Set(refunds.map(({ name }) => name)).size, refunds.length, 'a name has two refunds');
    for (const [id, booked] of bank.records) assert.ok(booked.length <= 1, `${id} was executed twice`);
    for (const refund of refunds.filter(({ kind }) => kind === 'gateway')) this.#checkRefund(refund);
    await this.#checkReturns(refunds, PAID_MINOR - (money?.reserved_minor ?? 0) - (money?.refunded_minor ?? 0));
  }

  /** Money that was returned in the portal is an external refund, or exceeds the rest of the payment. */
  async #checkReturns(refunds: readonly Refund[], leftMinor: number): Promise<void> {
    const known = await discrepanciesOf(this.#db, this.#payment.id);
    const own = new Set(refunds.filter(({ kind }) => kind === 'gateway').map(({ providerRef }) => providerRef));
    const external = new Map(
      refunds.filter(({ kind }) => kind === 'external').map((refund) => [refund.providerRef, refund]),
    );
    const returns = known.filter(({ kind, word }) => kind === 'returned_after_completion' && word === 'refunded');
    for (const { providerRef, reported } of returns) {
      const found = external.get(providerRef);
      external.delete(providerRef);
      if (own.has(providerRef)) assert.equal(found, undefined, `${providerRef} is two refunds`);
      else if (found) assert.equal(found.amountMinor, reported?.amountMinor, `${providerRef} has another amount`);
      else assert.ok((reported?.amountMinor ?? 0) > leftMinor, `${providerRef} fits, and is no external refund`);
      if (found) this.#count('external');
    }
    for (const [ref, { status }] of external) {
      const isReported = known.some(({ providerRef, word }) => providerRef === ref && word?.startsWith('refund_'));
      assert.ok(
        isReported && status !== 'succeeded',
        `the bank did not report the external refund ${ref} as ${status}`,
      );
    }
    this.#checkExternal(refunds);
  }

  /** A refund in the portal has succeeded, or failed, only if the bank says so. */
  #checkExternal(refunds: readonly Refund[]): void {
    const { items, undone } = this.#bank;
    for (const { providerRef, status, kind } of refunds) {
      if (kind === 'gateway' || providerRef === null) continue;
      const isDone = items.some((item) => item.providerRef === providerRef && item.how === 'refunded');
      const own = [...this.#bank.records.values()].flat().find(({ ref }) => ref === providerRef);
      if (status === 'succeeded') assert.ok(isDone || own, `${providerRef} has not succeeded`);
      if (status === 'failed' || status === 'reversed')
        assert.ok(undone.includes(providerRef) || own?.status === 'failed', `${providerRef} did not fail`);
      if (status === 'failed') this.#count('failed outside');
    }
  }

  /** Each dispute is stored once, in no state that the bank has not reported, and holds its money until it is won. */
  async #checkDisputes(): Promise<number> {
    const stored = await listDisputesOf(this.#db, this.#payment.id);
    const known = await discrepanciesOf(this.#db, this.#payment.id);
    assert.equal(
      new Set(stored.map(({ providerRef }) => providerRef)).size,
      stored.length,
      'a dispute is stored twice',
    );
    for (const { providerRef, state } of stored) {
      const now = this.#bank.disputes.find((each) => each.providerRef === providerRef)?.state;
      assert.ok(state === 'opened' || state === now, `${providerRef} is ${state}, and the bank says ${now}`);
      const isOpen = known.some((each) => each.providerRef === providerRef && each.settledAtUs === null);
      assert.equal(isOpen, state !== 'won', `${providerRef} is ${state}, and its discrepancies say otherwise`);
      this.#count(`dispute ${state}`);
    }
    return stored.reduce((sum, { state, amountMinor }) => sum + (state === 'won' ? 0 : amountMinor), 0);
  }

  async #checkLedger(reserved: number, refunded: number): Promise<void> {
    const entries = await listEntriesAbout(this.#db, this.#payment.id);
    const balanceOf = (account: string) =>
      entries
        .flatMap(({ lines }) => lines)
        .reduce((all, line) => all + (line.account === account ? line.money.amountMinor : 0), 0);
    const balances = ['reserved', 'refunds'].map(balanceOf);
    // Zero minus an amount is never minus zero.
    assert.deepEqual(balances, [0 - reserved, reserved + refunded], 'the ledger');
    const elsewhere = balanceOf('discrepancies');
    assert.ok(elsewhere >= (await this.#checkDisputes()), 'the ledger of disputes');
    assert.equal(balanceOf(`due:${this.#payment.method}`), 0 - refunded - elsewhere, 'the ledger of the provider');
  }

  #checkRefund({ id, amountMinor, status, failureReason, providerRef, nextStepAtUs }: Refund): void {
    const records = this.#bank.records.get(id) ?? [];
    const booked = records.find((each) => each.amountMinor === amountMinor);
    const isOther = booked === undefined && records.length > 0;
    // A reversal is known once the refund has been looked up again.
    const isWatched = booked?.status === 'failed' && nextStepAtUs !== null && !this.#isHealed;
    if (status === 'succeeded') {
      assert.ok(booked, `${id} succeeded, and the bank has no record of it`);
      if (!isWatched) assert.equal(booked.status, 'succeeded', `${id} succeeded`);
      assert.equal(providerRef, booked.ref, `${id} has the number of another refund`);
    }
    if (status === 'reversed') assert.equal(booked?.status, 'failed', `${id} was reversed`);
    if (status === 'failed') {
      const isProven = booked === undefined || booked.status === 'failed';
      assert.ok(isProven, `${id} failed (${failureReason}), and its money moved`);
      if (isOther) this.#count('failed after another amount');
    }
    if (status === 'requested' || status === 'manual' || isRefundOver(status)) return;
    assert.notEqual(nextStepAtUs, null, `${id} is ${status}, and no step follows`);
  }

  /** Everything works again: each refund ends, or is known to need a person. */
  async #heal(): Promise<void> {
    const bank = this.#bank;
    const { percent } = this.#random;
    this.#isHealed = true;
    this.#steps.troubles = CALM;
    bank.isDown = false;
    await this.#steps.kill(this.#nodes.map(({ process }) => process));
    this.#nodes = [];
    this.#start();
    // Until then, everything that is late has arrived.
    this.#pass(310 * MINUTE_US);
    bank.decide(() => true);
    const hasProofs = percent(50);
    if (percent(70)) bank.decideDisputes(percent(50));
    bank.finishOutside(percent(50));
    for (let round = 0; round < 14; round++) {
      await this.#work0And1();
      // A success that was not found is searched again after a day.
      this.#pass(round === 11 ? DAY_US : 70 * MINUTE_US);
      await this.#resume();
      // Customers' banks may return a refund as long as it is watched.
      if (round === 8 && percent(30) && !this.#isManual) bank.reverse();
      if (round === 6) for (const [name, amount] of this.#requested) await this.#run(this.#requestAs(name, amount));
      if (round >= 6) await this.#run(...(await this.#decisions(hasProofs)));
    }
    await this.#run(this.#lateCheck());
    // PostgreSQL may be at work although no step waits.
    while (!this.#steps.isIdle) await this.#run();
    await this.#check();
    for (const refund of await this.#refunds()) this.#checkEnd(refund);
    const states = (await listDisputesOf(this.#db, this.#payment.id)).map(
      (each) => `${each.providerRef} ${each.state}`,
    );
    const reported = bank.disputes.map((each) => `${each.providerRef} ${each.state}`);
    assert.deepEqual(states.sort(), reported.sort(), 'the disputes at the end');
  }

  async #work0And1(): Promise<void> {
    await this.#run(this.#work(0), this.#work(1));
  }

  #checkEnd({ id, amountMinor, status, word, nextStepAtUs }: Refund): void {
    this.#count(status);
    if (isRefundOver(status) || status === 'manual') return;
    const { profile, items } = this.#bank;
    // Without a name that the bank recognises, only a person can know that a lost request never arrives.
    const isExecuted = this.#bank.records.get(id)?.some((each) => each.amountMinor === amountMinor) ?? false;
    const isLost = status === 'unknown' && !profile.isRepeatable && !isExecuted;
    const isBehindLost = word === 'waits for other refunds of the payment' && !profile.isRepeatable;
    const isDisputed = items.some(({ how }) => how === 'disputed') && word === 'the customer disputes the payment';
    assert.ok((isLost || isBehindLost || isDisputed) && nextStepAtUs !== null, `${id} is stuck in ${status}: ${word}`);
  }

  async #forgetRows(): Promise<void> {
    await this.#db.transaction(async (tx) => {
      for (const { table, key } of TABLES.toReversed()) {
        await tx.query(`DELETE FROM ${table} WHERE ${key} = $1`, [this.#payment.id]);
      }
    });
  }

  /** Later histories in the same store find none of this one's work. */
  async #forget(): Promise<void> {
    await this.#forgetRows();
    await this.#db.transaction((tx) => tx.query('DELETE FROM payments WHERE id = $1', [this.#payment.id]));
  }
}

async function insertRow(tx: Pick<Database, 'query'>, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  const values: Value[] = Object.values(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  await tx.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`, values);
}

/** Faults that a history makes, and refusals of what cannot be done. */
function isExpected(error: unknown): boolean {
  return (
    error instanceof Death ||
    error instanceof OperatorError ||
    error instanceof OutcomeUnknown ||
    error instanceof DatabaseUnavailable ||
    error instanceof ProviderUnavailable
  );
}

function throwUnexpected(error: unknown): void {
  if (error instanceof Death || !isExpected(error)) throw error;
}
