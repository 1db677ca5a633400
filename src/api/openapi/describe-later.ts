import type { FastifyInstance } from 'fastify';
import type { ApiAddress, DescribedRoute } from './describe-api.ts';
import type { OpenApiDocument } from './document.ts';

/**
 * Collects the routes with an `operationId` that are registered on `app` after this call. The returned function
 * generates and caches their OpenAPI document at its first call. So a start neither generates the document nor loads
 * the generator, which is two fifths of all modules.
 */
export function describeLater(app: FastifyInstance, address: ApiAddress): () => Promise<OpenApiDocument> {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (method !== 'HEAD' && schema?.operationId !== undefined) routes.push({ method, url, schema });
  });
  let document: OpenApiDocument | undefined;
  return async () => (document ??= await (await import('./describe-api.ts')).describeApi(routes, address));
}
