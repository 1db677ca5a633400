import type { Currency } from '../../../core/money.ts';
import type { FailureReason, Payment, PaymentStatus } from '../../../core/payment.ts';
import type { Database, Row, Value } from '../../../database/database.ts';
import { newestOf, positionCondition, type RowPosition, whereAll } from '../../../database/matching.ts';
import { selectForEach } from '../../../database/select-for-each.ts';
import { keysOf, listNewestPayments, type NewestFilter, readPayments, timeRange } from './list-newest-payments.ts';
import { matchingIds } from './matching-ids.ts';

/** The most payments that are read for a condition without an index: some tens of milliseconds. */
const MOST_LOOKED_AT = 5_000;

/** The filter of a list of payments. An undefined field does not filter; amounts are minor units, and both ends are included. */
export interface ListFilter extends NewestFilter {
  readonly failureReason?: FailureReason | undefined;
  /** The currency of the charged amount, or of the requested amount before conversion. */
  readonly currency?: Currency | undefined;
  readonly fromMinor?: number | undefined;
  readonly toMinor?: number | undefined;
  /** Whether the payments start a subscription or are charges of one. */
  readonly isRecurring?: boolean | undefined;
  /** Only payments of this link. */
  readonly linkId?: string | undefined;
}

/** How far a search got, if it ended before it had read everything. */
export interface LookedAt {
  /** The number of payments read. */
  readonly count: number;
  /** The last of them: the search continues after it. */
  readonly last: Pick<Payment, 'id' | 'createdAtUs'>;
}

/** A page of a list. */
export interface FoundPage {
  /** In the order of the list. */
  readonly payments: readonly Payment[];
  /** The next page starts before this payment; undefined when there is none. */
  readonly nextBefore: number | undefined;
  /** Set when further payments, which were not read, may match. */
  readonly endedAt: LookedAt | undefined;
}

/**
 * The first payments that match, newest or oldest first, and the cursor of the next page. Conditions with an index are read from the index
 * alone. The others (for example amount and failure reason) are then checked on the first payments that remain, at
 * most MOST_LOOKED_AT of them. A reader that continues from page to page sees each payment once, if it existed at the
 * start and matches throughout.
 */
export async function findPayments(
  db: Database,
  filter: ListFilter,
  mostLookedAt = MOST_LOOKED_AT,
): Promise<FoundPage> {
  const wanted = impliedBy(filter);
  const { limit, isOldestFirst } = wanted;
  if (!isScanned(wanted)) {
    return pageOf(await listNewestPayments(db, { ...wanted, limit: limit + 1 }), limit);
  }
  const scan = await scanOf(db, wanted, Math.max(mostLookedAt, limit));
  const also = unindexed(wanted);
  const positions = newestOf(await scan.positions(also, limit + 1), limit + 1, isOldestFirst);
  const page = pageOf(await readPayments(db, positions, isOldestFirst), limit);
  return page.nextBefore === undefined ? { ...page, endedAt: await scan.endedAt() } : page;
}

/** The page of a list, from payments that were read with one extra. */
export function pageOf(payments: readonly Payment[], limit: number): FoundPage {
  const shown = payments.slice(0, limit);
  return { payments: shown, nextBefore: payments.length > limit ? shown.at(-1)?.id : undefined, endedAt: undefined };
}

/**
 * Adds indexed conditions that a filter implies: only failed payments have a failure reason, and only one method has
 * subscriptions.
 */
export function impliedBy<Filter extends Omit<ListFilter, 'websiteIds' | 'limit'>>(filter: Filter): Filter {
  const { failureReason, isRecurring, status, method } = filter;
  return {
    ...filter,
    status: status ?? (failureReason === undefined ? undefined : 'failed'),
    method: method ?? (isRecurring ? 'lakaypay_card' : undefined),
  };
}

/** Whether a filter has conditions without an index. */
export function isScanned({
  failureReason,
  currency,
  fromMinor,
  toMinor,
  isRecurring,
  linkId,
}: Omit<ListFilter, 'limit'>): boolean {
  return [failureReason, currency, fromMinor, toMinor, isRecurring, linkId].some((each) => each !== undefined);
}

/** The conditions without an index; each use adds its parameters. */
export function unindexed(filter: Omit<ListFilter, 'websiteIds' | 'limit'>): (params: Value[]) => string[] {
  const { failureReason, isRecurring, linkId } = filter;
  return (params) => {
    const conditions: string[] = [];
    if (failureReason !== undefined) conditions.push(`failure_reason = $${params.push(failureReason)}`);
    const amount = amountCondition(filter, params);
    if (amount !== undefined) conditions.push(amount);
    if (linkId !== undefined) {
      const ofLink = `SELECT payment_id FROM link_payments WHERE link_id = $${params.push(linkId)}`;
      conditions.push(`id IN (${ofLink})`);
    }
    if (isRecurring === true) conditions.push('(recurring_interval IS NOT NULL OR subscription_id IS NOT NULL)');
    if (isRecurring === false) conditions.push('recurring_interval IS NULL AND subscription_id IS NULL');
    return conditions;
  };
}

/** The condition on the amount. A converted payment matches by its requested dollars as well. */
function amountCondition(
  { currency, fromMinor, toMinor }: Pick<ListFilter, 'currency' | 'fromMinor' | 'toMinor'>,
  params: Value[],
): string | undefined {
  if ((currency ?? fromMinor ?? toMinor) === undefined) return undefined;
  const from = fromMinor === undefined ? undefined : `$${params.push(fromMinor)}`;
  const to = toMinor === undefined ? undefined : `$${params.push(toMinor)}`;
  const within = (column: string) => [
    ...(from === undefined ? [] : [`${column} >= ${from}`]),
    ...(to === undefined ? [] : [`${column} <= ${to}`]),
  ];
  const charged = within('amount_minor');
  if (currency !== undefined) charged.push(`currency = $${params.push(currency)}`);
  const isAskedToo = currency === undefined || currency === 'USD';
  if (!isAskedToo) return charged.join(' AND ');
  const asked = ['original_amount_minor IS NOT NULL', ...within('original_amount_minor')];
  return `((${charged.join(' AND ')}) OR (${asked.join(' AND ')}))`;
}

/** The number of payments of one currency in one status, and their amount. */
export type StatusSum = {
  readonly currency: Currency;
  readonly status: PaymentStatus;
  readonly n: number;
  readonly minor: number;
};

/** The columns that the sums and their conditions need. */
const SUMMED = [
  ...['currency', 'status', 'amount_minor', 'original_amount_minor'],
  ...['failure_reason', 'recurring_interval', 'subscription_id'],
];

/** The columns of `StatusSum`. */
export const STATUS_SUM = 'currency, status, count(*) AS n, CAST(SUM(amount_minor) AS BIGINT) AS minor';

/** A scan of the first payments that indexes find, in the order of the list and equally far for each key. */
interface Scan {
  /** For each key, the positions of its newest payments within the scan that also meet the conditions of `also`. */
  positions(also: (params: Value[]) => string[], limit: number): Promise<RowPosition[][]>;
  /** Columns of all payments within the scan. */
  rows<R extends Row>(columns: string): Promise<R[]>;
  /** The number of all keys' newest payments, for each key at most its share. Reads only indexes. */
  count(): Promise<number>;
  /** The sums of the counted payments that also meet the conditions of `also`. */
  sums(also: (params: Value[]) => string[]): Promise<StatusSum[]>;
  /** Whether the scan reaches the oldest payment. */
  readonly isWhole: boolean;
  /** How far the scan got; undefined when it has reached the oldest payment. */
  endedAt(): Promise<LookedAt | undefined>;
}

/**
 * Prepares a scan of the newest payments that match the conditions with an index. The scan reads the payments of every
 * key back to the same position, and never more than the key's share of `most`. The position is found by reading
 * indexes only.
 */
export async function scanOf(db: Database, filter: NewestFilter, most: number): Promise<Scan> {
  const { status, method, isOldestFirst } = filter;
  const keys = await keysOf(db, filter);
  const rangeOf = await timeRange(db, filter);
  const share = Math.max(Math.ceil(most / Math.max(keys.length, 1)), filter.limit);
  /** A SELECT of the ids of a key's payments without its LIMIT, and the parameter for that LIMIT. */
  const idsOf = (
    key: string,
    params: Value[],
    given: {
      limit: number;
      since?: RowPosition | undefined;
      also?: typeof noConditions;
      columns?: readonly string[];
    },
  ) => {
    const conditions = [`api_key_id = ${key} AND ${rangeOf(params)}`];
    if (given.since) conditions.push(notPast(given.since, params, isOldestFirst));
    conditions.push(...(given.also ?? noConditions)(params));
    const atMost = `$${params.push(given.limit)}`;
    const range = { range: conditions.join(' AND '), atMost, also: given.columns, isOldestFirst };
    const ids = matchingIds(db.engine, range, { status, method }, params);
    return { ids, atMost };
  };
  const ends = await selectForEach<RowPosition>(db, keys, (key, params) => {
    const { ids, atMost } = idsOf(key, params, { limit: share });
    return `${ids} LIMIT 1 OFFSET CAST(${atMost} AS BIGINT) - 1`;
  });
  // The scan ends for all keys at the newest of these ends. Further back, one key would exceed its share.
  const [since] = newestOf(ends, 1, isOldestFirst);
  const within = (key: string, params: Value[]) => {
    const { ids, atMost } = idsOf(key, params, { limit: share, since });
    return `SELECT id FROM (${ids} LIMIT ${atMost}) AS looked_at`;
  };
  return {
    positions: (also, limit) =>
      selectForEach<RowPosition>(db, keys, (key, params) => {
        const { ids, atMost } = idsOf(key, params, { limit, since, also });
        return `${ids} LIMIT ${atMost}`;
      }),
    async rows<R extends Row>(columns: string) {
      const lists = await selectForEach<R>(
        db,
        keys,
        (key, params) => `SELECT ${columns} FROM payments WHERE id IN (${within(key, params)})`,
      );
      return lists.flat();
    },
    async sums(also) {
      const lists = await selectForEach<StatusSum>(db, keys, (key, params) => {
        const { ids, atMost } = idsOf(key, params, { limit: share, columns: SUMMED });
        const matches = whereAll(also(params));
        return `SELECT ${STATUS_SUM} FROM (${ids} LIMIT ${atMost}) AS looked_at ${matches} GROUP BY currency, status`;
      });
      return lists.flat();
    },
    async count() {
      const counts = await selectForEach<Row & { n: number }>(db, keys, (key, params) => {
        const { ids, atMost } = idsOf(key, params, { limit: share });
        return `SELECT count(*) AS n FROM (${ids} LIMIT ${atMost}) AS counted`;
      });
      return counts.flat().reduce((sum, { n }) => sum + n, 0);
    },
    isWhole: since === undefined,
    async endedAt() {
      if (!since) return undefined;
      const counts = await selectForEach<Row & { n: number }>(
        db,
        keys,
        (key, params) => `SELECT count(*) AS n FROM (${within(key, params)}) AS counted`,
      );
      const count = counts.flat().reduce((sum, { n }) => sum + n, 0);
      return { count, last: { id: Number(since.id), createdAtUs: since.created_at_us } };
    },
  };
}

function noConditions(_params: Value[]): string[] {
  return [];
}

/** The condition for rows of a list up to a position. */
function notPast({ created_at_us: createdAtUs, id }: RowPosition, params: Value[], isOldestFirst = false): string {
  const [side, step] = isOldestFirst ? (['<', 1] as const) : (['>', -1] as const);
  return positionCondition(side, `$${params.push(createdAtUs)}`, `$${params.push(Number(id) + step)}`);
}
