import type { PaymentMethod } from '../../../core/payment.ts';
import type { Database, Row, Value } from '../../../database/database.ts';
import { inList, whereAll } from '../../../database/matching.ts';
import type { MailQueue } from '../../receipts/store/receipts.ts';

type Reader = Pick<Database, 'query'>;

/**
 * The websites (null for all), and the maximum of each count. Other websites are excluded before anything is counted.
 */
interface WorkScope {
  readonly websiteIds: readonly string[] | null;
  readonly most: number;
}

/** The deliveries of a website that need attention. */
export interface WebsiteDeliveries {
  readonly websiteId: string;
  readonly name: string;
  /** Exhausted; at most `most`. */
  readonly exhausted: number;
  /** All pending deliveries, if an attempt for one of them has failed; otherwise 0. At most `most`. */
  readonly retrying: number;
  /** The most failed attempts of one of these pending deliveries. */
  readonly attempts: number;
}

/** The deliveries of one website in one status. */
export interface DeliverySpan {
  /** When the oldest and the newest of them were created. */
  readonly oldestUs: number;
  readonly newestUs: number;
  /** The failure of the newest one that has been attempted: a status code or an error. */
  readonly error: string | null;
}

/** The oldest and the newest exhausted or pending delivery of a website; undefined if there is none. */
export async function deliverySpan(
  db: Reader,
  { websiteId, status }: { readonly websiteId: string; readonly status: 'exhausted' | 'pending' },
): Promise<DeliverySpan | undefined> {
  const ordered = async (direction: 'ASC' | 'DESC', limit: number) =>
    db.query<Row & { created_at_us: number; last_status_code: number | null; last_error: string | null }>(
      `SELECT created_at_us, last_status_code, last_error FROM deliveries WHERE website_id = $1 AND status = $2
        ORDER BY created_at_us ${direction}, id ${direction} LIMIT ${limit}`,
      [websiteId, status],
    );
  const [[oldest], newest] = await Promise.all([ordered('ASC', 1), ordered('DESC', LOOKED_AT)]);
  const failed = newest.find((each) => each.last_status_code !== null || each.last_error !== null);
  if (!oldest) return undefined;
  return {
    oldestUs: oldest.created_at_us,
    newestUs: newest[0]?.created_at_us ?? oldest.created_at_us,
    error: failed ? String(failed.last_status_code ?? failed.last_error) : null,
  };
}

/**
 * How many pending deliveries of a website are searched for failed attempts: those whose next attempt is the latest.
 */
const LOOKED_AT = 50;

/**
 * The websites whose callback URL does not accept deliveries. Counts at most `most` exhausted and `most` pending
 * deliveries of each website, so that a URL that has failed for a year costs as little as one that failed today.
 */
export async function failingDeliveries(db: Reader, { websiteIds, most }: WorkScope): Promise<WebsiteDeliveries[]> {
  const params: Value[] = [most];
  const these = websiteIds === null ? [] : [inList(params, 'w.id', websiteIds)];
  const rows = await db.query<Row & { id: string; name: string; exhausted: number; attempts: number; waiting: number }>(
    `SELECT w.id AS id, w.name AS name,
       (SELECT COUNT(*) FROM (SELECT d.id FROM deliveries d WHERE d.website_id = w.id AND d.status = 'exhausted' LIMIT $1) AS counted)
         AS exhausted,
       (SELECT COALESCE(MAX(latest.attempts), 0) FROM (SELECT d.attempts AS attempts FROM deliveries d
           WHERE d.website_id = w.id AND d.next_attempt_at_us IS NOT NULL
           ORDER BY d.next_attempt_at_us DESC LIMIT ${LOOKED_AT}) AS latest) AS attempts,
       (SELECT COUNT(*) FROM (SELECT d.id FROM deliveries d WHERE d.website_id = w.id AND d.status = 'pending' LIMIT $1) AS counted)
         AS waiting
      FROM websites w ${whereAll(these)} ORDER BY w.id`,
    params,
  );
  return rows
    .map(({ id, name, exhausted, attempts, waiting }) => ({
      websiteId: id,
      name,
      exhausted,
      retrying: attempts > 0 ? waiting : 0,
      attempts,
    }))
    .filter(({ exhausted, retrying }) => exhausted + retrying > 0);
}

/** An open live payment, with the data that shows whether it needs attention. */
export interface WaitingPayment {
  readonly id: number;
  readonly websiteId: string;
  readonly method: PaymentMethod;
  readonly createdAtUs: number;
  readonly expiresAtUs: number;
}

/**
 * Open live payments, ordered by the time of their next verification; at most `most`. With `expiredBeforeUs`, only
 * those that expired before that time. They are verified rarely, so many younger payments would otherwise come before
 * them.
 */
export async function openLivePayments(
  db: Reader,
  { websiteIds, most, expiredBeforeUs }: WorkScope & { readonly expiredBeforeUs?: number },
): Promise<WaitingPayment[]> {
  const params: Value[] = [most];
  const ofWebsites = websiteIds === null ? '' : `AND ${inList(params, 'website_id', websiteIds)}`;
  const these =
    expiredBeforeUs === undefined ? ofWebsites : `${ofWebsites} AND expires_at_us < $${params.push(expiredBeforeUs)}`;
  const rows = await db.query<
    Row & { id: number; website_id: string; method: PaymentMethod; created_at_us: number; expires_at_us: number }
  >(
    `SELECT id, website_id, method, created_at_us, expires_at_us FROM payments
      WHERE mode = 'live' AND next_check_at_us IS NOT NULL ${these} ORDER BY next_check_at_us LIMIT $1`,
    params,
  );
  return rows.map((row) => ({
    id: row.id,
    websiteId: row.website_id,
    method: row.method,
    createdAtUs: row.created_at_us,
    expiresAtUs: row.expires_at_us,
  }));
}

/** A receipt that could not be sent by e-mail, to the customer's address or to a requested one. */
export interface GivenUpReceipt {
  readonly paymentId: number;
  readonly websiteId: string;
  readonly endedAtUs: number;
  readonly error: string | null;
}

/** Receipts that failed for good since a moment, newest first; at most `most` of each queue. */
export async function givenUpReceipts(
  db: Reader,
  { websiteIds, sinceUs, most }: WorkScope & { sinceUs: number },
): Promise<GivenUpReceipt[]> {
  const params: Value[] = [sinceUs, most];
  const ofQueue = (queue: MailQueue) => {
    const websiteOf = `(SELECT website_id FROM payments WHERE id = ${queue}.payment_id)`;
    const these = websiteIds === null ? '' : `AND ${inList(params, websiteOf, websiteIds)}`;
    return `SELECT * FROM (SELECT payment_id, ended_at_us, last_error FROM ${queue}
       WHERE status = 'given_up' AND ended_at_us >= $1 ${these} ORDER BY ended_at_us DESC LIMIT $2) AS of_${queue}`;
  };
  const rows = await db.query<
    Row & { payment_id: number; website_id: string; ended_at_us: number; last_error: string | null }
  >(
    `SELECT r.payment_id, p.website_id, r.ended_at_us, r.last_error
       FROM (${ofQueue('receipts')} UNION ALL ${ofQueue('receipt_requests')}) AS r
       JOIN payments p ON p.id = r.payment_id ORDER BY r.ended_at_us DESC`,
    params,
  );
  return rows.map((row) => ({
    paymentId: row.payment_id,
    websiteId: row.website_id,
    endedAtUs: row.ended_at_us,
    error: row.last_error,
  }));
}

/** The first steps of setting up the gateway. */
export interface FirstSteps {
  readonly hasKey: boolean;
  readonly hasLiveKey: boolean;
  readonly hasPayment: boolean;
}

/** Which of the first steps at least one of these websites has done; null means any website. */
export async function readFirstSteps(db: Reader, websiteIds: readonly string[] | null): Promise<FirstSteps> {
  const params: Value[] = [];
  const these = websiteIds === null ? [] : [inList(params, 'website_id', websiteIds)];
  const own = await db.query<Row & { id: string; mode: string }>(
    `SELECT id, mode FROM api_keys ${whereAll(these)} ORDER BY created_at_us, id`,
    params,
  );
  let hasPayment = false;
  for (const { id } of own) {
    if (hasPayment) break;
    hasPayment = (await db.query('SELECT payments FROM payment_counts WHERE api_key_id = $1 LIMIT 1', [id])).length > 0;
  }
  return { hasKey: own.length > 0, hasLiveKey: own.some(({ mode }) => mode === 'live'), hasPayment };
}

/** The steps that a merchant needs before the first live payment, as far as these websites have done them. */
export async function readMerchantSteps(
  db: Reader,
  websiteIds: readonly string[],
): Promise<{ hasLink: boolean; hasLivePayment: boolean }> {
  const params: Value[] = [];
  const these = inList(params, 'website_id', websiteIds);
  const [links, paid] = await Promise.all([
    db.query(`SELECT id FROM payment_links WHERE ${these} LIMIT 1`, params),
    // Sums, because they stay when payments are archived.
    db.query(
      `SELECT payments FROM payment_sums
        WHERE ${these} AND mode = 'live' AND hours = 24 AND outcome = 'completed' AND payments > 0 LIMIT 1`,
      params,
    ),
  ]);
  return { hasLink: links.length > 0, hasLivePayment: paid.length > 0 };
}
