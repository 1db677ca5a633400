import { OperatorError } from '../domain/operator-error.ts';
import { refusal } from '../messages/refusals/refusal-messages.ts';
import type { Database } from '../storage/database.ts';
import type { Delivery } from '../storage/deliveries/delivery-table.ts';
import { findDelivery } from '../storage/deliveries/find-delivery.ts';

/** The delivery of an id. Throws OperatorError `not_found` when there is none. */
export async function requireDelivery(db: Pick<Database, 'query'>, id: string): Promise<Delivery> {
  return (await findDelivery(db, id)) ?? failWithoutDelivery(id);
}

/** Throws OperatorError: there is no delivery with this id. */
export function failWithoutDelivery(id: string): never {
  throw new OperatorError('not_found', 'delivery_id', refusal('deliveryNotFound', { id }));
}
