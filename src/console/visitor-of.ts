import type { FastifyRequest } from 'fastify';
import { wholeAddressOf } from '../http/count-request.ts';
import type { Visitor } from '../operator/users/start-session.ts';

/** The request's browser, as the session records it. */
export function visitorOf(request: FastifyRequest): Visitor {
  return { address: wholeAddressOf(request) ?? null, userAgent: request.headers['user-agent'] ?? null };
}
