import { type Fields, fieldsJson } from '../../core/fields.ts';
import { formatRate } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import type { Exchange, HistoryEntry } from '../../core/payment-history.ts';
import { paymentJson } from '../../core/payment-json.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import { receiptJson } from '../receipts/receipt.ts';
import type { ReceiptRecord } from '../receipts/store/receipts.ts';
import type { Discrepancy } from './discrepancies/discrepancy.ts';
import { discrepancyJson } from './discrepancies/discrepancy-json.ts';

/** Fields that `paymentJson` of core writes, and fields that only exports have. */
const [OF_API, EXPORTED] = [['csv', 'details'] as const, ['csv'] as const];

/** The fields of payments, besides `paymentJson`. */
export const PAYMENT_FIELDS = {
  transaction_id: { text: ({ id }) => String(id), in: OF_API, isCopied: true },
  website_id: { text: 'websiteId' },
  key_id: { text: 'apiKeyId', title: 'Key', only: 'keys.read' },
  mode: { text: 'mode' },
  payment_method: { text: 'method', title: 'Method', in: OF_API },
  status: { text: 'status', in: EXPORTED },
  failure_reason: { text: 'failureReason', in: OF_API },
  amount: { minor: 'amountMinor', in: EXPORTED },
  currency: { text: 'currency', in: EXPORTED },
  original_amount: { minor: 'originalAmountMinor', csv: 'original_amount_usd', in: ['json', 'csv'] },
  original_currency: { text: (payment) => (payment.originalAmountMinor === null ? null : 'USD'), in: ['json'] },
  exchange_rate: { decimal: ({ rateE4 }) => (rateE4 === null ? null : formatRate(rateE4)), in: ['json', 'csv'] },
  reference: { text: 'reference', in: OF_API, isCopied: true },
  description: { text: 'description', in: OF_API },
  customer_name: { text: 'customerName', in: OF_API },
  customer_email: { text: 'customerEmail', in: OF_API },
  customer_phone: { text: 'customerPhone', in: OF_API },
  metadata: { raw: 'metadata', in: OF_API },
  provider_ref: { text: 'providerRef', in: ['json', 'csv'], isCopied: true },
  recurring_interval: { text: 'recurringInterval', in: EXPORTED },
  recurring_interval_count: { count: 'recurringIntervalCount', in: EXPORTED },
  subscription_id: { text: 'subscriptionId', in: ['json', 'csv'] },
  subscription_period: { count: 'subscriptionPeriod', in: ['json', 'csv'] },
  created_at: { time: 'createdAtUs', in: OF_API },
  finished_at: { time: 'finishedAtUs', in: OF_API },
} satisfies Fields<Payment>;

/** The data of a payment outside its row. */
export interface PaymentBesides {
  readonly discrepancies: readonly Discrepancy[];
  /** Undefined when no receipt by e-mail was requested. */
  readonly receipt: ReceiptRecord | undefined;
  /** The newest receipt that was requested on a page or in the console. */
  readonly requested?: ReceiptRecord | undefined;
  /** Undefined when it was not requested. */
  readonly history?: readonly HistoryEntry[] | undefined;
}

/**
 * A payment as JSON text for operators: the API's fields, byte for byte, followed by the fields that merchants do not
 * see. Fields that do not apply are null. Amounts and rates are decimal texts.
 */
export function operatorPaymentJson(payment: Payment, { discrepancies, receipt, history }: PaymentBesides): string {
  const ours = {
    ...fieldsJson(PAYMENT_FIELDS, payment),
    discrepancies: discrepancies.map(discrepancyJson),
    receipt: receipt === undefined ? null : receiptJson(receipt),
    history: history?.map(historyJson),
  };
  return `${paymentJson(payment).slice(0, -1)},${JSON.stringify(ours).slice(1)}`;
}

/** An entry of a payment's history as JSON: its time, kind and details. Requests and responses are texts. */
export function historyJson(entry: HistoryEntry): Record<string, unknown> {
  const { id, kind, atUs } = entry;
  const at = { id, kind, at: formatTimestamp(atUs) };
  switch (entry.kind) {
    case 'step':
      return { ...at, step: entry.step.name, ...entry.step.facts };
    case 'asked':
    case 'told':
      return { ...at, ...exchangeJson(entry.exchange) };
    case 'note':
      return { ...at, text: entry.text, author_kind: entry.author.kind, author: entry.author.name };
  }
}

function exchangeJson({ provider, operation, status, error, ms, request, response, isProven }: Exchange) {
  return {
    provider,
    operation,
    status_code: status,
    error,
    duration_ms: ms,
    ...(isProven !== null && { is_proven: isProven }),
    request,
    response,
  };
}
