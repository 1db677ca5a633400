import type { FastifyRequest } from 'fastify';

/** Whether a browser asks, which shows its user what it gets: errors are pages for it, where no programs are expected alone. */
export function asksForPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return (headers.accept ?? '').includes('text/html');
}
