import type { FastifyRequest } from 'fastify';

/**
 * Whether the request comes from a browser that shows the response to a user. Such a request gets errors as pages, except where only
 * programs are expected.
 */
export function asksForPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return (headers.accept ?? '').includes('text/html');
}
