import { startReceiver, status } from '../support/receiver.ts';
import type { ReceivedEvent } from './check/history.ts';
import type { ShopReceiver } from './faults/fault.ts';

export const SHOP_PATH = '/shop';

/** The shop's server, which accepts every event, possibly after a delay. */
export async function startShopReceiver(): Promise<ShopReceiver> {
  const receiver = await startReceiver();
  let inFlight = 0;
  const shop: ShopReceiver = { ...receiver, delayMs: 0, inFlight: () => inFlight };
  receiver.script(SHOP_PATH, (response, request) => {
    inFlight++;
    response.on('close', () => inFlight--);
    setTimeout(() => status(200)(response, request), shop.delayMs);
  });
  return shop;
}

/** The events that it has received. */
export function receivedEvents(receiver: ShopReceiver): ReceivedEvent[] {
  return receiver.received(SHOP_PATH).map(({ body, atMs }) => {
    const text = body.toString();
    const { event, data } = JSON.parse(text);
    return { event, paymentId: String(data.transaction_id), body: text, atMs };
  });
}
