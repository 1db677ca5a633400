import type { FastifyRequest } from 'fastify';
import type { Log } from '../platform/log/log.ts';

/** The log of a request: its lines carry the request's id. */
export function logOf(request: FastifyRequest): Log {
  // Fastify's type only has the few methods that Fastify calls, but the server passes our log.
  return request.log as Log;
}
