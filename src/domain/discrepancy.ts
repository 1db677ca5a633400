import type { Currency, Money } from './money.ts';
import type { PaymentMethod } from './payment.ts';

/**
 * Where a provider's books and ours differ: money for a payment that had failed, another amount than asked, money a second
 * time, a completed payment that the provider does not know as paid, money that belongs to none of our payments, and a payment
 * that is open long after its end.
 */
export const DISCREPANCY_KINDS = [
  'paid_after_failure',
  'amount_mismatch',
  'paid_twice',
  'not_paid',
  'unknown_payment',
  'still_open',
] as const;
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number];

/** A difference as it was seen. */
export interface DiscrepancyReport {
  readonly kind: DiscrepancyKind;
  readonly method: PaymentMethod;
  /** Null when the provider's charge names none of our payments. */
  readonly paymentId: number | null;
  /** The provider's own number of the money; the transaction id when it has none. */
  readonly providerRef: string;
  /** What the provider reports as paid; null when it reports nothing. */
  readonly reported: Money | null;
  /** Of `still_open`: the provider's own word for where the payment is, or why it gave none. At most 200 characters. */
  readonly word?: string | null;
}

/** A difference as it is kept, until an operator has settled it. */
export interface Discrepancy extends DiscrepancyReport {
  readonly id: string;
  readonly timesSeen: number;
  readonly firstSeenAtUs: number;
  readonly lastSeenAtUs: number;
  readonly settledAtUs: number | null;
  /** What the operator did about it. */
  readonly note: string | null;
  /** What we hold of the payment. */
  readonly expected: { readonly amountMinor: number; readonly currency: Currency; readonly status: string } | null;
}
