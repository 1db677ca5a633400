/** The transaction ids of this gateway: 15 or 16 digits. */
const ORDER_ID = /^[1-9]\d{14,15}$/;

/** What MonCash knows a payment by. It wants a new one for each attempt, and a payment is one. */
export function orderIdOf(paymentId: number): string {
  return String(paymentId);
}

/**
 * The payment that an order id of MonCash's means; undefined when it is none of this gateway's, such as one of another shop that
 * shares the merchant account.
 */
export function paymentIdOf(orderId: unknown): number | undefined {
  const text = typeof orderId === 'number' ? String(orderId) : orderId;
  if (typeof text !== 'string' || !ORDER_ID.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}
