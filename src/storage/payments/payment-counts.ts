import type { Payment, PaymentMethod, PaymentStatus } from '../../domain/payment.ts';
import { dayOf } from '../../domain/timestamps.ts';
import type { Database, InsertRows, Row, Transaction, Value } from '../database.ts';

/** Writers of one key on several nodes would wait for each other on one row; several rows make that rare. */
const SLOTS = 4;
/** Days of a period. Every payment is counted in its day and in its period. */
const PERIOD = 32;

interface CountChange {
  readonly payment: Pick<Payment, 'apiKeyId' | 'createdAtUs' | 'method'>;
  readonly status: PaymentStatus;
  readonly by: 1 | -1;
}

/** Changes the counts in the transaction that changes the payments. */
export async function changeCounts(tx: Transaction, changes: readonly CountChange[]): Promise<void> {
  await tx.insertRows(countRows(changes));
}

/** What adds new payments to the counts. */
export function countsOfNew(payments: readonly Payment[]): InsertRows {
  return countRows(payments.map((payment) => ({ payment, status: payment.status, by: 1 })));
}

function countRows(changes: readonly CountChange[]): InsertRows {
  const slot = Math.floor(Math.random() * SLOTS);
  const sums = new Map<string, Value[]>();
  const add = ({ payment, status, by }: CountChange, days: number, firstDay: number) => {
    const name = `${payment.apiKeyId} ${days} ${firstDay} ${payment.method} ${status}`;
    const row = sums.get(name);
    if (row) row[6] = (row[6] as number) + by;
    else sums.set(name, [payment.apiKeyId, days, firstDay, payment.method, status, slot, by]);
  };
  for (const change of changes) {
    const day = dayOf(change.payment.createdAtUs);
    add(change, 1, day);
    add(change, PERIOD, periodOf(day));
  }
  // In a fixed order: two transactions that need the same rows then never deadlock.
  const rows = [...sums.keys()].sort().map((name) => sums.get(name)!);
  return {
    table: 'payment_counts',
    columns: [
      { name: 'api_key_id', type: 'text' },
      { name: 'days', type: 'bigint' },
      { name: 'first_day', type: 'bigint' },
      { name: 'method', type: 'text' },
      { name: 'status', type: 'text' },
      { name: 'slot', type: 'bigint' },
      { name: 'payments', type: 'bigint' },
    ],
    rows,
    suffix:
      'ON CONFLICT (api_key_id, days, first_day, method, status, slot) DO UPDATE SET payments = payment_counts.payments + excluded.payments',
  };
}

/** A filter on a key's payments: by status, method and days of creation. */
export interface PaymentFilter {
  readonly apiKeyId: string;
  readonly status?: PaymentStatus | undefined;
  readonly method?: PaymentMethod | undefined;
  /** Days since 1970, UTC, both inclusive. */
  readonly fromDay?: number | undefined;
  readonly toDay?: number | undefined;
}

/** How many payments match a filter, and where one of them is found. */
export interface CountedPayments {
  readonly total: number;
  /**
   * The day of the payment before which `offset` newer ones match, and how many of those are on that day itself. `offset`
   * must be below `total`. Undefined when what matched has changed its status since it was counted.
   */
  locate(offset: number): Promise<{ day: number; offset: number } | undefined>;
}

/** Counts what matches a filter, without reading a payment. */
export async function countPayments(db: Database, filter: PaymentFilter): Promise<CountedPayments> {
  const { fromDay = FIRST_DAY, toDay = LAST_DAY } = filter;
  // Whole periods, and day by day what the filter takes of the periods at its ends.
  const firstWhole = periodOf(fromDay + PERIOD - 1);
  const behindWhole = periodOf(toDay + 1);
  const counts =
    firstWhole >= behindWhole
      ? await readCounts(db, filter, 1, fromDay, toDay)
      : [
          ...(await readCounts(db, filter, 1, behindWhole, toDay)),
          ...(await readCounts(db, filter, PERIOD, firstWhole, behindWhole - 1)),
          ...(await readCounts(db, filter, 1, fromDay, firstWhole - 1)),
        ];
  const daysOfPeriod = new Map<number, Promise<Count[]>>();
  return {
    total: counts.reduce((sum, count) => sum + count.payments, 0),
    async locate(offset) {
      const found = walk(counts, offset);
      if (!found || found.count.days === 1) return found && { day: found.count.first_day, offset: found.offset };
      const first = found.count.first_day;
      const days = daysOfPeriod.get(first) ?? readCounts(db, filter, 1, first, first + PERIOD - 1);
      daysOfPeriod.set(first, days);
      const onDay = walk(await days, found.offset);
      return onDay && { day: onDay.count.first_day, offset: onDay.offset };
    },
  };
}

const FIRST_DAY = -(2 ** 30);
const LAST_DAY = 2 ** 30 - 1;

function periodOf(day: number): number {
  return Math.floor(day / PERIOD) * PERIOD;
}

interface Count extends Row {
  days: number;
  first_day: number;
  payments: number;
}

/** Walks counts, newest first, to the one that holds the payment at `offset`; the last one when there are fewer. */
function walk(counts: readonly Count[], offset: number): { count: Count; offset: number } | undefined {
  let left = offset;
  for (const count of counts) {
    if (left < count.payments) return { count, offset: left };
    left -= count.payments;
  }
  const last = counts.at(-1);
  return last && { count: last, offset: left + last.payments };
}

/** The days or periods that hold any payment which matches, newest first. */
async function readCounts(
  db: Database,
  filter: PaymentFilter,
  days: number,
  from: number,
  to: number,
): Promise<Count[]> {
  if (from > to) return [];
  const params: Value[] = [filter.apiKeyId, days, from, to];
  const equals = (column: string, value: string | undefined) => value && `AND ${column} = $${params.push(value)}`;
  return db.query<Count>(
    `SELECT days, first_day, CAST(SUM(payments) AS BIGINT) AS payments FROM payment_counts
      WHERE api_key_id = $1 AND days = $2 AND first_day >= $3 AND first_day <= $4
        ${equals('status', filter.status) ?? ''} ${equals('method', filter.method) ?? ''}
      GROUP BY days, first_day HAVING SUM(payments) > 0 ORDER BY first_day DESC`,
    params,
  );
}
