import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Registry as MetricsRegistry, Gauge as PromGauge } from 'prom-client';
import { DISPUTE_WORK } from '../core/dispute.ts';
import { PAYMENT_METHODS } from '../core/payment.ts';
import type { Database } from '../database/database.ts';
import {
  OVERDUE_TIMES,
  PAYOUT_WORK,
  readStore,
  type StoreReadings,
} from '../features/operations/store/store-readings.ts';
import type { ExchangeRates } from '../features/rates/exchange-rate.ts';
import type { Log } from '../platform/log/log.ts';
import { Gauge, Registry } from './prom-client.ts';

/** The sources of a node's gauges. */
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
  readonly redis: () => 'not_set' | 'ready' | 'unavailable';
  /** Whether the time is not trusted. */
  readonly isTimeDoubted: () => boolean;
}

/** Readings of the store may be this old, so that a thousand scrapes a second read the store as often as one. */
const STORE_READ_MS = 5_000;
/** A scrape waits no longer than this for the store, so that a slow store does not delay the other metrics. */
const STORE_WAIT_MS = 2_000;

/** Registers the gauges of this process, read at a scrape. Returns the function that reads them. */
export function processGauges(registry: MetricsRegistry, { db, inFlight }: GaugeParts): () => void {
  const gauge = gaugeIn(registry);
  const connections = gauge('peye_store_connections', 'Connections to the database, by whether they are in use.', [
    'state',
  ]);
  const waiting = gauge(
    'peye_store_waiting',
    'Statements of this process that wait for a connection or for their turn to write.',
  );
  const requests = gauge('peye_http_requests_in_flight', 'Requests in flight.');
  return () => {
    const usage = db.usage();
    connections.set({ state: 'busy' }, usage.busy);
    connections.set({ state: 'idle' }, usage.connections - usage.busy);
    waiting.set(usage.waiting);
    requests.set(inFlight());
  };
}

/** The gauges that a node has once, however many processes it has. Call `read` before the text is built. */
export function nodeGauges(parts: GaugeParts): { readonly registry: MetricsRegistry; read(): Promise<void> } {
  const registry = new Registry();
  const gauge = gaugeIn(registry);
  const info = gauge('peye_info', 'Always 1: the running version and its database engine.', [
    'version',
    'node',
    'engine',
  ]);
  info.set({ version: parts.version, node: process.versions.node, engine: parts.db.engine }, 1);
  const clockUntrusted = gauge(
    'peye_clock_untrusted',
    '1 while the clock of this machine is not trusted: expiry and other timed work waits.',
  );
  const rate = gauge('peye_exchange_rate', 'The exchange rate of new payments: gourdes for a dollar.');
  const rateAge = gauge(
    'peye_exchange_rate_age_seconds',
    'Seconds since the source published or confirmed the current exchange rate; absent for a manual rate.',
  );
  const redisUp = gauge('peye_redis_up', '1 while the Redis that counts rate limits responds; absent without Redis.');
  const diskFree = gauge(
    'peye_disk_free_bytes',
    'Free space on the disk of the embedded database; absent with PostgreSQL.',
  );
  const readStoreWhenOld = storeGauges(gauge, parts);
  return {
    registry,
    async read() {
      clockUntrusted.set(parts.isTimeDoubted() ? 1 : 0);
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

/** Registers the gauges of work waiting in the store. Returns the function that reads them, at most once every few seconds. */
function storeGauges(gauge: MakeGauge, { db, clock, log }: GaugeParts): () => Promise<void> {
  const readable = gauge(
    'peye_store_readable',
    '1 when the last read of the database for the metrics below succeeded.',
  );
  const bytes = gauge('peye_store_bytes', 'Size of the database.');
  const open = gauge('peye_open_live_payments', 'Live payments that are not final.', ['method']);
  const overdue = gauge(
    'peye_overdue_live_payments',
    'Open live payments that should be final, by how long they are overdue at least. Counts the next thousand to be verified.',
    ['method', 'at_least'],
  );
  const late = gauge(
    'peye_late_checks',
    'Failed live payments that are still verified in case the customer paid late.',
    ['method'],
  );
  const dueWebsites = gauge('peye_websites_with_due_deliveries', 'Websites with webhooks that are due and not sent.');
  const dueFor = gauge('peye_oldest_due_delivery_seconds', 'How long the oldest due webhook has been due.');
  const receipts = gauge('peye_receipts', 'E-mail receipts and seller notices: waiting, and failed in the last day.', [
    'state',
  ]);
  const discrepancies = gauge('peye_open_discrepancies', 'Discrepancies with provider records that are not resolved.', [
    'kind',
  ]);
  const refunds = gauge('peye_open_refunds', 'Live refunds that are not over.', ['status']);
  const oldestRefund = gauge(
    'peye_oldest_refund_seconds',
    'How long the oldest live refund of each status is open; an unknown one since its last request.',
    ['status'],
  );
  const reversed = gauge('peye_reversed_refunds', 'Live refunds whose money came back in the last day.');
  const payouts = gauge(
    'peye_payout_work',
    'Lines of provider statements that fit nothing, and statements that lack payments after seven days.',
    ['kind'],
  );
  const disputes = gauge('peye_open_disputes', 'Live disputes that the bank of the customer has not decided.');
  const disputeWork = gauge(
    'peye_dispute_work',
    'Open live disputes whose time for evidence ends soon or has just ended, and those without a decision after 90 days.',
    ['kind'],
  );
  const audit = gauge('peye_audit_position', 'Entries in the audit log.');
  const backupAge = gauge(
    'peye_backup_age_seconds',
    'Seconds since the newest peye backup was written; absent if there is none.',
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
    receipts.set({ state: 'failed' }, read.receipts.givenUp);
    for (const [kind, count] of read.openDiscrepancies) discrepancies.set({ kind }, count);
    for (const [status, { count, sinceUs }] of read.openRefunds) {
      refunds.set({ status }, count);
      oldestRefund.set({ status }, sinceUs === undefined ? 0 : Math.max(0, (clock() - sinceUs) / 1e6));
    }
    reversed.set(read.reversedRefunds);
    for (const kind of PAYOUT_WORK) payouts.set({ kind }, read.payoutWork[kind]);
    disputes.set(read.openDisputes);
    for (const kind of DISPUTE_WORK) {
      disputeWork.set({ kind }, read.disputeWork.find((each) => each.kind === kind)?.count ?? 0);
    }
    audit.set(read.auditPosition);
    setOrLeaveOut(backupAge, read.backupAgeSeconds);
  };
  // Earlier readings stay, so that an alert on them does not clear because the store cannot be read.
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

/**
 * Sets a gauge, or removes it while its value is unknown. A gauge without labels would otherwise be 0, which is not the
 * same as absent.
 */
function setOrLeaveOut(gauge: PromGauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

/** The free space on the disk of a folder. Undefined when it is unknown: other metrics of the store show the fault then. */
async function freeBytes(folder: string | null): Promise<number | undefined> {
  if (folder === null) return undefined;
  const disk = await statfs(folder).catch(() => undefined);
  return disk && disk.bavail * disk.bsize;
}
