import { type ApiResponse, errorResponse } from './responses.ts';
import type { MoncashState } from './state.ts';

/** Haiti's time with milliseconds behind a colon, as the provider writes it: `2019-05-24 12:36:55:107`. */
const HAITI_TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Port-au-Prince',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `POST /v1/CreatePayment`: two fields and no other, with the response 202. */
export function createPayment(
  { faults, orders, now }: MoncashState,
  path: string,
  { amount, orderId, ...others }: Readonly<Record<string, unknown>>,
): ApiResponse {
  const refuse = (status: number, message: string) => errorResponse(status, path, message, now());
  if (faults.refuseCreate !== null) return refuse(403, faults.refuseCreate);
  if (Object.keys(others).length > 0) return refuse(400, `Unrecognized field ${Object.keys(others)[0]}`);
  // The real server has been seen to accept strings too. Numbers are documented, so an adapter that sends anything else is wrong here.
  if (typeof amount !== 'number' || amount <= 0) return refuse(400, 'Invalid amount');
  if (typeof orderId !== 'string' || orderId.length === 0 || orderId.length > 255) {
    return refuse(400, 'Invalid orderId');
  }
  const amountMinor = Math.round(amount * 100);
  if (amountMinor / 100 !== amount || (amountMinor % 100 !== 0 && !faults.acceptsCentimes)) {
    return refuse(400, 'Invalid amount');
  }
  if (orders.find(orderId) && faults.duplicateOrder === 'refuse') return refuse(403, 'Order already exists');
  const order = orders.create(orderId, amountMinor);
  return {
    status: 202,
    body: {
      mode: 'sandbox',
      path,
      payment_token: {
        created: haitiTime(order.createdAtMs),
        expired: haitiTime(order.expiresAtMs),
        token: order.token,
      },
      timestamp: now(),
      status: 202,
    },
  };
}

function haitiTime(atMs: number): string {
  return `${HAITI_TIME.format(atMs)}:${String(atMs % 1000).padStart(3, '0')}`;
}
