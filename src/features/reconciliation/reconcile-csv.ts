import { formatAmount } from '../../core/money.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import { csvField } from '../../platform/text/csv-field.ts';
import type { ReconcileLine } from './reconcile.ts';

/** The columns of a reconciliation run as CSV. */
export const RECONCILE_COLUMNS = [
  'result',
  'method',
  'transaction_id',
  'provider_ref',
  'reference',
  'created_at',
  'status',
  'amount',
  'currency',
  'provider_status',
  'provider_amount',
  'provider_currency',
] as const;

/** A line of a reconciliation run as CSV, without its line end. */
export function reconcileCsv({ ours, theirs, ...line }: ReconcileLine): string {
  return [
    line.result,
    line.method,
    line.paymentId === null ? '' : String(line.paymentId),
    line.providerRef ?? '',
    line.reference ?? '',
    formatTimestamp(line.createdAtUs),
    ours?.status ?? '',
    ours ? formatAmount(ours.amountMinor) : '',
    ours?.currency ?? '',
    theirs?.status ?? (line.result === 'unknown' ? 'unknown' : ''),
    theirs?.paid ? formatAmount(theirs.paid.amountMinor) : '',
    theirs?.paid?.currency ?? '',
  ]
    .map((each) => csvField(each))
    .join(',');
}
