import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseTransactionId } from '../core/ids.ts';
import type { RequestEnd, RequestStart, Telemetry } from '../platform/log/telemetry.ts';
import { logOf, notesOf, prepareNotes, storeNotes } from './note-on-request.ts';
import { requestValue } from './request-value.ts';

/** Requested every few seconds by monitoring programs. */
const HEALTH_CHECKS = ['/healthz', '/readyz', '/metrics'];

const END_REQUEST = requestValue<(end: RequestEnd) => void>('endRequest');

/**
 * Adds `X-Request-Id` to every response, and reports every request to telemetry under the same id. Telemetry gets the route's pattern,
 * not the URL, which may hold a reference or the secret half of a payment's link; and no client address.
 */
export function reportRequests(app: FastifyInstance, telemetry: Pick<Telemetry, 'request'>): void {
  prepareNotes(app);
  END_REQUEST.prepare(app);
  // Synchronous hooks call back: that is cheaper than a promise for each.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const endRequest = telemetry.request(startOf(request), logOf(request));
    if (endRequest) {
      END_REQUEST.set(request, endRequest);
      storeNotes(request);
    }
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const endRequest = END_REQUEST.get(request);
    if (!endRequest) return done();
    const params = request.params as { transaction_id?: string } | undefined;
    const {
      error,
      isShed = false,
      websiteId,
      keyId,
      paymentId,
      route = request.routeOptions.url ?? 'none',
    } = notesOf(request);
    endRequest({
      route,
      status: reply.statusCode,
      ms: reply.elapsedTime,
      error,
      websiteId,
      keyId,
      // Only a valid transaction id is reported: this part of the path may hold anything, for example a key pasted in
      // the wrong place.
      paymentId: params?.transaction_id === undefined ? paymentId : parseTransactionId(params.transaction_id),
      isHealthCheck: HEALTH_CHECKS.includes(route),
      isShed,
    });
    done();
  });
}

function startOf({ id, method, headers }: FastifyRequest): RequestStart {
  return { requestId: id, method, traceparent: headers.traceparent };
}
