import type { Currency } from '../../core/money.ts';
import type { PaymentMethod } from '../../core/payment.ts';
import type { LineKind } from './payout.ts';

/** How a provider writes its statement as CSV. Columns are named as in the first line, case-insensitively; other columns are ignored. */
export interface StatementFormat {
  /** The methods whose statements have this format. */
  readonly methods: readonly PaymentMethod[];
  readonly separator: ',' | ';' | '\t';
  readonly decimal: '.' | ',';
  readonly date: 'YYYY-MM-DD' | 'DD/MM/YYYY' | 'MM/DD/YYYY';
  /** The column that says what a line is about, and its values in lower case; any other value is `other`. Without it, all are payments. */
  readonly kind?: { readonly column: string; readonly values: Readonly<Record<string, LineKind>> };
  /** The column with the provider's number of the payment, of the refund, or of anything else. */
  readonly reference: Readonly<Record<LineKind, string>>;
  /** The amount before the fee. */
  readonly amount: string;
  /** Whether refunds are negative in the file. */
  readonly refunds: 'negative' | 'positive';
  readonly fee?: string;
  /** Compared with the amount and the fee. */
  readonly net?: string;
  /** A column, or the currency of all lines. */
  readonly currency: { readonly column: string } | Currency;
  readonly at?: string;
  /** The columns that name the payout and its day, if one file can have several payouts. */
  readonly payout?: { readonly reference: string; readonly date: string };
}

/** The columns of the format for any method, which a person can fill in a spreadsheet. */
const OWN = {
  reference: 'reference',
  amount: 'amount',
  fee: 'fee',
  currency: { column: 'currency' },
  at: 'date',
} as const;

/**
 * The known formats. `stripe` is Stripe's itemised report "Payout reconciliation"; the others are assumptions, because these providers publish
 * none (docs/payouts.md).
 */
export const STATEMENT_FORMATS = {
  peye: {
    methods: ['moncash', 'natcash', 'lakaypay_card', 'card'],
    ...{ separator: ',', decimal: '.', date: 'YYYY-MM-DD' },
    kind: { column: 'kind', values: { payment: 'payment', refund: 'refund' } },
    reference: { payment: OWN.reference, refund: OWN.reference, other: OWN.reference },
    ...{ amount: OWN.amount, refunds: 'negative', fee: OWN.fee, currency: OWN.currency, at: OWN.at },
  },
  moncash: {
    methods: ['moncash'],
    ...{ separator: ',', decimal: '.', date: 'YYYY-MM-DD' },
    kind: { column: 'type', values: { payment: 'payment', reversal: 'refund' } },
    reference: { payment: 'transaction id', refund: 'transaction id', other: 'transaction id' },
    ...{ amount: 'amount', refunds: 'negative', fee: 'fee', net: 'net', currency: 'HTG', at: 'date' },
  },
  natcash: {
    methods: ['natcash'],
    ...{ separator: ';', decimal: ',', date: 'DD/MM/YYYY' },
    kind: { column: 'service', values: { paiement: 'payment', annulation: 'refund' } },
    reference: { payment: 'trans id', refund: 'trans id', other: 'trans id' },
    ...{ amount: 'montant', refunds: 'positive', fee: 'frais', currency: 'HTG', at: 'date' },
  },
  cybersource: {
    methods: ['lakaypay_card'],
    ...{ separator: ',', decimal: '.', date: 'YYYY-MM-DD' },
    kind: {
      column: 'transactiontype',
      values: { settled: 'payment', capture: 'payment', credit: 'refund', refund: 'refund' },
    },
    reference: { payment: 'requestid', refund: 'requestid', other: 'requestid' },
    ...{ amount: 'amount', refunds: 'negative', fee: 'fee', currency: { column: 'currency' }, at: 'transactiondate' },
  },
  stripe: {
    methods: ['card'],
    ...{ separator: ',', decimal: '.', date: 'YYYY-MM-DD' },
    kind: { column: 'reporting_category', values: { charge: 'payment', refund: 'refund' } },
    reference: { payment: 'payment_intent_id', refund: 'source_id', other: 'balance_transaction_id' },
    ...{
      amount: 'gross',
      refunds: 'negative',
      fee: 'fee',
      net: 'net',
      currency: { column: 'currency' },
      at: 'created',
    },
    payout: { reference: 'automatic_payout_id', date: 'automatic_payout_effective_at' },
  },
} as const satisfies Record<string, StatementFormat>;

export type FormatName = keyof typeof STATEMENT_FORMATS;
export const FORMAT_NAMES = Object.keys(STATEMENT_FORMATS) as FormatName[];

/** The formats of a method's statements, its provider's own first. */
export function formatsOf(method: PaymentMethod): FormatName[] {
  const names = FORMAT_NAMES.filter((name) => STATEMENT_FORMATS[name].methods.some((each) => each === method));
  return names.sort((one, other) => Number(one === 'peye') - Number(other === 'peye'));
}
