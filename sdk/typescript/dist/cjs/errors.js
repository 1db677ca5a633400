"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ServiceUnavailableError = exports.NotImplementedError = exports.InternalError = exports.RequestHeaderFieldsTooLargeError = exports.TooManyAttemptsError = exports.RateLimitExceededError = exports.InvalidCursorError = exports.ValidationError = exports.UnsupportedMediaTypeError = exports.PayloadTooLargeError = exports.RefundConflictError = exports.RefundExceedsPaymentError = exports.PaymentNotCompletedError = exports.PaymentAlreadyFinalError = exports.RequestTimeoutError = exports.MethodNotAllowedError = exports.NotFoundError = exports.RefundNotFoundError = exports.TransactionNotFoundError = exports.EventsTestOnlyError = exports.PaymentMethodNotApprovedError = exports.ActionNotAllowedError = exports.WebsiteInactiveError = exports.ApiKeyInactiveError = exports.InvalidApiKeyError = exports.MissingApiKeyError = exports.BadRequestError = exports.RefundNotSupportedError = exports.PaymentProcessingFailedError = exports.PaymentMethodNotAvailableError = exports.AmountTooHighError = exports.AmountTooLowError = exports.WebhookSignatureError = exports.LostResponseError = exports.UnexpectedResponseError = exports.TimeoutError = exports.TlsError = exports.ConnectionError = exports.InvalidArgumentError = exports.PeyeError = void 0;
exports.nameOf = nameOf;
function nameOf(code) {
 return `_${code}`.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()).replace(/(Error)?$/, 'Error');
}
class PeyeError extends Error {
 code;
 status;
 requestId;
 retryAfter;
 errors;
 constructor(code, message, details = {}) {
  super(message, details.cause === undefined ? undefined : { cause: details.cause });
  this.name = nameOf(code);
  this.code = code;
  this.status = details.status;
  this.requestId = details.requestId;
  this.retryAfter = details.retryAfter;
  this.errors = details.errors;
 }
}
exports.PeyeError = PeyeError;
class InvalidArgumentError extends PeyeError {
 constructor(message) {
  super('invalid_argument', message);
 }
}
exports.InvalidArgumentError = InvalidArgumentError;
class ConnectionError extends PeyeError {
 sent;
 constructor(message, sent, cause) {
  super('connection_error', message, { cause });
  this.sent = sent;
 }
}
exports.ConnectionError = ConnectionError;
class TlsError extends ConnectionError {
 constructor(message, cause) {
  super(message, 'nothing', cause);
  this.name = 'TlsError';
 }
}
exports.TlsError = TlsError;
class TimeoutError extends PeyeError {
 constructor(message) {
  super('timeout', message);
 }
}
exports.TimeoutError = TimeoutError;
class UnexpectedResponseError extends PeyeError {
 constructor(message, details) {
  super('unexpected_response', message, details);
 }
}
exports.UnexpectedResponseError = UnexpectedResponseError;
class LostResponseError extends PeyeError {
 reference;
 found;
 constructor(message, reference, found, details) {
  super('lost_response', message, details);
  this.reference = reference;
  this.found = found;
 }
}
exports.LostResponseError = LostResponseError;
class WebhookSignatureError extends PeyeError {
 reason;
 constructor(reason, message) {
  super('webhook_signature', message);
  this.reason = reason;
 }
}
exports.WebhookSignatureError = WebhookSignatureError;
class AmountTooLowError extends PeyeError {
}
exports.AmountTooLowError = AmountTooLowError;
class AmountTooHighError extends PeyeError {
}
exports.AmountTooHighError = AmountTooHighError;
class PaymentMethodNotAvailableError extends PeyeError {
}
exports.PaymentMethodNotAvailableError = PaymentMethodNotAvailableError;
class PaymentProcessingFailedError extends PeyeError {
}
exports.PaymentProcessingFailedError = PaymentProcessingFailedError;
class RefundNotSupportedError extends PeyeError {
}
exports.RefundNotSupportedError = RefundNotSupportedError;
class BadRequestError extends PeyeError {
}
exports.BadRequestError = BadRequestError;
class MissingApiKeyError extends PeyeError {
}
exports.MissingApiKeyError = MissingApiKeyError;
class InvalidApiKeyError extends PeyeError {
}
exports.InvalidApiKeyError = InvalidApiKeyError;
class ApiKeyInactiveError extends PeyeError {
}
exports.ApiKeyInactiveError = ApiKeyInactiveError;
class WebsiteInactiveError extends PeyeError {
}
exports.WebsiteInactiveError = WebsiteInactiveError;
class ActionNotAllowedError extends PeyeError {
}
exports.ActionNotAllowedError = ActionNotAllowedError;
class PaymentMethodNotApprovedError extends PeyeError {
}
exports.PaymentMethodNotApprovedError = PaymentMethodNotApprovedError;
class EventsTestOnlyError extends PeyeError {
}
exports.EventsTestOnlyError = EventsTestOnlyError;
class TransactionNotFoundError extends PeyeError {
}
exports.TransactionNotFoundError = TransactionNotFoundError;
class RefundNotFoundError extends PeyeError {
}
exports.RefundNotFoundError = RefundNotFoundError;
class NotFoundError extends PeyeError {
}
exports.NotFoundError = NotFoundError;
class MethodNotAllowedError extends PeyeError {
}
exports.MethodNotAllowedError = MethodNotAllowedError;
class RequestTimeoutError extends PeyeError {
}
exports.RequestTimeoutError = RequestTimeoutError;
class PaymentAlreadyFinalError extends PeyeError {
}
exports.PaymentAlreadyFinalError = PaymentAlreadyFinalError;
class PaymentNotCompletedError extends PeyeError {
}
exports.PaymentNotCompletedError = PaymentNotCompletedError;
class RefundExceedsPaymentError extends PeyeError {
}
exports.RefundExceedsPaymentError = RefundExceedsPaymentError;
class RefundConflictError extends PeyeError {
}
exports.RefundConflictError = RefundConflictError;
class PayloadTooLargeError extends PeyeError {
}
exports.PayloadTooLargeError = PayloadTooLargeError;
class UnsupportedMediaTypeError extends PeyeError {
}
exports.UnsupportedMediaTypeError = UnsupportedMediaTypeError;
class ValidationError extends PeyeError {
}
exports.ValidationError = ValidationError;
class InvalidCursorError extends PeyeError {
}
exports.InvalidCursorError = InvalidCursorError;
class RateLimitExceededError extends PeyeError {
}
exports.RateLimitExceededError = RateLimitExceededError;
class TooManyAttemptsError extends PeyeError {
}
exports.TooManyAttemptsError = TooManyAttemptsError;
class RequestHeaderFieldsTooLargeError extends PeyeError {
}
exports.RequestHeaderFieldsTooLargeError = RequestHeaderFieldsTooLargeError;
class InternalError extends PeyeError {
}
exports.InternalError = InternalError;
class NotImplementedError extends PeyeError {
}
exports.NotImplementedError = NotImplementedError;
class ServiceUnavailableError extends PeyeError {
}
exports.ServiceUnavailableError = ServiceUnavailableError;
