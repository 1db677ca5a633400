import { ERRORS, type ErrorCode } from '../../core/errors.ts';
import { literal, type Members, object, ref, type Schema } from './json-schema.ts';

/** The errors that every endpoint of the merchant API can respond with. */
export const EVERYWHERE: readonly ErrorCode[] = [
  'bad_request',
  'missing_api_key',
  'invalid_api_key',
  'api_key_inactive',
  'website_inactive',
  'action_not_allowed',
  'request_timeout',
  'rate_limit_exceeded',
  'too_many_attempts',
  'request_header_fields_too_large',
  'internal_error',
  'service_unavailable',
];

/** `{success: true, data}`: the envelope of every endpoint but creation and health. */
export function enveloped(data: Schema, extras: Members = {}): Schema {
  return object({ success: literal(true), data, ...extras }, { additionalProperties: false });
}

/** The `response` of a route: its success, its own errors and those of every endpoint, each with its example. */
export function responses(
  success: { status: number; description: string; schema: Schema; examples: Record<string, unknown> },
  own: readonly ErrorCode[] = [],
) {
  const byStatus: Record<number, unknown> = {
    [success.status]: { description: success.description, content: json(success.schema, success.examples) },
  };
  const codes = [...own, ...EVERYWHERE].sort((a, b) => ERRORS[a].status - ERRORS[b].status);
  for (const status of new Set(codes.map((code) => ERRORS[code].status))) {
    const ofStatus = codes.filter((code) => ERRORS[code].status === status);
    byStatus[status] = {
      description: ofStatus.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
      content: json(ref('Error'), Object.fromEntries(ofStatus.map((code) => [code, { value: errorExample(code) }]))),
    };
  }
  return byStatus;
}

function json(schema: Schema, examples: Record<string, unknown>) {
  return { 'application/json': { schema, examples } };
}

/** The body of an error as a client gets it. */
function errorExample(code: ErrorCode) {
  const { status, message } = ERRORS[code];
  return {
    success: false,
    error: code,
    message,
    ...(code === 'validation_error' && { errors: { amount: ['The amount field is required.'] } }),
    ...(status === 429 && { retry_after: 42 }),
  };
}
