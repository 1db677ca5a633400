import type { FastifyInstance } from 'fastify';
import { authenticate } from '../http/authenticate.ts';
import { parseBodies } from '../http/json-bodies.ts';
import { noteRoutes, refuseUnknownRoutes } from '../http/not-found.ts';
import type { LinksDeps } from './links-deps.ts';

/** Where the API of payment links is: beside the merchant API, which stays as it is specified. */
export const LINKS_BASE = '/api/links/v1';

/**
 * The API of payment links, below LINKS_BASE: the keys, limits and errors of the merchant API. What answers is loaded with the first
 * request.
 */
export async function linksRoutes(app: FastifyInstance, deps: LinksDeps): Promise<void> {
  const load = () => import('./serve-links.ts');
  authenticate(app, deps);
  parseBodies(app);
  refuseUnknownRoutes(app, noteRoutes(app));
  app.post('/links', async (request, reply) => (await load()).createLink(deps, request, reply));
  app.get('/links', async (request, reply) => (await load()).listLinks(deps, request, reply));
  app.get('/links/:code', async (request, reply) => (await load()).readLink(deps, request, reply));
  app.post('/links/:code/deactivate', async (request, reply) => (await load()).deactivateLink(deps, request, reply));
}
