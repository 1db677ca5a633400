/**
 * States of a payment, for people: the results of `shownState`, and the API's coarser `pending`, `processing` and
 * `failed` for filters and exports. A reason alone is used if it is clear that the payment failed.
 */
export const en = {
  states: {
    pending: 'Waiting for card details',
    processing: 'In progress',
    not_opened: 'Not opened yet',
    unfinished: 'Not finished yet',
    waiting_customer: 'Waiting for customer',
    waiting_moncash: 'Waiting for MonCash',
    waiting_natcash: 'Waiting for NatCash',
    waiting_card: 'Waiting for the card’s bank',
    completed: 'Paid',
    failed: 'Failed',
    late: 'Failed, paid later',
    late_returned: 'Failed, paid later, money returned',
    twice: 'Paid more than once',
    returned: 'Paid, money returned',
    amount_mismatch: 'Failed (wrong amount)',
    provider_error: 'Failed (provider error)',
    insufficient_balance: 'Failed (insufficient balance)',
    declined: 'Failed (declined)',
    expired_card: 'Failed (card expired)',
    cancelled: 'Cancelled',
    expired: 'Expired',
  },
  reasons: {
    insufficient_balance: 'Insufficient balance',
    declined: 'Declined',
    cancelled: 'Cancelled',
    expired: 'Expired',
    expired_card: 'Expired card',
    provider_error: 'Provider error',
    amount_mismatch: 'Wrong amount',
  },
} as const;
