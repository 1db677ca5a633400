import type { Payment } from '../../core/payment.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import { parseObject } from '../../platform/text/json-object.ts';

/** The data stored with a payment: the request id of its creation, which later queries use too. */
export function makeProviderData(requestId: string): string {
  return JSON.stringify({ requestId });
}

/** Throws for a payment that was not started here. */
export function requestIdOf({ id, providerData }: Pick<Payment, 'id' | 'providerData'>): string {
  const requestId = parseObject(providerData ?? '')?.requestId;
  if (typeof requestId !== 'string') throw new Error(`payment ${id} has no request id of NatCash`);
  return requestId;
}

/**
 * The request id of a payment's creation at NatCash, and of every later query: a UUID of version 4. It is derived from
 * SECRET_KEY and the transaction id, so that NatCash can still be queried about a payment that the store lost in a
 * restore.
 */
export function makeRequestId(box: Pick<SecretBox, 'tag'>, paymentId: number): string {
  const hex = box.tag('natcash-request-id', String(paymentId));
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    ...[hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`],
    ...[`${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)],
  ].join('-');
}

/** NatCash's order number of a payment. */
export function orderNumberOf(paymentId: number): string {
  return `NC${paymentId}`;
}

/** The payment of an order number of ours; undefined for any other text. */
export function readOrderNumber(orderNumber: string): number | undefined {
  const id = Number(/^NC([1-9]\d{0,15})$/.exec(orderNumber)?.[1]);
  return Number.isSafeInteger(id) ? id : undefined;
}
