"""The Python SDK of Peye, the payment gateway for Haiti.

    import peye

    client = peye.Peye(api_key=os.environ["PEYE_KEY"], base_url="https://pay.example.ht")
    payment = client.payments.create(amount="500.00", currency="HTG", payment_method="moncash", customer_name="Marie Joseph")
"""

from . import amounts, errors, webhooks
from ._client import Peye
from ._models import (
    AmountConversion,
    CardMinimum,
    CheckoutSession,
    Conversion,
    CreatedPayment,
    Customer,
    Dispute,
    DisputePage,
    Event,
    EventPage,
    ExchangeRate,
    Health,
    Pagination,
    Payment,
    PaymentPage,
    Refund,
    RefundPage,
    SessionPayment,
    Verification,
    WebhookEvent,
    Website,
)
from ._transport import Request, Response, Transport
from ._version import VERSION as __version__
from .errors import (
    ApiError,
    ConnectionError,
    InvalidArgumentError,
    LostResponseError,
    PeyeError,
    TimeoutError,
    TlsError,
    UnexpectedResponseError,
    WebhookSignatureError,
)

__all__ = [
    "AmountConversion",
    "ApiError",
    "CardMinimum",
    "CheckoutSession",
    "ConnectionError",
    "Conversion",
    "CreatedPayment",
    "Customer",
    "Dispute",
    "DisputePage",
    "Event",
    "EventPage",
    "ExchangeRate",
    "Health",
    "InvalidArgumentError",
    "LostResponseError",
    "Pagination",
    "Payment",
    "PaymentPage",
    "Peye",
    "PeyeError",
    "Refund",
    "RefundPage",
    "Request",
    "Response",
    "SessionPayment",
    "TimeoutError",
    "TlsError",
    "Transport",
    "UnexpectedResponseError",
    "Verification",
    "WebhookEvent",
    "WebhookSignatureError",
    "Website",
    "__version__",
    "amounts",
    "errors",
    "webhooks",
]
