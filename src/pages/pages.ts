import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../domain/errors.ts';
import { noteOnRequest } from '../http/note-on-request.ts';
import { DatabaseUnavailable } from '../storage/database.ts';
import { parseFields } from './form-fields.ts';
import { type Exchange, sendMessage, sendNotFound } from './messages.ts';
import { countRequest, sendTooMany } from './page-limit.ts';
import type { PagesDeps } from './pages-deps.ts';
import { payRoutes } from './pay-routes.ts';
import { providerRoutes } from './provider-routes.ts';
import { widgetRoutes } from './widget-routes.ts';

/** More than any form of ours can hold. */
const FORM_LIMIT_BYTES = 16 * 1024;
const UNAVAILABLE_RETRY_SECONDS = 5;
/** Of what is no page, below `/widget`: a redirect, the script. */
const WIDGET_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/** The hosted pages below `/pay`, the card widget below `/widget`, and where providers report below `/providers`. */
export async function pagesRoutes(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  await app.register(pageScope({ isWidget: false }, counted(deps, payRoutes)), { prefix: '/pay' });
  await app.register(pageScope({ isWidget: true }, counted(deps, widgetRoutes)), { prefix: '/widget' });
  await app.register(
    // Counted by what it brings: what a provider has signed is not.
    pageScope({ isWidget: false }, (scope) => providerRoutes(scope, deps)),
    { prefix: '/providers' },
  );
}

/** Routes whose every request is counted, before anything is read. */
function counted(deps: PagesDeps, routes: (scope: FastifyInstance, deps: PagesDeps) => void) {
  return (scope: FastifyInstance): void => {
    scope.addHook('onRequest', (request) => countRequest(deps.pages, request));
    routes(scope, deps);
  };
}

/** A scope that reads forms and nothing else, and answers people: every failure is a page. */
function pageScope(kind: { isWidget: boolean }, routes: (scope: FastifyInstance) => void) {
  return async (scope: FastifyInstance): Promise<void> => {
    // It stands in a frame of the merchant's page, redirects on the way to it included.
    if (kind.isWidget) {
      scope.addHook('onRequest', (_request, reply, done) => {
        reply.removeHeader('x-frame-options').header('content-security-policy', WIDGET_POLICY);
        done();
      });
    }
    scope.removeAllContentTypeParsers();
    await scope.register(formbody, { bodyLimit: FORM_LIMIT_BYTES, parser: parseFields });
    scope.setErrorHandler((error: FastifyError, request, reply) => sendFailure(error, { request, reply, ...kind }));
    scope.setNotFoundHandler((request, reply) => sendNotFound({ request, reply, ...kind }));
    routes(scope);
  };
}

function sendFailure(error: FastifyError, exchange: Exchange): FastifyReply {
  const { request, reply } = exchange;
  if (error instanceof DatabaseUnavailable) {
    request.log.warn({ reason: error.message }, 'the store is unavailable');
    noteOnRequest(request, { error: 'service_unavailable' });
    reply.header('retry-after', String(UNAVAILABLE_RETRY_SECONDS));
    return sendMessage(exchange, 503, 'systemError');
  }
  const status = error instanceof ApiError ? error.status : (error.statusCode ?? 500);
  if (status === 429) return sendTooMany(exchange, (error as Partial<ApiError>).retryAfterSeconds ?? 1);
  if (status === 404) return sendNotFound(exchange);
  if (status < 500) {
    noteOnRequest(request, { error: 'bad_request' });
    return sendMessage(exchange, status, 'refused');
  }
  request.log.error({ err: error }, 'a page failed');
  noteOnRequest(request, { error: 'internal_error' });
  return sendMessage(exchange, 500, 'systemError');
}
