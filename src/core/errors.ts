/**
 * Every error in the gateway's responses: code, HTTP status, the default message, and the text for the documentation.
 * The serializer, the OpenAPI document and the docs page use only this catalogue.
 */
export const ERRORS = {
  amount_too_low: {
    status: 400,
    message: 'The amount is below the minimum for this payment method.',
    meaning: "The amount is below the method's minimum; the message states the limit.",
  },
  amount_too_high: {
    status: 400,
    message: 'The amount is above the maximum for this payment method.',
    meaning: "The amount is above the method's maximum; the message states the limit.",
  },
  payment_method_not_available: {
    status: 400,
    message: 'This payment method is not available for your account.',
    meaning: 'The method is disabled for the website or, in live mode, has no provider credentials.',
  },
  refund_not_supported: {
    status: 400,
    message: 'This payment cannot be refunded in this way.',
    meaning: 'The payment method does not allow this refund; the message says what is possible.',
  },
  payment_processing_failed: {
    status: 400,
    message: 'The payment provider refused the payment.',
    meaning:
      'The provider declined the payment. You can show the message to the customer. The payment is stored as failed.',
  },
  bad_request: {
    status: 400,
    message: 'The request is not valid HTTP.',
    meaning: 'The request is not valid HTTP.',
  },
  missing_api_key: {
    status: 401,
    message: 'API key is required',
    meaning: 'The X-Api-Key header is missing or empty.',
  },
  invalid_api_key: {
    status: 401,
    message: 'Invalid API key',
    meaning: 'The key does not exist, has expired, or was rotated and its overlap is over. Do not retry in a loop.',
  },
  api_key_inactive: {
    status: 403,
    message: 'This API key is deactivated.',
    meaning: 'The key exists but was deactivated.',
  },
  website_inactive: {
    status: 403,
    message: 'The website of this API key is deactivated.',
    meaning: 'The website of the key was deactivated.',
  },
  action_not_allowed: {
    status: 403,
    message: 'This action is not allowed with this API key.',
    meaning:
      'The key may not do this. Test helpers accept only test keys, and a key may be restricted to addresses and scopes. ' +
      'The message gives the reason.',
  },
  payment_method_not_approved: {
    status: 403,
    message: 'Card payments in live mode are not approved for this website yet.',
    meaning: 'The operator has not approved the website for live `card` payments.',
  },
  events_test_only: {
    status: 403,
    message: 'The events feed is only available with a test key. Use webhooks in live mode.',
    meaning: 'The events feed was requested with a live key.',
  },
  transaction_not_found: {
    status: 404,
    message: 'Transaction not found.',
    meaning: "No payment of this key's website and mode matches.",
  },
  refund_not_found: {
    status: 404,
    message: 'Refund not found.',
    meaning: "No refund of this key's website and mode has this id.",
  },
  not_found: {
    status: 404,
    message:
      'No endpoint has this path. Payments are under /api/gateway/v1, refunds under /api/refunds/v1. /docs/api lists all endpoints.',
    meaning: 'The path is unknown, or cannot be decoded.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This endpoint does not support this HTTP method; the Allow header lists the supported methods.',
    meaning: 'The path exists, but does not support this HTTP method.',
  },
  request_timeout: {
    status: 408,
    message: 'The request took too long to arrive.',
    meaning: 'The request did not arrive completely in time. Nothing was done.',
  },
  payment_already_final: {
    status: 409,
    message: 'The payment is already final.',
    meaning: 'A test helper was called for a payment that is already completed or failed.',
  },
  payment_not_completed: {
    status: 409,
    message: 'The payment is not completed, so there is nothing to refund.',
    meaning: 'Only completed payments can be refunded.',
  },
  refund_exceeds_payment: {
    status: 409,
    message: 'The amount is more than what can still be refunded.',
    meaning: 'All refunds of a payment together cannot exceed what was paid; the message states what is left.',
  },
  refund_conflict: {
    status: 409,
    message: 'There is already another refund with this id.',
    meaning: 'The id names a refund with another payment, amount or reason. Use a new id for another refund.',
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is too large; at most 65536 bytes are accepted.',
    meaning: 'The body is over 64 KiB.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'Send the body as JSON, with the header Content-Type: application/json.',
    meaning: 'The Content-Type of the body is not JSON.',
  },
  validation_error: {
    status: 422,
    message: 'The given data was invalid.',
    meaning: 'A field is missing or invalid; `errors` names each one.',
  },
  invalid_cursor: {
    status: 422,
    message: 'The cursor is invalid. Pass the next_cursor of a previous response, or omit `after` to start again.',
    meaning:
      'The `after` of the events feed is not a cursor of this website, or the `cursor` of the list is not one of this key.',
  },
  rate_limit_exceeded: {
    status: 429,
    message: 'Too many requests. Retry after the number of seconds in retry_after.',
    meaning: 'Too many requests from one IP address, or too many verifications of one payment.',
  },
  too_many_attempts: {
    status: 429,
    message: 'Too many attempts with invalid API keys from this address.',
    meaning: 'This IP address has sent ten invalid keys within an hour. Valid keys still work.',
  },
  request_header_fields_too_large: {
    status: 431,
    message: 'The request line and headers are too large; at most 16384 bytes are accepted.',
    meaning: 'The request line and headers are over 16 KiB.',
  },
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side. Look up the payment by its reference before you retry.',
    meaning: 'The gateway failed. The payment may exist: look it up by its reference.',
  },
  not_implemented: {
    status: 501,
    message: 'Unknown HTTP method. Write methods in capitals, such as GET and POST.',
    meaning: 'The gateway does not know this HTTP method. Nothing was done.',
  },
  service_unavailable: {
    status: 503,
    message: 'The service is temporarily unavailable. Nothing was done; retry shortly.',
    meaning:
      'The gateway or its database is unavailable or overloaded. Nothing was done, so you can retry the request.',
  },
} as const satisfies Record<string, { status: number; message: string; meaning: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Every error code. */
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/** Faults by field name. */
export type FieldErrors = Record<string, string[]>;

/** A failure that is reported to the client. Any other thrown error becomes an `internal_error` without details. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldErrors | undefined;
  /** Whole seconds until another attempt can succeed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: { message?: string; errors?: FieldErrors; retryAfterSeconds?: number } = {}) {
    const { stackTraceLimit } = Error;
    // Capturing a stack costs more than the rest of a rejection, and is only useful for our own failures.
    if (code !== 'internal_error') Error.stackTraceLimit = 0;
    super(details.message ?? ERRORS[code].message);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'ApiError';
    this.code = code;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** A 422 for one or more fields. */
export function validationError(errors: FieldErrors): ApiError {
  return new ApiError('validation_error', { errors });
}
