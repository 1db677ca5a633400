import { transactionIdTimeUs } from '../../domain/ids.ts';
import type { Payment, PaymentStatus } from '../../domain/payment.ts';
import type { Database, Row, Value } from '../database.ts';
import { amongst, matching, whereAll } from '../matching.ts';
import { newestOfAll, type Place } from '../newest-of-all.ts';
import { besidePlace, type ListPlace, NEWEST_PLACE } from './list-place.ts';
import { matchingIds } from './matching-ids.ts';
import { PAYMENTS } from './payment-table.ts';

/**
 * The newest payments of everybody, or the newest before one: what the operator's listing shows. Merges the lists of the keys, each
 * of which is read from an index.
 */
export async function listNewestPayments(
  db: Database,
  filter: {
    websiteId?: string | undefined;
    status?: PaymentStatus | undefined;
    beforeId?: number | undefined;
    limit: number;
  },
): Promise<Payment[]> {
  const { websiteId, status, beforeId, limit } = filter;
  const { createdAtUs, id } = beforeId === undefined ? NEWEST_PLACE : await placeOf(db, beforeId);
  const ofWebsite: Value[] = [];
  const keys = await db.query<Row & { id: string }>(
    `SELECT id FROM api_keys ${whereAll(matching(ofWebsite, { website_id: websiteId }))} ORDER BY id`,
    ofWebsite,
  );
  const newestOfKey = ({ id: apiKeyId }: { id: string }) => {
    const params: Value[] = [apiKeyId, createdAtUs, id, limit];
    const range = `api_key_id = $1 AND ${besidePlace('<', '$2', '$3')}`;
    const ids = matchingIds(db.engine, { range, atMost: '$4' }, { status }, params);
    return db.query<Place>(`${ids} LIMIT $4`, params);
  };
  const places = await newestOfAll(keys, newestOfKey, limit);
  if (places.length === 0) return [];
  const params: Value[] = [];
  const rows = await db.query(
    `SELECT ${PAYMENTS.columns} FROM payments WHERE ${amongst(
      params,
      'id',
      places.map((place) => place.id),
    )} ORDER BY created_at_us DESC, id DESC`,
    params,
  );
  return rows.map(PAYMENTS.read);
}

/** Of a payment that is gone, the end of the millisecond that its id names: rather one too many than one too few. */
async function placeOf(db: Database, id: number): Promise<ListPlace> {
  const [row] = await db.query<Row & { created_at_us: number }>('SELECT created_at_us FROM payments WHERE id = $1', [
    id,
  ]);
  return { createdAtUs: row?.created_at_us ?? transactionIdTimeUs(id) + 999, id };
}
