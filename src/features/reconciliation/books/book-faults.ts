/** A kind of fault. */
interface FaultKind {
  /** What is inconsistent. */
  readonly means: string;
  /** What to do about it. */
  readonly remedy: string;
  /**
   * Whether normal operation can also cause the fault. Such a fault is reported, but does not change the exit code 0.
   */
  readonly isWarning?: true;
}

/** An earlier backup has the data from before the change or the disk fault. */
const RESTORE = 'Compare the rows with an earlier backup and with the audit log; see below.';

/**
 * Every fault that `peye verify-books` can find, in the order in which it reports them. docs/consistency.md has the same table. Peye itself
 * never writes any of these, whatever crashes: someone changed the store outside Peye, a disk lost data, or there is a bug. Only
 * `refund_number_shared` comes from a person who entered a wrong number.
 */
export const BOOK_FAULTS = {
  state_impossible: {
    means: 'A payment is `pending` although its method is not `card`: only `card` payments start as `pending`.',
    remedy: RESTORE,
  },
  key_mismatch: {
    means: "A payment's website or mode differs from that of the key that created it, or that key is not stored.",
    remedy: RESTORE,
  },
  time_order: {
    means: 'A payment became final before it was created.',
    remedy: 'A warning: a clock that was set back causes this (docs/failures.md). If none was, compare with a backup.',
    isWarning: true,
  },
  conversion_wrong: {
    means: 'The amount of a converted payment is not its dollars times its rate.',
    remedy: RESTORE,
  },
  event_missing: {
    means: 'A final payment has no event, and retention has not deleted events of that age.',
    remedy: 'Notify the merchant of the outcome; then compare with a backup.',
  },
  event_unfounded: {
    means: 'An event belongs to a payment that is open or not stored.',
    remedy:
      'The merchant may have delivered because of it: check with the provider (peye payments verify), then compare with a backup.',
  },
  event_mismatch: {
    means:
      'The outcome, time or website of an event differs from its payment, or the event is in a feed where it does not belong.',
    remedy: 'Notify the merchant of the right outcome: the provider knows it (peye payments verify).',
  },
  feed_broken: {
    means: "A website's feed has a gap, or does not end at the last position that was assigned.",
    remedy: 'Readers of the feed have missed events, or will: notify the merchant, who can list the payments.',
  },
  delivery_missing: {
    means:
      'An event has no delivery although its website had a callback URL, and retention has not deleted deliveries of that age.',
    remedy: 'Notify the merchant of the outcome: no webhook was sent.',
  },
  delivery_unfounded: {
    means: 'A delivery belongs to a payment that is open or not stored.',
    remedy: 'The merchant was notified: check with the provider (peye payments verify), then compare with a backup.',
  },
  delivery_mismatch: {
    means: 'The stored webhook differs from its payment: in a field, its time or its website.',
    remedy: 'Notify the merchant of the right outcome: the provider knows it (peye payments verify).',
  },
  attempts_mismatch: {
    means:
      'The attempts of a delivery differ from their count, or none of them explains its status or its last result.',
    remedy: 'Check with the merchant whether the event arrived, and resend it (peye deliveries resend).',
  },
  given_up_early: {
    means: 'A delivery failed for good before its retry schedule was used up, and no response was 410.',
    remedy:
      'A warning: WEBHOOK_RETRY_SECONDS may have been shorter then. If it was not, resend the event (peye deliveries resend).',
    isWarning: true,
  },
  planned_late: {
    means: "A webhook's next attempt is planned later than any wait of the retry schedule.",
    remedy:
      'A warning: WEBHOOK_RETRY_SECONDS may have been longer then, or a clock was wrong. A running gateway sends it within a minute; check that one is running.',
    isWarning: true,
  },
  counts_wrong: {
    means:
      "The stored counts of a key's payments differ from the number of payments: a payment was lost, added or changed by hand.",
    remedy: RESTORE,
  },
  sums_wrong: {
    means: 'The stored totals of a day or an hour differ from the sum of its payments.',
    remedy: RESTORE,
  },
  ledger_unbalanced: {
    means: 'The lines of a ledger entry do not sum to zero in each currency, or do not belong together.',
    remedy: RESTORE,
  },
  ledger_missing: {
    means: 'A completed payment, its fee, a refund, a discrepancy or a payout lacks an entry in the ledger.',
    remedy: RESTORE,
  },
  ledger_mismatch: {
    means:
      'A ledger entry differs from its payment, fee, refund, discrepancy or payout: in an account, an amount, the website, the mode or the time.',
    remedy: RESTORE,
  },
  ledger_unfounded: {
    means:
      'A ledger entry belongs to no completed payment, fee, refund, discrepancy or payout, or to an event that has not happened.',
    remedy: RESTORE,
  },
  payout_mismatch: {
    means:
      "A payout's number of lines or its amounts differ from its lines, or a matched line from its payment, refund or fee.",
    remedy: "Compare the payout with the provider's statement, and its rows with a backup.",
  },
  discrepancy_missing: {
    means: 'A payment failed because a different amount was paid, and the discrepancy with that amount is missing.',
    remedy:
      "A customer paid, and nothing reminds an operator to refund: find the payment in the provider's statement, and compare with a backup.",
  },
  settlement_mismatch: {
    means: 'A discrepancy and the audit log differ: whether it is resolved, its kind, its note or its amount.',
    remedy:
      "Money may be reported as refunded that was not: check the provider's statement, and compare with a backup.",
  },
  refund_money_wrong: {
    means:
      "A payment's reserved or refunded amount differs from the sum of its refunds, or its paid amount from the payment's amount.",
    remedy:
      "Too much may be refunded, or too little: compare the payment's refunds with the provider's records, and the rows with a backup.",
  },
  refund_unfounded: {
    means:
      'A refund belongs to a payment that is not stored or not completed, or has another website, mode, method or currency; or it is external, and no discrepancy has its number, amount and status.',
    remedy: "Look it up in the provider's records before you approve or pay it; then compare with a backup.",
  },
  refund_number_shared: {
    means:
      'An operator entered a number for a refund, and the provider reports a refund of another payment under this number: both count as refunded.',
    remedy:
      "The provider's report counts: look up in its portal whether the refund was paid, and correct its number (peye refunds correct). The detail names the other refund.",
  },
  dispute_unfounded: {
    means:
      'A dispute belongs to a payment that is not stored or not completed, or has another website, mode or method; or its state and its discrepancies differ.',
    remedy:
      "Look it up in the provider's records: money may be refunded twice, or not at all. Then compare with a backup.",
  },
  refund_state: {
    means:
      "A refund's status does not match its steps: it is open without a next step, or it was sent without an approval.",
    remedy: "Look it up in the provider's records: the customer may wait for the money. Then compare with a backup.",
  },
  refund_undecided: {
    means:
      'A refund and the audit log differ: whether it was approved, rejected or paid by hand, or the number of that transaction.',
    remedy: "Someone changed it outside Peye: look it up in the provider's records, and compare with a backup.",
  },
  refund_event_missing: {
    means:
      'A refund succeeded, failed or was reversed, and its webhook is missing although its website has a callback URL for refunds, or its event is missing in the test feed.',
    remedy: "The merchant's server does not know the outcome: send the merchant the refund's status.",
  },
  recurring_mismatch: {
    means:
      'A subscription does not match its first payment: that payment is not completed or not recurring, or has another interval, start, website or key.',
    remedy: 'Pause it (peye subscriptions pause), then compare with a backup.',
  },
  recurring_state: {
    means: "A subscription's state does not match the audit log, its charges and its interval.",
    remedy:
      'Its card may be charged against the will of the customer or the merchant, or never: pause or cancel it (peye subscriptions), then compare with a backup.',
  },
  recurring_missing: {
    means: 'A completed payment should have started a subscription, and there is none.',
    remedy:
      'A warning: the provider may have returned no card token; the log of that time shows it. If it did, compare with a backup.',
    isWarning: true,
  },
  charge_mismatch: {
    means: 'A charge of a subscription differs from the first payment in amount, website or key.',
    remedy:
      "The customer was charged something other than agreed: pause it (peye subscriptions pause), and check the acquirer's records.",
  },
  period_missing: {
    means: 'A subscription has passed a cycle that has no payment and was not skipped.',
    remedy: "Check in the acquirer's portal whether the card was charged, then compare with a backup.",
  },
  receipt_unfounded: {
    means:
      'A receipt belongs to a payment that is not stored, is not completed or has no e-mail address; or it ended without an attempt.',
    remedy: 'If it was sent, notify the customer. Compare with a backup.',
  },
  late_check_unfounded: {
    means:
      'A late check belongs to a payment that is not stored, has not failed, is a test payment or has another method.',
    remedy: RESTORE,
  },
  late_check_missing: {
    means:
      'A live payment failed a short time ago, and no late check follows, or not in time: a late payment by the customer would be missed.',
    remedy: 'Check each now (peye payments verify), then compare with a backup.',
  },
  link_mismatch: {
    means:
      'A payment link and a payment that it lists differ in state, amount, price, website, key, mode or metadata, or the payment is not stored.',
    remedy: 'Recount the link (peye links recount). If its website or mode differs, compare the rows with a backup.',
  },
  session_mismatch: {
    means:
      'A checkout session and a payment that it lists differ in state, amount, website, key or mode, two payments of a session are completed, or the session counts its payments wrong.',
    remedy:
      'If two payments are completed, the customer paid twice: refund one of them. Otherwise compare the rows with a backup.',
  },
  search_terms_missing: {
    means:
      'A final payment has no search terms: a search by a part of its numbers or by its customer does not find it.',
    remedy:
      'A warning: a gateway of an earlier version that ran alongside for long causes this. The whole ID and reference find it.',
    isWarning: true,
  },
  link_payment_missing: {
    means: 'A payment looks like one of a payment link, but the link does not list it.',
    remedy:
      'A warning: a merchant can create such a payment through the API. If this one did not, the link sells too much: compare with a backup.',
    isWarning: true,
  },
  link_miscounted: {
    means: 'The units or totals that a payment link counts differ from its payments.',
    remedy: 'The link may sell too much or too little: recount it (peye links recount).',
  },
  setting_mismatch: {
    means:
      'A website, a key, a payment link or the exchange rate differs from the newest audit log entry about it, or is not stored.',
    remedy:
      'Someone changed it outside Peye: set it to the right value again, and rotate the secrets of the website or key concerned.',
  },
  archive_mismatch: {
    means: 'The list of removed archives differs from the removals in the audit log.',
    remedy:
      'Run peye archive recount, which corrects the list, then verify again: payments that no archive explains are missing.',
  },
  audit_broken: {
    means: 'The chain of the audit log is broken.',
    remedy: 'docs/audit.md explains what that proves; compare with a head or an export that was stored elsewhere.',
  },
  secret_unreadable: {
    means: 'Neither SECRET_KEY nor SECRET_KEY_PREVIOUS decrypts a webhook secret, card token or authenticator secret.',
    remedy: 'Set SECRET_KEY_PREVIOUS to the key that encrypted it (docs/secrets.md).',
  },
} as const satisfies Readonly<Record<string, FaultKind>>;

export type BookFaultKind = keyof typeof BOOK_FAULTS;

/** Whether the kind is a fault, not a warning. */
export function isFault(kind: BookFaultKind): boolean {
  return !('isWarning' in BOOK_FAULTS[kind]);
}

/** The kinds, in the order of the table. */
export const BOOK_FAULT_KINDS = Object.keys(BOOK_FAULTS) as BookFaultKind[];

/** One inconsistency. */
export interface BookFault {
  readonly kind: BookFaultKind;
  /** Id of the payment, delivery, discrepancy, refund, payout, website, key, subscription, payment link or archive, or a position of the audit log. */
  readonly id: string;
  /** What differs: only numbers, days and fixed words, never a name, an address or a secret. */
  readonly detail: string | null;
}
