import { type Currency, percentOf } from '../../core/money.ts';
import type { Mode, Payment, PaymentMethod } from '../../core/payment.ts';
import { type Entry, move } from '../ledger/entry.ts';

/** The payments that a rule is about. */
export interface FeeScope {
  readonly websiteId: string;
  readonly mode: Mode;
  readonly method: PaymentMethod;
  readonly currency: Currency;
}

/** What a provider charges for a payment: a percentage and a fixed amount, together at least the minimum. Minor units. */
export interface FeeTerms {
  /** Thousandths of a percent: 2900 is 2.9 %. */
  readonly percentE3: number;
  readonly fixedMinor: number;
  readonly minimumMinor: number;
}

/** A fee rule. Of the rules with the latest start before a payment completed, the one with the highest number counts. */
export interface FeeRule extends FeeScope, FeeTerms {
  /** 1 for the first. */
  readonly number: number;
  /** From when on it counts, microseconds since 1970. Always after `setAtUs`: no fee of a past payment changes. */
  readonly validFromUs: number;
  readonly setAtUs: number;
  /** The name of the actor. */
  readonly setBy: string;
}

/** The part of a rule that decides a fee, and the number by which the entry names the rule. */
export type AppliedRule = Pick<FeeRule, 'number' | keyof FeeTerms>;

/** The fee of an amount, rounded half up to the minor unit. It may be more than a small amount. */
export function feeOf({ percentE3, fixedMinor, minimumMinor }: FeeTerms, amountMinor: number): number {
  return Math.max(minimumMinor, percentOf(amountMinor, percentE3) + fixedMinor);
}

/** The entry of a completed payment's fee: the provider withholds it. Undefined if the rule says zero. */
export function feeEntry(
  rule: AppliedRule,
  payment: Pick<Payment, 'id' | 'websiteId' | 'mode' | 'method' | 'amountMinor' | 'currency' | 'finishedAtUs'>,
): Entry | undefined {
  const { id, websiteId, mode, method, currency, finishedAtUs } = payment;
  const amountMinor = feeOf(rule, payment.amountMinor);
  if (amountMinor === 0) return undefined;
  const lines = move(`due:${method}`, `fees:${method}`, { amountMinor, currency });
  return { event: `fee:${rule.number}`, about: id, websiteId, mode, atUs: finishedAtUs ?? 0, lines };
}
