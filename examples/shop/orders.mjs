import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/**
 * The orders: a file here, a table in your shop. A saved order is on disk before the response. Without a
 * file the orders are lost when the shop ends.
 */
export function openOrders(file) {
  const orders = new Map(Object.entries(file === undefined ? {} : read(file)));
  return {
    find: (id) => orders.get(id),
    /** The order that has a payment with this id. */
    ofTransaction: (transactionId) =>
      [...orders.values()].find(({ attempts }) =>
        attempts.some((one) => one.transactionId !== undefined && one.transactionId === transactionId),
      ),
    save(order) {
      orders.set(order.id, order);
      if (file !== undefined) write(file, Object.fromEntries(orders));
      return order;
    },
  };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

function write(file, orders) {
  // After a power cut the old file or the new one is there, never a part. Only its owner may read it: it has names and addresses.
  writeFileSync(`${file}.new`, JSON.stringify(orders, null, 2), { flush: true, mode: 0o600 });
  renameSync(`${file}.new`, file);
}
