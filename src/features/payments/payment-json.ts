import type { Discrepancy } from '../../core/discrepancy.ts';
import { jsonString } from '../../core/json-string.ts';
import { formatAmount, formatRate } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import type { HistoryEntry } from '../../core/payment-history.ts';
import { paymentJson } from '../../core/payment-json.ts';
import { receiptJson } from '../receipts/receipt-json.ts';
import type { ReceiptRecord } from '../receipts/store/receipts.ts';
import { discrepancyJson } from './discrepancies/discrepancy-json.ts';
import { historyJson } from './history-json.ts';

/** The data of a payment outside its row. */
export interface PaymentBesides {
  readonly discrepancies: readonly Discrepancy[];
  /** Undefined when no e-mail was wanted. */
  readonly receipt: ReceiptRecord | undefined;
  /** Undefined when it was not requested. */
  readonly history?: readonly HistoryEntry[] | undefined;
}

/**
 * A payment as an operator sees it, as JSON text: the API's fields, byte for byte, and after them those that merchants
 * do not see. Fields that do not apply are null. Amounts and rates are decimal texts.
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
