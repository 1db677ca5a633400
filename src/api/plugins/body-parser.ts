import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, validationError } from '../../domain/errors.ts';
import { requestValue } from '../../http/request-value.ts';
import { parseJsonBody } from '../../lib/json-body.ts';

const SOURCES = requestValue<ReadonlyMap<string, string>>('body sources');

/** The source text of each member of a JSON body; undefined when the request has none. */
export function bodySourcesOf(request: FastifyRequest): ReadonlyMap<string, string> | undefined {
  return SOURCES.get(request);
}

/**
 * Reads bodies: JSON objects only, members that are null left out, because null means "not given". An empty body counts as
 * none, whatever its declared type.
 */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  SOURCES.prepare(app);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined;
      const body = parseJsonBody(bytes);
      if (typeof body === 'string') throw validationError({ body: [body] });
      SOURCES.set(request, body.sources);
      return withoutNulls(body.value);
    },
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => {
    if (bytes.length > 0) throw new ApiError('unsupported_media_type');
    return undefined;
  });
}

/** The object itself when it holds no null, which is the common case. */
function withoutNulls(value: Record<string, unknown>): Record<string, unknown> {
  if (!Object.values(value).includes(null)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}
