import { join } from 'node:path';
import type { Store } from '../src/app/open-store.ts';
import { readConfig } from '../src/config.ts';
import type { Row } from '../src/database/database.ts';
import { type Engine, emptyStore } from '../test/support/engines.ts';
import { freePort, httpClient } from '../test/support/gateway.ts';
import { fillOutbox } from './fill-outbox.ts';
import { GOALS } from './goals.ts';
import { paymentBody } from './payment-bodies.ts';
import { type BenchProcess, startGatewayProcess } from './processes/start-process.ts';
import { type Arrival, type Receivers, startReceivers } from './processes/start-receivers.ts';
import type { Measurement } from './report.ts';
import { median, percentile, spread } from './rounds.ts';
import { createShop, openBenchStore, type Shop } from './shop.ts';

/** Merchants, each with a receiver at its own port. */
const WEBSITES = 8;
/** The pause between two payments on an idle gateway, so that the worker is asleep when each becomes final. */
const IDLE_PAUSE_MS = 20;
/** Shops that create and finish payments without a pause, for the latency under load. */
const LOAD_CLIENTS = 16;
const WAIT_MS = 120_000;

export interface DeliveryPace {
  readonly rounds: number;
  /** Due deliveries that the worker finds in each round. */
  readonly backlog: number;
  /** The number of payments for the latency on an idle gateway. */
  readonly idlePayments: number;
  readonly loadSeconds: number;
}

interface Drain {
  readonly perSecond: number;
  /** The worker's processor time for a delivery, microseconds: the figure that other work on the machine disturbs least. */
  readonly cpuUs: number | undefined;
}

/**
 * Measures webhooks over TLS to receivers on this machine: how many a second one worker process delivers and records, and how
 * long it takes from the moment a payment is final to the arrival of its event.
 */
export async function measureDeliveries(engine: Engine, pace: DeliveryPace): Promise<Measurement[]> {
  const empty = await emptyStore(engine);
  const receivers = await startReceivers(empty.folder, WEBSITES);
  const env = {
    ...empty.settings,
    ...receivers.settings,
    PORT: String(await freePort()),
    RATE_LIMIT_PER_MINUTE: '0',
    PAGE_LIMIT_PER_MINUTE: '0',
    INVALID_KEY_LIMIT_PER_HOUR: '0',
    VERIFY_LIMIT_PER_MINUTE: '0',
  };
  const { publicUrl } = readConfig(env);
  const start = (roles: string) =>
    startGatewayProcess({
      env: { ...env, ROLES: roles },
      readyUrl: `${publicUrl}/readyz`,
      logFile: join(empty.folder, 'gateway.log'),
    });
  const store = await openBenchStore(readConfig(env));
  try {
    const shops = await Promise.all(receivers.urls.map((callbackUrl) => createShop(store, { callbackUrl })));
    const drains: Drain[] = [];
    for (let round = 0; round < pace.rounds; round++) {
      drains.push(await drain({ store, shops, receivers, start: () => start('worker'), backlog: pace.backlog, round }));
    }
    const gateway = await start('api,worker');
    try {
      const idle = await latencyWhenIdle(publicUrl, shops[0]!, receivers, pace.idlePayments);
      const load = await latencyUnderLoad(publicUrl, shops, receivers, pace.loadSeconds);
      const { median: middle, min: slowest, max: fastest } = spread(drains.map((result) => result.perSecond));
      const perSecond = Math.round(middle);
      const cpuUs = median(drains.map((result) => result.cpuUs ?? Number.NaN));
      return [
        {
          operation: 'webhook deliveries, one worker, TLS',
          engine,
          value: `${perSecond}/s (${Math.round(slowest)} to ${Math.round(fastest)})`,
          ...(Number.isFinite(cpuUs) && { cpuUs: cpuUs.toFixed(0) }),
          goal: GOALS.deliveriesPerSecond,
          judged: perSecond,
        },
        {
          operation: 'finish to delivery, idle',
          engine,
          value: `${idle.length} payments`,
          p50Ms: percentile(idle, 50),
          p99Ms: percentile(idle, 99),
          goal: GOALS.deliveryP99Idle,
          judged: percentile(idle, 99),
        },
        {
          operation: `finish to delivery, ${LOAD_CLIENTS} busy shops`,
          engine,
          value: `${Math.round(load.perSecond)} payments/s`,
          p50Ms: percentile(load.latencies, 50),
          p99Ms: percentile(load.latencies, 99),
        },
      ];
    } finally {
      await gateway.stop();
    }
  } finally {
    await store.db.close();
    await receivers.stop();
    await empty.drop();
  }
}

/**
 * Starts a worker that finds a backlog, evenly spread over the shops. Measures deliveries a second, from the first arrival until the last
 * delivery is recorded. Throws unless each was delivered at the first attempt, and none arrived twice.
 */
async function drain({
  store,
  shops,
  receivers,
  start,
  backlog,
  round,
}: {
  store: Store;
  shops: readonly Shop[];
  receivers: Receivers;
  start: () => Promise<BenchProcess>;
  backlog: number;
  round: number;
}): Promise<Drain> {
  await fillOutbox(store, shops, { backlog, round });
  const worker = await start();
  const cpuAtStartUs = worker.cpuUs();
  let recordedAtMs = 0;
  let cpuUs: number | undefined;
  try {
    const endMs = Date.now() + WAIT_MS;
    for (;;) {
      const [row] = await store.db.query<{ n: number } & Row>(
        'SELECT COUNT(*) AS n FROM deliveries WHERE next_attempt_at_us IS NOT NULL',
      );
      if (row?.n === 0) break;
      if (Date.now() > endMs) throw new Error(`${row?.n} deliveries were still open after ${WAIT_MS} ms`);
      await new Promise((done) => setTimeout(done, 20));
    }
    recordedAtMs = Date.now();
    if (cpuAtStartUs !== undefined) cpuUs = (worker.cpuUs()! - cpuAtStartUs) / backlog;
  } finally {
    await worker.stop();
  }
  const arrivals = await receivers.arrivals();
  const ids = new Set(arrivals.map(([id]) => id));
  const [delivered] = await store.db.query<{ n: number } & Row>(
    "SELECT COUNT(*) AS n FROM deliveries WHERE status = 'delivered' AND attempts = 1",
  );
  if (arrivals.length !== backlog || ids.size !== backlog || delivered?.n !== backlog * (round + 1)) {
    throw new Error(`of ${backlog} events ${ids.size} arrived, ${arrivals.length} times; ${delivered?.n} are recorded`);
  }
  const firstAtMs = arrivals.reduce((first, [, atMs]) => Math.min(first, atMs), Number.POSITIVE_INFINITY);
  return { perSecond: backlog / ((recordedAtMs - firstAtMs) / 1000), cpuUs };
}

/** Latencies of payments that are finished one after another, milliseconds. */
async function latencyWhenIdle(url: string, shop: Shop, receivers: Receivers, payments: number) {
  const api = httpClient(url, { 'x-api-key': shop.key });
  for (let n = 0; n < payments; n++) {
    await payOne(api, n);
    await new Promise((done) => setTimeout(done, IDLE_PAUSE_MS));
  }
  return latencies(await allArrivals(receivers, payments));
}

async function latencyUnderLoad(url: string, shops: readonly Shop[], receivers: Receivers, seconds: number) {
  const endMs = Date.now() + seconds * 1000;
  let paid = 0;
  await Promise.all(
    Array.from({ length: LOAD_CLIENTS }, async (_, client) => {
      const api = httpClient(url, { 'x-api-key': shops[client % shops.length]!.key });
      while (Date.now() < endMs) await payOne(api, ++paid);
    }),
  );
  return { latencies: latencies(await allArrivals(receivers, paid)), perSecond: paid / seconds };
}

async function payOne(api: ReturnType<typeof httpClient>, n: number): Promise<void> {
  const created = await api.post('/payments', paymentBody(n));
  const finished = await api.post(`/test_helpers/payments/${created.json.transaction_id}/complete`);
  if (finished.status !== 200) throw new Error(`a payment was not finished: ${finished.status} ${finished.text}`);
}

async function allArrivals(receivers: Receivers, count: number): Promise<Arrival[]> {
  const endMs = Date.now() + WAIT_MS;
  const arrivals: Arrival[] = [];
  for (;;) {
    arrivals.push(...(await receivers.arrivals()));
    if (arrivals.length >= count) return arrivals;
    if (Date.now() > endMs) throw new Error(`${arrivals.length} of ${count} events arrived within ${WAIT_MS} ms`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

function latencies(arrivals: readonly Arrival[]): number[] {
  return arrivals.map(([, atMs, finishedAtMs]) => atMs - finishedAtMs);
}
