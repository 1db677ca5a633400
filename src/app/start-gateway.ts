import type { FastifyInstance } from 'fastify';
import { API_BASE } from '../api/api-base.ts';
import type { Config } from '../config.ts';
import { type Listening, listenOn } from '../http/connections/listen-on.ts';
import { buildServer } from '../http/server.ts';
import type { OtherProcesses } from '../metrics/metrics-reader.ts';
import { notFoundPage } from '../pages/guard-pages.ts';
import { type CountHere, rateLimits } from '../platform/limits/rate-limits.ts';
import type { Log } from '../platform/log/log.ts';
import { logTelemetry } from '../platform/log/log-telemetry.ts';
import { combineTelemetry, type Telemetry } from '../platform/log/telemetry.ts';
import { finishWithin } from '../platform/tasks/promises.ts';
import { VERSION } from '../platform/version.ts';
import { DELIVERIES } from '../worker/background-jobs.ts';
import { superviseJobs } from '../worker/supervise-jobs.ts';
import { buildJobs } from './build-jobs.ts';
import { buildVerbs } from './build-verbs.ts';
import { nodeMetrics, nodeTracing } from './node-telemetry.ts';
import type { Store } from './open-store.ts';
import { entrancesOf, registerEdges } from './register-edges.ts';
import { requestNotes } from './request-notes.ts';

/** The time for requests, webhooks and provider calls in flight when the gateway stops. */
const STOP_TIMEOUT_MS = 10_000;

export interface Gateway {
  /** The address it listens on. */
  readonly address: string;
  /** The path of the merchant API. */
  readonly apiBase: string;
  /** Resolves, with the reason, when a newer version has taken over the store: this gateway must stop. */
  readonly outdated: Promise<string>;
  /** Keeps serving, directs load balancers elsewhere at `/readyz`, and lets each connection end with its next response. */
  drain(): void;
  /** Finishes what is in flight, then releases everything. */
  stop(): Promise<void>;
}

/** How a gateway listens, and what it shares with the other processes of its node. */
export interface Front {
  readonly listen: (app: FastifyInstance) => Promise<Listening>;
  readonly countHere?: CountHere;
  /** The other processes of a node that has several. */
  readonly others?: OtherProcesses;
}

/**
 * Starts the roles of `ROLES` on an opened store: API and pages, the worker, the console, or all of them. The gateway owns the store from
 * here on, and closes everything in reverse order when it stops or fails to start. It reports to `telemetry`.
 */
export async function startGateway(
  config: Config,
  store: Store,
  log: Log,
  telemetry: Telemetry = logTelemetry,
  front: Front = { listen: (app) => listenOn(app, config) },
): Promise<Gateway> {
  const opened = new AsyncDisposableStack();
  try {
    return await start(config, store, { log, telemetry, front }, opened);
  } catch (error) {
    await opened
      .disposeAsync()
      .catch((closing) => log.error({ err: closing }, 'the cleanup after a failed start failed'));
    throw error;
  }
}

async function start(
  config: Config,
  store: Store,
  { log, telemetry: outer, front }: { log: Log; telemetry: Telemetry; front: Front },
  opened: AsyncDisposableStack,
): Promise<Gateway> {
  const { db, isCertain, doubt } = store;
  const tracing = await nodeTracing(config, log);
  const metrics = nodeMetrics(tracing ? combineTelemetry([tracing.telemetry, outer]) : outer, front.others);
  const { telemetry } = metrics;
  opened.defer(() => db.close());
  opened.defer(() => metrics.stop());
  opened.defer(async () => tracing?.close());
  const jobs = superviseJobs({ isWorker: config.roles.includes('worker'), isCertain, log, telemetry });
  const verbs = await buildVerbs(config, store, log, { onSettled: () => jobs.wake(DELIVERIES), telemetry });
  opened.defer(verbs.close);
  // Files may be replaced while the process runs, so the code for live payments is loaded before the first one is
  // accepted.
  await verbs.loadProviders();
  const limits = await rateLimits(config, log, front.countHere);
  opened.defer(limits.close);
  const outdated = Promise.withResolvers<string>();
  void db.outgrown.then(outdated.resolve);
  const notes = requestNotes({ clock: store.clock, log, telemetry });
  const signals = { log, telemetry, wake: jobs.wake, onOutdated: outdated.resolve, stopMs: STOP_TIMEOUT_MS, ...notes };
  const table = buildJobs(config, store, verbs, signals);

  let isStopping = false;
  const inFlight: (() => Promise<void>)[] = [];
  // Concurrently, because each of them waits for its own work in flight.
  opened.defer(async () => void (await Promise.all(inFlight.map((finish) => finish()))));
  const server = await buildServer({
    ...config,
    log,
    telemetry: { request: notes.lines.request },
    apiBase: API_BASE,
    clock: store.clock,
    db,
    limits,
    timeDoubt: doubt,
    box: store.box,
    isStopping: () => isStopping,
    edges: async (app, inFlight) => {
      await registerEdges(app, config, { store, verbs, limits, log, uses: notes.uses, isStopping: () => isStopping });
      await metrics.serve(app, config, {
        db,
        clock: store.clock,
        log,
        version: VERSION,
        inFlight,
        rate: verbs.rates.inForce,
        redis: limits.redisStatus,
        isTimeDoubted: () => doubt() !== undefined,
      });
    },
    notFoundPage: notFoundPage(limits.pages, entrancesOf(config)),
  });
  const abort = () => {
    server.server.closeAllConnections();
    // Aborted provider queries are repeated by the next worker.
    void verbs.close();
  };
  let listening: Listening | undefined;
  const finish = () => Promise.all([server.close(), listening?.stop()]);
  inFlight.push(() => finishWithin(STOP_TIMEOUT_MS, finish, abort));
  listening = await front.listen(server);
  // Added before the jobs start: if one of them cannot start, those that have started are stopped.
  inFlight.push(jobs.stop);
  await jobs.start(table);
  return {
    address: listening.address,
    apiBase: API_BASE,
    outdated: outdated.promise,
    drain() {
      isStopping = true;
    },
    async stop() {
      isStopping = true;
      await opened.disposeAsync();
    },
  };
}
