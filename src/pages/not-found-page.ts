import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimit } from '../auth/rate-limits.ts';
import { guardPages } from './guard-pages.ts';
import { sendNotFound } from './messages.ts';

/** What browsers are shown at an address that leads nowhere. It counts as a page. */
export function notFoundPage(pages: RateLimit) {
  const guard = guardPages(pages);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    (await guard(request, reply)) ?? sendNotFound({ request, reply, isWidget: false });
}
