import { randomBytes, randomInt } from 'node:crypto';
import type { BookEntry } from '../simulator.ts';
import type { NatcashFaults } from './faults.ts';

/** An order as NatCash stores it. */
export interface Order {
  readonly orderNumber: string;
  readonly requestId: string;
  /** Opens the order's page. */
  readonly token: string;
  readonly amountMinor: number;
  readonly callbackUrl: string;
  readonly language: 'ht' | 'fr' | 'en';
  readonly expiresAtMs: number;
  /** The customer's phone number: given by the partner, or typed by the customer. */
  phone: string | null;
  /** Whether the order's page may ask for the code. */
  hasPhone: boolean;
  status: 'open' | 'paid' | 'failed' | 'returned';
  paidMinor: number;
  transId: string | null;
  /** How often its money was returned to the customer. */
  returns: number;
  /** How many more queries get -3. */
  unknownChecks: number;
}

export type NewOrder = Pick<
  Order,
  'orderNumber' | 'requestId' | 'amountMinor' | 'callbackUrl' | 'language' | 'phone' | 'hasPhone'
>;

/** The orders, in memory, and all that can happen to one of them. */
export interface Ledger {
  add(order: NewOrder): Order;
  hasRequest(requestId: string): boolean;
  byNumber(orderNumber: string): Order | undefined;
  byToken(token: string): Order | undefined;
  isExpired(order: Order): boolean;
  /** Throws when the order can no longer be paid. */
  pay(order: Order, amountMinor?: number): void;
  /** The wallet declines, or the customer cancels: NatCash does not distinguish them. */
  fail(order: Order): void;
  /** The money goes back to the customer. */
  giveBack(order: Order): void;
  entries(): BookEntry[];
}

export function openLedger(faults: NatcashFaults, now: () => number): Ledger {
  const orders = new Map<string, Order>();
  const requestIds = new Set<string>();
  const isExpired = (order: Order) =>
    (order.status === 'open' || order.status === 'failed') && now() >= order.expiresAtMs;
  const finish = (order: Order, status: 'paid' | 'failed') => {
    const isTriedAgain = order.status === 'failed' && faults.canTryAgain;
    if (order.status !== 'open' && !isTriedAgain) throw new Error(`${order.orderNumber} is ${order.status}`);
    if (isExpired(order)) throw new Error(`${order.orderNumber} has expired`);
    Object.assign(order, { status, transId: newTransId(), unknownChecks: faults.unknownChecks });
  };
  return {
    add(order) {
      const added: Order = {
        ...order,
        token: randomBytes(16).toString('hex'),
        expiresAtMs: now() + faults.lifetimeSeconds * 1000,
        status: 'open',
        paidMinor: 0,
        transId: null,
        returns: 0,
        unknownChecks: 0,
      };
      orders.set(order.orderNumber, added);
      requestIds.add(order.requestId);
      return added;
    },
    hasRequest: (requestId) => requestIds.has(requestId),
    byNumber: (orderNumber) => orders.get(orderNumber),
    byToken: (token) => [...orders.values()].find((order) => order.token === token),
    isExpired,
    pay(order, amountMinor = order.amountMinor) {
      finish(order, 'paid');
      order.paidMinor = amountMinor;
    },
    fail: (order) => finish(order, 'failed'),
    giveBack(order) {
      order.status = 'returned';
      order.returns++;
    },
    entries: () => [...orders.values()].map(entryOf),
  };
}

function entryOf(order: Order): BookEntry {
  const { orderNumber: reference, transId: providerRef, status } = order;
  return {
    reference,
    providerRef,
    amountMinor: status === 'open' ? order.amountMinor : order.paidMinor || order.amountMinor,
    currency: 'HTG',
    status: status === 'returned' ? 'failed' : status,
  };
}

function newTransId(): string {
  return String(randomInt(10 ** 11, 10 ** 12));
}
