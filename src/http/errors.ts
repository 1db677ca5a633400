import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { ApiError, type ErrorCode, type FieldErrors } from '../core/errors.ts';
import { DatabaseUnavailable, OutcomeUnknown } from '../database/database.ts';
import { noteMissingFile, ProgramIncomplete } from '../platform/files/missing-files.ts';
import { noteOnRequest } from './note-on-request.ts';

/** The `Retry-After` while the store is unavailable: about the duration of a failover. */
export const UNAVAILABLE_RETRY_SECONDS = 5;

/** The challenge of a 401: HTTP has no registered scheme for a key in its own header, so `header` names the header. */
const AUTHENTICATION_SCHEME = 'ApiKey realm="peye", header="X-Api-Key"';

/** Fastify's own rejections with a code of ours. Its other client errors are `bad_request`. */
const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  // A URL that cannot be decoded matches no route.
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** A rejected body up to this size is read and discarded; for a larger one the connection is closed. */
const TAKEN_IN_BYTES = 1024 * 1024;

const MISSING_FILE =
  'a file of the program could not be loaded: install the same version again, then restart the gateway';

/** Responds to every failure in the one error format, and logs those that are not the client's. Contract: ERROR-1. */
export function handleError(thrown: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const error = toApiError(thrown);
  if (noteMissingFile(thrown)) request.log.error({ err: thrown }, MISSING_FILE);
  else if (error.code === 'internal_error') request.log.error({ err: thrown }, 'a request failed');
  else if (error.code === 'service_unavailable')
    request.log.warn({ reason: thrown.message }, 'the store is unavailable');
  // Fastify would close the connection, and the reset for further data can overtake the response: a proxy turns that into a 502.
  if (error.code === 'payload_too_large' && lengthOf(request) <= TAKEN_IN_BYTES) reply.removeHeader('connection');
  refuse(request, reply, error);
}

/**
 * Responds with an API error. Call this instead of throwing when no stack is needed. Afterwards, a hook must not call
 * `done`, and a handler must return.
 */
export function refuse(request: FastifyRequest, reply: FastifyReply, error: ApiError): void {
  noteOnRequest(request, { error: error.code });
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  if (error.status === 401) reply.header('www-authenticate', AUTHENTICATION_SCHEME);
  reply.code(error.status).type('application/json; charset=utf-8').send(errorBody(error));
}

/** The body of an error, the same in every response. */
export function errorBody(error: ApiError): string {
  return JSON.stringify({
    success: false,
    error: error.code,
    message: error.message,
    errors: error.errors,
    retry_after: error.status === 429 ? error.retryAfterSeconds : undefined,
  });
}

/** The declared length of a body; NaN for a chunked one, whose length is unknown. */
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

/** The findings of the schema validator, by field and as messages that say what to change. */
export function fieldErrors(found: readonly FastifySchemaValidationError[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const error of found) {
    const field = fieldOf(error);
    const messages = (errors[field] ??= []);
    const message = messageFor(field, error);
    if (!messages.includes(message)) messages.push(message);
  }
  return errors;
}

function fieldOf({ instancePath, params, keyword }: FastifySchemaValidationError): string {
  if (keyword === 'required') return String(params.missingProperty);
  // The name of a nested member includes its object; the name of an array's item is only the field's.
  const [path = ''] = instancePath.slice(1).split(/\/\d+/, 1);
  return path.replaceAll('/', '.') || 'body';
}

function messageFor(field: string, { instancePath, keyword, params, message }: FastifySchemaValidationError): string {
  if (keyword === 'type' && /\/\d+$/.test(instancePath))
    return `The ${field} field must be an array of ${params.type}s.`;
  switch (keyword) {
    case 'required':
      return `The ${field} field is required.`;
    case 'type':
      return `The ${field} field must be ${withArticle(typeName(params.type))}.`;
    case 'enum':
      return `The ${field} field must be one of: ${(params.allowedValues as unknown[]).join(', ')}.`;
    case 'minLength':
      return `The ${field} field must not be empty.`;
    case 'maxLength':
      return `The ${field} field must not be longer than ${params.limit} characters.`;
    case 'minimum':
      return `The ${field} field must be at least ${params.limit}.`;
    case 'maximum':
      return `The ${field} field must be at most ${params.limit}.`;
    case 'format':
      return params.format === 'email'
        ? `The ${field} field must be a valid email address.`
        : `The ${field} field must be a date as YYYY-MM-DD.`;
    default:
      return `The ${field} field ${message ?? 'is invalid'}.`;
  }
}

/** Null means "not given", so messages do not mention it. */
function typeName(type: unknown): string {
  return [type]
    .flat()
    .filter((each) => each !== 'null')
    .join(' or ');
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
