import type { FastifyRequest } from 'fastify';
import type { Log } from '../lib/log.ts';

/** The log of a request: its lines bear the request's id. */
export function logOf(request: FastifyRequest): Log {
  // Fastify types it by the few methods that it calls itself; the server gives it a log of ours.
  return request.log as Log;
}
