import { transactionIdTimeUs } from '../../../core/ids.ts';
import type { Payment } from '../../../core/payment.ts';
import type { Database, Row, Value } from '../../../database/database.ts';
import { inList, matching } from '../../../database/matching.ts';
import { type FoundPage, impliedBy, type ListFilter, pageOf, unindexed } from './find-payments.ts';
import { PAYMENTS } from './payment-table.ts';

/** The most payments of a link that are read to find matches. */
const MOST_LOOKED_AT = 5_000;
/** How many are read at a time. */
const STEP = 500;

/** The result of reading up to STEP payments of a link. */
interface Step {
  /** The matches, in the order of the list. */
  readonly payments: readonly Payment[];
  /** The last payment that was read; undefined when there are no further ones. */
  readonly nextBeforeId: number | undefined;
}

/**
 * The payments of a link that match a filter, newest or oldest first (ids grow with time), and the cursor of the next page. Reads
 * up to `mostLookedAt` payments through the link's index; if there are more, `endedAt` says where the search stopped,
 * and the page offers to continue.
 */
export async function findPaymentsOfLink(
  db: Pick<Database, 'query'>,
  linkId: string,
  filter: ListFilter,
  mostLookedAt = MOST_LOOKED_AT,
): Promise<FoundPage> {
  const { limit } = filter;
  const found: Payment[] = [];
  let beforeId = filter.beforeId;
  for (let count = 0; count < mostLookedAt; count += STEP) {
    const { payments, nextBeforeId } = await stepOf(db, linkId, filter, { beforeId, limit: STEP });
    found.push(...payments);
    beforeId = nextBeforeId;
    if (found.length > limit || beforeId === undefined) return pageOf(found, limit);
  }
  const last = { id: Number(beforeId), createdAtUs: transactionIdTimeUs(Number(beforeId)) };
  return { ...pageOf(found, limit), endedAt: { count: mostLookedAt, last } };
}

/** Reads the next payments of a link: those after `beforeId` in the order of the list. */
export async function stepOf(
  db: Pick<Database, 'query'>,
  linkId: string,
  filter: Omit<ListFilter, 'beforeId' | 'limit'>,
  { beforeId, limit }: { beforeId?: number | undefined; limit: number },
): Promise<Step> {
  const [side, way, start] = filter.isOldestFirst
    ? (['>', 'ASC', 0] as const)
    : (['<', 'DESC', Number.MAX_SAFE_INTEGER] as const);
  const rows = await db.query<Row & { payment_id: number }>(
    `SELECT payment_id FROM link_payments WHERE link_id = $1 AND payment_id ${side} $2 ORDER BY payment_id ${way} LIMIT $3`,
    [linkId, beforeId ?? start, limit],
  );
  const ids = rows.map(({ payment_id }) => payment_id);
  const nextBeforeId = ids.length < limit ? undefined : ids.at(-1);
  return { payments: ids.length === 0 ? [] : await readMatching(db, ids, filter), nextBeforeId };
}

async function readMatching(
  db: Pick<Database, 'query'>,
  ids: readonly number[],
  filter: Omit<ListFilter, 'beforeId' | 'limit'>,
): Promise<Payment[]> {
  const { apiKeyId, websiteId, websiteIds, mode, status, method, fromUs, toUs, isOldestFirst } = impliedBy(filter);
  const params: Value[] = [];
  const conditions = [
    inList(params, 'id', ids),
    ...matching(params, { api_key_id: apiKeyId, website_id: websiteId, mode, status, method }),
    ...unindexed({ ...filter, linkId: undefined })(params),
  ];
  if (websiteIds) conditions.push(inList(params, 'website_id', websiteIds));
  if (fromUs !== undefined) conditions.push(`created_at_us >= $${params.push(fromUs)}`);
  if (toUs !== undefined) conditions.push(`created_at_us < $${params.push(toUs)}`);
  const rows = await db.query(
    `SELECT ${PAYMENTS.columns} FROM payments WHERE ${conditions.join(' AND ')} ORDER BY id ${isOldestFirst ? 'ASC' : 'DESC'}`,
    params,
  );
  return rows.map(PAYMENTS.read);
}
