/**
 * Every error the gateway responds with: code, HTTP status, the default message, and what the documentation adds. One
 * catalogue: the serializer, the OpenAPI document and the docs page are made from it.
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
    meaning: 'The method is switched off for the website or, in live mode, has no provider credentials.',
  },
  payment_processing_failed: {
    status: 400,
    message: 'The payment provider refused the payment.',
    meaning:
      'The provider refused the payment. The message may be shown to the customer. The payment is kept as failed.',
  },
  bad_request: {
    status: 400,
    message: 'The request is not valid HTTP.',
    meaning: 'The request could not be read as HTTP at all.',
  },
  missing_api_key: {
    status: 401,
    message: 'API key is required',
    meaning: 'The X-Api-Key header is missing or empty.',
  },
  invalid_api_key: {
    status: 401,
    message: 'Invalid API key',
    meaning: 'No such key, or it has expired, or it was rolled and its overlap is over. Do not retry it in a loop.',
  },
  api_key_inactive: {
    status: 403,
    message: 'This API key is deactivated.',
    meaning: 'The key exists but was deactivated.',
  },
  website_inactive: {
    status: 403,
    message: 'The website of this API key is deactivated.',
    meaning: 'The website that the key belongs to was deactivated.',
  },
  action_not_allowed: {
    status: 403,
    message: 'This action is not allowed with this API key.',
    meaning:
      'The action exists, but not for this key: test helpers take test keys only, and a key may be limited to addresses and scopes. ' +
      'The message says which it is.',
  },
  payment_method_not_approved: {
    status: 403,
    message: 'Card payments in live mode are not approved for this website yet.',
    meaning: 'Live `card` payments need an approval of the website.',
  },
  events_test_only: {
    status: 403,
    message: 'The events feed is only available with a test key. Use webhooks in live mode.',
    meaning: 'A live key was used on the sandbox feed.',
  },
  transaction_not_found: {
    status: 404,
    message: 'Transaction not found.',
    meaning: "No payment of this key's website and mode matches.",
  },
  not_found: {
    status: 404,
    message: 'There is nothing at this address. The API lives under /api/gateway/v1.',
    meaning: 'The path is unknown, or cannot be decoded.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This HTTP method is not allowed here; the Allow header lists those that are.',
    meaning: 'The path exists, but not for this HTTP method.',
  },
  request_timeout: {
    status: 408,
    message: 'The request took too long to arrive.',
    meaning: 'The request was not complete in time. Nothing was done.',
  },
  payment_already_final: {
    status: 409,
    message: 'The payment is already final.',
    meaning: 'A test helper was asked to finish a payment that is completed or failed already.',
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is too large; at most 65536 bytes are accepted.',
    meaning: 'The body is over 64 KiB.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'Send the body as JSON, with the header Content-Type: application/json.',
    meaning: 'The body is not declared as JSON.',
  },
  validation_error: {
    status: 422,
    message: 'The given data was invalid.',
    meaning: 'A field is missing or invalid; `errors` names each one.',
  },
  invalid_cursor: {
    status: 422,
    message: 'The cursor is invalid. Pass the next_cursor of a previous answer, or leave `after` out to start over.',
    meaning:
      'The `after` of the events feed is no cursor of this website, or the `cursor` of the list none of this key.',
  },
  rate_limit_exceeded: {
    status: 429,
    message: 'Too many requests. Wait for the given number of seconds.',
    meaning: 'Too many requests from one IP address, or too many verifications of one payment.',
  },
  too_many_attempts: {
    status: 429,
    message: 'Too many attempts with invalid API keys from this address.',
    meaning: 'Ten invalid keys within an hour came from this IP address. Valid keys still work.',
  },
  request_header_fields_too_large: {
    status: 431,
    message: 'The request line and headers are too large; at most 16384 bytes are accepted.',
    meaning: 'The address and headers are over 16 KiB.',
  },
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side. Look the payment up by its reference before you try again.',
    meaning: 'Retry later, after checking for an existing payment by reference.',
  },
  not_implemented: {
    status: 501,
    message: 'This HTTP method is not known here. Methods are written in capitals, such as GET and POST.',
    meaning: 'The HTTP method is none that the gateway knows. Nothing was done.',
  },
  service_unavailable: {
    status: 503,
    message: 'The service is unavailable for the moment. Nothing was done; try again shortly.',
    meaning: 'The gateway or its store is away or overloaded. Nothing was done, so the request can be repeated.',
  },
} as const satisfies Record<string, { status: number; message: string; meaning: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Field name to what is wrong with it. */
export type FieldErrors = Record<string, string[]>;

/** A failure that is reported to the client. Anything else that is thrown becomes an `internal_error` without details. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldErrors | undefined;
  /** Whole seconds until the next attempt can pass. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: { message?: string; errors?: FieldErrors; retryAfterSeconds?: number } = {}) {
    const { stackTraceLimit } = Error;
    // Collecting a stack costs more than the rest of a refusal, and nobody reads the one of a response. Our own failures keep theirs.
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
