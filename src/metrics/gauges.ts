import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Registry as MetricsRegistry, Gauge as PromGauge } from 'prom-client';
import { PAYMENT_METHODS } from '../domain/payment.ts';
import type { Log } from '../lib/log.ts';
import type { ExchangeRates } from '../payments/exchange-rate.ts';
import type { Database } from '../storage/database.ts';
import { OVERDUE_TIMES, readStore, type StoreReadings } from '../storage/store-readings.ts';
import { Gauge, Registry } from './prom-client.ts';

/** What a node's gauges are read of. */
export interface GaugeParts {
  readonly db: Database;
  /** The folder of the embedded store; null where there is none. */
  readonly dataDir: string | null;
  /** Microseconds since 1970. */
  readonly clock: () => number;
  readonly log: Log;
  readonly version: string;
  readonly rate: ExchangeRates;
  readonly inFlight: () => number;
  readonly redis: () => 'not_set' | 'ready' | 'away';
  /** Whether the time is in doubt. */
  readonly isTimeDoubted: () => boolean;
}

/** What the store says may be this old: scrapes by several, or by a thousand a second, cost it no more than one. */
const STORE_READ_MS = 5_000;
/** A store that takes longer does not hold up what else there is to tell. */
const STORE_WAIT_MS = 2_000;

/** Registers what is read of this process at a scrape. Returns what reads it. */
export function processGauges(registry: MetricsRegistry, { db, inFlight }: GaugeParts): () => void {
  const gauge = gaugeIn(registry);
  const connections = gauge('peye_store_connections', 'Connections to the store, in use or not.', ['state']);
  const waiting = gauge('peye_store_waiting', 'What waits in this process for a connection, or for its turn to write.');
  const requests = gauge('peye_http_requests_in_flight', 'Requests that have no response yet.');
  return () => {
    const usage = db.usage();
    connections.set({ state: 'busy' }, usage.busy);
    connections.set({ state: 'idle' }, usage.connections - usage.busy);
    waiting.set(usage.waiting);
    requests.set(inFlight());
  };
}

/** What a node has once, however many processes it has. Call `read` before a text is made. */
export function nodeGauges(parts: GaugeParts): { readonly registry: MetricsRegistry; read(): Promise<void> } {
  const registry = new Registry();
  const gauge = gaugeIn(registry);
  const info = gauge('peye_info', 'The version that runs, and the engine of its store.', ['version', 'node', 'engine']);
  info.set({ version: parts.version, node: process.versions.node, engine: parts.db.engine }, 1);
  const doubt = gauge(
    'peye_time_in_doubt',
    'Whether the clock of this machine is in doubt: what would happen because time has passed waits.',
  );
  const rate = gauge('peye_exchange_rate', 'Gourdes for a dollar, as new payments are converted.');
  const rateAge = gauge(
    'peye_exchange_rate_age_seconds',
    'How long ago the source of the rate in force published or confirmed it; absent where it has none.',
  );
  const redisUp = gauge('peye_redis_up', 'Whether the Redis that counts limits answers; absent without one.');
  const diskFree = gauge(
    'peye_disk_free_bytes',
    'Room that is free where the embedded store is; absent with PostgreSQL.',
  );
  const readStoreWhenOld = storeGauges(gauge, parts);
  return {
    registry,
    async read() {
      doubt.set(parts.isTimeDoubted() ? 1 : 0);
      const { rateE4, updatedAtUs, source } = parts.rate();
      rate.set(rateE4 / 1e4);
      const isFromSource = source !== null && updatedAtUs !== null;
      setOrLeaveOut(rateAge, isFromSource ? Math.max(0, (parts.clock() - updatedAtUs) / 1e6) : undefined);
      const redis = parts.redis();
      setOrLeaveOut(redisUp, redis === 'not_set' ? undefined : Number(redis === 'ready'));
      setOrLeaveOut(diskFree, await freeBytes(parts.dataDir));
      await readStoreWhenOld();
    },
  };
}

/** Registers what waits in the store. Returns what reads it, when it was last read some seconds ago. */
function storeGauges(gauge: MakeGauge, { db, clock, log }: GaugeParts): () => Promise<void> {
  const readable = gauge('peye_store_readable', 'Whether the store answered when it was last asked for what follows.');
  const bytes = gauge('peye_store_bytes', 'How much room the store takes.');
  const open = gauge('peye_open_live_payments', 'Live payments that have not ended.', ['method']);
  const overdue = gauge(
    'peye_overdue_live_payments',
    'Open live payments that should have ended, by for how long at least. Counted among the thousand that are asked about next.',
    ['method', 'at_least'],
  );
  const late = gauge(
    'peye_late_checks',
    'Failed live payments whose provider is still asked for money that came late.',
    ['method'],
  );
  const dueWebsites = gauge('peye_due_delivery_websites', 'Websites with webhooks that are due and not sent.');
  const dueFor = gauge('peye_due_delivery_seconds', 'How long the webhook that waits the longest has been due.');
  const receipts = gauge(
    'peye_receipts',
    'Receipts and notices to sellers by e-mail that wait, and that were given up within a day.',
    ['state'],
  );
  const discrepancies = gauge(
    'peye_open_discrepancies',
    'Differences between our books and those of a provider that nobody has settled.',
    ['kind'],
  );
  const audit = gauge('peye_audit_position', 'How many changes the audit log holds.');
  const backupAge = gauge(
    'peye_backup_age_seconds',
    'How long ago the newest peye backup was written; absent where there was none.',
  );

  const show = (read: StoreReadings) => {
    readable.set(1);
    bytes.set(read.storeBytes);
    for (const method of PAYMENT_METHODS) {
      open.set({ method }, read.openLivePayments.get(method) ?? 0);
      late.set({ method }, read.lateChecks.get(method) ?? 0);
      for (const time of OVERDUE_TIMES)
        overdue.set({ method, at_least: time }, read.overdueLivePayments.get(method)?.[time] ?? 0);
    }
    dueWebsites.set(read.dueDeliveries.websites);
    dueFor.set(read.dueDeliveries.seconds);
    receipts.set({ state: 'waiting' }, read.receipts.waiting);
    receipts.set({ state: 'given_up' }, read.receipts.givenUp);
    for (const [kind, count] of read.openDiscrepancies) discrepancies.set({ kind }, count);
    audit.set(read.auditPosition);
    setOrLeaveOut(backupAge, read.backupAgeSeconds);
  };
  // What was read before stays: an alert that rests on it must not end because nothing can be read.
  const fail = (error: unknown) => {
    log.warn({ reason: (error as Error).message }, 'the store could not be read for the metrics');
    readable.set(0);
  };
  let reading: Promise<void> | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (reading === undefined) {
      if (performance.now() - readAtMs < STORE_READ_MS) return;
      reading = readStore(db, Math.floor(clock()))
        .then(show, fail)
        .finally(() => {
          reading = undefined;
          readAtMs = performance.now();
        });
    }
    const isRead = await Promise.race([reading.then(() => true), pause(STORE_WAIT_MS, false, { ref: false })]);
    if (!isRead) readable.set(0);
  };
}

type MakeGauge = <Label extends string>(name: string, help: string, labels?: readonly Label[]) => PromGauge<Label>;

function gaugeIn(registry: MetricsRegistry): MakeGauge {
  return (name, help, labelNames = []) => new Gauge({ registers: [registry], name, help, labelNames });
}

/** One without labels is 0 until it is set, which says something else than that there is nothing to say. */
function setOrLeaveOut(gauge: PromGauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

/** Undefined where it cannot be told: the store says more of what is wrong then. */
async function freeBytes(folder: string | null): Promise<number | undefined> {
  if (folder === null) return undefined;
  const disk = await statfs(folder).catch(() => undefined);
  return disk && disk.bavail * disk.bsize;
}
