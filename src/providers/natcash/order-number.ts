/** NatCash's order number of a payment. */
export function orderNumberOf(paymentId: number): string {
  return `NC${paymentId}`;
}

/** The payment of an order number of ours; undefined for any other text. */
export function readOrderNumber(orderNumber: string): number | undefined {
  const id = Number(/^NC([1-9]\d{0,15})$/.exec(orderNumber)?.[1]);
  return Number.isSafeInteger(id) ? id : undefined;
}
