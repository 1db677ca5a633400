/** The transaction ids of this gateway: 15 or 16 digits. */
const ORDER_ID = /^[1-9]\d{14,15}$/;

/** MonCash's order id of a payment. MonCash requires a new one for each attempt, and a payment is one attempt. */
export function orderIdOf(paymentId: number): string {
  return String(paymentId);
}

/**
 * The payment of a MonCash order id; undefined when it is none of this gateway's, such as one of another shop that
 * shares the merchant account.
 */
export function paymentIdOf(orderId: unknown): number | undefined {
  const text = typeof orderId === 'number' ? String(orderId) : orderId;
  if (typeof text !== 'string' || !ORDER_ID.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}
