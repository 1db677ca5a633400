/** What is known of a kind of fault. */
interface FaultKind {
  /** What does not fit. */
  readonly means: string;
  /** What to do about it. */
  readonly remedy: string;
  /** Whether there are lawful ways there, so that it is told and nothing more follows. */
  readonly isWarning?: true;
}

/** Of what somebody has changed by hand, or a disk has lost, a backup knows how it was. */
const RESTORE = 'Compare the rows with a backup from before, and with the audit log; see below.';

/**
 * Everything that `peye verify-books` can find, in the order in which it tells. docs/consistency.md has the same table. All of it is what
 * Peye never writes, whatever dies: somebody changed the store beside it, a disk lost something, or there is a bug.
 */
export const BOOK_FAULTS = {
  state_impossible: {
    means: 'A payment is `pending` that can never have been: only cards begin so.',
    remedy: RESTORE,
  },
  key_mismatch: {
    means: "A payment's website or mode is not that of the key that made it.",
    remedy: RESTORE,
  },
  time_order: {
    means: 'A payment became final before it was made.',
    remedy: 'A warning: a clock that was set back does that (docs/time.md). If none was, compare with a backup.',
    isWarning: true,
  },
  conversion_wrong: {
    means: 'The amount of a converted payment is not its dollars at its rate.',
    remedy: RESTORE,
  },
  event_missing: {
    means: 'A final payment has no event, and none of its age was let go.',
    remedy: 'Tell the merchant the outcome; then compare with a backup.',
  },
  event_unfounded: {
    means: 'An event is of a payment that is open, or not there.',
    remedy:
      'The merchant may have sold on the strength of it: ask the provider (peye payments verify), then compare with a backup.',
  },
  event_mismatch: {
    means:
      'An event tells another outcome, moment or website than its payment, or stands in the feed where it must not.',
    remedy: 'Tell the merchant which is right: the provider knows (peye payments verify).',
  },
  feed_broken: {
    means: "A website's feed has a gap, or ends elsewhere than at the last position that was given.",
    remedy: 'Readers of the feed have missed something, or will: tell the merchant, who can list the payments.',
  },
  delivery_missing: {
    means: 'An event has no delivery although its website had a callback URL, and none of its age was let go.',
    remedy: 'Tell the merchant the outcome: no webhook was sent.',
  },
  delivery_unfounded: {
    means: 'A delivery is of a payment that is open, or not there.',
    remedy: 'The merchant was told of it: ask the provider (peye payments verify), then compare with a backup.',
  },
  delivery_mismatch: {
    means: 'The stored webhook is not what its payment says: one of its fields, its moment or its website differs.',
    remedy: 'Tell the merchant which is right: the provider knows (peye payments verify).',
  },
  attempts_mismatch: {
    means:
      'The attempts of a delivery are not those that were counted, or none of them explains its status or its last result.',
    remedy: 'Ask the merchant whether the event arrived, and send it again (peye deliveries resend).',
  },
  given_up_early: {
    means: 'A delivery was given up before its schedule was used up, and no response was 410.',
    remedy:
      'A warning: WEBHOOK_RETRY_SECONDS may have been shorter then. If it was not, send the event again (peye deliveries resend).',
    isWarning: true,
  },
  counts_wrong: {
    means:
      "The kept counts of a key's payments are not how many there are: a payment was lost, added or changed by hand.",
    remedy: RESTORE,
  },
  sums_wrong: {
    means: 'The kept sums of a day or an hour are not what its payments come to.',
    remedy: RESTORE,
  },
  discrepancy_missing: {
    means: 'A payment failed because another amount was paid, and the discrepancy with that amount is missing.',
    remedy:
      "A customer paid, and no one is to return it: find the payment in the provider's statement, and compare with a backup.",
  },
  settlement_mismatch: {
    means: 'A discrepancy and the audit log differ: whether it is settled, its kind, its note or its amount.',
    remedy: "Money may be reported as returned that was not: see the provider's statement, and compare with a backup.",
  },
  recurring_mismatch: {
    means:
      'A recurring payment does not follow from its first payment: that one is not completed or not recurring, or has another interval, start, website or key.',
    remedy: 'Pause it (peye subscriptions pause), then compare with a backup.',
  },
  recurring_state: {
    means: "A recurring payment's state does not follow from the audit log, its charges and its interval.",
    remedy:
      'Its card may be charged against the will of the customer or the merchant, or never: pause or cancel it (peye subscriptions), then compare with a backup.',
  },
  recurring_missing: {
    means: 'A completed payment was to start a recurring one, and has none.',
    remedy:
      'A warning: the provider may have given no card token, which the log of that moment says. If it did, compare with a backup.',
    isWarning: true,
  },
  charge_mismatch: {
    means: 'A charge of a recurring payment is not of the amount, website or key of the first payment.',
    remedy:
      'The customer was charged something else than agreed: pause it (peye subscriptions pause), and see what the acquirer has.',
  },
  period_missing: {
    means: 'A recurring payment has passed a period that has neither a payment nor was left out.',
    remedy: "See in the acquirer's portal whether the card was charged, then compare with a backup.",
  },
  receipt_unfounded: {
    means:
      'A receipt is of a payment that is not stored, not completed or has no e-mail address; or it ended without an attempt.',
    remedy: 'If it was sent, tell the customer. Compare with a backup.',
  },
  late_check_unfounded: {
    means: 'A late check is of a payment that is not stored, has not failed, was a test or has another method.',
    remedy: RESTORE,
  },
  late_check_missing: {
    means:
      'A live payment failed a short time ago, and no check follows, or none in time: money that arrives after all would not be seen.',
    remedy: 'Check each now (peye payments verify), then compare with a backup.',
  },
  link_mismatch: {
    means:
      'A payment link and a payment that it lists differ in state, amount, price, website, key, mode or metadata, or the payment is not stored.',
    remedy: 'Recount the link (peye links recount). If its website or mode differs, compare the rows with a backup.',
  },
  link_payment_missing: {
    means: 'A payment looks like one of a payment link, and the link does not list it.',
    remedy:
      'A warning: a merchant can create such a payment through the API. If this one did not, the link sells too much: compare with a backup.',
    isWarning: true,
  },
  link_miscounted: {
    means: 'The places or sums that a payment link counts are not what its payments come to.',
    remedy: 'The link may sell too much or too little: recount it (peye links recount).',
  },
  setting_mismatch: {
    means:
      'A website, a key, a payment link or the exchange rate is not what the newest entry of the audit log about it says.',
    remedy:
      'Someone changed it outside Peye: set it again to what is right, and replace the secrets of the website or key concerned.',
  },
  archive_mismatch: {
    means: 'The list of removed archives is not what the audit log says was removed.',
    remedy:
      'Run peye archive recount, which corrects the list, then verify again: payments that no archive explains are missing.',
  },
  audit_broken: {
    means: 'The chain of the audit log does not hold.',
    remedy: 'docs/audit.md says what that proves; compare with a head or an export that was kept elsewhere.',
  },
  secret_unreadable: {
    means: 'A webhook secret, card token or authenticator opens under neither SECRET_KEY nor SECRET_KEY_PREVIOUS.',
    remedy: 'Set SECRET_KEY_PREVIOUS to the key that it was sealed under (docs/secret-key.md).',
  },
} as const satisfies Readonly<Record<string, FaultKind>>;

export type BookFaultKind = keyof typeof BOOK_FAULTS;

/** Whether what was found is a fault, and no warning. */
export function isFault(kind: BookFaultKind): boolean {
  return !('isWarning' in BOOK_FAULTS[kind]);
}

/** Their names, in the order of the table. */
export const BOOK_FAULT_KINDS = Object.keys(BOOK_FAULTS) as BookFaultKind[];

/** One thing that does not fit. */
export interface BookFault {
  readonly kind: BookFaultKind;
  /** What it is about: a payment, a delivery, a discrepancy, a website, a key, a recurring payment, a payment link, an archive or a place of the audit log. */
  readonly id: string;
  /** What differs, as far as that is a number, a day or a word of ours: never a name, an address or a secret. */
  readonly detail: string | null;
}
