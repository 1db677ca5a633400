/** Discrepancies in the console. */
export const en = {
  discrepancy: 'Discrepancy',
  sortedText: 'The largest difference of each currency first, among the newest {count, number} that match.',
  state: 'State',
  open: 'Open',
  openFor: 'Open for',
  settled: 'Resolved',
  kind: 'Kind',
  method: 'Method',
  payment: 'Payment',
  asked: 'Peye amount',
  came: 'Provider amount',
  nothingCame: 'nothing paid',
  noPayment: 'no matching payment',
  noAmount: 'amount not reported',
  notStored: 'not stored and in no archive',
  mayBeArchived: 'not stored; may be in an archive',
  timesSeen: 'Times seen',
  settledAt: 'Resolved at',
  settledBy: 'Resolved by',
  note: 'Resolution note',
  noteHint:
    'Visible to your team. For example: refunded, customer informed, provider’s case number. 1 to 255 characters.',
  settle: 'Resolve',
  settleHint: 'The discrepancy moves to Resolved. No money moves and no payment changes.',
  done: 'Discrepancy resolved.',
  none: 'No discrepancies. The provider records agree with ours, as far as they were compared.',
  noneOpen: 'No open discrepancies, as far as payments were compared with the providers’ records.',
  showAll: 'Show resolved discrepancies too',
  noneMatch: 'No discrepancies match. Clear a filter.',
  kinds: {
    paid_after_failure: 'Paid after failure',
    amount_mismatch: 'Wrong amount',
    paid_twice: 'Paid twice',
    not_paid: 'Not paid at the provider',
    unknown_payment: 'Unknown payment',
    still_open: 'Still open after expiry',
    returned_before_completion: 'Returned before completion',
    returned_after_completion: 'Returned after completion',
    disputed: 'Disputed by the customer',
  },
  meanings: {
    paid_after_failure:
      'Money arrived for a payment that had failed. The merchant was notified of the failure. Refund the customer, or agree that the merchant delivers.',
    amount_mismatch: 'The provider charged a different amount from the payment’s. Compare with the provider’s portal.',
    paid_twice: 'The provider has a second charge for one payment. Refund one of them.',
    not_paid: 'Paid in Peye, but the provider does not list it as paid. Contact the provider.',
    unknown_payment:
      'The provider received money for a payment that is not stored here, or that is not ours. After a restore, find the order at the merchant. Otherwise find out what else uses the account.',
    still_open: 'The provider has not reported a result for a long time. Contact the provider.',
    returned_before_completion:
      'The customer has the money back: it was refunded, voided or lost in a dispute before the payment completed. The payment failed. Nothing to do unless the merchant delivered.',
    returned_after_completion:
      'The provider returned money of a completed payment: a refund, a void or a lost dispute. The payment stays completed. Inform the merchant and agree on what to do.',
    disputed:
      'The customer disputed the charge, and their bank holds the money until it decides. Respond in the provider’s portal before the deadline.',
  },
  orderPaid:
    'The order of this payment was already paid by payment {payment}, so this one did not complete. Refund the customer.',
  orderPaidForMerchants:
    '{came} arrived for an order that was already paid by payment {payment}. Deliver once. The operator refunds the customer.',
  unknownDifference: 'not known',
  missing: '{money} missing',
  surplus: '{money} too much',
  noWebsite: 'No website',
  openByWebsite: 'Open, by website',
  openCount: '{count, plural, one {# open} other {# open}}',
  show: 'Show discrepancy',
  whomToAsk: 'Questions? Ask the operator of this gateway, with the number {id}.',
  noneForMerchants:
    'No discrepancies. All your payments agree with the providers’ records, as far as they were compared.',
  forMerchants: {
    paid_after_failure:
      '{came} arrived after this payment had failed. Do not deliver yet, and do not ask the customer to pay again. First agree with the operator whether to refund the customer or to deliver.',
    amount_mismatch:
      '{came} arrived instead of {asked}. Do not deliver before you have agreed with the operator what happens to the money.',
    paid_twice:
      'The customer paid twice: a second charge of {came} arrived. Deliver once. The operator refunds one of the two.',
    not_paid:
      'Peye shows {asked} as paid, but the provider does not. If you have not delivered yet, wait until the operator has the provider’s result.',
    unknown_payment: 'The provider received {came} for a payment that Peye does not know.',
    still_open:
      'The provider has not reported a result for a long time. The customer may have paid {asked} or nothing. Do not deliver, and do not ask the customer to pay again, before the result is known.',
    returned_before_completion:
      'The customer has the money back, and the payment failed. Do not deliver. If you have delivered already, inform the operator.',
    returned_after_completion:
      '{came} of this payment went back to the customer. If you have not delivered yet, do not deliver before you have agreed with the operator what happens next.',
    disputed:
      'The customer disputed this payment, and their bank holds {came} until it decides. Send the operator what proves the delivery: an invoice, a signature, messages.',
  },
} as const;
