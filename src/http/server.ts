import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { parse } from 'node:querystring';
import { type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance, fastify, LogController } from 'fastify';
import { ApiError, validationError } from '../core/errors.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { boundLog } from '../platform/log/bound-log.ts';
import type { Log } from '../platform/log/log.ts';
import type { Telemetry } from '../platform/log/telemetry.ts';
import { requestIds } from '../platform/network/request-ids.ts';
import type { ConnectionLimits } from './connections/admit-connections.ts';
import { type ClientFault, clientError } from './connections/client-error.ts';
import { guardConnections } from './connections/guard-connections.ts';
import { trustProxies } from './count-request.ts';
import { fieldErrors, handleError } from './errors.ts';
import { gatewayTime, sendGatewayTime } from './gateway-time.ts';
import { type HealthDeps, healthRoutes } from './health-routes.ts';
import { type NotFoundPage, noteRoutes, refuseUnknownRoutes } from './not-found.ts';
import { reportRequests } from './request-telemetry.ts';
import { type SecurityHeaders, securityHeaders, sendSecurityHeaders } from './security-headers.ts';
import { shedLoad } from './shed-load.ts';
import { noticeUntrustedForwarding } from './untrusted-forwarding.ts';

/** The allowed characters of a host: a name, an address in any notation, a port. It may be empty. */
const HOST = /^[\w.~!$&'()*+,;=%:[\]-]*$/;

/**
 * Handles the requests for which Node has its own response, without a body and without an id: CONNECT, `Expect` and
 * HTTP/1.1 without `Host` (for which the server must be created with `requireHostHeader: false`). Rejects requests that two
 * programs could parse differently: with two hosts, or with a body whose end is ambiguous.
 */
function handleOddRequests(app: FastifyInstance, endWith: (socket: Socket, error: ApiError) => void): void {
  app.server.on('connect', (_request, socket) => endWith(socket as Socket, new ApiError('bad_request')));
  // An unknown expectation may be ignored: the request is served as if it had none.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!hasOneHost(request.raw)) return done(refusal('it must name its Host, once.'));
    if (hasKnownFraming(request.raw)) return done();
    // Further data may be a part of the body, or another request.
    reply.header('connection', 'close');
    done(refusal('the only Transfer-Encoding is chunked, and HTTP/1.0 has none.'));
  });
}

function refusal(why: string): ApiError {
  return new ApiError('bad_request', { message: `The request is not valid HTTP: ${why}` });
}

/** The parser accepts any coding as long as the last is `chunked`, and leaves the others in the body. */
function hasKnownFraming({ headers, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return coding === undefined || (httpVersion !== '1.0' && coding.trim().toLowerCase() === 'chunked');
}

/** Node's headers hold only the first of two `Host` lines, so the raw lines are checked. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    hosts++;
    if (!HOST.test(rawHeaders[i + 1] as string)) return false;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

const BODY_LIMIT_BYTES = 64 * 1024;
const HEADER_LIMIT_BYTES = 16 * 1024;
/** Far more parameters than any of our URLs has. Further ones are not read. */
const MAX_QUERY_FIELDS = 64;
/** A request must arrive completely within this time, however slowly it is sent. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;
/**
 * Longer than the idle timeout of common load balancers, so that the load balancer closes idle connections, and not the
 * gateway.
 */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** How often the timeouts of requests and of their headers are checked. */
const TIMEOUT_CHECK_MS = 5_000;

export interface ServerDeps extends ConnectionLimits, Omit<HealthDeps, 'isForwardingUntrusted'> {
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'request'>;
  readonly publicUrl: string;
  /** The gateway's own time. */
  readonly clock: Clock;
  /** The path prefix of programs' requests: they get other headers than browsers. */
  readonly apiBase: string;
  /** Registers everything but health checks: API, pages, notifications of providers. `inFlight` counts requests without a response. */
  readonly edges: (app: FastifyInstance, inFlight: () => number) => Promise<void>;
  /** The page for browsers at an unknown path. */
  readonly notFoundPage: NotFoundPage;
}

/** Builds the HTTP server without listening. */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const newRequestId = requestIds();
  const headers = securityHeaders(deps.publicUrl);
  const onClientError = (fault: ClientFault, socket: Socket) => {
    // A broken connection can no longer receive a response.
    if (fault.code !== 'ECONNRESET') connections.endWith(socket, clientError(fault));
  };
  const app = fastify(serverOptions(deps, { newRequestId, headers, onClientError }));
  const connections = guardConnections(app.server, { ...deps, newRequestId, headers: headers.page });
  app.server.headersTimeout = HEADERS_TIMEOUT_MS;
  app.setErrorHandler(handleError);
  trustProxies(app, deps.trustProxy);
  reportRequests(app, deps.telemetry);
  sendSecurityHeaders(app, headers, deps.apiBase);
  sendGatewayTime(app, deps.clock);
  handleOddRequests(app, connections.endWith);
  shedLoad(app, { ...deps, inFlight: connections.inFlight });
  const routes = noteRoutes(app);
  const forwarding = noticeUntrustedForwarding(app, deps);

  healthRoutes(app, { ...deps, isForwardingUntrusted: forwarding.isSeen });
  await deps.edges(app, connections.inFlight);
  refuseUnknownRoutes(app, routes, deps.notFoundPage);
  await app.ready();
  return app;
}

interface ResponseOptions {
  readonly newRequestId: () => string;
  readonly headers: SecurityHeaders;
  readonly onClientError: (fault: ClientFault, socket: Socket) => void;
}

function serverOptions(
  { log, apiBase, clock }: ServerDeps,
  { newRequestId, headers, onClientError }: ResponseOptions,
): FastifyHttpOptions<Server, FastifyBaseLogger> {
  return {
    loggerInstance: log,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // Describes the faults once, in our words, as an ApiError: Fastify's own error would cost more than everything else
    // in a 422.
    schemaErrorFormatter: (found) => validationError(fieldErrors(found)),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'req_id' }),
    childLoggerFactory: (_log, bindings) => boundLog(log, bindings),
    genReqId: () => newRequestId(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // A request that arrives while the server closes still gets a normal response, instead of Fastify's own 503.
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: HEADER_LIMIT_BYTES,
      querystringParser: (text) => parse(text, '&', '=', { maxKeys: MAX_QUERY_FIELDS }),
    },
    http: {
      maxHeaderSize: HEADER_LIMIT_BYTES,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Rejected with our own response instead: see handleOddRequests.
      requireHostHeader: false,
    },
    clientErrorHandler: onClientError,
    // For URLs that match no route at all: no hook has seen them.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, ...headers.page });
      if (request.url.startsWith(apiBase)) reply.header('x-gateway-time', gatewayTime(clock));
      handleError(error, request as never, reply as never);
    },
  };
}

/** Fastify's own compilers are a hundred modules. A part with schemas sets its own compilers, and gets this error if it does not. */
function noCompiler(): never {
  throw new Error('a route has a schema, but nothing to compile it with');
}
