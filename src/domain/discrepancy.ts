import type { Currency, Money } from './money.ts';
import type { PaymentMethod } from './payment.ts';

/**
 * A difference between a provider's books and ours: money for a failed payment, a wrong amount, a second charge, a
 * completed payment that the provider does not know as paid, a charge that belongs to none of our payments, a payment
 * still open long after its expiry, money that was returned to the customer in the provider's portal before or after the
 * payment was completed, and money that the customer's bank holds in a dispute.
 */
export const DISCREPANCY_KINDS = [
  'paid_after_failure',
  'amount_mismatch',
  'paid_twice',
  'not_paid',
  'unknown_payment',
  'still_open',
  'returned_before_completion',
  'returned_after_completion',
  'disputed',
] as const;
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number];

/** The kinds that report money which the provider received and which fits no payment. Migration 000026 holds the same list. */
export const RECEIVED_KINDS: readonly DiscrepancyKind[] = [
  'paid_after_failure',
  'amount_mismatch',
  'paid_twice',
  'unknown_payment',
];

/** A difference as it was reported. */
export interface DiscrepancyReport {
  readonly kind: DiscrepancyKind;
  readonly method: PaymentMethod;
  /** Null when the provider's charge names none of our payments. */
  readonly paymentId: number | null;
  /** Of `unknown_payment`: the transaction id that the provider names and this store does not hold; null when it names none. */
  readonly namedId?: number | null;
  /** The provider's own number of the money; the transaction id when it has none. */
  readonly providerRef: string;
  /** What the provider reports as paid, or as returned; null when it reports nothing. */
  readonly reported: Money | null;
  /** What was paid at first, when a part of it went back to the customer since: `reported` is what is left. Not stored. */
  readonly whole?: Money | undefined;
  /**
   * Of `still_open`: the provider's own word for where the payment is, or why it gave none. Of returned money: how it was
   * returned (`refunded`, `voided`, `dispute_lost`, `disputed`). At most 200 characters.
   */
  readonly word?: string | null;
}

/** A stored difference, until an operator settles it. */
export interface Discrepancy extends DiscrepancyReport {
  readonly id: string;
  readonly timesSeen: number;
  readonly firstSeenAtUs: number;
  readonly lastSeenAtUs: number;
  readonly settledAtUs: number | null;
  /** What the operator did about it. */
  readonly note: string | null;
  /**
   * Of `unknown_payment`: whether the payment may be in an archive, because payments from the time of its id were removed to one.
   * False when this store certainly never held it, or lost it in a restore.
   */
  readonly mayBeArchived: boolean;
  /** What we hold of the payment. */
  readonly expected: { readonly amountMinor: number; readonly currency: Currency; readonly status: string } | null;
}

/** The transaction id of a discrepancy, of a stored payment or of an unknown one; null when the provider named none. */
export function transactionIdOf({
  paymentId,
  namedId,
}: Pick<DiscrepancyReport, 'paymentId' | 'namedId'>): string | null {
  const id = paymentId ?? namedId ?? null;
  return id === null ? null : String(id);
}
