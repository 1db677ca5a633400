import type { Payment, PaymentMethod, PaymentStatus } from '../../../core/payment.ts';
import { dayOf } from '../../../core/timestamps.ts';
import { addingRows } from '../../../database/adding-rows.ts';
import type { Database, InsertRows, ReadSteps, Transaction, Value } from '../../../database/database.ts';
import { matching } from '../../../database/matching.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';

/**
 * How many rows each count is spread over. With one row, nodes that write payments of the same API key would often wait
 * for each other. The embedded store has one writer.
 */
const SLOTS = { sqlite: 1, postgres: 4 };
/** Days of a period. Every payment is counted in its day and in its period. */
export const PERIOD = 32;

interface CountChange {
  readonly payment: Pick<Payment, 'apiKeyId' | 'createdAtUs' | 'method'>;
  readonly status: PaymentStatus;
  readonly by: 1 | -1;
}

/** Changes the counts in the transaction that changes the payments. */
export async function changeCounts(tx: Transaction, changes: readonly CountChange[]): Promise<void> {
  await tx.insertAll([countRows(changes)]);
}

/** The rows that add new payments to the counts. */
export function countsOfNew(payments: readonly Payment[]): InsertRows {
  return countRows(payments.map((payment) => ({ payment, status: payment.status, by: 1 })));
}

interface PaymentCount {
  readonly apiKeyId: string;
  readonly days: number;
  readonly firstDay: number;
  readonly method: PaymentMethod;
  readonly status: PaymentStatus;
  readonly slot: number;
  payments: number;
}

const COUNTS = tableOf<PaymentCount>('payment_counts', {
  apiKeyId: text('api_key_id'),
  days: bigint('days'),
  firstDay: bigint('first_day'),
  method: text('method'),
  status: text('status'),
  slot: bigint('slot'),
  payments: bigint('payments'),
});
const ADDING = addingRows(COUNTS.rowsOf([]), ['payments']);

/**
 * The rows that change the counts. Readers add up all slots of a count.
 *
 * @param engine by default, the count is spread as on PostgreSQL, which is right for either engine
 */
export function countRows(changes: readonly CountChange[], engine: Database['engine'] = 'postgres'): InsertRows {
  const slot = Math.floor(Math.random() * SLOTS[engine]);
  const sums = new Map<string, PaymentCount>();
  const add = ({ payment, status }: CountChange, days: number, firstDay: number, by: number) => {
    const name = `${payment.apiKeyId} ${days} ${firstDay} ${payment.method} ${status}`;
    const count = sums.get(name);
    const { apiKeyId, method } = payment;
    if (count) count.payments += by;
    else sums.set(name, { apiKeyId, days, firstDay, method, status, slot, payments: by });
  };
  // Consecutive payments of a group mostly share a count, and are added in one step.
  for (let from = 0, to = 0; from < changes.length; from = to) {
    const change = changes[from]!;
    const day = dayOf(change.payment.createdAtUs);
    let by = 0;
    for (; to < changes.length && isCountedWith(changes[to]!, change, day); to++) by += changes[to]!.by;
    add(change, 1, day, by);
    add(change, PERIOD, periodOf(day), by);
  }
  // In a fixed order: two transactions that need the same rows then never deadlock.
  const counts = [...sums.keys()].sort().map((name) => sums.get(name)!);
  return { ...COUNTS.rowsOf(counts), ...ADDING };
}

function isCountedWith({ payment, status }: CountChange, other: CountChange, day: number): boolean {
  return (
    payment.apiKeyId === other.payment.apiKeyId &&
    payment.method === other.payment.method &&
    status === other.status &&
    dayOf(payment.createdAtUs) === day
  );
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

/** How many payments match a filter. Reads only counts, and no payment. */
export function countPayments(db: Pick<Database, 'readSteps'>, filter: PaymentFilter): Promise<number> {
  return db.readSteps(() => readTotal(filter));
}

/** Like `countPayments`, but as one of several dependent reads. */
export function* readTotal(filter: PaymentFilter): ReadSteps<number> {
  const params: Value[] = [];
  const [row] = yield { sql: `SELECT ${totalSql(filter, params)}`, params };
  return row?.[0] as number;
}

/** Like `countPayments`, but as an SQL expression. Its parameters are added to `params`. */
export function totalSql(filter: PaymentFilter, params: Value[]): string {
  const sums = rangesOf(filter).map(
    (range) => `(SELECT COALESCE(SUM(payments), 0) FROM payment_counts WHERE ${inRange(filter, range, params)})`,
  );
  return `CAST(${sums.join(' + ')} AS BIGINT)`;
}

/** How many payments match a filter, and the day of one of them. */
export interface CountedPayments {
  readonly total: number;
  /**
   * Finds the matching payment that has `offset` newer matches: its day, and how many of those newer ones are on the same
   * day. `offset` must be below `total`. Undefined when no payment of its period matches any more.
   */
  locate(offset: number): ReadSteps<{ day: number; offset: number } | undefined>;
}

/** Counts the payments that match a filter, by day or period, without reading a payment. */
export function* readCountedPayments(filter: PaymentFilter): ReadSteps<CountedPayments> {
  const counts: Count[] = [];
  for (const range of rangesOf(filter)) counts.push(...(yield* readCounts(filter, range)));
  const daysOfPeriod = new Map<number, Count[]>();
  return {
    total: counts.reduce((sum, count) => sum + count.payments, 0),
    *locate(offset) {
      const found = walk(counts, offset);
      if (!found || found.count.days === 1) return found && { day: found.count.firstDay, offset: found.offset };
      const from = found.count.firstDay;
      const days = daysOfPeriod.get(from) ?? (yield* readCounts(filter, { days: 1, from, to: from + PERIOD - 1 }));
      daysOfPeriod.set(from, days);
      const onDay = walk(days, found.offset);
      return onDay && { day: onDay.count.firstDay, offset: onDay.offset };
    },
  };
}

const FIRST_DAY = -(2 ** 30);
const LAST_DAY = 2 ** 30 - 1;

function periodOf(day: number): number {
  return Math.floor(day / PERIOD) * PERIOD;
}

/** Which counts to read: those of days, or those of periods, whose first day is in `from` to `to`, both inclusive. */
interface Range {
  readonly days: 1 | typeof PERIOD;
  readonly from: number;
  readonly to: number;
}

/** The parts of a filter: whole periods, and single days of the periods at its ends. Newest first. */
function rangesOf({ fromDay = FIRST_DAY, toDay = LAST_DAY }: PaymentFilter): Range[] {
  const firstWhole = periodOf(fromDay + PERIOD - 1);
  const behindWhole = periodOf(toDay + 1);
  if (firstWhole >= behindWhole) return [{ days: 1, from: fromDay, to: toDay }];
  const ranges: Range[] = [
    { days: 1, from: behindWhole, to: toDay },
    { days: PERIOD, from: firstWhole, to: behindWhole - 1 },
    { days: 1, from: fromDay, to: firstWhole - 1 },
  ];
  return ranges.filter(({ from, to }) => from <= to);
}

function inRange({ apiKeyId, status, method }: PaymentFilter, { days, from, to }: Range, params: Value[]): string {
  const wanted = matching(params, { api_key_id: apiKeyId, days, status, method });
  return [...wanted, `first_day >= $${params.push(from)}`, `first_day <= $${params.push(to)}`].join(' AND ');
}

interface Count {
  readonly days: number;
  readonly firstDay: number;
  readonly payments: number;
}

/** The count, newest first, that contains the payment at `offset`; the last count if there are fewer payments. */
function walk(counts: readonly Count[], offset: number): { count: Count; offset: number } | undefined {
  let left = offset;
  for (const count of counts) {
    if (left < count.payments) return { count, offset: left };
    left -= count.payments;
  }
  const last = counts.at(-1);
  return last && { count: last, offset: left + last.payments };
}

/** The days or periods that have any matching payment, newest first. */
function* readCounts(filter: PaymentFilter, range: Range): ReadSteps<Count[]> {
  const params: Value[] = [];
  const rows = yield {
    sql: `SELECT first_day, CAST(SUM(payments) AS BIGINT) FROM payment_counts WHERE ${inRange(filter, range, params)}
      GROUP BY first_day HAVING SUM(payments) > 0 ORDER BY first_day DESC`,
    params,
  };
  return rows.map(([firstDay, payments]) => ({ days: range.days, firstDay, payments }) as Count);
}
