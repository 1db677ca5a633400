import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { countRequest } from '../http/count-request.ts';
import { asksForPage } from '../http/not-found.ts';
import type { RateLimit } from '../platform/limits/rate-limits.ts';
import type { Entrances } from './send-page.ts';

/** Guards routes that are neither pages nor the API, such as the docs: browsers get an error page, programs the error as JSON. */
export function guardPages(pages: RateLimit) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    try {
      await countRequest(pages, request);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError) || !asksForPage(request)) throw error;
      const { sendTooMany } = await import('./send-page.ts');
      return sendTooMany({ request, reply, isWidget: false }, error.retryAfterSeconds ?? 1);
    }
  };
}

/** An address like a payment's. Its reader is probably a customer with an incomplete link. */
const OF_PAYMENTS = /^\/(?:pay|l|c|widget|providers)(?:[/?]|$)/;

/** The page for an unknown address, whose reader is perhaps not a customer. It counts as a page view. */
export function notFoundPage(pages: RateLimit, entrances: Entrances) {
  const guard = guardPages(pages);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refused = await guard(request, reply);
    if (refused) return refused;
    const { sendNoPage, sendNotFound } = await import('./send-page.ts');
    return (OF_PAYMENTS.test(request.url) ? sendNotFound : sendNoPage)({ request, reply, isWidget: false }, entrances);
  };
}
