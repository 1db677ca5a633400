import type { Payment } from './types.ts';

/** @internal */
export interface ErrorDetails {
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  errors?: Record<string, string[]> | undefined;
  cause?: unknown;
}

/**
 * The name of a code's class: `amount_too_low` is `AmountTooLowError`.
 *
 * @internal
 */
export function nameOf(code: string): string {
  return `_${code}`.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()).replace(/(Error)?$/, 'Error');
}

/** The codes of this package's own errors. */
export type SdkErrorCode =
  | 'invalid_argument'
  | 'connection_error'
  | 'timeout'
  | 'unexpected_response'
  | 'lost_response'
  | 'webhook_signature';

/** The class of all errors that this package throws. None of them contains the key or a secret. */
export class PeyeError extends Error {
  /** Later gateways may have more codes than these: handle an unknown code by its `status`. */
  readonly code: ErrorCode | SdkErrorCode;
  /** The HTTP status. Undefined when there was no response. */
  readonly status: number | undefined;
  /** The id of the request: quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the next request. */
  readonly retryAfter: number | undefined;
  /** What is wrong with each field, by the name of the field. */
  readonly errors: Record<string, string[]> | undefined;

  /** @internal */
  constructor(code: ErrorCode | SdkErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    // Not the name of the class, which bundlers shorten.
    this.name = nameOf(code);
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.errors = details.errors;
  }
}

/** Nothing was sent. */
export class InvalidArgumentError extends PeyeError {
  /** @internal */
  constructor(message: string) {
    super('invalid_argument', message);
  }
}

export class ConnectionError extends PeyeError {
  /** `unknown`: the gateway may have received the request. */
  readonly sent: 'nothing' | 'unknown';
  /** @internal */
  constructor(message: string, sent: 'nothing' | 'unknown', cause?: unknown) {
    super('connection_error', message, { cause });
    this.sent = sent;
  }
}

/** `baseUrl` starts with `https://`, but the server at that address speaks plain HTTP. Nothing was sent, and a retry does not help. */
export class TlsError extends ConnectionError {
  /** @internal */
  constructor(message: string, cause?: unknown) {
    super(message, 'nothing', cause);
    this.name = 'TlsError';
  }
}

export class TimeoutError extends PeyeError {
  /** @internal */
  constructor(message: string) {
    super('timeout', message);
  }
}

/** The response was truncated, or was not Peye's. */
export class UnexpectedResponseError extends PeyeError {
  /** @internal */
  constructor(message: string, details: ErrorDetails) {
    super('unexpected_response', message, details);
  }
}

/** The response to `payments.create` was lost: the payment may exist. The message states what was found and what to do. */
export class LostResponseError extends PeyeError {
  readonly reference: string | null;
  /**
   * The payment with this reference that was created after this call started. Empty: there is certainly none, create it again. Null: not
   * known yet. Then call `findByReference` later, and compare the `transaction_id` that it finds with those stored with your order.
   */
  readonly found: readonly Payment[] | null;
  /** @internal */
  constructor(message: string, reference: string | null, found: readonly Payment[] | null, details: ErrorDetails) {
    super('lost_response', message, details);
    this.reference = reference;
    this.found = found;
  }
}

/** A webhook that must not be trusted. */
export class WebhookSignatureError extends PeyeError {
  readonly reason: 'missing_header' | 'bad_signature' | 'wrong_mode' | 'too_old' | 'too_large' | 'body_was_changed';
  /** @internal */
  constructor(reason: WebhookSignatureError['reason'], message: string) {
    super('webhook_signature', message);
    this.reason = reason;
  }
}

/* One class for each code of the API: docs/errors.md says what each means. */
export class AmountTooLowError extends PeyeError {}
export class AmountTooHighError extends PeyeError {}
export class PaymentMethodNotAvailableError extends PeyeError {}
/** The message may be shown to the customer. */
export class PaymentProcessingFailedError extends PeyeError {}
export class RefundNotSupportedError extends PeyeError {}
export class BadRequestError extends PeyeError {}
/** The request arrived without the key. */
export class MissingApiKeyError extends PeyeError {}
/** Do not retry in a loop. */
export class InvalidApiKeyError extends PeyeError {}
export class ApiKeyInactiveError extends PeyeError {}
export class WebsiteInactiveError extends PeyeError {}
export class ActionNotAllowedError extends PeyeError {}
export class PaymentMethodNotApprovedError extends PeyeError {}
export class EventsTestOnlyError extends PeyeError {}
export class TransactionNotFoundError extends PeyeError {}
export class RefundNotFoundError extends PeyeError {}
export class NotFoundError extends PeyeError {}
export class MethodNotAllowedError extends PeyeError {}
export class RequestTimeoutError extends PeyeError {}
export class PaymentAlreadyFinalError extends PeyeError {}
export class PaymentNotCompletedError extends PeyeError {}
export class RefundExceedsPaymentError extends PeyeError {}
export class RefundConflictError extends PeyeError {}
export class PayloadTooLargeError extends PeyeError {}
export class UnsupportedMediaTypeError extends PeyeError {}
/** `errors` names each field. */
export class ValidationError extends PeyeError {}
export class InvalidCursorError extends PeyeError {}
/** `retryAfter` has the seconds. */
export class RateLimitExceededError extends PeyeError {}
export class TooManyAttemptsError extends PeyeError {}
export class RequestHeaderFieldsTooLargeError extends PeyeError {}
export class InternalError extends PeyeError {}
export class NotImplementedError extends PeyeError {}
/** Nothing was done. */
export class ServiceUnavailableError extends PeyeError {}

/** The error codes of the API. An error with a code that is not listed here, from a later gateway, is a `PeyeError`. */
export type ErrorCode =
  | 'amount_too_low'
  | 'amount_too_high'
  | 'payment_method_not_available'
  | 'payment_processing_failed'
  | 'refund_not_supported'
  | 'bad_request'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'api_key_inactive'
  | 'website_inactive'
  | 'action_not_allowed'
  | 'payment_method_not_approved'
  | 'events_test_only'
  | 'transaction_not_found'
  | 'refund_not_found'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'payment_already_final'
  | 'payment_not_completed'
  | 'refund_exceeds_payment'
  | 'refund_conflict'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_error'
  | 'invalid_cursor'
  | 'rate_limit_exceeded'
  | 'too_many_attempts'
  | 'request_header_fields_too_large'
  | 'internal_error'
  | 'not_implemented'
  | 'service_unavailable';
