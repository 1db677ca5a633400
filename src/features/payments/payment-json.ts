import { formatAmount, formatRate } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import type { Exchange, HistoryEntry } from '../../core/payment-history.ts';
import { jsonString, paymentJson } from '../../core/payment-json.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import { receiptJson } from '../receipts/receipt.ts';
import type { ReceiptRecord } from '../receipts/store/receipts.ts';
import type { Discrepancy } from './discrepancies/discrepancy.ts';
import { discrepancyJson } from './discrepancies/discrepancy-json.ts';

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
  const { originalAmountMinor, rateE4 } = payment;
  return (
    `${paymentJson(payment).slice(0, -1)}` +
    `,"mode":"${payment.mode}"` +
    `,"website_id":${jsonString(payment.websiteId)}` +
    `,"key_id":${jsonString(payment.apiKeyId)}` +
    `,"provider_ref":${jsonString(payment.providerRef)}` +
    `,"original_amount":${originalAmountMinor === null ? null : `"${formatAmount(originalAmountMinor)}"`}` +
    `,"original_currency":${originalAmountMinor === null ? null : '"USD"'}` +
    `,"exchange_rate":${rateE4 === null ? null : `"${formatRate(rateE4)}"`}` +
    `,"subscription_id":${jsonString(payment.subscriptionId)}` +
    `,"subscription_period":${payment.subscriptionPeriod}` +
    `,"discrepancies":${JSON.stringify(discrepancies.map(discrepancyJson))}` +
    `,"receipt":${JSON.stringify(receipt === undefined ? null : receiptJson(receipt))}` +
    `${history === undefined ? '' : `,"history":${JSON.stringify(history.map(historyJson))}`}}`
  );
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
