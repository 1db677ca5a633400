import type { Discrepancy } from '../domain/discrepancy.ts';
import { formatAmount, formatRate } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';
import type { PaymentBesides } from '../operator/views/payment-json.ts';
import { MOST_LOOKED_AT } from '../storage/payments/search-payments.ts';
import type { ReceiptRecord } from '../storage/receipts.ts';
import { fittedTable } from './fitted-table.ts';
import { details, moneyText } from './output.ts';
import { timeText } from './time-text.ts';

/**
 * A table of payments. On a terminal 80 columns hold what every payment has.
 *
 * @param isLocal whether times are Haiti's; UTC otherwise
 */
export function paymentTable(payments: readonly Payment[], { isLocal }: { isLocal: boolean }): string {
  return fittedTable(
    payments,
    [
      { title: 'TRANSACTION ID', cell: ({ id }) => String(id) },
      { title: 'STATUS', cell: ({ status }) => status },
      { title: 'AMOUNT', cell: moneyText },
      { title: 'METHOD', cell: ({ method }) => method, leftOut: 4 },
      { title: 'MODE', cell: ({ mode }) => mode, leftOut: 3 },
      { title: 'REFERENCE', cell: ({ reference }) => reference, leastWidth: 9, leftOut: 2 },
      { title: 'WEBSITE', cell: ({ websiteId }) => websiteId, leftOut: 1 },
      { title: 'CREATED', timeUs: ({ createdAtUs }) => createdAtUs, leftOut: 5 },
    ],
    { isLocal },
  );
}

/** All that is kept of a payment, but for what its provider alone understands. */
export function paymentText(payment: Payment, { discrepancies, receipt }: PaymentBesides, isLocal: boolean): string {
  const { finishedAtUs, rateE4, originalAmountMinor, providerRef, subscriptionId } = payment;
  const isConverted = rateE4 !== null && originalAmountMinor !== null;
  return details([
    ['Transaction ID', String(payment.id)],
    ['Status', payment.status],
    ['Failure reason', payment.failureReason],
    // First of all: what the status alone does not tell of the money.
    ...discrepancies.map((one) => ['Discrepancy', discrepancyText(one)] as const),
    ['Amount', moneyText(payment)],
    ...(isConverted
      ? [['Converted from', `${formatAmount(originalAmountMinor)} USD at ${formatRate(rateE4)}`] as const]
      : []),
    ['Method', payment.method],
    ['Mode', payment.mode],
    ...(providerRef !== null ? [["Provider's number", providerRef] as const] : []),
    ...(subscriptionId !== null
      ? [['Recurring payment', `${subscriptionId}, period ${payment.subscriptionPeriod}`] as const]
      : []),
    ['Website', payment.websiteId],
    ['Key', payment.apiKeyId],
    ['Reference', payment.reference],
    ['Description', payment.description],
    ['Customer name', payment.customerName],
    ['Customer email', payment.customerEmail],
    ['Customer phone', payment.customerPhone],
    ['Metadata', payment.metadata],
    ['Created', timeText(payment.createdAtUs, isLocal)],
    ['Finished', finishedAtUs === null ? null : timeText(finishedAtUs, isLocal)],
    ...(receipt ? [['Receipt by e-mail', receiptText(receipt, isLocal)] as const] : []),
  ]);
}

function discrepancyText({ id, kind, reported, settledAtUs }: Discrepancy): string {
  return `${kind}${reported ? ` ${moneyText(reported)}` : ''}, ${settledAtUs === null ? 'open' : 'settled'} (${id})`;
}

function receiptText({ status, attempts, error, nextAttemptAtUs, endedAtUs }: ReceiptRecord, isLocal: boolean): string {
  if (status === 'sent') return `sent ${timeText(endedAtUs ?? 0, isLocal)}`;
  const why = error === null ? '' : ` (${error})`;
  if (nextAttemptAtUs !== null) return `waits for attempt ${attempts + 1}${why}, ${timeText(nextAttemptAtUs, isLocal)}`;
  return status === 'given_up' ? `given up after ${attempts} attempts${why}` : `not sent${why}`;
}

/** What is said when a search ended before it had looked at everything. */
export function endedText({ id, createdAtUs }: Payment, isLocal: boolean): string {
  const count = MOST_LOOKED_AT.toLocaleString('en');
  const since = timeText(createdAtUs, isLocal);
  return `Only the newest ${count} payments that match the rest were looked at, back to ${since}. Go on behind them with --before ${id}, or narrow the time with --from and --to.`;
}
