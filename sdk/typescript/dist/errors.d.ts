import type { Payment } from './types.js';
/** The codes of this package's own errors. */
export type SdkErrorCode = 'invalid_argument' | 'connection_error' | 'timeout' | 'unexpected_response' | 'lost_response' | 'webhook_signature';
/** The class of all errors that this package throws. None of them contains the key or a secret. */
export declare class PeyeError extends Error {
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
}
/** Nothing was sent. */
export declare class InvalidArgumentError extends PeyeError {
}
export declare class ConnectionError extends PeyeError {
 /** `unknown`: the gateway may have received the request. */
 readonly sent: 'nothing' | 'unknown';
}
/** `baseUrl` starts with `https://`, but the server at that address speaks plain HTTP. Nothing was sent, and a retry does not help. */
export declare class TlsError extends ConnectionError {
}
export declare class TimeoutError extends PeyeError {
}
/** The response was truncated, or was not Peye's. */
export declare class UnexpectedResponseError extends PeyeError {
}
/** The response to `payments.create` was lost: the payment may exist. The message states what was found and what to do. */
export declare class LostResponseError extends PeyeError {
 readonly reference: string | null;
 /**
 * The payment with this reference that was created after this call started. Empty: there is certainly none, create it again. Null: not
 * known yet. Then call `findByReference` later, and compare the `transaction_id` that it finds with those stored with your order.
 */
 readonly found: readonly Payment[] | null;
}
/** A webhook that must not be trusted. */
export declare class WebhookSignatureError extends PeyeError {
 readonly reason: 'missing_header' | 'bad_signature' | 'wrong_mode' | 'too_old' | 'too_large' | 'body_was_changed';
}
export declare class AmountTooLowError extends PeyeError {
}
export declare class AmountTooHighError extends PeyeError {
}
export declare class PaymentMethodNotAvailableError extends PeyeError {
}
/** The message may be shown to the customer. */
export declare class PaymentProcessingFailedError extends PeyeError {
}
export declare class RefundNotSupportedError extends PeyeError {
}
export declare class BadRequestError extends PeyeError {
}
/** The request arrived without the key. */
export declare class MissingApiKeyError extends PeyeError {
}
/** Do not retry in a loop. */
export declare class InvalidApiKeyError extends PeyeError {
}
export declare class ApiKeyInactiveError extends PeyeError {
}
export declare class WebsiteInactiveError extends PeyeError {
}
export declare class ActionNotAllowedError extends PeyeError {
}
export declare class PaymentMethodNotApprovedError extends PeyeError {
}
export declare class EventsTestOnlyError extends PeyeError {
}
export declare class TransactionNotFoundError extends PeyeError {
}
export declare class RefundNotFoundError extends PeyeError {
}
export declare class NotFoundError extends PeyeError {
}
export declare class MethodNotAllowedError extends PeyeError {
}
export declare class RequestTimeoutError extends PeyeError {
}
export declare class PaymentAlreadyFinalError extends PeyeError {
}
export declare class PaymentNotCompletedError extends PeyeError {
}
export declare class RefundExceedsPaymentError extends PeyeError {
}
export declare class RefundConflictError extends PeyeError {
}
export declare class PayloadTooLargeError extends PeyeError {
}
export declare class UnsupportedMediaTypeError extends PeyeError {
}
/** `errors` names each field. */
export declare class ValidationError extends PeyeError {
}
export declare class InvalidCursorError extends PeyeError {
}
/** `retryAfter` has the seconds. */
export declare class RateLimitExceededError extends PeyeError {
}
export declare class TooManyAttemptsError extends PeyeError {
}
export declare class RequestHeaderFieldsTooLargeError extends PeyeError {
}
export declare class InternalError extends PeyeError {
}
export declare class NotImplementedError extends PeyeError {
}
/** Nothing was done. */
export declare class ServiceUnavailableError extends PeyeError {
}
/** The error codes of the API. An error with a code that is not listed here, from a later gateway, is a `PeyeError`. */
export type ErrorCode = 'amount_too_low' | 'amount_too_high' | 'payment_method_not_available' | 'payment_processing_failed' | 'refund_not_supported' | 'bad_request' | 'missing_api_key' | 'invalid_api_key' | 'api_key_inactive' | 'website_inactive' | 'action_not_allowed' | 'payment_method_not_approved' | 'events_test_only' | 'transaction_not_found' | 'refund_not_found' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'payment_already_final' | 'payment_not_completed' | 'refund_exceeds_payment' | 'refund_conflict' | 'payload_too_large' | 'unsupported_media_type' | 'validation_error' | 'invalid_cursor' | 'rate_limit_exceeded' | 'too_many_attempts' | 'request_header_fields_too_large' | 'internal_error' | 'not_implemented' | 'service_unavailable';
