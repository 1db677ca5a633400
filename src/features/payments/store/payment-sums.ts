import { US_PER_HOUR } from '../../../core/durations.ts';
import type { Currency } from '../../../core/money.ts';
import type { FailureReason, Mode, Payment, PaymentMethod } from '../../../core/payment.ts';
import { addingRows } from '../../../database/adding-rows.ts';
import type { Database, InsertRows, Transaction, Value } from '../../../database/database.ts';
import { inList } from '../../../database/matching.ts';
import { bigint, type Fields, tableOf, text } from '../../../database/table.ts';
import { haitiDayOf } from '../../../platform/clock/haiti-time.ts';

/**
 * How many rows each sum is spread over: with one row, writers of several nodes would wait for each other. The embedded
 * store has one writer.
 */
const SLOTS = { sqlite: 1, postgres: 8 };
/** The `website_id` of the sums over all websites. */
export const ALL_WEBSITES = '';

/** Upper limits of the wait buckets, in seconds; the last bucket has none. */
export const WAIT_ENDS = [10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1800] as const;
/** The columns that count the payments of each bucket. */
export const WAIT_COLUMNS = [...WAIT_ENDS.map((end) => `wait_${end}`), 'wait_more'];
/** The columns that are added up. */
export const ADDED = ['payments', 'amount_minor', ...WAIT_COLUMNS];

/** How a payment ended: paid, or why not. */
export type Outcome = 'completed' | FailureReason;

/** The fields of a final payment that are counted. */
export type SummedPayment = Pick<
  Payment,
  | 'websiteId'
  | 'mode'
  | 'method'
  | 'currency'
  | 'amountMinor'
  | 'status'
  | 'failureReason'
  | 'subscriptionId'
  | 'createdAtUs'
  | 'finishedAtUs'
>;

/**
 * The time from which a store counts payments, microseconds since 1970, once that time has come. It is set minutes ahead, and never
 * changed. An earlier copy might be of a transaction that is still undone.
 */
const countingFrom = new WeakMap<Database, number>();

/**
 * The rows that count a payment that becomes final, for the transaction that makes it final. Payments that became final before
 * counting started are left to the job that adds older ones (payment-sums-fill.ts): no payment is counted twice.
 */
export async function sumRowsOfFinal(tx: Transaction, payment: SummedPayment, db: Database): Promise<InsertRows[]> {
  const beginsAtUs = countingFrom.get(db) ?? (await readBeginning(tx));
  if ((payment.finishedAtUs ?? 0) < beginsAtUs) return [];
  countingFrom.set(db, beginsAtUs);
  return [sumRows([payment], db.engine)];
}

async function readBeginning(tx: Transaction): Promise<number> {
  const [state] = await tx.query<{ begins_at_us: number | null }>(
    'SELECT begins_at_us FROM payment_sums_state WHERE id = 1',
  );
  return state?.begins_at_us ?? Number.POSITIVE_INFINITY;
}

/** Adds final payments to the sums of their websites and of all: `sumRows`. */
export async function insertSums(tx: Transaction, ...sums: Parameters<typeof sumRows>): Promise<void> {
  await tx.insertAll([sumRows(...sums)]);
}

/**
 * The rows that add final payments to the sums of their websites and of all.
 *
 * @param hoursFromUs payments that ended before this moment are counted by day only: no reader needs their hours
 */
function sumRows(payments: readonly SummedPayment[], engine: Database['engine'], hoursFromUs = 0): InsertRows {
  const slot = Math.floor(Math.random() * SLOTS[engine]);
  const sums = new Map<string, GrowingSum>();
  for (const payment of payments) {
    const atUs = payment.finishedAtUs;
    if (atUs === null) continue;
    const { mode, method, currency, amountMinor, failureReason } = payment;
    const outcome: Outcome = failureReason ?? 'completed';
    const bucket = waitBucketOf(payment);
    const addTo = (hours: number, period: number) => {
      for (const websiteId of [ALL_WEBSITES, payment.websiteId]) {
        const name = `${websiteId} ${mode} ${hours} ${period} ${method} ${currency} ${outcome}`;
        let sum = sums.get(name);
        if (!sum) {
          const waits = WAIT_COLUMNS.map(() => 0);
          sum = { websiteId, mode, hours, slot, period, method, currency, outcome, payments: 0, amountMinor: 0, waits };
          sums.set(name, sum);
        }
        sum.payments++;
        sum.amountMinor += amountMinor;
        if (bucket !== undefined) sum.waits[bucket]!++;
      }
    };
    addTo(24, haitiDayOf(atUs));
    if (atUs >= hoursFromUs) addTo(1, hourOf(atUs));
  }
  // In a fixed order: two transactions that need the same rows then never deadlock.
  const ordered = [...sums.keys()].sort().map((name) => sums.get(name)!);
  return { ...STORED_SUMS.rowsOf(ordered), ...ADDING };
}

/** The index of the bucket of the time until the payment; undefined for a payment that did not complete or that no customer waited for. */
function waitBucketOf({ status, subscriptionId, createdAtUs, finishedAtUs }: SummedPayment): number | undefined {
  if (status !== 'completed' || subscriptionId !== null) return undefined;
  return waitBucket(((finishedAtUs ?? 0) - createdAtUs) / 1_000_000);
}

/** The index of the bucket of a wait. */
function waitBucket(seconds: number): number {
  const bucket = WAIT_ENDS.findIndex((end) => seconds <= end);
  return bucket < 0 ? WAIT_ENDS.length : bucket;
}

/** The number of whole hours since 1970 at a time. Days in Haiti start on a whole hour. */
export function hourOf(us: number): number {
  return Math.floor(us / US_PER_HOUR);
}

/** The number and total of the payments in one hour or day, for one method, currency and outcome. */
export interface PaymentSum {
  /** The hour since 1970, or the day since 1970 in Haiti. */
  readonly period: number;
  readonly method: PaymentMethod;
  readonly currency: Currency;
  readonly outcome: Outcome;
  readonly payments: number;
  readonly amountMinor: number;
  /** How many payments were paid in each bucket of `WAIT_ENDS`, and how many took longer. */
  readonly waits: readonly number[];
}

const SUM: Fields<PaymentSum> = {
  period: bigint('period'),
  method: text('method'),
  currency: text('currency'),
  outcome: text('outcome'),
  payments: bigint('payments'),
  amountMinor: bigint('amount_minor'),
  waits: {
    columns: WAIT_COLUMNS.map((name) => ({ name, type: 'bigint' })),
    write: (waits) => waits,
    read: (waits) => waits as readonly number[],
  },
};
const SUMS = tableOf('payment_sums', SUM);

/** A stored sum: one of the slots of a website's hour or day. */
interface StoredSum extends PaymentSum {
  readonly websiteId: string;
  readonly mode: Mode;
  readonly hours: number;
  readonly slot: number;
}

/** A sum to which payments are being added. */
interface GrowingSum extends StoredSum {
  payments: number;
  amountMinor: number;
  readonly waits: number[];
}

const STORED_SUMS = tableOf<StoredSum>('payment_sums', {
  websiteId: text('website_id'),
  mode: text('mode'),
  hours: bigint('hours'),
  slot: bigint('slot'),
  ...SUM,
});
const ADDING = addingRows(STORED_SUMS.rowsOf([]), ADDED);

/** The websites and period of the sums. */
export interface SumsFilter {
  /** Undefined: of all websites together. */
  readonly websiteIds: readonly string[] | undefined;
  readonly mode: Mode;
  readonly by: 'hour' | 'day';
  /** The first period, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/** The sums of a period over these websites, oldest first. Reads one range of a key for each website, and no payments. */
export async function readPaymentSums(
  db: Pick<Database, 'query'>,
  { websiteIds = [ALL_WEBSITES], mode, by, from, to }: SumsFilter,
): Promise<PaymentSum[]> {
  const params: Value[] = [mode, by === 'hour' ? 1 : 24, from, to];
  const sums = ADDED.map((name) => `CAST(SUM(${name}) AS BIGINT) AS ${name}`).join(', ');
  const rows = await db.query(
    `SELECT period, method, currency, outcome, ${sums} FROM payment_sums
      WHERE ${inList(params, 'website_id', websiteIds)} AND mode = $1 AND hours = $2 AND period >= $3 AND period < $4
      GROUP BY period, method, currency, outcome ORDER BY period, method, currency, outcome`,
    params,
  );
  return rows.map(SUMS.read);
}

/** The number and total of a website's payments, for one currency and outcome. */
export type WebsiteSum = Pick<PaymentSum, 'currency' | 'outcome' | 'payments' | 'amountMinor'> & {
  readonly websiteId: string;
};

const WEBSITE_SUMS = tableOf<WebsiteSum>('payment_sums', {
  websiteId: text('website_id'),
  currency: text('currency'),
  outcome: text('outcome'),
  payments: bigint('payments'),
  amountMinor: bigint('amount_minor'),
});

/** The sums of each of these websites over a range of days: the first, and the one after the last. */
export async function readWebsiteSums(
  db: Pick<Database, 'query'>,
  {
    websiteIds,
    mode,
    from,
    to,
  }: { readonly websiteIds: readonly string[]; readonly mode: Mode; readonly from: number; readonly to: number },
): Promise<WebsiteSum[]> {
  const params: Value[] = [mode, from, to];
  const rows = await db.query(
    `SELECT website_id, currency, outcome, CAST(SUM(payments) AS BIGINT) AS payments,
       CAST(SUM(amount_minor) AS BIGINT) AS amount_minor FROM payment_sums
      WHERE ${inList(params, 'website_id', websiteIds)} AND mode = $1 AND hours = 24 AND period >= $2 AND period < $3
      GROUP BY website_id, currency, outcome ORDER BY website_id, currency, outcome`,
    params,
  );
  return rows.map(WEBSITE_SUMS.read);
}

/** The first day with a final payment of these websites (undefined for all websites); undefined if there is none. */
export async function findFirstSummedDay(
  db: Pick<Database, 'query'>,
  { websiteIds = [ALL_WEBSITES], mode }: Pick<SumsFilter, 'websiteIds' | 'mode'>,
): Promise<number | undefined> {
  const days: number[] = [];
  for (const websiteId of websiteIds) {
    const [row] = await db.query<{ period: number }>(
      `SELECT period FROM payment_sums WHERE website_id = $1 AND mode = $2 AND hours = 24 ORDER BY period LIMIT 1`,
      [websiteId, mode],
    );
    if (row) days.push(row.period);
  }
  return days.length === 0 ? undefined : Math.min(...days);
}
