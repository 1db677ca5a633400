import { formatAmount, formatRate } from '../core/money.ts';
import type { Payment } from '../core/payment.ts';
import type { Exchange, HistoryEntry } from '../core/payment-history.ts';
import type { Discrepancy } from '../features/payments/discrepancies/discrepancy.ts';
import { PAYMENT_FIELDS, type PaymentBesides } from '../features/payments/payment-json.ts';
import { type Evidence, shownState } from '../features/payments/shown-state.ts';
import type { LookedAt } from '../features/payments/store/find-payments.ts';
import type { ReceiptRecord } from '../features/receipts/store/receipts.ts';
import { STATE_TEXTS } from '../platform/messages/payment-states/payment-states-messages.ts';
import { printable } from '../platform/text/printable.ts';
import { fieldDetails, fieldTable } from './field-table.ts';
import { moneyText } from './output.ts';
import { timeText } from './time-text.ts';

/** The evidence about payments besides their rows, by their ids. */
export type Evidences = ReadonlyMap<number, Evidence>;

/** A payment's state, in the words of the console. JSON and filters have the API's words. */
export function stateText(payment: Payment, evidence: Evidences): string {
  return STATE_TEXTS.en[shownState(payment, evidence.get(payment.id))];
}

/**
 * A table of payments. A terminal of 80 columns shows the columns that every payment fills.
 *
 * @param isLocal shows times in Haiti time instead of UTC
 */
export function paymentTable(
  payments: readonly Payment[],
  { isLocal, evidence }: { isLocal: boolean; evidence: Evidences },
): string {
  return fieldTable(
    payments,
    PAYMENT_FIELDS,
    [
      ['transaction_id'],
      { title: 'STATUS', cell: (payment) => stateText(payment, evidence) },
      { title: 'AMOUNT', cell: moneyText },
      ['payment_method', { leftOut: 3 }],
      ['mode', { leftOut: 4 }],
      ['reference', { leastWidth: 9, leftOut: 2 }],
      ['website_id', { leftOut: 1 }],
      ['created_at', { leftOut: 5 }],
    ],
    { isLocal },
  );
}

/** All stored facts of a payment, except for those that only its provider understands. */
export function paymentText(
  payment: Payment,
  { discrepancies, receipt, requested }: PaymentBesides,
  { isLocal, evidence }: { isLocal: boolean; evidence: Evidences },
): string {
  const { rateE4, originalAmountMinor, providerRef, subscriptionId } = payment;
  const isConverted = rateE4 !== null && originalAmountMinor !== null;
  return fieldDetails(
    PAYMENT_FIELDS,
    payment,
    [
      ...(receipt ? [['Receipt by e-mail', receiptText(receipt, isLocal)] as const] : []),
      ...(requested ? [['Requested receipt', receiptText(requested, isLocal)] as const] : []),
    ],
    {
      isLocal,
      first: [
        'transaction_id',
        ['Status', stateText(payment, evidence)],
        'failure_reason',
        // First, because the status alone hides that the money does not match.
        ...discrepancies.map((one) => ['Discrepancy', discrepancyText(one)] as const),
        ['Amount', moneyText(payment)],
        ...(isConverted
          ? [['Converted from', `${formatAmount(originalAmountMinor)} USD at ${formatRate(rateE4)}`] as const]
          : []),
        'payment_method',
        'mode',
        ...(providerRef !== null ? [['Provider reference', providerRef] as const] : []),
        ...(subscriptionId !== null
          ? [['Subscription', `${subscriptionId}, cycle ${payment.subscriptionPeriod}`] as const]
          : []),
      ],
    },
  );
}

function discrepancyText({ id, kind, reported, settledAtUs }: Discrepancy): string {
  return `${kind}${reported ? ` ${moneyText(reported)}` : ''}, ${settledAtUs === null ? 'open' : 'resolved'} (${id})`;
}

function receiptText({ status, attempts, error, nextAttemptAtUs, endedAtUs }: ReceiptRecord, isLocal: boolean): string {
  if (status === 'sent') return `sent ${timeText(endedAtUs ?? 0, isLocal)}`;
  const why = error === null ? '' : ` (${error})`;
  if (nextAttemptAtUs !== null)
    return `waiting for attempt ${attempts + 1}${why}, ${timeText(nextAttemptAtUs, isLocal)}`;
  return status === 'given_up' ? `failed after ${attempts} attempts${why}` : `not sent${why}`;
}

/** The hint after a search that stopped before it had read every payment. */
export function endedText({ count: n, last: { id, createdAtUs } }: LookedAt, isLocal: boolean): string {
  const count = n.toLocaleString('en');
  const since = timeText(createdAtUs, isLocal);
  return `Searched only the newest ${count} payments that match the other filters, back to ${since}. Continue with --before ${id}, or use --from and --to.`;
}

/** The history of a payment, oldest first: one line for each entry, followed by its request and response. */
export function historyText(history: readonly HistoryEntry[], isLocal: boolean): string {
  if (history.length === 0) return 'No history yet. It shows customer steps, provider requests and notes.';
  return history
    .map((entry) => {
      const [first = '', ...more] = linesOf(entry).map(printable);
      return [`${timeText(entry.atUs, isLocal)}  ${entry.kind.padEnd(5)}  ${first}`, ...more.map(indented)].join('\n');
    })
    .join('\n');
}

function linesOf(entry: HistoryEntry): string[] {
  switch (entry.kind) {
    case 'step':
      return [[entry.step.name, ...Object.values(entry.step.facts ?? {})].join(' ')];
    case 'asked':
    case 'told':
      return exchangeLines(entry.exchange);
    case 'note': {
      const [first = '', ...more] = entry.text.split('\n');
      return [`${entry.author.name}: ${first}`, ...more];
    }
  }
}

function exchangeLines({ provider, operation, status, error, ms, request, response, isProven }: Exchange): string[] {
  const facts = [
    `${provider} ${operation}`,
    ...(status === null ? [] : [String(status)]),
    ...(ms === null ? [] : [`${ms} ms`]),
    ...(isProven === false ? ['unsigned'] : []),
    ...(error === null ? [] : [error]),
  ];
  return [
    facts.join(', '),
    ...(request === '' ? [] : [`> ${request}`]),
    ...(response === null || response === '' ? [] : [`< ${response}`]),
  ];
}

function indented(line: string): string {
  return `    ${line}`;
}
