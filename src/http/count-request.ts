import type { FastifyRequest } from 'fastify';
import { countAgainst } from '../auth/count-against.ts';
import type { RateLimit } from '../auth/rate-limits.ts';
import { clientAddress, wholeAddress } from '../lib/client-address.ts';

/** The key under which a visitor is counted. */
export function addressOf(request: FastifyRequest): string {
  return clientAddress(request.ip, request.socket.remoteAddress ?? 'unknown');
}

/** The same client's address whole, to compare it with lists; undefined when there is none. */
export function wholeAddressOf(request: FastifyRequest): string | undefined {
  return wholeAddress(request.ip, request.socket.remoteAddress ?? '');
}

/** Counts a request of an address. Throws ApiError `rate_limit_exceeded` for one too many. */
export async function countRequest(limit: RateLimit, request: FastifyRequest): Promise<void> {
  await countAgainst(limit, addressOf(request));
}

/**
 * Counts a visit of a payment's page by somebody who holds its link; others do not count. Throws ApiError
 * `rate_limit_exceeded` for one too many.
 */
export async function countVisit(visits: RateLimit, paymentId: number): Promise<void> {
  await countAgainst(visits, String(paymentId));
}
