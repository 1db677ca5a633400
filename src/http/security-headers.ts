import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** A year. Only for a TLS address: over plain HTTP browsers ignore it. */
const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';

/** The default headers of responses: of the merchant API, and of everything else. */
export interface SecurityHeaders {
  readonly api: Readonly<Record<string, string>>;
  readonly page: Readonly<Record<string, string>>;
}

/**
 * Caches store nothing, and browsers do not guess content types. A cache in front of the gateway does not know that `X-Api-Key`
 * distinguishes merchants: to it, two merchants request the same URL. Responses outside the API also forbid everything
 * in a browser by default: scripts, frames around them, and referrers.
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

/** Sets these headers on every response, including errors. */
export function sendSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders, apiBase: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith(apiBase) ? headers.api : headers.page);
    done();
  });
}

/** The source expression of an inline script or style with this text, for a content security policy. */
export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
