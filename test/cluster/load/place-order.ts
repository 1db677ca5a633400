import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '../check/history.ts';
import type { ApiRequest, Heard } from './ask.ts';

/** How long to wait after a lost response: an earlier lookup proves nothing (docs/retrying.md). */
const LOOK_UP_AFTER_MS = 10_000;
const LOOK_AGAIN_MS = 1_000;

type Ask = (request: ApiRequest) => Promise<Heard>;

/** The outcome of an order: its payment, and whether the client got the address to pay it at. */
export interface Placed {
  readonly id: string;
  readonly isAddressKnown: boolean;
}

/**
 * Creates an order's payment as docs/retrying.md advises: a refused request is sent again; after a lost response, or a 500, the
 * reference is looked up first, ten seconds later. Undefined when it was refused for good.
 */
export async function placeOrder(ask: Ask, order: Order): Promise<Placed | undefined> {
  const { reference, mode, amount } = order;
  const body = {
    amount: Number(amount),
    currency: 'HTG',
    payment_method: 'moncash',
    customer_name: 'Marie Joseph',
    reference,
  };
  for (;;) {
    const created = await ask({ kind: 'create', mode, method: 'POST', path: '/payments', body, reference });
    if (created.status === 201) return { id: String(created.json.transaction_id), isAddressKnown: true };
    if (created.status === 503 || created.status === 429) await pause(created.retryAfterMs);
    else if (created.status !== null && created.status < 500) return undefined;
    else {
      const found = await lookUp(ask, order);
      if (found !== undefined) return { id: found, isAddressKnown: false };
    }
  }
}

/** The payment of an order whose response was lost; undefined when there certainly is none. */
async function lookUp(ask: Ask, { reference, mode }: Order): Promise<string | undefined> {
  await pause(LOOK_UP_AFTER_MS);
  for (;;) {
    const path = `/payments/reference/${encodeURIComponent(reference)}`;
    const found = await ask({ kind: 'lookup', mode, path, reference });
    if (found.status === 200) return String(found.json.data.transaction_id);
    if (found.status === 404) return undefined;
    await pause(LOOK_AGAIN_MS);
  }
}
