/** How the payments of a method are refunded. */
export const en = {
  columns: {
    method: 'Method',
    live: 'How live refunds are paid',
    parts: 'Amounts of automatic refunds',
    settings: 'Settings',
    test: 'Test refunds',
  },
  simulated: 'simulated',
  live: {
    provider: 'by the provider',
    transfer: 'by a transfer from the prefunded account of the operator',
    hand: 'by hand',
  },
  parts: {
    any: 'in full or in parts',
    unless_converted: 'in full or in parts; only in full if the amount was converted',
    none: 'only in full',
  },
  otherwiseByHand: 'otherwise by hand',
} as const;
