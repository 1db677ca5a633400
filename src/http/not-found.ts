import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';

/** The routes of an instance and of its children: the valid paths and methods. */
export type KnownRoutes = Map<string, { readonly pattern: RegExp; readonly methods: string[] }>;

/** Sends the "not found" page. */
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
 * Distinguishes an unknown path (404) from a known one with the wrong method (405, with `Allow`). Register it after
 * the hooks that must see such requests too, and after the instances that handle their own unknown paths:
 * instances that are registered later inherit this handler.
 *
 * @param showPage responds to browsers at an unknown path; without it they get the error as programs do
 */
export function refuseUnknownRoutes(app: FastifyInstance, routes: KnownRoutes, showPage?: NotFoundPage): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    // A request line may hold an absolute URL.
    const path = request.url.replace(/^\w+:\/\/[^/]*/, '').split('?', 1)[0] ?? '';
    const allowed = [...routes.values()].filter((route) => route.pattern.test(path)).flatMap((route) => route.methods);
    if (allowed.length === 0) {
      if (showPage && asksForPage(request)) return void showPage(request, reply).catch(done);
      // The error handler responds, because the pages' handler shows errors as pages.
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

/**
 * Whether the request comes from a browser that shows the response to a user. Such a request gets errors as pages, except where only
 * programs are expected.
 */
export function asksForPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return (headers.accept ?? '').includes('text/html');
}
