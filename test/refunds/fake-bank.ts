import type { Payment } from '../../src/core/payment.ts';
import { NoResponse } from '../../src/platform/network/http.ts';
import {
  type Provider,
  ProviderRefused,
  ProviderUnavailable,
  type RefundCalls,
  type RefundOrder,
  type RefundReport,
} from '../../src/providers/provider.ts';

/** What happens to the next request for a refund. */
export type BankFault = 'none' | 'unreachable' | 'request_lost' | 'response_lost' | 'refused' | 'slow' | 'late';

/** A kind of bank. */
export interface BankKind {
  /** Whether it makes a refund once, however often it is sent under the same name. */
  readonly isRepeatable: boolean;
  /** Its records show a refund after at most this time, some at once. */
  readonly lagUs: number;
  /** Whether no records show refunds: neither under their names, nor with their payments. */
  readonly isBlind?: boolean;
}

/** A refund in the bank's records. */
interface BankRefund {
  readonly ref: string;
  readonly paymentId: number;
  readonly amountMinor: number;
  readonly shownAtUs: number;
  status: 'pending' | 'succeeded' | 'failed';
}

/**
 * The provider's side of refunds: its own records, and faults on the way. It counts every execution, and refuses what exceeds a payment only
 * if `isStrict`: the gateway must not rely on that.
 */
export class FakeBank {
  readonly records = new Map<string, BankRefund[]>();
  /** Requests that are still on their way, with the time of their arrival. */
  #late: { readonly atUs: number; readonly execute: (arrivedUs: number) => void }[] = [];
  /** When a request that is late now arrives. */
  lateUntilUs: () => number = () => 0;
  /** Money that was returned in the bank's portal. */
  readonly portal = new Map<number, number>();
  readonly #asleep: (() => void)[] = [];
  /** Whether the process that looks a refund up now sleeps before it gets the response. */
  sleeps: () => boolean = () => false;
  fault: () => BankFault = () => 'none';
  /** The refunds of which a request has left the gateway. */
  readonly sent = new Set<string>();
  isDown = false;
  /** When a refund that has succeeded is looked up again. */
  watchUntilUs: () => number = () => 0;
  /** When the records show a refund that is executed at a time. */
  showsAtUs: (executedUs: number) => number = () => 0;
  nowUs: () => number = () => 0;
  readonly kind: BankKind;
  #next = 1;

  constructor(kind: BankKind) {
    this.kind = kind;
  }

  get isRepeatable(): boolean {
    return this.kind.isRepeatable;
  }

  /** The refunds under a name that the records show by now. */
  #shown(refunds: readonly BankRefund[]): BankRefund[] {
    return refunds.filter(({ shownAtUs }) => shownAtUs <= this.nowUs());
  }

  /** Lets requests arrive whose senders no longer wait. */
  arrive(nowUs: number): void {
    const due = this.#late.filter(({ atUs }) => atUs <= nowUs);
    this.#late = this.#late.filter(({ atUs }) => atUs > nowUs);
    for (const { atUs, execute } of due) execute(atUs);
  }

  /** What left the bank for a payment, minor units: refunds that did not fail, and those made in the portal. */
  moved(paymentId: number): number {
    const refunds = [...this.records.values()].flat().filter((each) => each.paymentId === paymentId);
    const sum = refunds.reduce((all, each) => all + (each.status === 'failed' ? 0 : each.amountMinor), 0);
    return sum + (this.portal.get(paymentId) ?? 0);
  }

  /** Returns money in the portal, as far as the bank still has it. */
  refundInPortal(paymentId: number, amountMinor: number, paidMinor: number): void {
    if (this.#late.length > 0 || this.moved(paymentId) + amountMinor > paidMinor) return;
    this.portal.set(paymentId, (this.portal.get(paymentId) ?? 0) + amountMinor);
  }

  /** A customer's bank returns a refund that had succeeded. */
  reverse(): void {
    const done = [...this.records.values()].flat().find(({ status }) => status === 'succeeded');
    if (done) done.status = 'failed';
  }

  get isAsleep(): boolean {
    return this.#asleep.length > 0;
  }

  /** Ends the pause of processes that slept while they looked a refund up. */
  wake(): void {
    for (const resume of this.#asleep.splice(0)) resume();
  }

  /** Decides everything that is pending. */
  decide(isGood: () => boolean): void {
    for (const each of [...this.records.values()].flat()) {
      if (each.status === 'pending') each.status = isGood() ? 'succeeded' : 'failed';
    }
  }

  #execute(
    payment: Payment,
    { id, money }: RefundOrder,
    status: BankRefund['status'],
    atUs = this.nowUs(),
  ): BankRefund {
    const known = this.records.get(id) ?? [];
    if (this.isRepeatable && known[0]) return known[0];
    const made = {
      ref: `re_${payment.id}_${this.#next++}`,
      paymentId: payment.id,
      amountMinor: money.amountMinor,
      shownAtUs: this.showsAtUs(atUs),
      status,
    };
    this.records.set(id, [...known, made]);
    return made;
  }

  async #find({ id }: RefundOrder): Promise<RefundReport | undefined> {
    if (this.isDown) throw new ProviderUnavailable('connection refused');
    const [found] = this.#shown(this.records.get(id) ?? []);
    const report = found && { status: found.status, providerRef: found.ref, nextCheckAtUs: this.watchUntilUs() };
    if (this.sleeps()) await new Promise<void>((resume) => this.#asleep.push(resume));
    return report;
  }

  provider(): Provider {
    const { isBlind = false } = this.kind;
    const calls: RefundCalls = {
      canRefundParts: true,
      isRepeatable: this.isRepeatable,
      lagUs: this.kind.lagUs,
      send: async (payment, order) => {
        const fault = this.isDown ? 'request_lost' : this.fault();
        if (fault === 'unreachable') {
          throw new ProviderUnavailable('connection refused', { cause: new NoResponse('connection refused', false) });
        }
        this.sent.add(order.id);
        if (fault === 'request_lost') throw new ProviderUnavailable('connection refused');
        if (fault === 'refused') throw new ProviderRefused('no', 'declined', 'refused');
        if (fault === 'late') {
          this.#late.push({
            atUs: this.lateUntilUs(),
            execute: (arrivedUs) => void this.#execute(payment, order, 'succeeded', arrivedUs),
          });
          throw timedOut();
        }
        const made = this.#execute(payment, order, fault === 'slow' ? 'pending' : 'succeeded');
        if (fault === 'response_lost') throw timedOut();
        return { status: made.status, providerRef: made.ref, nextCheckAtUs: this.watchUntilUs() };
      },
      hidesRefunds: isBlind,
      ...(!isBlind && { find: (_payment, order) => this.#find(order) }),
    };
    return {
      name: 'bank',
      open: () => ({ providerData: null, expiresAtUs: 0, nextCheckAtUs: 0, fields: {} }),
      verify: async (payment) => {
        if (this.isDown) throw new ProviderUnavailable('connection refused');
        const { amountMinor, currency } = payment;
        const shown = this.#shown([...this.records.values()].flat()).filter(
          (each) => each.paymentId === payment.id && each.status !== 'failed',
        );
        // A refund in the portal is shown at once: what no one can know cannot be counted.
        const portalMinor = this.portal.get(payment.id) ?? 0;
        const moved = this.kind.isBlind ? 0 : shown.reduce((sum, each) => sum + each.amountMinor, portalMinor);
        const left = { amountMinor: Math.max(0, amountMinor - moved), currency };
        const items = shown.map((each) => {
          const money = { amountMinor: each.amountMinor, currency };
          return { providerRef: each.ref, money, how: 'refunded' } as const;
        });
        const returns = moved === 0 ? undefined : { left, items };
        const outcome = { status: 'completed', paid: { amountMinor, currency }, returns } as const;
        return { outcome, response: {}, nextCheckAtUs: 0 };
      },
      refunds: ({ method }) => (method === 'card' ? calls : undefined),
    };
  }
}

/** There was a connection: the request may have arrived. */
function timedOut(): ProviderUnavailable {
  return new ProviderUnavailable('timed out', { why: 'silent', cause: new NoResponse('timed out', true) });
}
