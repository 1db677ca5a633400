import type { FastifyRequest } from 'fastify';

/**
 * Whether a request that changes something comes from a page of ours, as its browser says: by `Sec-Fetch-Site` where that is sent, else by
 * `Origin`. A browser that says neither is old, and its form is judged by its token alone.
 */
export function isOwnRequest({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || origin === new URL(publicUrl).origin;
}
