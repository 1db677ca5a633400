import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../domain/errors.ts';
import { DatabaseUnavailable } from '../storage/database.ts';
import { type Exchange, sendMessage, sendNotFound } from './messages.ts';
import type { PagesDeps } from './pages-deps.ts';
import { payRoutes } from './pay-routes.ts';
import { providerRoutes } from './provider-routes.ts';
import { widgetRoutes } from './widget-routes.ts';

/** More than any form of ours can hold. */
const FORM_LIMIT_BYTES = 16 * 1024;
const UNAVAILABLE_RETRY_SECONDS = 5;

/** The hosted pages below `/pay`, the card widget below `/widget`, and where providers report below `/providers`. */
export async function pagesRoutes(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  await app.register(
    pageScope({ isWidget: false }, (scope) => payRoutes(scope, deps)),
    { prefix: '/pay' },
  );
  await app.register(
    pageScope({ isWidget: true }, (scope) => widgetRoutes(scope, deps)),
    { prefix: '/widget' },
  );
  await app.register(
    pageScope({ isWidget: false }, (scope) => providerRoutes(scope, deps)),
    { prefix: '/providers' },
  );
}

/** A scope that reads forms and nothing else, and answers people: every failure is a page. */
function pageScope(kind: { isWidget: boolean }, routes: (scope: FastifyInstance) => void) {
  return async (scope: FastifyInstance): Promise<void> => {
    scope.removeAllContentTypeParsers();
    await scope.register(formbody, { bodyLimit: FORM_LIMIT_BYTES });
    scope.setErrorHandler((error: FastifyError, request, reply) => sendFailure(error, { request, reply, ...kind }));
    scope.setNotFoundHandler((request, reply) => sendNotFound({ request, reply, ...kind }));
    routes(scope);
  };
}

function sendFailure(error: FastifyError, exchange: Exchange): FastifyReply {
  const { request, reply } = exchange;
  if (error instanceof DatabaseUnavailable) {
    request.log.warn({ reason: error.message }, 'the store is unavailable');
    request.errorCode = 'service_unavailable';
    reply.header('retry-after', String(UNAVAILABLE_RETRY_SECONDS));
    return sendMessage(exchange, 503, 'systemError');
  }
  const status = error instanceof ApiError ? error.status : (error.statusCode ?? 500);
  if (status === 404) return sendNotFound(exchange);
  if (status < 500) {
    request.errorCode = 'bad_request';
    return sendMessage(exchange, status, 'refused');
  }
  request.log.error({ err: error }, 'a page failed');
  request.errorCode = 'internal_error';
  return sendMessage(exchange, 500, 'systemError');
}
