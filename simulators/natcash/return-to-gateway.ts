import type { Order } from './ledger.ts';
import { type Partner, returnSignature } from './signatures.ts';

/** The address that the browser is sent to: the partner's own, with NatCash's signed result added to its query. */
export function returnUrl({ functionCode }: Partner, order: Order): string {
  const url = new URL(order.callbackUrl);
  const code = returnCode(order);
  url.searchParams.set('code', String(code));
  url.searchParams.set('transId', order.transId ?? '');
  url.searchParams.set('orderNumber', order.orderNumber);
  url.searchParams.set('signature', returnSignature(functionCode, order.orderNumber, code));
  return url.href;
}

/** Sends the request of a browser to that address, but follows no redirect. Returns the HTTP status of the response. */
export async function deliver(url: string): Promise<number> {
  const response = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } });
  await response.body?.cancel();
  return response.status;
}

function returnCode(order: Order): number {
  if (order.status === 'open' || order.unknownChecks > 0) return -3;
  return order.status === 'paid' ? 1 : -1;
}
