import type { ShownPayment } from '../../domain/payment-json.ts';
import type { RowValues } from '../database.ts';

/** The columns of what the API shows of a payment, as `readShown` takes them. */
export const SHOWN_COLUMN_NAMES: readonly string[] = [
  'id',
  'amount_minor',
  'currency',
  'status',
  'method',
  'reference',
  'description',
  'customer_name',
  'customer_email',
  'customer_phone',
  'created_at_us',
  'finished_at_us',
  'failure_reason',
  'metadata',
];

export const SHOWN_COLUMNS = SHOWN_COLUMN_NAMES.join(', ');
/** Their number: the other values of a row come after them. */
export const SHOWN_COUNT = SHOWN_COLUMN_NAMES.length;

/** The same in a statement that joins others. */
export function shownColumnsOf(alias: string): string {
  return SHOWN_COLUMN_NAMES.map((column) => `${alias}.${column}`).join(', ');
}

/** What a row shows that begins with these columns. Written out, which costs a tenth of going through a list of them. */
export function readShown(row: RowValues): ShownPayment {
  return {
    id: row[0],
    amountMinor: row[1],
    currency: row[2],
    status: row[3],
    method: row[4],
    reference: row[5],
    description: row[6],
    customerName: row[7],
    customerEmail: row[8],
    customerPhone: row[9],
    createdAtUs: row[10],
    finishedAtUs: row[11],
    failureReason: row[12],
    metadata: row[13],
  } as ShownPayment;
}
