import type { Payment } from '../../../src/core/payment.ts';
import { NoResponse } from '../../../src/platform/network/http.ts';
import {
  type MoneyReturn,
  type Provider,
  ProviderRefused,
  ProviderUnavailable,
  type RefundCalls,
  type RefundOrder,
  type ReportedDispute,
} from '../../../src/providers/provider.ts';
import type { Process } from './steps.ts';

/** What happens to the next request for a refund. */
export type BankFault =
  | 'none'
  | 'unreachable'
  | 'request_lost'
  | 'response_lost'
  | 'refused'
  | 'slow'
  | 'late'
  | 'doubled';

/** A refund in the bank's records. */
interface BankRefund {
  readonly ref: string;
  readonly amountMinor: number;
  /** Its searches and figures show it only from then on. */
  readonly shownFromUs: number;
  status: 'pending' | 'succeeded' | 'failed';
}

/** What a bank promises. */
export interface BankProfile {
  /** Whether it executes a refund once, however often it is requested under the same name. */
  readonly isRepeatable: boolean;
  readonly lagUs: number;
  /** Until when after its sender gave up a request may still arrive. */
  readonly latestUs: number;
}

const MINUTE_US = 60_000_000;

/** Longer than a history takes. */
const WATCH_US = 30 * 24 * 60 * MINUTE_US;

export const BANKS = {
  repeatable: { isRepeatable: true, lagUs: MINUTE_US, latestUs: 9 * MINUTE_US },
  prompt: { isRepeatable: false, lagUs: MINUTE_US, latestUs: 9 * MINUTE_US },
  /** Only a person can know that a request never arrives. */
  once: { isRepeatable: false, lagUs: MINUTE_US, latestUs: 300 * MINUTE_US },
  /** Their records lag for longer than a worker holds a refund. */
  lagging: { isRepeatable: false, lagUs: 15 * MINUTE_US, latestUs: 9 * MINUTE_US },
  laggingRepeatable: { isRepeatable: true, lagUs: 15 * MINUTE_US, latestUs: 9 * MINUTE_US },
} as const satisfies Record<string, BankProfile>;

/**
 * The provider's side of one payment: its own records, and faults on the way. It executes everything that is requested, even more than was
 * paid: the gateway must not rely on a bank that counts.
 */
export class FakeBank {
  readonly profile: BankProfile;
  readonly paidMinor: number;
  /** All executions of each refund. */
  readonly records = new Map<string, BankRefund[]>();
  /** Money that was returned in the bank's portal, and disputes. */
  readonly items: MoneyReturn[] = [];
  /** All disputes that there were. */
  readonly disputes: ReportedDispute[] = [];
  /** The numbers of refunds in the portal that failed. */
  readonly undone: string[] = [];
  /** What happens to the next request for the refund with this id. */
  fault: (id: string) => BankFault = () => 'none';
  isDown = false;
  readonly #between: (min: number, max: number) => number;
  readonly #nowUs: () => number;
  /** Requests that are still on their way, with the time of their arrival. */
  #late: { readonly id: string; readonly atUs: number; readonly execute: (atUs: number) => void }[] = [];
  #next = 1;

  constructor(
    profile: BankProfile,
    given: {
      readonly paidMinor: number;
      readonly nowUs: () => number;
      readonly between: (min: number, max: number) => number;
    },
  ) {
    this.profile = profile;
    this.paidMinor = given.paidMinor;
    this.#nowUs = given.nowUs;
    this.#between = given.between;
  }

  /** Lets requests arrive whose senders no longer wait. */
  arrive(): void {
    const due = this.#late.filter(({ atUs }) => atUs <= this.#nowUs());
    this.#late = this.#late.filter((each) => !due.includes(each));
    for (const { atUs, execute } of due) execute(atUs);
  }

  get isAnythingLate(): boolean {
    return this.#late.length > 0;
  }

  /** Whether a request for a refund is on its way. */
  isLate(id: string): boolean {
    return this.#late.some((each) => each.id === id);
  }

  /** A refund, of an amount or of any, as the records show it by now. */
  shown(id: string, ofMinor?: number): BankRefund | undefined {
    return this.records
      .get(id)
      ?.find(
        ({ shownFromUs, amountMinor }) => shownFromUs <= this.#nowUs() && (ofMinor ?? amountMinor) === amountMinor,
      );
  }

  /** What left the bank, minor units: refunds that did not fail, and money that was returned without the gateway. */
  moved(): number {
    return this.#movedBy(Number.POSITIVE_INFINITY) + this.#returned();
  }

  /** What the customer has, or will have if the disputes are lost. */
  moneyAtRisk(): number {
    return this.moved() + this.#disputed();
  }

  #movedBy(shownByUs: number): number {
    const all = [...this.records.values()].flat().filter((each) => each.shownFromUs <= shownByUs);
    return all.reduce((sum, each) => sum + (each.status === 'failed' ? 0 : each.amountMinor), 0);
  }

  #returned(): number {
    return sumOf(this.items.filter(({ how }) => how !== 'disputed'));
  }

  #disputed(): number {
    return sumOf(this.items.filter(({ how }) => how === 'disputed'));
  }

  /** Returns money in the portal, or starts a dispute about it, as far as the bank still has it. */
  takeOutside(how: 'refunded' | 'disputed' | 'refund_pending', amountMinor: number): void {
    if (this.moneyAtRisk() + amountMinor > this.paidMinor) return;
    const item = { providerRef: `out_${this.#next++}`, money: { amountMinor, currency: 'USD' }, how } as const;
    this.items.push(item);
    if (how !== 'disputed') return;
    const { providerRef, money } = item;
    const times = { openedAtUs: null, evidenceDueAtUs: null };
    this.disputes.push({ providerRef, money, state: 'opened', reason: null, ...times });
  }

  /** Finishes the pending refunds of the portal. */
  finishOutside(isGood: boolean): void {
    for (const item of this.items.filter(({ how }) => how === 'refund_pending')) {
      const index = this.items.indexOf(item);
      if (isGood) this.items[index] = { ...item, how: 'refunded' };
      else this.undone.push(...this.items.splice(index, 1).map(({ providerRef }) => providerRef));
    }
  }

  /** Decides the disputes: what the shop has lost is the customer's. */
  decideDisputes(isLost: boolean): void {
    for (const item of this.items.filter(({ how }) => how === 'disputed')) {
      const index = this.items.indexOf(item);
      if (isLost) this.items[index] = { ...item, how: 'dispute_lost' };
      else this.items.splice(index, 1);
      const known = this.disputes.findIndex(({ providerRef }) => providerRef === item.providerRef);
      const dispute = this.disputes[known];
      if (dispute) this.disputes[known] = { ...dispute, state: isLost ? 'lost' : 'won' };
    }
  }

  /** A customer's bank returns a refund that had succeeded. */
  reverse(): void {
    const done = [...this.records.values()].flat().find(({ status }) => status === 'succeeded');
    if (done) done.status = 'failed';
  }

  /** Decides everything that is pending. */
  decide(isGood: () => boolean): void {
    for (const each of [...this.records.values()].flat()) {
      if (each.status === 'pending') each.status = isGood() ? 'succeeded' : 'failed';
    }
  }

  /** A person pays a refund from the wallet; returns the number of the transaction. */
  payByHand(id: string, amountMinor: number): string {
    return this.#execute(id, amountMinor, 'succeeded').ref;
  }

  #execute(id: string, amountMinor: number, status: BankRefund['status'], atUs = this.#nowUs()): BankRefund {
    const known = this.records.get(id) ?? [];
    if (this.profile.isRepeatable && known[0]) {
      // A repeated name with another amount is refused, as Stripe does.
      if (known[0].amountMinor !== amountMinor) throw new ProviderRefused('no', 'declined', 'another amount');
      return known[0];
    }
    const { lagUs } = this.profile;
    const shownFromUs = this.#between(0, 9) < 3 ? atUs : atUs + this.#between(lagUs / 3, lagUs);
    const made = { ref: `re_${this.#next++}`, amountMinor, shownFromUs, status };
    this.records.set(id, [...known, made]);
    return made;
  }

  /** The sender of a late request no longer waits for its response. */
  #executeLate(id: string, amountMinor: number, atUs: number): void {
    try {
      this.#execute(id, amountMinor, 'succeeded', atUs);
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
    }
  }

  /** It may show a refund for the first time only after that. */
  #watchUntilUs(): number {
    return this.#nowUs() + this.#between(1, this.#between(0, 1) === 0 ? 10 : 60) * MINUTE_US;
  }

  /** The bank as one process reaches it: `pass` is a step at which the process may die or sleep. */
  provider(process: Process, pass: (isRelied?: boolean) => Promise<void>): Provider {
    const { isRepeatable, lagUs, latestUs } = this.profile;
    const calls: RefundCalls = {
      canRefundParts: true,
      isRepeatable,
      lagUs,
      watchUs: WATCH_US,
      prepare: async () => {
        process.isDelicate = true;
        return 'ready';
      },
      send: async (_payment, { id, money: { amountMinor } }: RefundOrder) => {
        process.isDelicate = false;
        const fault = this.isDown ? 'request_lost' : this.fault(id);
        if (fault === 'unreachable') {
          throw new ProviderUnavailable('connection refused', { cause: new NoResponse('connection refused', false) });
        }
        if (fault === 'request_lost') throw new ProviderUnavailable('connection refused');
        if (fault === 'refused') throw new ProviderRefused('no', 'declined', 'refused');
        if (fault === 'late') {
          const atUs = this.#nowUs() + this.#between(MINUTE_US, latestUs);
          this.#late.push({
            id,
            atUs,
            execute: (arrivedUs) => this.#executeLate(id, amountMinor, arrivedUs),
          });
          throw new ProviderUnavailable('timed out', { why: 'silent' });
        }
        const made = this.#execute(id, amountMinor, fault === 'slow' ? 'pending' : 'succeeded');
        // A proxy sends a request again, whose first copy has arrived.
        if (fault === 'doubled' && isRepeatable) this.#execute(id, amountMinor, 'succeeded');
        await pass();
        if (fault === 'response_lost') throw new ProviderUnavailable('timed out', { why: 'silent' });
        return { status: made.status, providerRef: made.ref, nextCheckAtUs: this.#watchUntilUs() };
      },
      find: async (_payment, { id, money }) => {
        await pass();
        if (this.isDown) throw new ProviderUnavailable('connection refused');
        const found = this.shown(id, money.amountMinor) ?? this.shown(id);
        const report = found && {
          status: found.status,
          providerRef: found.ref,
          nextCheckAtUs: this.#watchUntilUs(),
          ...(found.amountMinor !== money.amountMinor && { amount: 'other' as const }),
        };
        await pass(true);
        return report;
      },
    };
    return {
      name: 'bank',
      open: () => ({ providerData: null, expiresAtUs: 0, nextCheckAtUs: 0, fields: {} }),
      verify: async (payment) => {
        await pass();
        if (this.isDown) throw new ProviderUnavailable('connection refused');
        const verification = this.#verification(payment);
        await pass();
        return verification;
      },
      refunds: ({ method }) => (method === 'card' ? calls : undefined),
    };
  }

  /** The own refunds that failed, or were reversed. */
  #failed(shownByUs: number): string[] {
    const all = [...this.records.values()].flat();
    return all
      .filter(({ status, shownFromUs }) => status === 'failed' && shownFromUs <= shownByUs)
      .map(({ ref }) => ref);
  }

  #verification({ currency }: Payment): Awaited<ReturnType<Provider['verify']>> {
    const shownByUs = this.#nowUs();
    const own = [...this.records.values()]
      .flat()
      .filter(({ shownFromUs, status }) => shownFromUs <= shownByUs && status !== 'failed');
    const items: MoneyReturn[] = [
      ...this.items,
      ...own.map(({ ref, amountMinor }) => ({
        providerRef: ref,
        money: { amountMinor, currency },
        how: 'refunded' as const,
      })),
    ];
    const gone = this.#movedBy(shownByUs) + this.#returned();
    const left = { amountMinor: Math.max(0, this.paidMinor - gone), currency };
    const paid = { amountMinor: this.paidMinor, currency };
    const outcome = {
      status: 'completed',
      paid,
      ...(items.length > 0 && { returns: { left, items } }),
      disputes: [...this.disputes],
      undone: [...this.undone, ...this.#failed(shownByUs)],
    } as const;
    return { outcome, response: {}, nextCheckAtUs: 0 };
  }
}

function sumOf(items: readonly MoneyReturn[]): number {
  return items.reduce((sum, { money }) => sum + money.amountMinor, 0);
}
