import type { Payment } from '../../core/payment.ts';
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
