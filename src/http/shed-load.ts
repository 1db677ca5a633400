import type { FastifyInstance } from 'fastify';
import { ApiError } from '../core/errors.ts';
import type { Log } from '../platform/log/log.ts';
import { refuse } from './errors.ts';
import { noteOnRequest } from './note-on-request.ts';

/** How often the load is checked: after an overload, requests are accepted again after this time. */
const LOOK_EVERY_MS = 100;
/** A check that runs this late means an overload: a round of the event loop took at least this long, and delays every request as long. */
const LATE_MS = 150;
/** Fewer requests than this are no overload, however late the process is: other programs use the processor. */
const MANY_IN_FLIGHT = 250;
const RETRY_AFTER_SECONDS = 1;
const REPORT_EVERY_MS = 1_000;

export interface ShedLoadDeps {
  readonly log: Log;
  /** The path prefix of the requests that are refused. */
  readonly apiBase: string;
  /** The number of requests without a response on all connections. */
  readonly inFlight: () => number;
}

/**
 * Refuses requests to the merchant API while the process cannot keep up, so that accepted requests are served in bounded time. It
 * refuses them before their key is looked up and their body is read, and counts them against no limit. Everything else continues: health
 * checks, pages, notifications of providers, and the worker, which delivers events on the same event loop. Refusals appear in one log line
 * a second. Contract: REQUEST-31.
 */
export function shedLoad(app: FastifyInstance, { log, apiBase, inFlight }: ShedLoadDeps): void {
  let lookedMs = performance.now();
  let lateMs = 0;
  let refused = 0;
  let reportedMs = Number.NEGATIVE_INFINITY;
  const look = () => {
    const nowMs = performance.now();
    lateMs = nowMs - lookedMs - LOOK_EVERY_MS;
    lookedMs = nowMs;
    if (refused === 0 || nowMs - reportedMs < REPORT_EVERY_MS) return;
    log.warn({ refused, in_flight: inFlight(), late_ms: Math.round(lateMs) }, 'overloaded: requests were refused');
    refused = 0;
    reportedMs = nowMs;
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', (request, reply, done) => {
    if (lateMs <= LATE_MS || inFlight() < MANY_IN_FLIGHT || !request.url.startsWith(apiBase)) return done();
    refused++;
    noteOnRequest(request, { isShed: true });
    refuse(request, reply, new ApiError('service_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
  });
}
