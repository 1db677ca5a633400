import { httpClient, paymentRequest } from '../../test/support/gateway.ts';
import { percentile } from '../rounds.ts';

/** Customers who create payments all the time. */
export interface Customers {
  /** The transaction ids of all payments whose creation was acknowledged until now. */
  acknowledged(): string[];
  /** Does some work, and returns its result and how many payments the customers made during it. */
  during<T>(work: () => Promise<T>): Promise<{ made: number; seconds: number; p99Ms: number; result: T }>;
  /** The gateway is about to be killed: failures from now on are expected. */
  expectKill(): void;
  stop(): Promise<void>;
}

/** Starts `count` customers, each of whom creates a payment, completes it and starts again. They stop when the gateway is unavailable. */
export function startCustomers({ url, key, count }: { url: string; key: string; count: number }): Customers {
  const api = httpClient(url, { 'x-api-key': key });
  const ids: string[] = [];
  let waits: number[] = [];
  let isOver = false;
  let mayFail = false;
  const shop = async () => {
    try {
      while (!isOver) {
        const askedAt = performance.now();
        const { status, json, text } = await api.post('/payments', paymentRequest());
        if (status !== 201) throw new Error(`a creation got ${status}: ${text}`);
        waits.push(performance.now() - askedAt);
        ids.push(json.transaction_id);
        await api.post(`/test/payments/${json.transaction_id}/complete`);
      }
    } catch (error) {
      if (!mayFail) throw error;
    }
  };
  const ended = Promise.all(Array.from({ length: count }, shop));
  return {
    acknowledged: () => [...ids],
    async during(work) {
      const [before, startedAt] = [ids.length, performance.now()];
      waits = [];
      const result = await Promise.race([
        work(),
        ended.then(() => Promise.reject(new Error('the customers have left'))),
      ]);
      const seconds = (performance.now() - startedAt) / 1000;
      return { made: ids.length - before, seconds, p99Ms: percentile(waits, 99), result };
    },
    expectKill: () => void (mayFail = true),
    async stop() {
      isOver = true;
      await ended;
    },
  };
}
