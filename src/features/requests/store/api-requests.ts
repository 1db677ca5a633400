import type { Mode } from '../../../core/payment.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { inList, type ListPage, matching, pageClauses } from '../../../database/matching.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import type { KeyLines, RequestLine, StatusClass } from '../request-lines.ts';

/** A line of the request log. */
export interface ApiRequest extends RequestLine {
  readonly keyId: string;
  /** The lines of a key are numbered in the order of writing. */
  readonly number: number;
  readonly websiteId: string;
  readonly mode: Mode;
}

const REQUESTS = tableOf<ApiRequest>('api_requests', {
  keyId: text('api_key_id'),
  number: bigint('number'),
  websiteId: text('website_id'),
  mode: text('mode'),
  requestId: text('request_id'),
  atUs: bigint('at_us'),
  method: text('method'),
  path: text('path'),
  status: bigint('status'),
  error: text('error'),
  paymentId: bigint('payment_id'),
  durationUs: bigint('duration_us'),
});

type Reader = Pick<Database, 'query'>;
type Owner = Pick<ApiRequest, 'websiteId' | 'mode'>;

/** The website and the mode of each of these keys. */
export async function findKeyOwners(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Owner>> {
  const params: Value[] = [];
  const rows = await db.query<Row & { id: string; website_id: string; mode: Mode }>(
    `SELECT id, website_id, mode FROM api_keys WHERE ${inList(params, 'id', ids)}`,
    params,
  );
  return new Map(rows.map(({ id, website_id, mode }) => [id, { websiteId: website_id, mode }]));
}

interface Counts extends Row {
  api_key_id: string;
  written: number;
  stored: number;
}

/** Counts the lines of a batch for their keys, and returns the counts of these keys. Locks the log of each key, in the order of the batch. */
export async function addToLogs(tx: Transaction, batch: readonly KeyLines[]): Promise<ReadonlyMap<string, Counts>> {
  const rows = await tx.insertRows<Counts>({
    table: 'api_request_logs',
    columns: [
      { name: 'api_key_id', type: 'text' },
      { name: 'written', type: 'bigint' },
      { name: 'stored', type: 'bigint' },
      { name: 'dropped_at_us', type: 'bigint' },
    ],
    rows: batch.map(({ keyId, lines, droppedAtUs }) => [keyId, lines.length, lines.length, droppedAtUs]),
    suffix: `ON CONFLICT (api_key_id) DO UPDATE SET written = api_request_logs.written + excluded.written,
      stored = api_request_logs.stored + excluded.stored,
      dropped_at_us = COALESCE(excluded.dropped_at_us, api_request_logs.dropped_at_us)
      RETURNING api_key_id, written, stored`,
  });
  return new Map(rows.map((row) => [row.api_key_id, row]));
}

export async function insertRequests(tx: Transaction, rows: readonly ApiRequest[]): Promise<void> {
  if (rows.length > 0) await tx.insertRows(REQUESTS.rowsOf(rows));
}

/** Removes the oldest lines of a key whose log is locked. */
export async function removeOldestOfKey(tx: Transaction, keyId: string, count: number): Promise<void> {
  const removed = await tx.query(
    `DELETE FROM api_requests WHERE api_key_id = $1
      AND number IN (SELECT number FROM api_requests WHERE api_key_id = $1 ORDER BY number LIMIT $2) RETURNING number`,
    [keyId, count],
  );
  await reduceStored(tx, keyId, removed.length);
}

async function reduceStored(tx: Transaction, keyId: string, by: number): Promise<void> {
  await tx.query('UPDATE api_request_logs SET stored = stored - $2 WHERE api_key_id = $1', [keyId, by]);
}

/** How many lines are stored, of all keys. */
export async function readStoredTotal(db: Reader): Promise<number> {
  const [row] = await db.query<Row & { n: number | null }>(
    'SELECT CAST(SUM(stored) AS BIGINT) AS n FROM api_request_logs',
  );
  return row?.n ?? 0;
}

type LineKey = Row & { api_key_id: string; number: number };

/** The oldest lines of all keys, only from before a moment if there is one. */
export function listOldest(
  db: Reader,
  { beforeUs, limit }: { readonly beforeUs?: number; readonly limit: number },
): Promise<LineKey[]> {
  const params: Value[] = [];
  const where = beforeUs === undefined ? '' : `WHERE at_us < $${params.push(beforeUs)}`;
  return db.query<LineKey>(
    `SELECT api_key_id, number FROM api_requests ${where} ORDER BY at_us, request_id LIMIT $${params.push(limit)}`,
    params,
  );
}

/** Removes lines, and counts them. Another node may have removed some of them. */
export async function removeRequests(tx: Transaction, keys: readonly LineKey[]): Promise<void> {
  const byKey = Map.groupBy(keys, ({ api_key_id }) => api_key_id);
  // All locks before the first removal, in the order of writers.
  const ids = [...byKey.keys()].sort();
  for (const id of ids) await reduceStored(tx, id, 0);
  for (const id of ids) {
    const params: Value[] = [id];
    const numbers = inList(
      params,
      'number',
      byKey.get(id)!.map(({ number }) => number),
    );
    const removed = await tx.query(
      `DELETE FROM api_requests WHERE api_key_id = $1 AND ${numbers} RETURNING number`,
      params,
    );
    await reduceStored(tx, id, removed.length);
  }
}

/** The filter of the request log; an undefined field does not filter. */
export interface RequestFilter extends Omit<ListPage, 'before'> {
  readonly websiteId?: string | undefined;
  readonly mode?: Mode | undefined;
  readonly keyId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly statusClass?: StatusClass | undefined;
  readonly error?: string | undefined;
  /** Only lines after this one, the last of the previous page. */
  readonly before?: LinePosition | undefined;
}

/** The position of a line in lists. */
export type LinePosition = Pick<ApiRequest, 'atUs' | 'requestId'>;

/** A page of the request log, by the start of the requests, newest first unless the filter says otherwise. */
export async function listRequests(db: Reader, filter: RequestFilter): Promise<ApiRequest[]> {
  const { websiteId, mode, keyId, requestId, statusClass, error, before, ...page } = filter;
  const params: Value[] = [];
  const wanted = { website_id: websiteId, mode, api_key_id: keyId, request_id: requestId, error };
  const conditions = matching(params, wanted);
  if (statusClass !== undefined) {
    const from = Number(statusClass[0]) * 100;
    conditions.push(`status >= $${params.push(from)} AND status < $${params.push(from + 100)}`);
  }
  const position = before && { createdAtUs: before.atUs, id: before.requestId };
  const columns = ['at_us', 'request_id'] as const;
  const clauses = pageClauses(params, conditions, { ...page, before: position }, { columns });
  const rows = await db.query(`SELECT ${REQUESTS.columns} FROM api_requests ${clauses}`, params);
  return rows.map(REQUESTS.read);
}

/** When lines of a website's keys were last dropped, because they were too many; null if none were since `sinceUs`. */
export async function readLastDrop(db: Reader, { websiteId, mode }: Owner, sinceUs: number): Promise<number | null> {
  const [row] = await db.query<Row & { at: number | null }>(
    `SELECT MAX(l.dropped_at_us) AS at FROM api_request_logs l JOIN api_keys k ON k.id = l.api_key_id
      WHERE k.website_id = $1 AND k.mode = $2 AND l.dropped_at_us >= $3`,
    [websiteId, mode, sinceUs],
  );
  return row?.at ?? null;
}
