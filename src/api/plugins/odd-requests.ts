import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { ApiError } from '../../domain/errors.ts';
import { handleClientError } from './errors.ts';

/**
 * Answers the requests for which Node has an answer of its own, without a body and without an id: CONNECT, `Expect` and
 * HTTP/1.1 without `Host` (for which the server must be made with `requireHostHeader: false`).
 */
export function answerOddRequests(
  app: FastifyInstance,
  { log, newRequestId }: { log: FastifyBaseLogger; newRequestId: () => string },
): void {
  app.server.on('connect', (_request, socket) => {
    handleClientError(log, new Error('CONNECT is for proxies'), socket as Socket, newRequestId());
  });
  // An expectation we do not know may be ignored: the request is served as if it had none.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw new ApiError('bad_request');
  });
}
