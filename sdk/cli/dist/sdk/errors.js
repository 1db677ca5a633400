export function nameOf(code        )         {
  return `_${code}`.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()).replace(/(Error)?$/, 'Error');
}

export class PeyeError extends Error {
           code                          ;
           status                    ;
           requestId                    ;
           retryAfter                    ;
           errors                                      ;

  constructor(code                          , message        , details               = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = nameOf(code);
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.errors = details.errors;
  }
}

export class InvalidArgumentError extends PeyeError {
  constructor(message        ) {
    super('invalid_argument', message);
  }
}

export class ConnectionError extends PeyeError {
           sent                       ;
  constructor(message        , sent                       , cause          ) {
    super('connection_error', message, { cause });
    this.sent = sent;
  }
}

export class TlsError extends ConnectionError {
  constructor(message        , cause          ) {
    super(message, 'nothing', cause);
    this.name = 'TlsError';
  }
}

export class TimeoutError extends PeyeError {
  constructor(message        ) {
    super('timeout', message);
  }
}

export class UnexpectedResponseError extends PeyeError {
  constructor(message        , details              ) {
    super('unexpected_response', message, details);
  }
}

export class LostResponseError extends PeyeError {
           reference               ;
           found                           ;
  constructor(message        , reference               , found                           , details              ) {
    super('lost_response', message, details);
    this.reference = reference;
    this.found = found;
  }
}

export class WebhookSignatureError extends PeyeError {
           reason                                                                                                  ;
  constructor(reason                                 , message        ) {
    super('webhook_signature', message);
    this.reason = reason;
  }
}

export class AmountTooLowError extends PeyeError {}
export class AmountTooHighError extends PeyeError {}
export class PaymentMethodNotAvailableError extends PeyeError {}
export class PaymentProcessingFailedError extends PeyeError {}
export class RefundNotSupportedError extends PeyeError {}
export class BadRequestError extends PeyeError {}
export class MissingApiKeyError extends PeyeError {}
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
export class ValidationError extends PeyeError {}
export class InvalidCursorError extends PeyeError {}
export class RateLimitExceededError extends PeyeError {}
export class TooManyAttemptsError extends PeyeError {}
export class RequestHeaderFieldsTooLargeError extends PeyeError {}
export class InternalError extends PeyeError {}
export class NotImplementedError extends PeyeError {}
export class ServiceUnavailableError extends PeyeError {}
