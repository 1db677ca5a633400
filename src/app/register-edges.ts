import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { apiRoutes } from '../api/api-routes.ts';
import type { OpenApiDocument } from '../api/openapi/document.ts';
import type { Config } from '../config.ts';
import { CONSOLE_PATH } from '../console/console-path.ts';
import { docsRoutes } from '../docs-site/docs-routes.ts';
import { principalLookup } from '../features/websites/find-principal.ts';
import { inboundRoutes } from '../inbound/inbound-routes.ts';
import { guardPages } from '../pages/guard-pages.ts';
import { pagesRoutes } from '../pages/pages.ts';
import type { Entrances } from '../pages/send-page.ts';
import { pathOf } from '../platform/network/web-url.ts';
import { loadOnce } from '../platform/tasks/promises.ts';
import { VERSION } from '../platform/version.ts';
import { type EdgeParts, receiptModes, registerConsole } from './register-console.ts';

/** Registers the edges of the node's roles, and passes each edge the verbs that it calls. */
export async function registerEdges(app: FastifyInstance, config: Config, parts: EdgeParts): Promise<void> {
  if (config.roles.includes('api')) await registerApi(app, config, parts);
  if (config.roles.includes('console')) await registerConsole(app, config, parts);
}

/** Where readers find the documentation and the console, if this node serves them. */
export function entrancesOf({ roles, publicUrl }: Pick<Config, 'roles' | 'publicUrl'>): Entrances {
  const base = pathOf(publicUrl);
  return {
    docs: roles.includes('api') ? `${base}/docs` : undefined,
    console: roles.includes('console') ? `${base}${CONSOLE_PATH}` : undefined,
  };
}

async function registerApi(
  app: FastifyInstance,
  config: Config,
  { store: { db, box, clock }, verbs, limits, uses, isStopping }: EdgeParts,
): Promise<void> {
  const { publicUrl, createWaitSeconds } = config;
  const {
    create,
    createForLink,
    methodsForLink,
    chooseMethod,
    methodsForSession,
    begin,
    recordStep,
    settle,
    simulateEnd,
    verify,
    giveUp,
    receiveWithin,
  } = verbs.payments;
  const servedApi = {
    db,
    clock,
    version: VERSION,
    publicUrl,
    cardMinimumUsdMinor: config.amountLimits.card.USD?.minMinor ?? 0,
    docs: (docs: FastifyInstance, describe: () => Promise<OpenApiDocument>) => docsRoutes(docs, config, describe),
    limits,
    lookUpPrincipal: principalLookup({ db, clock }),
    isStopping,
    noteKeyUse: uses.note,
    rates: verbs.rates.inForce,
    createWaitSeconds,
    create,
    simulateEnd,
    verify,
    operator: verbs.operator,
    refunds: verbs.refunds,
    providerFor: verbs.providerFor,
    checkout: verbs.payments,
    guardPages: guardPages(limits.pages),
  };
  const servedPages = {
    db,
    box,
    clock,
    settle,
    begin,
    recordStep,
    verify,
    giveUp,
    createForLink,
    methodsForLink,
    chooseMethod,
    methodsForSession,
    linkPaymentsByAddress: limits.linkPaymentsByAddress,
    linkPaymentsByLink: limits.linkPaymentsByLink,
    verifications: limits.verifications,
    pages: limits.pages,
    visits: limits.visits,
    receipts: limits.receipts,
    receiptsByClient: limits.receiptsByClient,
    receiptsByPayment: limits.receiptsByPayment,
    mayRequestReceipt: verbs.payments.mayRequestReceipt,
    requestReceipt: verbs.payments.requestReceipt,
    receiptModes: receiptModes(config),
    publicUrl,
    providerFor: verbs.providerFor,
  };
  const servedInbound = {
    box,
    clock,
    pages: limits.pages,
    visits: limits.visits,
    receive: receiveWithin(limits),
    loadPages: loadOnce(async () => {
      const { returningPages } = await import('../pages/returning-pages.ts');
      return returningPages({
        db,
        clock,
        publicUrl,
        receiptModes: receiptModes(config),
        providerFor: verbs.providerFor,
      });
    }),
  };
  const apiPlugin: FastifyPluginAsync = (scope) => apiRoutes(scope, servedApi);
  const pagesPlugin: FastifyPluginAsync = (scope) => pagesRoutes(scope, servedPages);
  const inboundPlugin: FastifyPluginAsync = (scope) => inboundRoutes(scope, servedInbound);
  if (config.securityContact !== null) {
    const { securityTxtRoute } = await import('../http/security-txt.ts');
    securityTxtRoute(app, { contact: config.securityContact, publicUrl, clock });
  }
  await app.register(apiPlugin);
  await app.register(pagesPlugin);
  await app.register(inboundPlugin);
}
