import type { FastifyInstance, FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import type { AuthenticateDeps } from '../http/authenticate.ts';
import { API_BASE, CHECKOUT_BASE, LINKS_BASE, REFUNDS_BASE } from './api-base.ts';
import { type CheckoutDeps, checkoutRoutes } from './checkout/checkout-routes.ts';
import { linksRoutes } from './links/links-routes.ts';
import type { LinksDeps } from './links/serve-links.ts';
import { merchantApi } from './merchant-api.ts';
import { describeLater } from './openapi/describe-later.ts';
import type { OpenApiDocument } from './openapi/document.ts';
import { refundsRoutes } from './refunds/refunds-routes.ts';
import type { RefundsDeps } from './refunds/serve-refunds.ts';
import { type CreatePaymentRouteDeps, createPaymentRoute } from './routes/create-payment.ts';
import { type EventsDeps, eventsRoute } from './routes/events.ts';
import { type ExchangeRateRouteDeps, exchangeRateRoute } from './routes/exchange-rate.ts';
import { healthRoute } from './routes/health.ts';
import { listPaymentsRoute } from './routes/list-payments.ts';
import { readPaymentsRoutes } from './routes/read-payments.ts';
import { type TestHelperDeps, testHelperRoutes } from './routes/test-helpers.ts';
import { type VerifyPaymentRouteDeps, verifyPaymentRoute } from './routes/verify-payment.ts';
import { compileValidator } from './validation/compile-validator.ts';

export type ApiDeps = AuthenticateDeps &
  LinksDeps &
  CheckoutDeps &
  RefundsDeps &
  CreatePaymentRouteDeps &
  EventsDeps &
  ExchangeRateRouteDeps &
  TestHelperDeps &
  VerifyPaymentRouteDeps & {
    readonly version: string;
    /** Registers the docs, which are made from the description of the routes. */
    readonly docs: (app: FastifyInstance, describe: () => Promise<OpenApiDocument>) => void;
    /** Refuses an address that requests too many pages of the docs, before any work is done. */
    readonly guardPages: onRequestAsyncHookHandler;
  };

/** The paths of the other APIs, by the tags of their operations. */
const OTHER_BASES = { Checkout: CHECKOUT_BASE, 'Payment links': LINKS_BASE, Refunds: REFUNDS_BASE };

/** The merchant API, the APIs of checkout, payment links and refunds, and the docs of all. */
export async function apiRoutes(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  const { version, publicUrl } = deps;
  app.setValidatorCompiler(compileValidator);
  // Handlers build responses that match their schemas exactly, which tests verify; only JSON encoding is left to do.
  app.setSerializerCompiler(() => JSON.stringify);
  const describe = describeLater(app, { publicUrl, apiBase: API_BASE, otherBases: OTHER_BASES, version });
  const docsPlugin: FastifyPluginAsync = async (docs) => {
    docs.addHook('onRequest', deps.guardPages);
    deps.docs(docs, describe);
  };
  const apiPlugin: FastifyPluginAsync = merchantApi(deps, [
    createPaymentRoute,
    listPaymentsRoute,
    readPaymentsRoutes,
    verifyPaymentRoute,
    eventsRoute,
    exchangeRateRoute,
    healthRoute,
    testHelperRoutes,
  ]);
  await app.register(docsPlugin);
  await app.register(apiPlugin, { prefix: API_BASE });
  const checkoutPlugin: FastifyPluginAsync = merchantApi(deps, [checkoutRoutes]);
  await app.register(checkoutPlugin, { prefix: CHECKOUT_BASE });
  const linksPlugin: FastifyPluginAsync = merchantApi(deps, [linksRoutes]);
  await app.register(linksPlugin, { prefix: LINKS_BASE });
  const refundsPlugin: FastifyPluginAsync = merchantApi(deps, [refundsRoutes]);
  await app.register(refundsPlugin, { prefix: REFUNDS_BASE });
}
