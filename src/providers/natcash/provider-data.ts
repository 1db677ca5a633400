import type { Payment } from '../../domain/payment.ts';
import { parseObject } from '../../lib/json-object.ts';

/** What is kept of a payment: the request id of its creation, by which NatCash is asked about it later too. */
export function makeProviderData(requestId: string): string {
  return JSON.stringify({ requestId });
}

/** Throws for a payment that was not begun here. */
export function requestIdOf({ id, providerData }: Pick<Payment, 'id' | 'providerData'>): string {
  const requestId = parseObject(providerData ?? '')?.requestId;
  if (typeof requestId !== 'string') throw new Error(`payment ${id} has no request id of NatCash`);
  return requestId;
}
