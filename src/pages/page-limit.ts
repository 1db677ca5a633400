import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimit } from '../auth/rate-limits.ts';
import { ApiError } from '../domain/errors.ts';
import { noteOnRequest } from '../http/note-on-request.ts';
import { clientAddress } from '../lib/client-address.ts';
import { type Exchange, sendMessage } from './messages.ts';

/** The name under which whoever asks is counted. */
export function addressOf(request: FastifyRequest): string {
  return clientAddress(request.ip, request.socket.remoteAddress ?? 'unknown');
}

/** Counts a request of an address. Throws ApiError `rate_limit_exceeded` for one too many. */
export async function countRequest(pages: RateLimit, request: FastifyRequest): Promise<void> {
  await count(pages, addressOf(request));
}

/**
 * Counts a visit of a payment's page, by who has proved to hold its link: whoever does not, uses nothing of this up. Throws
 * ApiError `rate_limit_exceeded` for one too many.
 */
export async function countVisit(visits: RateLimit, paymentId: number): Promise<void> {
  await count(visits, String(paymentId));
}

async function count(limit: RateLimit, client: string): Promise<void> {
  const retryAfterSeconds = await limit.consume(client);
  if (retryAfterSeconds > 0) throw new ApiError('rate_limit_exceeded', { retryAfterSeconds });
}

/** 429 as a page that says how long to wait, and that a browser loads again by itself then. */
export function sendTooMany(exchange: Exchange, waitSeconds: number): FastifyReply {
  const { request, reply } = exchange;
  noteOnRequest(request, { error: 'rate_limit_exceeded' });
  reply.header('retry-after', String(waitSeconds));
  if (request.method === 'GET') reply.header('refresh', String(waitSeconds));
  return sendMessage(exchange, 429, 'tooMany', waitSeconds);
}

/** Guards what is neither a page of ours nor the API, such as the docs: browsers get a page, programs the error as JSON. */
export function guardPages(pages: RateLimit) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    try {
      await countRequest(pages, request);
      return undefined;
    } catch (error) {
      const isForPeople = String(request.headers.accept ?? '').includes('text/html');
      if (!(error instanceof ApiError) || !isForPeople) throw error;
      return sendTooMany({ request, reply, isWidget: false }, error.retryAfterSeconds ?? 1);
    }
  };
}
