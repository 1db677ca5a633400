import type { FastifyError, FastifyReply } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { DatabaseUnavailable } from '../database/database.ts';
import { UNAVAILABLE_RETRY_SECONDS } from '../http/errors.ts';
import { noteOnRequest } from '../http/note-on-request.ts';
import { type Exchange, sendMessage, sendNotFound } from './messages.ts';

/** Shows every error as a page. Errors of the gateway are logged. */
export function sendFailure(error: FastifyError | Error, exchange: Exchange): FastifyReply {
  const { request, reply } = exchange;
  if (error instanceof DatabaseUnavailable) {
    request.log.warn({ reason: error.message }, 'the store is unavailable');
    noteOnRequest(request, { error: 'service_unavailable' });
    reply.header('retry-after', String(UNAVAILABLE_RETRY_SECONDS));
    if (request.method === 'GET') reply.header('refresh', String(UNAVAILABLE_RETRY_SECONDS));
    return sendMessage(exchange, 503, 'unavailable');
  }
  const status = error instanceof ApiError ? error.status : ((error as FastifyError).statusCode ?? 500);
  if (status === 429) return sendTooMany(exchange, (error as Partial<ApiError>).retryAfterSeconds ?? 1);
  if (status === 404) return sendNotFound(exchange);
  if (status < 500) {
    noteOnRequest(request, { error: 'bad_request' });
    return sendMessage(exchange, status, 'refused');
  }
  request.log.error({ err: error }, 'a page failed');
  noteOnRequest(request, { error: 'internal_error' });
  return sendMessage(exchange, 500, 'systemError');
}

/** 429 as a page that says how long to wait. The browser reloads it automatically after that time. */
export function sendTooMany(exchange: Exchange, waitSeconds: number): FastifyReply {
  const { request, reply } = exchange;
  noteOnRequest(request, { error: 'rate_limit_exceeded' });
  reply.header('retry-after', String(waitSeconds));
  if (request.method === 'GET') reply.header('refresh', String(waitSeconds));
  return sendMessage(exchange, 429, 'tooMany', { value: waitSeconds });
}
