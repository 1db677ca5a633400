import type { FastifyRequest } from 'fastify';
import type { Log } from '../platform/log/log.ts';

/** The log of a request: its lines carry the request's id. */
export function logOf(request: FastifyRequest): Log {
  // Fastify types it by the few methods that it calls itself; the server passes it our log.
  return request.log as Log;
}
