import type { Currency } from '../../../core/money.ts';
import { dayOf } from '../../../core/timestamps.ts';
import type { Database, Row, Value } from '../../../database/database.ts';
import { inList, matching } from '../../../database/matching.ts';
import { selectForEach } from '../../../database/select-for-each.ts';
import {
  impliedBy,
  isScanned,
  type ListFilter,
  STATUS_SUM,
  type StatusSum,
  scanOf,
  unindexed,
} from './find-payments.ts';
import { keysOf } from './list-newest-payments.ts';
import { PERIOD } from './payment-counts.ts';

/** The maximum number of payments that are added up, which takes some tens of milliseconds. */
const MOST_ADDED = 5_000;
/** If the counts of whole days are at most this many times the limit, the payments of the exact time are counted. */
const COUNTED_TIMES = 4;
/** For longer times, the payments are counted by periods instead of days. */
const MOST_DAYS = 100;
const FIRST_DAY = -(2 ** 30);
const LAST_DAY = 2 ** 30 - 1;

/** A filter of a list, whatever page of it is shown. */
export type TotalsFilter = Omit<ListFilter, 'beforeId' | 'limit'>;

/** The total of the payments of one currency. */
interface CurrencyTotal {
  readonly currency: Currency;
  readonly count: number;
  readonly amountMinor: number;
  /** The completed ones among them. */
  readonly paidCount: number;
  readonly paidMinor: number;
}

/** The totals of the payments that match a filter. */
export interface FilterTotals {
  readonly count: number;
  /** By currency; none without a payment. */
  readonly sums: readonly CurrencyTotal[];
  /** Whether more payments match than are added up. The sums are then those of each key's newest payments. */
  readonly isAtLeast: boolean;
}

/**
 * The totals of the payments that match a filter. They are exact if at most `most` payments match the indexed part of
 * the filter. If more match, the newest of each key are added up; if the filter has no other part, the number of
 * payments comes from the stored counts by day. That number is exact without a time, and otherwise the count of the
 * whole days within the time.
 */
export async function totalsOf(db: Database, filter: TotalsFilter, most = MOST_ADDED): Promise<FilterTotals> {
  const wanted = impliedBy(filter);
  if (wanted.linkId !== undefined) return totalsOfLink(db, wanted.linkId, wanted, most);
  const keys = await keysOf(db, wanted);
  const counted = await countedPayments(db, keys, wanted);
  const { fromUs, toUs } = wanted;
  const isTimed = fromUs !== undefined || toUs !== undefined;
  const scanUpTo = (payments: number) => scanOf(db, { ...wanted, limit: 1 }, payments);
  if (counted <= most || (isTimed && counted <= COUNTED_TIMES * most)) {
    // A scan divides its limit among the keys, but here a single key may have all matches.
    const scan = await scanUpTo((COUNTED_TIMES * most + 1) * keys.length);
    if (counted <= most || (await scan.count()) <= most) {
      return added(await scan.sums(unindexed(wanted)), !scan.isWhole);
    }
  }
  const scan = await scanUpTo(most);
  const totals = added(await scan.sums(unindexed(wanted)), true);
  if (isScanned(wanted)) return totals;
  const within = isTimed ? await countedPayments(db, keys, wanted, true) : counted;
  return { ...totals, count: Math.max(within, totals.count) };
}

/**
 * How many payments of these keys match the part of a filter that has an index. Times are rounded to whole days or
 * periods: to all that they touch, or only to those within.
 */
async function countedPayments(
  db: Database,
  keys: readonly string[],
  { status, method, fromUs, toUs }: TotalsFilter,
  isWithin = false,
): Promise<number> {
  const from = fromUs === undefined ? FIRST_DAY : dayOf(fromUs);
  const to = toUs === undefined ? LAST_DAY : dayOf(toUs);
  const days = to - from < MOST_DAYS ? 1 : PERIOD;
  const [after, through] = isWithin ? [from, to - days] : [from - days, to];
  const counts = await selectForEach<Row & { n: number }>(db, keys, (key, params) => {
    const conditions = [`api_key_id = ${key}`, ...matching(params, { days, status, method })];
    conditions.push(`first_day > $${params.push(after)}`, `first_day <= $${params.push(through)}`);
    return `SELECT CAST(COALESCE(SUM(payments), 0) AS BIGINT) AS n FROM payment_counts WHERE ${conditions.join(' AND ')}`;
  });
  return counts.flat().reduce((sum, { n }) => sum + n, 0);
}

/** The totals of a link's payments that match. */
async function totalsOfLink(db: Database, linkId: string, filter: TotalsFilter, most: number): Promise<FilterTotals> {
  const { apiKeyId, websiteId, websiteIds, mode, status, method, fromUs, toUs } = filter;
  const params: Value[] = [linkId];
  const newest = 'SELECT payment_id FROM link_payments WHERE link_id = $1 ORDER BY payment_id DESC';
  const [further] = await db.query(`${newest} LIMIT 1 OFFSET $2`, [linkId, most]);
  const conditions = [
    `id IN (SELECT payment_id FROM (${newest} LIMIT $${params.push(most)}) AS looked_at)`,
    ...matching(params, { api_key_id: apiKeyId, website_id: websiteId, mode, status, method }),
    ...unindexed({ ...filter, linkId: undefined })(params),
  ];
  if (websiteIds) conditions.push(inList(params, 'website_id', websiteIds));
  if (fromUs !== undefined) conditions.push(`created_at_us >= $${params.push(fromUs)}`);
  if (toUs !== undefined) conditions.push(`created_at_us < $${params.push(toUs)}`);
  const rows = await db.query<StatusSum>(
    `SELECT ${STATUS_SUM} FROM payments WHERE ${conditions.join(' AND ')} GROUP BY currency, status`,
    params,
  );
  return added(rows, further !== undefined);
}

/** Adds up parts, by currency. */
export function added(parts: readonly StatusSum[], isAtLeast: boolean): FilterTotals {
  const sums = new Map<Currency, CurrencyTotal>();
  for (const { currency, status, n, minor } of parts) {
    const sum = sums.get(currency) ?? { currency, count: 0, amountMinor: 0, paidCount: 0, paidMinor: 0 };
    const isPaid = status === 'completed';
    sums.set(currency, {
      currency,
      count: sum.count + n,
      amountMinor: sum.amountMinor + minor,
      paidCount: sum.paidCount + (isPaid ? n : 0),
      paidMinor: sum.paidMinor + (isPaid ? minor : 0),
    });
  }
  const ordered = [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
  return { count: ordered.reduce((count, sum) => count + sum.count, 0), sums: ordered, isAtLeast };
}
