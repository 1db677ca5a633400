import type { FastifyRequest } from 'fastify';
import type { Visitor } from '../features/users/start-session.ts';
import { wholeAddressOf } from '../http/count-request.ts';

/** The request's browser, as the session records it. */
export function visitorOf(request: FastifyRequest): Visitor {
  return { address: wholeAddressOf(request) ?? null, userAgent: request.headers['user-agent'] ?? null };
}
