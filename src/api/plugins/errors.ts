import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ErrorCode } from '../../domain/errors.ts';
import { DatabaseUnavailable, OutcomeUnknown } from '../../storage/database.ts';
import { fieldErrors } from '../validation-errors.ts';

/** How long a client waits before it tries again when the store is away: about what a failover takes. */
const UNAVAILABLE_RETRY_SECONDS = 5;

/** Fastify's own refusals that have a code of ours. Its other client errors are `bad_request`. */
const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  // An address that cannot be decoded leads nowhere.
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** Answers every failure in the one error shape, and logs those that are ours. SPEC: Errors. */
export function handleError(thrown: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toApiError(thrown);
  if (error.code === 'internal_error') request.log.error({ err: thrown }, 'a request failed');
  if (error.code === 'service_unavailable') request.log.warn({ reason: thrown.message }, 'the store is unavailable');
  request.errorCode = error.code;
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  return reply.code(error.status).type('application/json; charset=utf-8').send(errorBody(error));
}

export function errorBody(error: ApiError): string {
  return JSON.stringify({
    success: false,
    error: error.code,
    message: error.message,
    errors: error.errors,
    retry_after: error.status === 429 ? error.retryAfterSeconds : undefined,
  });
}

function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable) {
    return new ApiError('service_unavailable', { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS });
  }
  if (error instanceof OutcomeUnknown) return new ApiError('internal_error');
  if ('validation' in error && error.validation) {
    return new ApiError('validation_error', { errors: fieldErrors(error.validation) });
  }
  const { code = '', statusCode = 500 } = error as FastifyError;
  const known = FASTIFY_CODES[code];
  if (known) return new ApiError(known);
  return statusCode < 500 ? new ApiError('bad_request') : new ApiError('internal_error');
}

const CLIENT_ERRORS: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'request_header_fields_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers bytes that never became a request: the HTTP parser refused them, or they took too long to come. */
export function handleClientError(
  log: FastifyBaseLogger,
  error: Error & { code?: string },
  socket: Socket,
  requestId: string,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const apiError = new ApiError(CLIENT_ERRORS[error.code ?? ''] ?? 'bad_request');
  log.debug({ req_id: requestId, error: apiError.code }, 'a connection sent no valid request');
  const body = errorBody(apiError);
  const head = [
    `HTTP/1.1 ${apiError.status} ${apiError.code}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Not only ended: a client that keeps its half open would keep the connection, and a stop waiting for it.
  socket.destroySoon();
}
