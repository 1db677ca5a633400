import type { FastifyRequest } from 'fastify';
import { wholeAddressOf } from '../http/count-request.ts';
import type { Visitor } from '../operator/users/start-session.ts';

/** The browser of a request, as its session remembers it. */
export function visitorOf(request: FastifyRequest): Visitor {
  return { address: wholeAddressOf(request) ?? null, userAgent: request.headers['user-agent'] ?? null };
}
