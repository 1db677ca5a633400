import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, validationError } from '../core/errors.ts';
import { type JsonBody, parseJsonBody } from '../platform/text/json-body.ts';
import type { JsonObject } from '../platform/text/json-object.ts';
import { requestValue } from './request-value.ts';

const BODY = requestValue<JsonBody>('JSON body');

/** The JSON body as it was sent, with the source text of its members; undefined when the request has none. */
export function jsonBodyOf(request: FastifyRequest): JsonBody | undefined {
  return BODY.get(request);
}

/**
 * Reads bodies: JSON objects only, without members that are null, because null means "not given". An empty body counts as
 * none, whatever its declared type.
 */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  BODY.prepare(app);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: Buffer, done: (error: Error | null, value?: JsonObject) => void) => {
      if (bytes.length === 0) return done(null);
      const body = parseJsonBody(bytes);
      if (typeof body === 'string') return done(validationError({ body: [body] }));
      BODY.set(request, body);
      done(null, withoutNulls(body.value));
    },
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => {
    if (bytes.length > 0) throw new ApiError('unsupported_media_type');
    return undefined;
  });
}

/** The object without its members that are null: the object itself when it has none, which is the common case. */
function withoutNulls(value: JsonObject): JsonObject {
  for (const name in value) {
    if (value[name] === null) return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
  }
  return value;
}
