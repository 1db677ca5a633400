import type { Database } from '../database.ts';
import { DELIVERIES, type Delivery } from './delivery-table.ts';

/** The delivery of an id. */
export async function findDelivery(db: Pick<Database, 'query'>, id: string): Promise<Delivery | undefined> {
  const [row] = await db.query(`SELECT ${DELIVERIES.columns} FROM deliveries WHERE id = $1`, [id]);
  return row && DELIVERIES.read(row);
}
