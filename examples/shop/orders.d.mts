import type { Order } from './create-shop.mjs';

export interface Orders {
  find(id: string): Order | undefined;
  ofTransaction(transactionId: string | undefined): Order | undefined;
  save(order: Order): Order;
}
/** Orders in a file, or in memory alone. */
export function openOrders(file?: string): Orders;
