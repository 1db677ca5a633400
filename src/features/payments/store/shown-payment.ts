import type { ShownPayment } from '../../../core/payment-json.ts';
import type { RowValues, Value } from '../../../database/database.ts';
import { PAYMENTS } from './payment-table.ts';

/**
 * Reads a row that starts with these columns. The fields are written out one by one, which takes a tenth of the time of
 * a loop over them.
 */
export function readShown(row: RowValues): ShownPayment {
  const shown: Record<keyof ShownPayment, Value | undefined> = {
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
  };
  return shown as ShownPayment;
}

/** The position of each field in a row. */
const POSITIONS = Object.entries<unknown>(readShown([...PAYMENTS.columns.split(', ').keys()])) as [
  keyof ShownPayment,
  number,
][];

/** The columns of the payment fields that the API shows, in the order in which `readShown` takes them. */
export const SHOWN_COLUMN_NAMES: readonly string[] = POSITIONS.sort(([, one], [, other]) => one - other).map(([name]) =>
  PAYMENTS.columnOf(name),
);

export const SHOWN_COLUMNS = SHOWN_COLUMN_NAMES.join(', ');
/** The number of these columns. Other values of a row follow them. */
export const SHOWN_COUNT = SHOWN_COLUMN_NAMES.length;

/** The same columns, for a statement that joins tables. */
export function shownColumnsOf(alias: string): string {
  return SHOWN_COLUMN_NAMES.map((column) => `${alias}.${column}`).join(', ');
}
