/** States of a payment, for people. */
export const en = {
  pending: 'Waiting for customer',
  processing: 'Processing',
  completed: 'Paid',
  failed: 'Failed',
  late: 'Paid late',
  twice: 'Paid more than once',
  amount_mismatch: 'Wrong amount',
  provider_error: 'Not confirmed',
  insufficient_balance: 'Insufficient balance',
  declined: 'Declined',
  expired_card: 'Expired card',
  cancelled: 'Cancelled',
  expired: 'Expired',
} as const;
