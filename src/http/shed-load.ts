import type { FastifyInstance } from 'fastify';
import { ApiError } from '../domain/errors.ts';
import type { Log } from '../lib/log.ts';
import { refuse } from './errors.ts';
import { noteOnRequest } from './note-on-request.ts';

/** How often it is looked whether the process keeps up: what was refused is taken again after as long. */
const LOOK_EVERY_MS = 100;
/** A look that comes later than this: a round of the event loop took a quarter of a second, and keeps everybody waiting as long. */
const LATE_MS = 150;
/** Fewer requests than this are no overload, however late the process is: somebody else has the processor. */
const MANY_IN_FLIGHT = 250;
const RETRY_AFTER_SECONDS = 1;
const REPORT_EVERY_MS = 1_000;

export interface ShedLoadDeps {
  readonly log: Log;
  /** The path below which requests are refused. */
  readonly apiBase: string;
  /** How many requests of all connections have no response yet. */
  readonly inFlight: () => number;
}

/**
 * Refuses requests to the merchant API while the process does not keep up with them, so that those it has accepted are served in
 * bounded time: before their key is looked up and their body is read, and counted by no limit. Everything else goes on: health checks,
 * pages, what providers send, and the worker, whose events are delivered by the same event loop. Refusals are one line of the log a
 * second. Contract: REQUEST-31.
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
