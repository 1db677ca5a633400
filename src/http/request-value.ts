import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A value that requests carry, accessible only through this object: the type of all requests need not declare it. */
export interface RequestValue<T> {
  /** Adds a slot for the value to the requests of `app` and its children. Call it once, before any value is set. */
  prepare(app: FastifyInstance): void;
  /** Undefined until a value is set. */
  get(request: FastifyRequest): T | undefined;
  set(request: FastifyRequest, value: T): void;
}

/** Creates a slot for a value that no other part can read or overwrite. */
export function requestValue<T>(description: string): RequestValue<T> {
  const key = Symbol(description);
  const slots = (request: FastifyRequest) => request as unknown as Record<symbol, T | undefined>;
  return {
    prepare: (app) => void app.decorateRequest(key, undefined),
    get: (request) => slots(request)[key],
    set(request, value) {
      slots(request)[key] = value;
    },
  };
}
