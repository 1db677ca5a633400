import type { DisputeState } from '../../../core/dispute.ts';
import { type Currency, formatAmount, type Money } from '../../../core/money.ts';
import type { PaymentMethod } from '../../../core/payment.ts';
import type { MoneyBack } from '../../receipts/receipt.ts';

/**
 * The kinds of differences between a provider's records and ours: money for a failed payment, a wrong amount, a second
 * charge, a completed payment that the provider does not show as paid, a charge that belongs to none of our payments, a
 * payment still open long after its expiry, money that was returned to the customer in the provider's portal (before or
 * after the payment was completed), and money that the customer's bank holds in a dispute.
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

/** The kinds for money that the provider received and that matches no payment. Migration 000026 has the same list. */
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
  /**
   * For `unknown_payment`: the transaction id that the provider names, and that is not in this store; null when the
   * provider names none.
   */
  readonly namedId?: number | null;
  /** The provider's own number of the transaction; our transaction id when it has none. */
  readonly providerRef: string;
  /** The amount paid, or returned, according to the provider; null when it reports none. */
  readonly reported: Money | null;
  /**
   * The amount paid originally, if a part of it was returned to the customer later; `reported` is then the rest. Not
   * stored.
   */
  readonly whole?: Money | undefined;
  /**
   * For `still_open`: the provider's own status of the payment, or why the provider gave none. For returned money: how
   * it was returned (`refunded`, `voided`, `dispute_lost`, `disputed`, `refund_pending`, `unlisted`), or that it was not (`refund_failed`,
   * `replaced`: other discrepancies have its money). At most 200 characters.
   */
  readonly word?: string | null;
}

/** A stored difference, until an operator resolves it. */
export interface Discrepancy extends DiscrepancyReport {
  readonly id: string;
  readonly timesSeen: number;
  readonly firstSeenAtUs: number;
  readonly lastSeenAtUs: number;
  readonly settledAtUs: number | null;
  /** The operator's resolution note. */
  readonly note: string | null;
  /** The refund that its money is; null if it is none. */
  readonly refundId: string | null;
  /** The state of the dispute that it is about; null if none is stored. */
  readonly disputeState: DisputeState | null;
  /** The payment that has paid the order of this payment's checkout session; null if there is none. */
  readonly orderPaidBy: number | null;
  /**
   * For `unknown_payment`: whether the payment may be in an archive, because payments from the time of its id were
   * moved to an archive. False when the payment was certainly never in this store, or was lost in a restore.
   */
  readonly mayBeArchived: boolean;
  /** Our record of the payment. */
  readonly expected: {
    readonly websiteId: string;
    readonly customerName: string;
    readonly amountMinor: number;
    readonly currency: Currency;
    readonly status: string;
  } | null;
}

/**
 * The money that the provider has beyond the payment's amount; negative if money is missing. Null if the provider
 * reported nothing that can be compared, or if the money of a failed payment went back to the customer. For many equal
 * cases, pass the sums of their amounts.
 */
export function differenceOf({
  kind,
  expected,
  reported,
}: Pick<Discrepancy, 'kind' | 'reported'> & { readonly expected: Money | null }): Money | null {
  switch (kind) {
    case 'amount_mismatch':
    case 'not_paid': {
      if (!expected) return null;
      const { amountMinor, currency } = expected;
      if (!reported) return kind === 'not_paid' ? { amountMinor: -amountMinor, currency } : null;
      return reported.currency === currency ? { amountMinor: reported.amountMinor - amountMinor, currency } : null;
    }
    case 'paid_after_failure':
    case 'paid_twice':
    case 'unknown_payment':
      return reported;
    case 'returned_after_completion':
    case 'disputed':
      return reported && { ...reported, amountMinor: -reported.amountMinor };
    case 'still_open':
    case 'returned_before_completion':
      return null;
  }
}

/** The note of cases that the gateway resolved because their provider reported all of the money as returned. */
export const RETURNED_NOTE = 'all of it was returned in the provider portal';

/** Whether the provider reported that all money of a case went back to the customer. */
export function isReturned({ note }: Pick<Discrepancy, 'note'>): boolean {
  return note === RETURNED_NOTE;
}

/** The end of the note of a completed payment's case once its provider shows the payment with its full amount again. */
export const SHOWN_NOTE = 'the provider shows its full amount again';

/** Whether the provider has shown a completed payment with its full amount since it reported this case. */
export function isShownAgain({ note }: Pick<Discrepancy, 'note'>): boolean {
  return note?.endsWith(SHOWN_NOTE) ?? false;
}

/** The words of returns that returned nothing in the end. */
export const UNDONE_WORDS: readonly string[] = ['refund_failed', 'replaced'];

/** Whether the money of a case went back to the customer, or is on its way: a return, unless it was undone, or a loss whose dispute was won since. */
function isBack({ kind, word, disputeState }: Discrepancy): boolean {
  return kind === 'returned_after_completion' && disputeState !== 'won' && !UNDONE_WORDS.includes(word ?? '');
}

/** Whether the customer's bank holds the money of a case. A dispute that is not stored counts until its case is resolved: it may then have been won. */
function isHeld({ kind, disputeState, settledAtUs }: Discrepancy): boolean {
  return kind === 'disputed' && (disputeState === null ? settledAtUs === null : disputeState === 'opened');
}

/**
 * The cases of a completed payment whose money went back, or is held in a dispute. A return counts even when its case is resolved. A lost dispute
 * counts once: its loss is a return with the same number.
 */
export function goneOf(discrepancies: readonly Discrepancy[]): (Discrepancy & { readonly isHeld: boolean })[] {
  const back = discrepancies.filter(isBack);
  const held = discrepancies.filter(
    (each) => isHeld(each) && !back.some(({ providerRef }) => providerRef === each.providerRef),
  );
  return discrepancies.flatMap((each) =>
    back.includes(each) || held.includes(each) ? [{ ...each, isHeld: held.includes(each) }] : [],
  );
}

/** The money of a completed payment that its provider reported as returned, or as held in a dispute, oldest first. */
export function moneyBackOf(discrepancies: readonly Discrepancy[]): MoneyBack[] {
  const back = goneOf(discrepancies).filter(({ word }) => word !== 'refund_pending');
  return back.flatMap(({ reported: money, isHeld: held, firstSeenAtUs, lastSeenAtUs }): MoneyBack[] =>
    money ? [{ money, isHeld: held, atUs: held ? lastSeenAtUs : firstSeenAtUs }] : [],
  );
}

/** The transaction id of a discrepancy, whether the payment is stored or unknown; null when the provider named none. */
export function transactionIdOf({
  paymentId,
  namedId,
}: Pick<DiscrepancyReport, 'paymentId' | 'namedId'>): string | null {
  const id = paymentId ?? namedId ?? null;
  return id === null ? null : String(id);
}

/**
 * The amount that a provider reported, as the audit log stores it, such as `100.00 HTG`; null if the provider reported
 * none.
 */
export function reportedText(reported: Money | null): string | null {
  return reported && `${formatAmount(reported.amountMinor)} ${reported.currency}`;
}
