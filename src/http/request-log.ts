import type { FastifyInstance } from 'fastify';
import { parseTransactionId } from '../domain/ids.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that was answered, for the log. */
    errorCode: string | null;
    /** The payment that a creation made, for the log. */
    transactionId: string | null;
  }
}

/** Asked every few seconds by supervisors: not worth a line each. */
const HEALTH_CHECKS = ['/healthz', '/readyz'];

/**
 * Gives every answer its `X-Request-Id`, and writes one wide line a request under the same id. The line holds the route's
 * pattern, not the address, which may hold a reference or the secret half of a payment's link; and no client address.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('errorCode', null);
  app.decorateRequest('transactionId', null);
  // Hooks that wait for nothing call back: that is cheaper than a promise for each.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { principal, params } = request as {
      principal?: typeof request.principal;
      params: { transaction_id?: string };
    };
    const route = request.routeOptions.url ?? 'none';
    request.log[HEALTH_CHECKS.includes(route) ? 'debug' : 'info'](
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 1000) / 1000,
        error: request.errorCode ?? undefined,
        website_id: principal?.website.id,
        key_id: principal?.key.id,
        // Whatever else stands in the path may be anything, a key pasted in the wrong place for example.
        transaction_id: parseTransactionId(params?.transaction_id ?? request.transactionId ?? '')?.toString(),
      },
      'request',
    );
    done();
  });
}
