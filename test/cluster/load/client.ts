import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Mode, Order } from '../check/history.ts';
import { type ApiRequest, asker, type Heard } from './ask.ts';
import { placeOrder } from './place-order.ts';

/** How many of five orders are sandbox payments; the others go to MonCash's simulator. */
const TEST_OF_FIVE = 3;
/** How many of ten test payments are completed, and how many are failed; the rest stays open. */
const PAID_OF_TEN = 7;
const FAILED_OF_TEN = 2;
/** One of this number of live payments is never paid, and one of `VERIFIED_LIVE` paid payments is verified by the merchant. */
const UNPAID_LIVE = 10;
const VERIFIED_LIVE = 4;
/** Reads choose among this number of the newest payments, because merchants read mostly new ones. */
const RECENT = 2_000;
const TICK_MS = 20;

export interface ClientOptions {
  readonly url: string;
  readonly keys: Readonly<Record<Mode, string>>;
  /** The number of creations, and of reads, per second. */
  readonly creations: number;
  readonly reads: number;
  /** Pays at the provider, as the customer does with a phone. */
  readonly pay: (id: string) => Promise<unknown>;
  readonly record: (answer: Answer) => void;
}

/** A shop under constant load: a fixed number of orders and reads per second, whether responses come or not. */
export interface LoadClient {
  readonly orders: readonly Order[];
  ask(request: ApiRequest): Promise<Heard>;
  /** Live payments that their customers have paid. */
  readonly paid: ReadonlySet<string>;
  /** Starts no further orders, and waits until every order that was started has ended. */
  finish(): Promise<void>;
}

export function startClient({ url, keys, creations, reads, pay, record }: ClientOptions): LoadClient {
  const ask = asker(url, keys, record);
  const orders: Order[] = [];
  const paid = new Set<string>();
  const known: { id: string; mode: Mode; reference: string }[] = [];
  const pending = new Set<Promise<unknown>>();
  const prefix = `order-${Date.now().toString(36)}`;

  const serve = async (number: number) => {
    const mode: Mode = number % 5 < TEST_OF_FIVE ? 'test' : 'live';
    const order: Order = { reference: `${prefix}-${number}`, mode, amount: `${100 + (number % 900)}.00` };
    orders.push(order);
    const placed = await placeOrder(ask, order);
    if (!placed) return;
    const { reference } = order;
    known.push({ id: placed.id, mode, reference });
    if (known.length > RECENT) known.shift();
    // No customer can pay a payment whose address was lost with the response.
    if (!placed.isAddressKnown) return;
    await pause(500 + Math.random() * 2_500);
    if (mode === 'test') await finishTest(placed.id, reference, Math.floor(number / 5) % 10);
    else if (number % UNPAID_LIVE !== UNPAID_LIVE - 1) await payLive(placed.id, reference, number);
  };

  const finishTest = async (id: string, reference: string, turn: number) => {
    if (turn >= PAID_OF_TEN + FAILED_OF_TEN) return;
    const path = `/test_helpers/payments/${id}/${turn < PAID_OF_TEN ? 'complete' : 'fail'}`;
    const request = { kind: 'finish', mode: 'test', method: 'POST', path, id, reference } as const;
    for (;;) {
      const { status, retryAfterMs } = await ask(request);
      if (status !== null && status < 500) return;
      await pause(retryAfterMs);
    }
  };

  const payLive = async (id: string, reference: string, number: number) => {
    paid.add(id);
    await pay(id);
    if (number % VERIFIED_LIVE > 0) return;
    await ask({ kind: 'verify', mode: 'live', method: 'POST', path: `/payments/${id}/verify`, id, reference });
  };

  const read = async (number: number) => {
    const some = known[Math.floor(Math.random() * known.length)];
    if (!some) return;
    const { id, mode, reference } = some;
    if (number % 20 === 0) await ask({ kind: 'list', mode, path: '/payments?per_page=20' });
    else await ask({ kind: 'read', mode, path: `/payments/${id}`, id, reference });
  };

  const begin = (work: Promise<unknown>) => {
    const tracked = work.finally(() => pending.delete(tracked));
    pending.add(tracked);
  };
  const stops = [every(creations, (number) => begin(serve(number))), every(reads, (number) => begin(read(number)))];
  return {
    orders,
    ask,
    paid,
    async finish() {
      for (const stop of stops) stop();
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** Runs `call` at a constant rate from now on, and makes up for calls that a busy process has missed. Returns a function that ends this. */
function every(rate: number, call: (number: number) => void): () => void {
  const startedAt = performance.now();
  let called = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * rate;
    while (called < due) call(called++);
  }, TICK_MS);
  return () => clearInterval(timer);
}
