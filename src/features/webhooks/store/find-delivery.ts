import type { Database } from '../../../database/database.ts';
import { DELIVERY_OF_MODE_COLUMNS, type DeliveryOfMode, readDeliveryOfMode } from './delivery-table.ts';

/** The delivery with this id, and the mode of its payment. */
export async function findDelivery(db: Pick<Database, 'query'>, id: string): Promise<DeliveryOfMode | undefined> {
  const [row] = await db.query(`SELECT ${DELIVERY_OF_MODE_COLUMNS} FROM deliveries WHERE id = $1`, [id]);
  return row && readDeliveryOfMode(row);
}
