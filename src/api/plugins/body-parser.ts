import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, validationError } from '../../domain/errors.ts';
import { parseJsonBody } from '../../lib/json-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The source text of each member of a JSON body. */
    bodySources: ReadonlyMap<string, string>;
  }
}

const NO_SOURCES: ReadonlyMap<string, string> = new Map();

/**
 * Reads bodies: JSON objects only, members that are null left out, because null means "not given". An empty body is no
 * body, whatever its type is said to be.
 */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest('bodySources');
  app.addHook('onRequest', async (request) => {
    request.bodySources = NO_SOURCES;
  });
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined;
      const body = parseJsonBody(bytes);
      if (typeof body === 'string') throw validationError({ body: [body] });
      request.bodySources = body.sources;
      return Object.fromEntries(Object.entries(body.value).filter(([, value]) => value !== null));
    },
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => {
    if (bytes.length > 0) throw new ApiError('unsupported_media_type');
    return undefined;
  });
}
