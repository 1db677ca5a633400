import type { FastifyRequest } from 'fastify';

/**
 * Whether a request that changes something comes from a page of this gateway, by the browser's `Sec-Fetch-Site` header, or else by
 * `Origin`. A browser that sends neither is old, and only the form's token is checked.
 */
export function isOwnRequest({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || origin === new URL(publicUrl).origin;
}
