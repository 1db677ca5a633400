import { formatAmount, formatRate } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';
import { formatTimestamp } from '../domain/timestamps.ts';
import { haitiTimestamp } from '../lib/haiti-time.ts';
import { MOST_LOOKED_AT } from '../storage/payments/search-payments.ts';
import { fittedTable } from './fitted-table.ts';
import { details, moneyText } from './output.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * A table of payments. For a terminal of a width it is fitted to that, with short times; 80 columns hold what every payment has.
 *
 * @param isLocal whether times are Haiti's; UTC otherwise
 */
export function paymentTable(
  payments: readonly Payment[],
  { isLocal, width }: { isLocal: boolean; width: number | undefined },
): string {
  const of = (cell: (payment: Payment) => string | null) => payments.map(cell);
  const created =
    width === undefined
      ? { title: 'CREATED', cells: of(({ createdAtUs }) => timeText(createdAtUs, isLocal)) }
      : {
          title: isLocal ? 'IN HAITI' : 'CREATED UTC',
          cells: of(({ createdAtUs }) => shortTime(createdAtUs, isLocal)),
        };
  return fittedTable(
    [
      { title: 'TRANSACTION ID', cells: of(({ id }) => String(id)) },
      { title: 'STATUS', cells: of(({ status }) => status) },
      { title: 'AMOUNT', cells: of(moneyText) },
      { title: 'METHOD', cells: of(({ method }) => method) },
      { title: 'MODE', cells: of(({ mode }) => mode) },
      { title: 'REFERENCE', cells: of(({ reference }) => reference), leastWidth: 9, leftOut: 2 },
      { title: 'WEBSITE', cells: of(({ websiteId }) => websiteId), leftOut: 1 },
      created,
    ],
    width,
  );
}

/** All that is kept of a payment, but for what its provider alone understands. */
export function paymentText(payment: Payment, isLocal: boolean): string {
  const { finishedAtUs, rateE4, originalAmountMinor, providerRef, subscriptionId } = payment;
  const isConverted = rateE4 !== null && originalAmountMinor !== null;
  return details([
    ['Transaction ID', String(payment.id)],
    ['Status', payment.status],
    ['Failure reason', payment.failureReason],
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
  ]);
}

/** What is said when a search ended before it had looked at everything. */
export function endedText({ id, createdAtUs }: Payment, isLocal: boolean): string {
  const count = MOST_LOOKED_AT.toLocaleString('en');
  const since = timeText(createdAtUs, isLocal);
  return `Only the newest ${count} payments that match the rest were looked at, back to ${since}. Go on behind them with --before ${id}, or narrow the time with --from and --to.`;
}

function timeText(us: number, isLocal: boolean): string {
  return isLocal ? haitiTimestamp(us) : formatTimestamp(us);
}

/** Day and time; of another year than this the day alone, as `ls` shows it: `22 Nov 10:31`, `22 Nov 2025`. */
function shortTime(us: number, isLocal: boolean): string {
  const text = timeText(us, isLocal);
  const [year, month, day] = [text.slice(0, 4), MONTHS[Number(text.slice(5, 7)) - 1], text.slice(8, 10)];
  const thisYear = timeText(Date.now() * 1000, isLocal).slice(0, 4);
  return `${day} ${month} ${year === thisYear ? text.slice(11, 16) : year}`;
}
