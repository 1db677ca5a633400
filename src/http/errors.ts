import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ErrorCode } from '../domain/errors.ts';
import { noteMissingFile, ProgramIncomplete } from '../lib/missing-files.ts';
import { DatabaseUnavailable, OutcomeUnknown } from '../storage/database.ts';
import { noteOnRequest } from './note-on-request.ts';

/** The `Retry-After` while the store is unavailable: about the time of a failover. */
export const UNAVAILABLE_RETRY_SECONDS = 5;

/** What a 401 asks for: HTTP has no registered scheme for a key in a header of its own. The value is the header's name. */
const AUTHENTICATION_SCHEME = 'ApiKey realm="peye", header="X-Api-Key"';

/** Fastify's own refusals that have a code of ours. Its other client errors are `bad_request`. */
const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  // An address that cannot be decoded leads nowhere.
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** A body that is refused for its size is taken in and thrown away when it is no longer than this; otherwise its connection is closed. */
const TAKEN_IN_BYTES = 1024 * 1024;

const MISSING_FILE =
  'a file of the program could not be loaded: install the same version again, then restart the gateway';

/** Responds to every failure in the one error shape, and logs our own. Contract: ERROR-1. */
export function handleError(thrown: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const error = toApiError(thrown);
  if (noteMissingFile(thrown)) request.log.error({ err: thrown }, MISSING_FILE);
  else if (error.code === 'internal_error') request.log.error({ err: thrown }, 'a request failed');
  else if (error.code === 'service_unavailable')
    request.log.warn({ reason: thrown.message }, 'the store is unavailable');
  // Fastify would close the connection, and the reset for what still comes can overtake the response: a proxy makes a 502 of that.
  if (error.code === 'payload_too_large' && lengthOf(request) <= TAKEN_IN_BYTES) reply.removeHeader('connection');
  refuse(request, reply, error);
}

/**
 * Responds with an error of ours. What knows the error by itself calls this rather than throwing: a hook that called it calls back no
 * more, and a handler returns.
 */
export function refuse(request: FastifyRequest, reply: FastifyReply, error: ApiError): void {
  noteOnRequest(request, { error: error.code });
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  if (error.status === 401) reply.header('www-authenticate', AUTHENTICATION_SCHEME);
  reply.code(error.status).type('application/json; charset=utf-8').send(errorBody(error));
}

/** The body of an error, as every response has it. */
export function errorBody(error: ApiError): string {
  return JSON.stringify({
    success: false,
    error: error.code,
    message: error.message,
    errors: error.errors,
    retry_after: error.status === 429 ? error.retryAfterSeconds : undefined,
  });
}

/** How long a body says that it is; NaN for one in chunks, whose end nobody knows. */
function lengthOf({ headers }: FastifyRequest): number {
  return Number(headers['content-length']);
}

function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable || error instanceof ProgramIncomplete) {
    return new ApiError('service_unavailable', { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS });
  }
  if (error instanceof OutcomeUnknown) return new ApiError('internal_error');
  const { code = '', statusCode = 500 } = error as FastifyError;
  const known = FASTIFY_CODES[code];
  if (known) return new ApiError(known);
  return statusCode < 500 ? new ApiError('bad_request') : new ApiError('internal_error');
}
