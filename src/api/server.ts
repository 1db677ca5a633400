import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { parse } from 'node:querystring';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  fastify,
  LogController,
  type onRequestAsyncHookHandler,
} from 'fastify';
import type { PrincipalLookup } from '../auth/api-keys.ts';
import type { RateLimits } from '../auth/rate-limits.ts';
import type { Payment } from '../domain/payment.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { requestIds } from '../lib/request-ids.ts';
import type { Doubt } from '../lib/time-keeper.ts';
import type { CreatedPayment, Creator, PaymentRequest } from '../payments/create-payment.ts';
import type { ExchangeRates } from '../payments/exchange-rate.ts';
import type { FinalOutcome } from '../payments/settle-payment.ts';
import type { Verify } from '../payments/verify-payment.ts';
import type { Database } from '../storage/database.ts';
import { API_BASE } from './api-base.ts';
import { type ClientFault, clientError } from './connections/client-error.ts';
import { type ConnectionLimits, guardConnections } from './connections/guard-connections.ts';
import { type DocumentedSettings, docsRoutes } from './docs/docs-routes.ts';
import { describeApi } from './openapi/describe-api.ts';
import { authenticate } from './plugins/authenticate.ts';
import { parseBodies } from './plugins/body-parser.ts';
import { handleError } from './plugins/errors.ts';
import { noteRoutes, refuseUnknownRoutes } from './plugins/not-found.ts';
import { answerOddRequests } from './plugins/odd-requests.ts';
import { logRequests } from './plugins/request-log.ts';
import { type SecurityHeaders, securityHeaders, sendSecurityHeaders } from './plugins/security-headers.ts';
import { createPaymentRoute } from './routes/create-payment.ts';
import { eventsRoute } from './routes/events.ts';
import { exchangeRateRoute } from './routes/exchange-rate.ts';
import { healthRoute } from './routes/health.ts';
import { listPaymentsRoute } from './routes/list-payments.ts';
import { operationsRoutes } from './routes/operations.ts';
import { readPaymentsRoutes } from './routes/read-payments.ts';
import { testHelperRoutes } from './routes/test-helpers.ts';
import { verifyPaymentRoute } from './routes/verify-payment.ts';
import { DOCUMENTED } from './schemas/documented.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const HEADER_LIMIT_BYTES = 16 * 1024;
/** Far more than any address of ours has. What stands behind is not read. */
const MAX_QUERY_FIELDS = 64;
/** A request must have arrived whole by then, however slowly it drips. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** Longer than the idle time of common load balancers, so that they close idle connections and not we. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** How often the two timeouts above are looked at. */
const TIMEOUT_CHECK_MS = 5_000;

export interface ServerDeps extends ConnectionLimits {
  readonly log: Log;
  readonly clock: Clock;
  /** Why the time is not certain; undefined when it is. */
  readonly timeDoubt: () => Doubt | undefined;
  readonly version: string;
  readonly publicUrl: string;
  /** False for a node that only works: it answers health checks alone. */
  readonly servesApi: boolean;
  readonly cardMinimumUsdMinor: number;
  /** What the docs page says about this gateway. */
  readonly documented: DocumentedSettings;
  readonly db: Database;
  readonly limits: RateLimits;
  readonly principalOf: PrincipalLookup;
  readonly rates: ExchangeRates;
  /** How long a creation may wait before it is refused. */
  readonly createWaitSeconds: number;
  readonly create: (creator: Creator, request: PaymentRequest, log: Log) => Promise<CreatedPayment>;
  readonly settle: (payment: Payment, outcome: FinalOutcome) => Promise<Payment | undefined>;
  readonly verify: Verify;
  readonly isStopping: () => boolean;
  /** Routes outside the merchant API: pages. */
  readonly pages: (app: FastifyInstance) => Promise<void>;
  /** Answers whoever asks for too many of them, before anything is done. */
  readonly guardPages: onRequestAsyncHookHandler;
}

/** Builds the HTTP server without listening. */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const { version, publicUrl } = deps;
  const newRequestId = requestIds();
  const headers = securityHeaders(publicUrl);
  const onClientError = (fault: ClientFault, socket: Socket) => {
    // A connection that broke has nobody left to answer.
    if (fault.code !== 'ECONNRESET') connections.endWith(socket, clientError(fault));
  };
  const app = fastify(serverOptions(deps, { newRequestId, headers, onClientError }));
  const connections = guardConnections(app.server, { ...deps, newRequestId, headers: headers.page });
  app.server.headersTimeout = HEADERS_TIMEOUT_MS;
  app.setErrorHandler(handleError);
  validateWithAjv(app);
  // The answers are made by hand to exactly their schemas, which tests hold them to; plain JSON is what is left to do.
  app.setSerializerCompiler(() => JSON.stringify);
  logRequests(app);
  sendSecurityHeaders(app, headers, API_BASE);
  answerOddRequests(app, connections.endWith);
  const routes = noteRoutes(app);

  await describeApi(app, { publicUrl, apiBase: API_BASE, version });
  operationsRoutes(app, deps);
  if (deps.servesApi) await registerApi(app, deps);
  refuseUnknownRoutes(app, routes);
  await app.ready();
  return app;
}

async function registerApi(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  const { db, limits, clock, version } = deps;
  await app.register(async (docs) => {
    docs.addHook('onRequest', deps.guardPages);
    docsRoutes(docs, { ...deps.documented, baseUrl: `${deps.publicUrl}${API_BASE}` });
  });
  await app.register(deps.pages);
  await app.register(
    async (api) => {
      authenticate(api, deps);
      parseBodies(api);
      refuseUnknownRoutes(api, noteRoutes(api));
      createPaymentRoute(api, deps);
      listPaymentsRoute(api, { db });
      readPaymentsRoutes(api, { db });
      verifyPaymentRoute(api, { db, limit: limits.verifications, verify: deps.verify });
      eventsRoute(api, { db });
      exchangeRateRoute(api, deps);
      healthRoute(api, { clock, version });
      testHelperRoutes(api, deps);
    },
    { prefix: API_BASE },
  );
}

interface Answering {
  readonly newRequestId: () => string;
  readonly headers: SecurityHeaders;
  readonly onClientError: (fault: ClientFault, socket: Socket) => void;
}

function serverOptions(
  { log, trustProxy }: ServerDeps,
  { newRequestId, headers, onClientError }: Answering,
): FastifyHttpOptions<Server, FastifyBaseLogger> {
  return {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'req_id' }),
    genReqId: () => newRequestId(),
    requestIdHeader: false,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // The body of a request that came while the server closes is still answered, instead of with Fastify's own 503.
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: HEADER_LIMIT_BYTES,
      querystringParser: (text) => parse(text, '&', '=', { maxKeys: MAX_QUERY_FIELDS }),
    },
    http: {
      maxHeaderSize: HEADER_LIMIT_BYTES,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Refused with an answer of ours instead: see answerOddRequests.
      requireHostHeader: false,
    },
    clientErrorHandler: onClientError,
    // Of addresses that lead to no route at all: no hook has seen them.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, ...headers.page });
      handleError(error, request as never, reply as never);
    },
  };
}

/** Bodies are taken at their word; query strings and paths are text, so numbers are read from it. */
function validateWithAjv(app: FastifyInstance): void {
  // A number beyond a double is Infinity here, and still a number: what it means is read from its text.
  const strict = new Ajv({ allErrors: true, strictNumbers: false });
  const coercing = new Ajv({ allErrors: true, coerceTypes: true });
  for (const ajv of [strict, coercing]) ajvFormats.default(ajv).addKeyword(DOCUMENTED);
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? strict : coercing).compile(schema));
}
