import type { RefundStatus } from '../../../core/refund.ts';
import type { Database, Row, Value } from '../../../database/database.ts';
import { inList, whereAll } from '../../../database/matching.ts';

type Reader = Pick<Database, 'query'>;
type WebsiteIds = readonly string[] | null;

/** The statuses in which a live refund waits for a person or its provider, each with the time since which it does: `unknown` since its last request. */
const SINCE = {
  requested: 'created_at_us',
  manual: 'created_at_us',
  unknown: 'asked_at_us',
  // One that was created in the provider's portal was not requested here.
  sent: 'COALESCE(asked_at_us, created_at_us)',
} as const;

/** Live refunds in one status. */
interface WaitingRefunds {
  readonly count: number;
  /** Since when the oldest of them waits; undefined if there is none. */
  readonly sinceUs: number | undefined;
  /** The most requests to the provider for one of them. */
  readonly attempts: number;
}

/** How many live refunds of these websites (null for all) wait in a status, at most `most`, and since when the oldest does. */
export async function countWaitingRefunds(
  db: Reader,
  status: keyof typeof SINCE,
  { websiteIds, most }: { readonly websiteIds: WebsiteIds; readonly most: number },
): Promise<WaitingRefunds> {
  const params: Value[] = [];
  const conditions = [`status = '${status}'`, "mode = 'live'"];
  if (websiteIds) conditions.push(inList(params, 'website_id', websiteIds));
  const [row] = await db.query<Row & { n: number; since_us: number | null; attempts: number | null }>(
    `SELECT COUNT(*) AS n, MIN(at_us) AS since_us, MAX(attempts) AS attempts FROM (SELECT ${SINCE[status]} AS at_us, attempts FROM refunds ${whereAll(conditions)}
      ORDER BY created_at_us LIMIT $${params.push(most)}) AS waiting`,
    params,
  );
  return { count: row?.n ?? 0, sinceUs: row?.since_us ?? undefined, attempts: row?.attempts ?? 0 };
}

/** Approved live refunds that wait with the same word. */
export interface KeptRefunds {
  readonly word: string | null;
  readonly count: number;
  /** Since when the oldest of them is approved. */
  readonly sinceUs: number;
}

/** The live refunds of all websites that were approved before this time and are not sent, at most `most`, by their word: the oldest first. */
export async function readKeptRefunds(
  db: Reader,
  { beforeUs, most }: { readonly beforeUs: number; readonly most: number },
): Promise<KeptRefunds[]> {
  const rows = await db.query<Row & { word: string | null; n: number; since_us: number }>(
    `SELECT word, COUNT(*) AS n, MIN(at_us) AS since_us FROM (
       SELECT r.word, COALESCE((SELECT MAX(a.at_us) FROM audit_log a WHERE a.subject_id = r.id AND a.action = 'refund.approve'),
         r.created_at_us) AS at_us FROM refunds r
        WHERE r.status = 'approved' AND r.mode = 'live' ORDER BY r.created_at_us LIMIT $2) AS approved
      WHERE at_us < $1 GROUP BY word ORDER BY since_us, word`,
    [beforeUs, most],
  );
  return rows.map(({ word, n, since_us: sinceUs }) => ({ word, count: n, sinceUs }));
}

/** The statuses of refunds that are not over. */
export const OPEN_STATUSES = ['requested', 'approved', 'sent', 'unknown', 'manual'] as const satisfies RefundStatus[];

/** Live refunds that are not over, of all websites: for monitoring. */
export interface OpenRefunds {
  readonly count: number;
  /** Since when the oldest is there; of an unknown one, since its last request. Undefined if there is none. */
  readonly sinceUs: number | undefined;
}

/** The live refunds of each status that are not over. Reads them from the index of statuses alone. */
export async function readOpenRefunds(db: Reader): Promise<ReadonlyMap<(typeof OPEN_STATUSES)[number], OpenRefunds>> {
  const params: Value[] = [];
  const rows = await db.query<Row & { status: (typeof OPEN_STATUSES)[number]; n: number; since_us: number | null }>(
    `SELECT status, COUNT(*) AS n, MIN(CASE status WHEN 'unknown' THEN asked_at_us ELSE created_at_us END) AS since_us
      FROM refunds WHERE ${inList(params, 'status', OPEN_STATUSES)} AND mode = 'live' GROUP BY status`,
    params,
  );
  const read = new Map(rows.map((row) => [row.status, { count: row.n, sinceUs: row.since_us ?? undefined }]));
  return new Map(OPEN_STATUSES.map((status) => [status, read.get(status) ?? { count: 0, sinceUs: undefined }]));
}

/** How many live refunds were reversed at `fromUs` or later. */
export async function countReversedSince(db: Reader, fromUs: number): Promise<number> {
  const [row] = await db.query<Row & { n: number }>(
    "SELECT COUNT(*) AS n FROM refunds WHERE status = 'reversed' AND mode = 'live' AND ended_at_us >= $1",
    [fromUs],
  );
  return row?.n ?? 0;
}

/** The live refunds of one website whose money came back. */
export interface ReversedRefunds {
  readonly websiteId: string;
  readonly count: number;
  readonly oldestUs: number;
  readonly newestUs: number;
}

/** The live refunds of these websites (null for all) whose money came back. They are rare. */
export async function countReversedRefunds(db: Reader, websiteIds: WebsiteIds): Promise<ReversedRefunds[]> {
  const params: Value[] = [];
  const conditions = ["status = 'reversed'", "mode = 'live'"];
  if (websiteIds) conditions.push(inList(params, 'website_id', websiteIds));
  const rows = await db.query<Row & { website_id: string; n: number; oldest_us: number; newest_us: number }>(
    `SELECT website_id, COUNT(*) AS n, MIN(ended_at_us) AS oldest_us, MAX(ended_at_us) AS newest_us
      FROM refunds ${whereAll(conditions)} GROUP BY website_id ORDER BY website_id`,
    params,
  );
  return rows.map((row) => ({
    websiteId: row.website_id,
    count: row.n,
    oldestUs: row.oldest_us,
    newestUs: row.newest_us,
  }));
}
