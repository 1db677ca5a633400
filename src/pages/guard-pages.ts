import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { countRequest } from '../http/count-request.ts';
import { asksForPage } from '../http/not-found.ts';
import type { RateLimit } from '../platform/limits/rate-limits.ts';
import { sendNotFound } from './messages.ts';
import { sendTooMany } from './send-failure.ts';

/** Guards routes that are neither pages nor the API, such as the docs: browsers get an error page, programs the error as JSON. */
export function guardPages(pages: RateLimit) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    try {
      await countRequest(pages, request);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError) || !asksForPage(request)) throw error;
      return sendTooMany({ request, reply, isWidget: false }, error.retryAfterSeconds ?? 1);
    }
  };
}

/** The page for an unknown address. It counts as a page view. */
export function notFoundPage(pages: RateLimit) {
  const guard = guardPages(pages);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    (await guard(request, reply)) ?? sendNotFound({ request, reply, isWidget: false });
}
