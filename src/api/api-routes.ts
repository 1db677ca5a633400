import type { FastifyInstance, FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import type { Database } from '../database/database.ts';
import type { CreatedPayment, Creator, PaymentRequest } from '../features/payments/create-payment.ts';
import type { SimulateEnd } from '../features/payments/finish-test-payment.ts';
import type { Verify } from '../features/payments/verify-payment.ts';
import type { ExchangeRates } from '../features/rates/exchange-rate.ts';
import type { PrincipalLookup } from '../features/websites/find-principal.ts';
import { authenticate } from '../http/authenticate.ts';
import { parseBodies } from '../http/json-bodies.ts';
import { noteRoutes, refuseUnknownRoutes } from '../http/not-found.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { RateLimits } from '../platform/limits/rate-limits.ts';
import type { Log } from '../platform/log/log.ts';
import { API_BASE, LINKS_BASE, REFUNDS_BASE } from './api-base.ts';
import { linksRoutes } from './links/links-routes.ts';
import type { LinksDeps } from './links/serve-links.ts';
import { describeLater } from './openapi/describe-later.ts';
import type { OpenApiDocument } from './openapi/document.ts';
import { refundsRoutes } from './refunds/refunds-routes.ts';
import type { RefundsDeps } from './refunds/serve-refunds.ts';
import { reportIgnored } from './report-ignored.ts';
import { createPaymentRoute } from './routes/create-payment.ts';
import { eventsRoute } from './routes/events.ts';
import { exchangeRateRoute } from './routes/exchange-rate.ts';
import { healthRoute } from './routes/health.ts';
import { listPaymentsRoute } from './routes/list-payments.ts';
import { readPaymentsRoutes } from './routes/read-payments.ts';
import { testHelperRoutes } from './routes/test-helpers.ts';
import { verifyPaymentRoute } from './routes/verify-payment.ts';
import { compileValidator } from './validation/compile-validator.ts';

export interface ApiDeps extends LinksDeps, RefundsDeps {
  readonly clock: Clock;
  readonly version: string;
  readonly publicUrl: string;
  readonly cardMinimumUsdMinor: number;
  /** Registers the docs, which are made from the description of the routes. */
  readonly docs: (app: FastifyInstance, describe: () => Promise<OpenApiDocument>) => void;
  readonly db: Database;
  readonly limits: RateLimits;
  readonly lookUpPrincipal: PrincipalLookup;
  /** Whether the gateway is about to stop. */
  readonly isStopping: () => boolean;
  /** Records that a key was used. */
  readonly noteKeyUse: (keyId: string) => void;
  readonly rates: ExchangeRates;
  /** How long a creation may wait before it is refused. */
  readonly createWaitSeconds: number;
  readonly create: (creator: Creator, request: PaymentRequest, log: Log) => Promise<CreatedPayment>;
  readonly simulateEnd: SimulateEnd;
  readonly verify: Verify;
  /** Refuses an address that requests too many pages of the docs, before any work is done. */
  readonly guardPages: onRequestAsyncHookHandler;
}

/** The paths of the other APIs, by the tags of their operations. */
const OTHER_BASES = { 'Payment links': LINKS_BASE, Refunds: REFUNDS_BASE };

/** The merchant API, the APIs of payment links and refunds, and the docs of both. */
export async function apiRoutes(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  const { db, limits, clock, version, publicUrl } = deps;
  app.setValidatorCompiler(compileValidator);
  // Handlers build responses that match their schemas exactly, which tests verify; only JSON encoding is left to do.
  app.setSerializerCompiler(() => JSON.stringify);
  const describe = describeLater(app, { publicUrl, apiBase: API_BASE, otherBases: OTHER_BASES, version });
  const docsPlugin: FastifyPluginAsync = async (docs) => {
    docs.addHook('onRequest', deps.guardPages);
    deps.docs(docs, describe);
  };
  const apiPlugin: FastifyPluginAsync = async (api) => {
    authenticate(api, deps);
    parseBodies(api);
    reportIgnored(api);
    refuseUnknownRoutes(api, noteRoutes(api));
    createPaymentRoute(api, deps);
    listPaymentsRoute(api, { db });
    readPaymentsRoutes(api, { db });
    verifyPaymentRoute(api, { db, limit: limits.verifications, verify: deps.verify });
    eventsRoute(api, deps);
    exchangeRateRoute(api, deps);
    healthRoute(api, { clock, version });
    testHelperRoutes(api, deps);
  };
  await app.register(docsPlugin);
  const others = { [LINKS_BASE]: linksRoutes, [REFUNDS_BASE]: refundsRoutes };
  await app.register(apiPlugin, { prefix: API_BASE });
  for (const [prefix, routes] of Object.entries(others)) {
    const plugin: FastifyPluginAsync = async (other) => {
      authenticate(other, deps);
      parseBodies(other);
      reportIgnored(other);
      refuseUnknownRoutes(other, noteRoutes(other));
      routes(other, deps);
    };
    await app.register(plugin, { prefix });
  }
}
