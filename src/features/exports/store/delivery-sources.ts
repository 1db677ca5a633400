import type { Database, Row, Value } from '../../../database/database.ts';
import { matching, positionCondition } from '../../../database/matching.ts';
import type { DeliveriesFilter } from '../../webhooks/store/delivery-page.ts';
import {
  DELIVERY_OF_MODE_COLUMNS,
  DELIVERY_STATUSES,
  type Delivery,
  ofPayment,
  readDeliveryOfMode,
} from '../../webhooks/store/delivery-table.ts';
import type { Source } from './newest-first.ts';

/** One source for each website and status, or a single one for all deliveries. Each reads a range of an index. */
export async function deliverySources(db: Database, filter: DeliveriesFilter): Promise<Source<Delivery>[]> {
  const { websiteIds, status } = filter;
  if (websiteIds === null && status === undefined) return [sourceOf(db, filter, {})];
  const websites =
    websiteIds ?? (await db.query<Row & { id: string }>('SELECT id FROM websites ORDER BY id')).map(({ id }) => id);
  const statuses = status === undefined ? DELIVERY_STATUSES : [status];
  return websites.flatMap((websiteId) =>
    statuses.map((each) => sourceOf(db, filter, { website_id: websiteId, status: each })),
  );
}

function sourceOf(db: Database, filter: DeliveriesFilter, range: Readonly<Record<string, string>>): Source<Delivery> {
  const { fromUs = 0, toUs = Number.MAX_SAFE_INTEGER, event, mode, paymentId } = filter;
  return async (before = { atUs: toUs, id: '' }, limit) => {
    const params: Value[] = [];
    const conditions = [
      ...matching(params, range),
      ...(paymentId === undefined ? [] : [ofPayment(params, paymentId)]),
      positionCondition('<', `$${params.push(before.atUs)}`, `$${params.push(before.id)}`),
      `created_at_us >= $${params.push(fromUs)}`,
    ];
    const rows = await db.query(
      `SELECT ${DELIVERY_OF_MODE_COLUMNS} FROM deliveries WHERE ${conditions.join(' AND ')}
        ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(limit)}`,
      params,
    );
    const deliveries = rows.map(readDeliveryOfMode);
    const last = deliveries.at(-1);
    return {
      found: deliveries
        .filter((each) => event === undefined || each.event === event)
        .filter((each) => mode === undefined || each.mode === mode)
        .map((item) => ({ place: { atUs: item.createdAtUs, id: item.id }, item })),
      next: deliveries.length < limit || !last ? undefined : { atUs: last.createdAtUs, id: last.id },
    };
  };
}
