import type { FastifyInstance } from 'fastify';

/** A year. Only for an address of TLS: over plain HTTP browsers ignore it. */
const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';

/** The headers that responses have unless their route sets others: of the merchant API, and of everything else. */
export interface SecurityHeaders {
  readonly api: Readonly<Record<string, string>>;
  readonly page: Readonly<Record<string, string>>;
}

/**
 * Nothing is kept by a cache, and nothing is taken for another type than it has. A cache in front does not know that
 * `X-Api-Key` tells merchants apart: for it two merchants ask for the same address. What is no API response is also allowed
 * nothing in a browser: no script, no frame around it, no address handed on.
 */
export function securityHeaders(publicUrl: string): SecurityHeaders {
  const api = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': STRICT_TRANSPORT_SECURITY }),
  };
  const page = {
    ...api,
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  };
  return { api, page };
}

/** Sets these headers on every response, whatever responds. */
export function sendSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders, apiBase: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith(apiBase) ? headers.api : headers.page);
    done();
  });
}
