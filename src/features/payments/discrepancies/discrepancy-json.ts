import { type Fields, fieldsJson } from '../../../core/fields.ts';
import { formatAmount, type Money } from '../../../core/money.ts';
import { type Discrepancy, differenceOf, transactionIdOf } from './discrepancy.ts';

export const DISCREPANCY_FIELDS = {
  id: { text: 'id', csv: 'discrepancy_id' },
  kind: { text: 'kind' },
  method: { text: 'method', csv: 'payment_method' },
  transaction_id: { text: transactionIdOf },
  provider_ref: { text: 'providerRef', isCopied: true },
  payment: { json: ({ expected }) => expected && { status: expected.status, ...moneyJson(expected) } },
  payment_status: { text: ({ expected }) => expected?.status ?? null, in: ['csv'] },
  payment_amount: { minor: ({ expected }) => expected?.amountMinor ?? null, in: ['csv'] },
  payment_currency: { text: ({ expected }) => expected?.currency ?? null, in: ['csv'] },
  reported: { json: ({ reported }) => reported && moneyJson(reported) },
  reported_amount: { minor: ({ reported }) => reported?.amountMinor ?? null, in: ['csv'] },
  reported_currency: { text: ({ reported }) => reported?.currency ?? null, in: ['csv'] },
  word: { text: ({ word }) => word ?? null, csv: 'reported_word', title: 'Provider status', only: 'operator' },
  may_be_archived: { flag: mayBeArchived, in: ['json'] },
  times_seen: { count: 'timesSeen', in: ['json', 'csv'], only: 'operator' },
  first_seen_at: { time: 'firstSeenAtUs' },
  last_seen_at: { time: 'lastSeenAtUs' },
  settled_at: { time: 'settledAtUs', title: 'Resolved' },
  note: { text: 'note', title: 'Resolution note', only: 'operator' },
  exported_archived: { flag: mayBeArchived, csv: 'may_be_archived', in: ['csv'] },
  website_id: { text: ({ expected }) => expected?.websiteId ?? null, in: ['csv'] },
  customer_name: { text: ({ expected }) => expected?.customerName ?? null, in: ['csv'] },
  difference: { minor: (each) => differenceOf(each)?.amountMinor ?? null, in: ['csv'] },
  difference_currency: { text: (each) => differenceOf(each)?.currency ?? null, in: ['csv'] },
  state: { text: ({ settledAtUs }) => (settledAtUs === null ? 'open' : 'settled'), in: ['csv'] },
  refund: { text: 'refundId', in: ['json', 'details'] },
  order_paid_by: {
    text: ({ orderPaidBy }) => (orderPaidBy === null ? null : String(orderPaidBy)),
    in: ['json', 'details'],
  },
} satisfies Fields<Discrepancy>;

/** A discrepancy as JSON for operators. */
export function discrepancyJson(discrepancy: Discrepancy): Record<string, unknown> {
  return fieldsJson(DISCREPANCY_FIELDS, discrepancy);
}

function moneyJson({ amountMinor, currency }: Money) {
  return { amount: formatAmount(amountMinor), currency };
}

function mayBeArchived({ kind, mayBeArchived }: Discrepancy): boolean | null {
  return kind === 'unknown_payment' ? mayBeArchived : null;
}
