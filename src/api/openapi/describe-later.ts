import type { FastifyInstance } from 'fastify';
import type { ApiAddress, DescribedRoute } from './describe-api.ts';
import type { OpenApiDocument } from './document.ts';

/**
 * Notes the routes with an `operationId` that are registered on `app` after this. The function that it returns makes the OpenAPI
 * document of them at its first call, and keeps it: a start neither makes it nor loads what does, which is two fifths of all
 * modules.
 */
export function describeLater(app: FastifyInstance, address: ApiAddress): () => Promise<OpenApiDocument> {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (method !== 'HEAD' && schema?.operationId !== undefined) routes.push({ method, url, schema });
  });
  let document: OpenApiDocument | undefined;
  return async () => (document ??= await (await import('./describe-api.ts')).describeApi(routes, address));
}
