import type { FastifyInstance } from 'fastify';
import type { PagesDeps } from '../pages-deps.ts';
import type { LinkAddress, ThanksAddress } from './link-exchange.ts';

/**
 * The page of a payment link: what is sold and how to pay it, and what its seller says to who has paid. Showing it writes nothing. What
 * answers is loaded with the first request.
 */
export function linkRoutes(app: FastifyInstance, deps: PagesDeps): void {
  const load = () => import('./serve-link.ts');
  app.get<LinkAddress>('/:code', async (request, reply) => (await load()).showLink(deps, request, reply));
  app.post<LinkAddress>('/:code', async (request, reply) => (await load()).submitLink(deps, request, reply));
  app.get<ThanksAddress>('/:code/:transaction_id/:tag', async (request, reply) =>
    (await load()).showThanks(deps, request, reply),
  );
}
