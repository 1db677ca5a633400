import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { type AuthenticateDeps, authenticate, principalOf } from '../http/authenticate.ts';
import { parseBodies } from '../http/json-bodies.ts';
import { noteRoutes, refuseUnknownRoutes } from '../http/not-found.ts';
import type { JsonObject } from '../platform/text/json-object.ts';
import type { ObjectSchema } from './schemas/json-schema.ts';

/**
 * Names of members and parameters that a header can contain unchanged, brackets included (`expand[]`, `created[gte]`). Others are skipped.
 */
const NAME = /^[\w.[\]-]{1,64}$/;
const MAX_NAMES = 20;

/** Well-known headers of other APIs that this one does not support. */
const FOREIGN_HEADERS = ['idempotency-key'];

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

/**
 * Lists in `X-Gateway-Ignored`, for test keys, the members of the body, query parameters and well-known headers that had no effect. Call it
 * after `authenticate`. Contract: REQUEST-35.
 */
function reportIgnored(app: FastifyInstance): void {
  app.addHook('preValidation', (request, reply, done) => {
    if (principalOf(request).key.mode === 'test') {
      const names = ignoredNames(request);
      if (names.length > 0) reply.header('x-gateway-ignored', names.join(', '));
    }
    done();
  });
}

function ignoredNames({ body, query, headers, routeOptions }: FastifyRequest): readonly string[] {
  const { body: bodySchema, querystring } = (routeOptions.schema ?? {}) as {
    body?: ObjectSchema;
    querystring?: ObjectSchema;
  };
  const names = new Set<string>();
  addUnknown(names, body as JsonObject | undefined, bodySchema);
  addUnknown(names, query as JsonObject, querystring);
  for (const name of FOREIGN_HEADERS) if (headers[name] !== undefined) names.add(name);
  return [...names].slice(0, MAX_NAMES);
}

function addUnknown(names: Set<string>, sent: JsonObject | undefined, schema: ObjectSchema | undefined): void {
  for (const name in sent) {
    if (names.size >= MAX_NAMES) return;
    if (!(schema && Object.hasOwn(schema.properties, name)) && NAME.test(name)) names.add(name);
  }
}
