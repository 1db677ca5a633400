import type { Database } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Delivery } from './store/delivery-table.ts';
import { findDelivery } from './store/list-deliveries.ts';

/** The delivery with this id. Throws OperatorError `not_found` when there is none. */
export async function requireDelivery(db: Pick<Database, 'query'>, id: string): Promise<Delivery> {
  return (await findDelivery(db, id)) ?? failWithoutDelivery(id);
}

/** Throws OperatorError: there is no delivery with this id. */
export function failWithoutDelivery(id: string): never {
  throw new OperatorError('not_found', 'delivery_id', refusal('deliveryNotFound', { id }));
}
