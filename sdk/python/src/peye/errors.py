"""The errors that the SDK raises. Each is a `PeyeError`."""

from __future__ import annotations

from typing import Dict, List, Literal, Mapping, Optional, Type

from ._models import Payment


class PeyeError(Exception):
    """The base of all errors. `code` is the API's error code, or one of the SDK's own such as "connection_error"."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        #: The HTTP status of the response; None when there was none.
        self.status = status
        #: The X-Request-Id of the response: quote it when you ask for help.
        self.request_id = request_id
        #: Whole seconds to wait before the next request; None when the gateway stated no time.
        self.retry_after = retry_after


class InvalidArgumentError(PeyeError, ValueError):
    """The SDK was called with something that can never work, such as a key in a wrong format. Nothing was sent."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="invalid_argument")


class ConnectionError(PeyeError):
    """No complete response came. `sent` is "nothing" when no part of the request reached the gateway, else "unknown"."""

    def __init__(
        self, message: str, sent: Literal["nothing", "unknown"] = "unknown", *, code: str = "connection_error"
    ) -> None:
        super().__init__(message, code=code)
        self.sent = sent


class TlsError(ConnectionError):
    """base_url starts with https://, but the server at that address speaks plain HTTP.

    Nothing was sent, and a retry does not help.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"base_url begins with https://, but the server at that address and port does not use TLS ({reason}); nothing was sent. Set "
            "base_url to the https address of the proxy in front of your gateway, or to http:// on your own machine.",
            "nothing",
        )


class TimeoutError(ConnectionError):
    """No complete response came within the time limit of the call."""

    def __init__(self, message: str, sent: Literal["nothing", "unknown"] = "unknown") -> None:
        super().__init__(message, sent, code="timeout")


class LostResponseError(PeyeError):
    """The response to a create request was lost, so the payment may or may not exist.

    The SDK never repeats a create request. Instead it has looked up the reference. `__cause__` is the error of the request itself.
    """

    def __init__(self, message: str, reference: Optional[str], found: Optional[List[Payment]], failure: PeyeError) -> None:
        super().__init__(message, code="lost_response", status=failure.status, request_id=failure.request_id)
        #: The reference of the create request.
        self.reference = reference
        #: The payment with this reference that was created after the call started. Empty: there is certainly none. None: not known yet.
        #: Then call find_by_reference() later, and compare the transaction_id that it finds with those stored with your order.
        self.found = found


class WebhookSignatureError(PeyeError):
    """A request to your webhook address that must not be trusted. Respond with 401; the message is for your log."""

    Reason = Literal["missing_header", "bad_signature", "wrong_mode", "too_old", "too_large", "body_was_changed"]

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message, code="webhook_signature")
        self.reason = reason


class ApiError(PeyeError):
    """The gateway responded with an error.

    Each code of the API has its own class. An error with a code that this version does not know has this class: handle it by its status.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int,
        request_id: Optional[str] = None,
        retry_after: Optional[int] = None,
        errors: Optional[Mapping[str, List[str]]] = None,
    ) -> None:
        super().__init__(message, code=code, status=status, request_id=request_id, retry_after=retry_after)
        #: For `validation_error`: what is wrong with each field, by the name of the field. Empty for other codes.
        self.errors: Mapping[str, List[str]] = errors or {}


class AmountTooLowError(ApiError):
    """400 `amount_too_low`: The amount is below the method's minimum; the message states the limit."""


class AmountTooHighError(ApiError):
    """400 `amount_too_high`: The amount is above the method's maximum; the message states the limit."""


class PaymentMethodNotAvailableError(ApiError):
    """400 `payment_method_not_available`: The method is switched off for the website or, in live mode, has no provider credentials."""


class PaymentProcessingFailedError(ApiError):
    """400 `payment_processing_failed`: The provider refused the payment. The message may be shown to the customer."""


class RefundNotSupportedError(ApiError):
    """400 `refund_not_supported`: The payment method does not allow this refund; the message says what is possible."""


class BadRequestError(ApiError):
    """400 `bad_request`: The request could not be read as HTTP at all."""


class MissingApiKeyError(ApiError):
    """401 `missing_api_key`: The X-Api-Key header is missing: something between you and the gateway removes it."""


class InvalidApiKeyError(ApiError):
    """401 `invalid_api_key`: The key does not exist, has expired, or was rotated. Do not retry in a loop."""


class ApiKeyInactiveError(ApiError):
    """403 `api_key_inactive`: The key was deactivated."""


class WebsiteInactiveError(ApiError):
    """403 `website_inactive`: The website that the key belongs to was deactivated."""


class ActionNotAllowedError(ApiError):
    """403 `action_not_allowed`: The action exists, but not for this key; the message says why."""


class PaymentMethodNotApprovedError(ApiError):
    """403 `payment_method_not_approved`: Live card payments need an approval of the website."""


class EventsTestOnlyError(ApiError):
    """403 `events_test_only`: A live key was used on the events feed."""


class TransactionNotFoundError(ApiError):
    """404 `transaction_not_found`: No payment of this key's website and mode matches."""


class RefundNotFoundError(ApiError):
    """404 `refund_not_found`: No refund of the key's website and mode has this id."""


class NotFoundError(ApiError):
    """404 `not_found`: There is nothing at this address: check base_url."""


class MethodNotAllowedError(ApiError):
    """405 `method_not_allowed`: The address exists, but not for this HTTP method: check base_url."""


class RequestTimeoutError(ApiError):
    """408 `request_timeout`: The request was not complete in time. Nothing was done."""


class PaymentAlreadyFinalError(ApiError):
    """409 `payment_already_final`: A test helper cannot finish a payment that is already completed or failed."""


class PaymentNotCompletedError(ApiError):
    """409 `payment_not_completed`: Only completed payments can be refunded."""


class RefundExceedsPaymentError(ApiError):
    """409 `refund_exceeds_payment`: Less is left of the payment; the message states how much."""


class RefundConflictError(ApiError):
    """409 `refund_conflict`: The id names a refund with another payment, amount or reason."""


class PayloadTooLargeError(ApiError):
    """413 `payload_too_large`: The body is over 64 KiB: send less metadata."""


class UnsupportedMediaTypeError(ApiError):
    """415 `unsupported_media_type`: The body is not declared as JSON: something on the way changes headers."""


class ValidationError(ApiError):
    """422 `validation_error`: A field is missing or invalid; `errors` names each one."""


class InvalidCursorError(ApiError):
    """422 `invalid_cursor`: The cursor does not belong to this key's list or feed."""


class RateLimitExceededError(ApiError):
    """429 `rate_limit_exceeded`: Too many requests from your address, or too many verifications of one payment. Nothing was done."""


class TooManyAttemptsError(ApiError):
    """429 `too_many_attempts`: Ten invalid keys within an hour came from your address. Replace the key: this one will never be accepted."""


class RequestHeaderFieldsTooLargeError(ApiError):
    """431 `request_header_fields_too_large`: The address and headers are over 16 KiB."""


class InternalError(ApiError):
    """500 `internal_error`: Something went wrong in the gateway."""


class NotImplementedError(ApiError):
    """501 `not_implemented`: The gateway does not know this HTTP method."""


class ServiceUnavailableError(ApiError):
    """503 `service_unavailable`: The gateway or its store is unavailable or overloaded. Nothing was done."""


class UnexpectedResponseError(ApiError):
    """The response was truncated, or is not the gateway's: a proxy or a firewall responded, or base_url is wrong."""


#: The class of each code.
API_ERRORS: Dict[str, Type[ApiError]] = {
    "amount_too_low": AmountTooLowError,
    "amount_too_high": AmountTooHighError,
    "payment_method_not_available": PaymentMethodNotAvailableError,
    "payment_processing_failed": PaymentProcessingFailedError,
    "refund_not_supported": RefundNotSupportedError,
    "bad_request": BadRequestError,
    "missing_api_key": MissingApiKeyError,
    "invalid_api_key": InvalidApiKeyError,
    "api_key_inactive": ApiKeyInactiveError,
    "website_inactive": WebsiteInactiveError,
    "action_not_allowed": ActionNotAllowedError,
    "payment_method_not_approved": PaymentMethodNotApprovedError,
    "events_test_only": EventsTestOnlyError,
    "transaction_not_found": TransactionNotFoundError,
    "refund_not_found": RefundNotFoundError,
    "not_found": NotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "request_timeout": RequestTimeoutError,
    "payment_already_final": PaymentAlreadyFinalError,
    "payment_not_completed": PaymentNotCompletedError,
    "refund_exceeds_payment": RefundExceedsPaymentError,
    "refund_conflict": RefundConflictError,
    "payload_too_large": PayloadTooLargeError,
    "unsupported_media_type": UnsupportedMediaTypeError,
    "validation_error": ValidationError,
    "invalid_cursor": InvalidCursorError,
    "rate_limit_exceeded": RateLimitExceededError,
    "too_many_attempts": TooManyAttemptsError,
    "request_header_fields_too_large": RequestHeaderFieldsTooLargeError,
    "internal_error": InternalError,
    "not_implemented": NotImplementedError,
    "service_unavailable": ServiceUnavailableError,
}
