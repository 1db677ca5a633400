import type { Violation } from './history.ts';
import { type Facts, isFinal, type Row } from './history-facts.ts';

const US_PER_DAY = 86_400_000_000;
const US_PER_HOUR = 3_600_000_000;
/** The days of the longer of the two periods in which payments are counted; the other one is a day. */
const LONG_PERIOD = 32;
/** The upper ends of the classes of waiting times by which completed payments are counted, seconds. */
const WAIT_ENDS = [10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1800];
const HAITI = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Port-au-Prince' });

/**
 * I6: the stored counts and sums agree with the payments. Both are calculated again from the rows of payments: counts for each key, day,
 * method and status; sums for each website, mode, day and hour, method, currency and outcome.
 */
export function checkTallies({ rows }: Facts): Violation[] {
  const payments = rows('payments');
  return [
    ...compare('count', countsOf(payments), storedIn(rows('payment_counts'), COUNT_KEY, ['payments'])),
    ...compare('sum', sumsOf(payments), storedIn(rows('payment_sums'), SUM_KEY, SUMMED)),
  ];
}

const COUNT_KEY = ['api_key_id', 'days', 'first_day', 'method', 'status'];
const SUM_KEY = ['website_id', 'mode', 'hours', 'period', 'method', 'currency', 'outcome'];
const SUMMED = ['payments', 'amount_minor', ...WAIT_ENDS.map((end) => `wait_${end}`), 'wait_more'];

type Tally = Map<string, number[]>;

function countsOf(payments: readonly Row[]): Tally {
  const tally: Tally = new Map();
  for (const { api_key_id: key, created_at_us: createdAtUs, method, status } of payments) {
    const day = Math.floor(Number(createdAtUs) / US_PER_DAY);
    add(tally, [key, 1, day, method, status], [1]);
    add(tally, [key, LONG_PERIOD, Math.floor(day / LONG_PERIOD) * LONG_PERIOD, method, status], [1]);
  }
  return tally;
}

function sumsOf(payments: readonly Row[]): Tally {
  const tally: Tally = new Map();
  for (const payment of payments) {
    if (!isFinal(String(payment.status))) continue;
    const { website_id: website, mode, method, currency, failure_reason: reason, amount_minor: amount } = payment;
    const finishedAtUs = Number(payment.finished_at_us);
    const values = [1, Number(amount), ...waitsOf(payment)];
    const day = Date.parse(HAITI.format(finishedAtUs / 1000)) / 86_400_000;
    for (const owner of ['', website]) {
      const outcome = payment.status === 'completed' ? 'completed' : reason;
      add(tally, [owner, mode, 24, day, method, currency, outcome], values);
      add(tally, [owner, mode, 1, Math.floor(finishedAtUs / US_PER_HOUR), method, currency, outcome], values);
    }
  }
  return tally;
}

/** The classes of waiting times, with a 1 in the class of the time that the customer took to pay. Later charges of a card have no 1. */
function waitsOf({ status, subscription_id: subscription, created_at_us: from, finished_at_us: to }: Row): number[] {
  const classes = [...WAIT_ENDS, Number.POSITIVE_INFINITY].map(() => 0);
  if (status !== 'completed' || subscription !== null) return classes;
  const seconds = (Number(to) - Number(from)) / 1_000_000;
  const index = WAIT_ENDS.findIndex((end) => seconds <= end);
  classes[index < 0 ? WAIT_ENDS.length : index] = 1;
  return classes;
}

function storedIn(rows: readonly Row[], key: readonly string[], columns: readonly string[]): Tally {
  const tally: Tally = new Map();
  for (const row of rows) {
    const name = key.map((column) => row[column] ?? null);
    add(
      tally,
      name,
      columns.map((column) => Number(row[column])),
    );
  }
  return tally;
}

function add(tally: Tally, key: readonly (string | number | null | undefined)[], values: readonly number[]): void {
  const name = key.join(' ');
  const known = tally.get(name);
  tally.set(name, known ? known.map((value, index) => value + values[index]!) : [...values]);
}

function compare(what: string, wanted: Tally, stored: Tally): Violation[] {
  const names = new Set([...wanted.keys(), ...stored.keys()]);
  return [...names].flatMap((name) => {
    const [right, found] = [wanted.get(name), stored.get(name)];
    // A row whose values are all 0 may be stored or missing.
    const isEmpty = (values: number[] | undefined) => values === undefined || values.every((value) => value === 0);
    if (isEmpty(right) && isEmpty(found)) return [];
    if (right?.join() === found?.join()) return [];
    const message = `the ${what} of [${name}] is ${found ?? 'missing'}, and the payments give ${right ?? 'none'}`;
    return [{ invariant: 'I6', message }];
  });
}
