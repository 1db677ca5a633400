import { randomInt } from 'node:crypto';
import type { BookEntry } from '../simulator.ts';
import type { JwtSigner } from './jwt.ts';

/** How long a customer may open the page and pay. */
const PAYMENT_LIFE_MS = 600_000;
const BUSINESS_ID = '110825';

/** An order that one CreatePayment has created. */
export interface Order {
  readonly orderId: string;
  readonly amountMinor: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** Opens the order's page. */
  readonly token: string;
  charge: Charge | null;
}

export interface Charge {
  /** 8 to 10 digits. */
  readonly transactionId: string;
  readonly costMinor: number;
  /** 509 and eight digits. */
  readonly payer: string;
}

export interface Orders {
  create(orderId: string, amountMinor: number): Order;
  /** Of several orders with one id, the paid one, otherwise the newest. */
  find(orderId: string): Order | undefined;
  findByTransaction(transactionId: string): Order | undefined;
  findByToken(token: string): Order | undefined;
  isExpired(order: Order): boolean;
  /** Takes the money. Throws when the order has been paid already. */
  charge(order: Order, payer: string, costMinor?: number): Charge;
  book(): BookEntry[];
}

export function orderBook(now: () => number, jwt: JwtSigner): Orders {
  const orders: Order[] = [];
  const isExpired = (order: Order) => now() >= order.expiresAtMs;
  const findByTransaction = (id: string) => orders.find(({ charge }) => charge?.transactionId === id);
  return {
    create(orderId, amountMinor) {
      const createdAtMs = now();
      const expiresAtMs = createdAtMs + PAYMENT_LIFE_MS;
      const token = jwt.sign({ id: BUSINESS_ID, ref: orderId, crt: createdAtMs, ext: expiresAtMs, api: true });
      const order: Order = { orderId, amountMinor, createdAtMs, expiresAtMs, token, charge: null };
      orders.push(order);
      return order;
    },
    find(orderId) {
      const all = orders.filter((order) => order.orderId === orderId);
      return all.find(({ charge }) => charge !== null) ?? all.at(-1);
    },
    findByTransaction,
    findByToken: (token) => orders.findLast((order) => order.token === token),
    isExpired,
    charge(order, payer, costMinor = order.amountMinor) {
      if (order.charge) throw new Error(`order ${order.orderId} is paid already`);
      let transactionId: string;
      do transactionId = String(randomInt(10_000_000, 10_000_000_000));
      while (findByTransaction(transactionId));
      order.charge = { transactionId, costMinor, payer };
      return order.charge;
    },
    book: () =>
      orders.map((order) => ({
        reference: order.orderId,
        providerRef: order.charge?.transactionId ?? null,
        amountMinor: order.charge?.costMinor ?? order.amountMinor,
        currency: 'HTG',
        status: order.charge ? 'paid' : isExpired(order) ? 'failed' : 'open',
      })),
  };
}
