import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countAgainst } from '../platform/limits/count-attempts.ts';
import type { RateLimit } from '../platform/limits/rate-limits.ts';
import { clientAddress, forwardedClient, UNKNOWN_CLIENT } from '../platform/network/client-address.ts';
import { isInSubnets } from '../platform/network/public-address.ts';

const TRUSTED_PROXIES = Symbol('trusted proxies');

/** Sets the proxies whose `X-Forwarded-For` names the client of a request: single addresses and subnets. Contract: LIMIT-4, LIMIT-5. */
export function trustProxies(app: FastifyInstance, subnets: readonly string[]): void {
  app.decorate(TRUSTED_PROXIES, subnets);
}

/** The key under which a client is counted; clients with an unknown address share one. */
export function addressOf(request: FastifyRequest): string {
  return clientAddress(wholeAddressOf(request) ?? UNKNOWN_CLIENT);
}

/** The client's whole address, for comparison with lists and for the audit log; undefined when it is unknown. */
export function wholeAddressOf({ server, socket, headers }: FastifyRequest): string | undefined {
  const { [TRUSTED_PROXIES]: trusted = [] } = server as { [TRUSTED_PROXIES]?: readonly string[] };
  const forwarded = headers['x-forwarded-for'];
  return forwardedClient(
    socket.remoteAddress ?? '',
    // Node joins several headers into one, which its types do not show.
    trusted.length === 0 || forwarded === undefined ? undefined : String(forwarded),
    (address) => isInSubnets(address, trusted),
  );
}

/** Counts a request from an address. Throws ApiError `rate_limit_exceeded` for one too many. */
export async function countRequest(limit: RateLimit, request: FastifyRequest): Promise<void> {
  await countAgainst(limit, addressOf(request));
}

/**
 * Counts a visit to a payment's page by a client that has its link; others are not counted. Throws ApiError
 * `rate_limit_exceeded` for one too many.
 */
export async function countVisit(visits: RateLimit, paymentId: number): Promise<void> {
  await countAgainst(visits, String(paymentId));
}
