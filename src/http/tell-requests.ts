import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseTransactionId } from '../domain/ids.ts';
import type { RequestEnd, RequestStart, Telemetry } from '../lib/telemetry.ts';
import { logOf } from './log-of.ts';
import { keepNotes, notesOf, prepareNotes } from './note-on-request.ts';
import { requestValue } from './request-value.ts';

/** Asked every few seconds by programs that watch. */
const HEALTH_CHECKS = ['/healthz', '/readyz', '/metrics'];

const TELL = requestValue<(end: RequestEnd) => void>('tell');

/**
 * Gives every response its `X-Request-Id`, and tells telemetry of every request under the same id. It is told the route's pattern, not
 * the address, which may hold a reference or the secret half of a payment's link; and no client address.
 */
export function reportRequests(app: FastifyInstance, telemetry: Pick<Telemetry, 'request'>): void {
  prepareNotes(app);
  TELL.prepare(app);
  // Hooks that wait for nothing call back: that is cheaper than a promise for each.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const tell = telemetry.request(startOf(request), logOf(request));
    if (tell) {
      TELL.set(request, tell);
      keepNotes(request);
    }
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const tell = TELL.get(request);
    if (!tell) return done();
    const params = request.params as { transaction_id?: string } | undefined;
    const {
      error,
      isShed = false,
      websiteId,
      keyId,
      paymentId,
      route = request.routeOptions.url ?? 'none',
    } = notesOf(request);
    tell({
      route,
      status: reply.statusCode,
      ms: reply.elapsedTime,
      error,
      websiteId,
      keyId,
      // Whatever else is in the path may be anything, a key pasted in the wrong place for example.
      transactionId: parseTransactionId(params?.transaction_id ?? paymentId?.toString() ?? '')?.toString(),
      isHealthCheck: HEALTH_CHECKS.includes(route),
      isShed,
    });
    done();
  });
}

function startOf({ id, method, headers }: FastifyRequest): RequestStart {
  return { requestId: id, method, traceparent: headers.traceparent };
}
