import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { type AuthenticateDeps, authenticate } from '../http/authenticate.ts';
import { parseBodies } from '../http/json-bodies.ts';
import { noteRoutes, refuseUnknownRoutes } from '../http/not-found.ts';
import { reportIgnored } from './report-ignored.ts';

/** Routes that need a key and read JSON, with the limits, errors and reports that all parts of the merchant API share. */
export function merchantApi<Deps extends AuthenticateDeps>(
  deps: Deps,
  routes: readonly ((app: FastifyInstance, deps: Deps) => void)[],
): FastifyPluginAsync {
  return async (app) => {
    authenticate(app, deps);
    parseBodies(app);
    reportIgnored(app);
    refuseUnknownRoutes(app, noteRoutes(app));
    for (const route of routes) route(app, deps);
  };
}
