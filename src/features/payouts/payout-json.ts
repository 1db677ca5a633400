import { type Fields, fieldsJson } from '../../core/fields.ts';
import { formatAmount } from '../../core/money.ts';
import { haitiDate } from '../../platform/clock/haiti-time.ts';
import type { AuditFacts } from '../audit/audit.ts';
import type { Payout, PayoutLine } from './payout.ts';
import type { LineCounts, Outstanding } from './store/payout-lines.ts';

/** The fields of payouts. */
export const PAYOUT_FIELDS = {
  id: { text: 'id', csv: 'payout_id', isCopied: true },
  payment_method: { text: 'method' },
  reference: { text: 'reference', isCopied: true },
  bank: { text: 'bank' },
  website_id: { text: 'websiteId' },
  paid_on: { day: ({ paidAtUs }) => haitiDate(paidAtUs) },
  gross: { minor: 'grossMinor' },
  fee: { minor: 'feeMinor' },
  net: { minor: 'netMinor' },
  currency: { text: 'currency' },
  lines: { count: 'lines' },
  recorded_at: { time: 'createdAtUs' },
  recorded_by: { text: 'recordedBy' },
  reversed_at: { time: 'reversedAtUs' },
  reversed_by: { text: 'reversedBy' },
  note: { text: 'note', csv: 'reversal_note' },
} satisfies Fields<Payout>;

/** A payout as JSON for operators, with the states of its lines. */
export function payoutJson(payout: Payout, counts?: LineCounts): Record<string, unknown> {
  return {
    ...fieldsJson(PAYOUT_FIELDS, payout),
    ...(counts && {
      matched: counts.matched,
      only_theirs: counts.only_theirs,
      open: counts.open,
      waiting: counts.new + counts.reversing,
    }),
  };
}

/** The fields of the lines of payouts. */
export const PAYOUT_LINE_FIELDS = {
  payout_id: { text: 'payoutId' },
  line: { count: 'line' },
  kind: { text: 'kind' },
  reference: { text: 'reference' },
  amount: { minor: 'amountMinor' },
  fee: { minor: 'feeMinor' },
  currency: { text: 'currency' },
  at: { time: 'atUs' },
  state: { text: 'state' },
  reason: { text: 'reason' },
  transaction_id: { text: ({ paymentId }) => (paymentId === null ? null : String(paymentId)) },
  refund_id: { text: 'refundId', csv: 'refund' },
  website_id: { text: 'websiteId' },
  matched_at: { time: ({ decidedAtUs, paymentId }) => (paymentId === null ? null : decidedAtUs) },
  note: { text: 'note' },
  noted_by: { text: 'notedBy' },
} satisfies Fields<PayoutLine>;

/** A line of a payout as JSON for operators. */
export function payoutLineJson(line: PayoutLine): Record<string, unknown> {
  return fieldsJson(PAYOUT_LINE_FIELDS, line);
}

/** The fields of payments that no payout has. */
export const OUTSTANDING_FIELDS = {
  transaction_id: { text: ({ id }) => String(id) },
  website_id: { text: 'websiteId' },
  provider_ref: { text: 'providerRef' },
  amount: { minor: 'amountMinor' },
  currency: { text: 'currency' },
  finished_at: { time: 'finishedAtUs' },
} satisfies Fields<Outstanding>;

/** A payment that no payout has, as JSON for operators. */
export function outstandingJson(payment: Outstanding): Record<string, unknown> {
  return fieldsJson(OUTSTANDING_FIELDS, payment);
}

/** A payout as the audit log stores it. */
export function payoutFacts(payout: Payout): AuditFacts {
  const { method, reference, bank, grossMinor, feeMinor, netMinor, currency, lines } = payout;
  return {
    ...{ payment_method: method, reference, bank, paid_on: haitiDate(payout.paidAtUs), currency },
    ...{ gross: formatAmount(grossMinor), fee: formatAmount(feeMinor), net: formatAmount(netMinor), lines },
    ...(payout.websiteId !== null && { website_id: payout.websiteId }),
  };
}
