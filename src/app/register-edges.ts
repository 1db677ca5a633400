import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { apiRoutes } from '../api/api-routes.ts';
import { principalLookup } from '../auth/api-keys.ts';
import type { RateLimits } from '../auth/rate-limits.ts';
import type { Config } from '../config.ts';
import { inboundRoutes } from '../inbound/inbound-routes.ts';
import { guardPages } from '../pages/guard-pages.ts';
import { pagesRoutes } from '../pages/pages.ts';
import { returningPages } from '../pages/returning-pages.ts';
import type { Verbs } from './build-verbs.ts';
import type { Store } from './open-store.ts';
import { VERSION } from './version.ts';

/** Registers what a node with the role `api` serves, and gives each edge the verbs that it calls. */
export async function registerEdges(
  app: FastifyInstance,
  config: Config,
  { store: { db, box, clock }, verbs, limits }: { store: Store; verbs: Verbs; limits: RateLimits },
): Promise<void> {
  if (!config.roles.includes('api')) return;
  const { publicUrl, createWaitSeconds } = config;
  const { create, begin, settle, simulateEnd, verify, giveUp, receiveWithin } = verbs.payments;
  const servedApi = {
    db,
    clock,
    version: VERSION,
    publicUrl,
    cardMinimumUsdMinor: config.amountLimits.card.USD?.minMinor ?? 0,
    documented: config,
    limits,
    lookUpPrincipal: principalLookup({ db, clock }),
    rates: verbs.rates.inForce,
    createWaitSeconds,
    create,
    simulateEnd,
    verify,
    guardPages: guardPages(limits.pages),
  };
  const servedPages = {
    db,
    box,
    clock,
    settle,
    begin,
    verify,
    giveUp,
    verifications: limits.verifications,
    pages: limits.pages,
    visits: limits.visits,
    publicUrl,
    providerFor: verbs.providerFor,
  };
  const servedInbound = {
    box,
    clock,
    pages: limits.pages,
    visits: limits.visits,
    receive: receiveWithin(limits),
    show: returningPages({ db, clock, publicUrl, providerFor: verbs.providerFor }),
  };
  const apiPlugin: FastifyPluginAsync = (scope) => apiRoutes(scope, servedApi);
  const pagesPlugin: FastifyPluginAsync = (scope) => pagesRoutes(scope, servedPages);
  const inboundPlugin: FastifyPluginAsync = (scope) => inboundRoutes(scope, servedInbound);
  await app.register(apiPlugin);
  await app.register(pagesPlugin);
  await app.register(inboundPlugin);
}
