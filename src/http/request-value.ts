import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A value that requests carry, for those who hold this: nothing is declared for everybody. */
export interface RequestValue<T> {
  /** Makes room for it in the requests of `app`, and of what is registered in it. Once, before any value is set. */
  prepare(app: FastifyInstance): void;
  /** Undefined while none was set. */
  get(request: FastifyRequest): T | undefined;
  set(request: FastifyRequest, value: T): void;
}

/** Makes a name for a value that no other part can read or overwrite. */
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
