import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../domain/errors.ts';
import { asksForPage } from './asks-for-page.ts';

/** The routes of an instance and of those below it: what a path could be asked with. */
export type KnownRoutes = Map<string, { readonly pattern: RegExp; readonly methods: string[] }>;

/** Sends the page that says that nothing is here. */
export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Notes every route that is registered from now on. */
export function noteRoutes(app: FastifyInstance): KnownRoutes {
  const routes: KnownRoutes = new Map();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: [] };
    route.methods.push(...[method].flat());
    routes.set(url, route);
  });
  return routes;
}

/**
 * Tells an unknown path (404) from a known one that was asked with the wrong method (405, with `Allow`). Register it behind
 * the hooks that must see such requests too, and behind the instances that refuse theirs by themselves: those made later
 * inherit it.
 *
 * @param showPage answers browsers at an unknown path; without it they get the error as programs do
 */
export function refuseUnknownRoutes(app: FastifyInstance, routes: KnownRoutes, showPage?: NotFoundPage): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    // A request line may hold the whole address.
    const path = request.url.replace(/^\w+:\/\/[^/]*/, '').split('?', 1)[0] ?? '';
    const allowed = [...routes.values()].filter((route) => route.pattern.test(path)).flatMap((route) => route.methods);
    if (allowed.length === 0) {
      if (showPage && asksForPage(request)) return void showPage(request, reply).catch(done);
      // Not refused here: pages show an error as a page.
      return done(new ApiError('not_found'));
    }
    reply.header('allow', [...new Set(allowed)].sort().join(', '));
    done(new ApiError('method_not_allowed'));
  });
  app.setNotFoundHandler(async () => {
    throw new ApiError('not_found');
  });
}

/** A route's path as a pattern: `:name` is one segment, `*` the rest. */
function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/:[a-z_]+/gi, '[^/]+').replaceAll('*', '.*')}$`);
}
