"""The gateway's responses. `raw` has all members as the gateway sent them, including those that this version does not know."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, List, Mapping, Optional, Union

Json = Mapping[str, Any]


def _text(raw: Json, name: str) -> str:
    value = raw.get(name)
    return value if isinstance(value, str) else ""


def _text_or_none(raw: Json, name: str) -> Optional[str]:
    value = raw.get(name)
    return value if isinstance(value, str) else None


def _integer(raw: Json, name: str) -> int:
    value = raw.get(name)
    return value if isinstance(value, int) else 0


def _decimal(raw: Json, name: str) -> Decimal:
    """Numbers of the API have at most 15 digits, which a float holds exactly."""
    value = raw.get(name)
    return Decimal(repr(value)) if isinstance(value, (int, float)) else Decimal(0)


def _object(raw: Json, name: str) -> Json:
    value = raw.get(name)
    return value if isinstance(value, dict) else {}


def _object_or_none(raw: Json, name: str) -> Optional[Json]:
    value = raw.get(name)
    return value if isinstance(value, dict) else None


def _objects(raw: Json, name: str) -> List[Json]:
    value = raw.get(name)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _texts(raw: Json, name: str) -> List[str]:
    value = raw.get(name)
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


@dataclass(frozen=True)
class Customer:
    """The customer, as you sent it."""

    name: Optional[str]
    email: Optional[str]
    phone: Optional[str]
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> Customer:
        return cls(
            name=_text_or_none(raw, "name"),
            email=_text_or_none(raw, "email"),
            phone=_text_or_none(raw, "phone"),
            raw=raw,
        )


@dataclass(frozen=True)
class Payment:
    """A payment, as reads, lists, webhooks and the feed show it."""

    #: 15 or 16 digits.
    transaction_id: str
    #: A decimal string such as "500.00"; see `peye.amounts`.
    amount: str
    #: HTG or USD.
    currency: str
    #: pending, processing, completed or failed; branch on this.
    status: str
    #: moncash, natcash, lakaypay_card or card.
    payment_method: str
    #: Your own order number.
    reference: Optional[str]
    description: Optional[str]
    customer: Customer
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: When it was paid; None unless it is completed.
    completed_at: Optional[str]
    #: When it failed; None unless it is failed.
    failed_at: Optional[str]
    #: A short code; None unless it is failed.
    failure_reason: Optional[str]
    #: The metadata that you sent.
    metadata: Optional[Json]
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> Payment:
        return cls(
            transaction_id=_text(raw, "transaction_id"),
            amount=_text(raw, "amount"),
            currency=_text(raw, "currency"),
            status=_text(raw, "status"),
            payment_method=_text(raw, "payment_method"),
            reference=_text_or_none(raw, "reference"),
            description=_text_or_none(raw, "description"),
            customer=Customer.read(_object(raw, "customer")),
            created_at=_text(raw, "created_at"),
            completed_at=_text_or_none(raw, "completed_at"),
            failed_at=_text_or_none(raw, "failed_at"),
            failure_reason=_text_or_none(raw, "failure_reason"),
            metadata=_object_or_none(raw, "metadata"),
            raw=raw,
        )


@dataclass(frozen=True)
class Conversion:
    """Dollars that are charged in gourdes."""

    #: The amount that you requested.
    original_amount: Decimal
    original_currency: str
    #: Gourdes for one dollar.
    exchange_rate: Decimal
    #: The amount that the customer is charged.
    charged_amount: Decimal
    charged_currency: str
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> Conversion:
        return cls(
            original_amount=_decimal(raw, "original_amount"),
            original_currency=_text(raw, "original_currency"),
            exchange_rate=_decimal(raw, "exchange_rate"),
            charged_amount=_decimal(raw, "charged_amount"),
            charged_currency=_text(raw, "charged_currency"),
            raw=raw,
        )


@dataclass(frozen=True)
class CreatedPayment:
    """The response to a create request, with what the customer needs in order to pay."""

    #: Store it with your order before you redirect.
    transaction_id: str
    #: The amount that the customer is charged, a decimal string; dollars are converted for moncash and natcash.
    amount: str
    #: The currency in which the customer is charged.
    currency: str
    #: processing, or requires_payment_method for card.
    status: str
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: Where to send the customer's browser; None for card.
    payment_url: Optional[str]
    #: Set when dollars were converted.
    conversion: Optional[Conversion]
    #: natcash only.
    natcash_reference: Optional[str]
    #: card only: for the card widget.
    client_secret: Optional[str]
    #: card only: for the card widget.
    publishable_key: Optional[str]
    #: card only.
    payment_intent_id: Optional[str]
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> CreatedPayment:
        conversion = _object_or_none(raw, "conversion")
        return cls(
            transaction_id=_text(raw, "transaction_id"),
            amount=_text(raw, "amount"),
            currency=_text(raw, "currency"),
            status=_text(raw, "status"),
            created_at=_text(raw, "created_at"),
            payment_url=_text_or_none(raw, "payment_url"),
            conversion=None if conversion is None else Conversion.read(conversion),
            natcash_reference=_text_or_none(raw, "natcash_reference"),
            client_secret=_text_or_none(raw, "client_secret"),
            publishable_key=_text_or_none(raw, "publishable_key"),
            payment_intent_id=_text_or_none(raw, "payment_intent_id"),
            raw=raw,
        )


@dataclass(frozen=True)
class Verification:
    """The status of a payment, as its provider reports it."""

    transaction_id: str
    #: The only field to rely on.
    status: str
    #: ISO 8601 in UTC, with microseconds.
    verified_at: str
    #: The provider's own response: do not base decisions on it.
    provider_response: Json
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> Verification:
        return cls(
            transaction_id=_text(raw, "transaction_id"),
            status=_text(raw, "status"),
            verified_at=_text(raw, "verified_at"),
            provider_response=_object(raw, "provider_response"),
            raw=raw,
        )


@dataclass(frozen=True)
class Event:
    """An item of the sandbox feed."""

    id: str
    #: payment.success or payment.failed.
    event: str
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    data: Payment
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> Event:
        return cls(
            id=_text(raw, "id"),
            event=_text(raw, "event"),
            created_at=_text(raw, "created_at"),
            data=Payment.read(_object(raw, "data")),
            raw=raw,
        )


@dataclass(frozen=True)
class WebhookEvent:
    """The event of a webhook. Ignore events whose name you do not know."""

    #: payment.success, payment.failed, or refund.succeeded, refund.failed or refund.reversed.
    event: str
    #: Unix seconds of the moment in which the payment became final, or the refund changed; the same in every retry.
    timestamp: int
    #: A refund in the events of refunds.
    data: Union[Payment, Refund]
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> WebhookEvent:
        event, data = _text(raw, "event"), _object(raw, "data")
        return cls(
            event=event,
            timestamp=_integer(raw, "timestamp"),
            data=Refund.read(data) if event.startswith("refund.") else Payment.read(data),
            raw=raw,
        )


@dataclass(frozen=True)
class EventPage:
    """A page of the sandbox feed."""

    #: Oldest first.
    data: List[Event]
    #: Pass it as `after` next time; None only when there is no event at all.
    next_cursor: Optional[str]
    #: Whether there are more events after this page.
    has_more: bool
    #: Whether events after the cursor may be missing because they were too old; list the payments then.
    events_removed: bool
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> EventPage:
        return cls(
            data=[Event.read(item) for item in _objects(raw, "data")],
            next_cursor=_text_or_none(raw, "next_cursor"),
            has_more=raw.get("has_more") is True,
            events_removed=raw.get("events_removed") is True,
            raw=raw,
        )


@dataclass(frozen=True)
class Pagination:
    """The position of a page in its list."""

    current_page: int
    per_page: int
    #: Payments that match the filters, on all pages.
    total: int
    #: At least 1.
    last_page: int
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> Pagination:
        return cls(
            current_page=_integer(raw, "current_page"),
            per_page=_integer(raw, "per_page"),
            total=_integer(raw, "total"),
            last_page=_integer(raw, "last_page"),
            raw=raw,
        )


@dataclass(frozen=True)
class PaymentPage:
    """A page of a list of payments."""

    #: Newest first.
    data: List[Payment]
    pagination: Pagination
    #: Only when `cursor` was sent: pass it as `cursor` next time; None at the end.
    next_cursor: Optional[str]
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> PaymentPage:
        return cls(
            data=[Payment.read(item) for item in _objects(raw, "data")],
            pagination=Pagination.read(_object(raw, "pagination")),
            next_cursor=_text_or_none(raw, "next_cursor"),
            raw=raw,
        )


@dataclass(frozen=True)
class Refund:
    """A refund. The customer has the money only when its status is `succeeded`."""

    #: Your name of the refund.
    refund_id: str
    #: The refunded payment.
    transaction_id: str
    #: moncash, natcash, lakaypay_card or card.
    payment_method: str
    #: A decimal string such as "250.00", in the currency that the customer was charged in; see `peye.amounts`.
    amount: str
    #: HTG or USD.
    currency: str
    reason: Optional[str]
    #: requested, approved, sent, unknown, manual, succeeded, failed or reversed; branch on this.
    status: str
    #: rejected, declined or returned_already; None unless it is failed.
    failure_reason: Optional[str]
    #: The provider's number of the refund, or of the wallet's transaction.
    provider_ref: Optional[str]
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: When it succeeded, failed or was reversed.
    ended_at: Optional[str]
    #: gateway, or external if it was made in the provider's portal: the gateway chose its refund_id, and sends no webhook about it.
    kind: str
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> Refund:
        return cls(
            refund_id=_text(raw, "refund_id"),
            transaction_id=_text(raw, "transaction_id"),
            payment_method=_text(raw, "payment_method"),
            amount=_text(raw, "amount"),
            currency=_text(raw, "currency"),
            reason=_text_or_none(raw, "reason"),
            status=_text(raw, "status"),
            failure_reason=_text_or_none(raw, "failure_reason"),
            provider_ref=_text_or_none(raw, "provider_ref"),
            created_at=_text(raw, "created_at"),
            ended_at=_text_or_none(raw, "ended_at"),
            kind=_text_or_none(raw, "kind") or "gateway",
            raw=raw,
        )


@dataclass(frozen=True)
class RefundPage:
    """A page of a list of refunds."""

    #: Newest first.
    data: List[Refund]
    #: Pass it as `cursor` next time; None at the end.
    next_cursor: Optional[str]
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> RefundPage:
        return cls(
            data=[Refund.read(item) for item in _objects(raw, "data")],
            next_cursor=_text_or_none(raw, "next_cursor"),
            raw=raw,
        )


@dataclass(frozen=True)
class Dispute:
    """A dispute of a card payment. While it is opened, the customer's bank holds the money; when it is lost, the customer has it."""

    dispute_id: str
    #: The disputed payment.
    transaction_id: str
    #: moncash, natcash, lakaypay_card or card.
    payment_method: str
    #: A decimal string such as "250.00"; see `peye.amounts`.
    amount: str
    #: HTG or USD.
    currency: str
    #: Why, as the provider names it.
    reason: Optional[str]
    #: opened, won or lost; branch on this. A lost dispute can still become won.
    status: str
    #: The provider's number of the dispute.
    provider_ref: str
    #: ISO 8601 in UTC, with microseconds.
    opened_at: str
    #: Until when evidence is to be sent; None when none is due.
    evidence_due_at: Optional[str]
    #: When the gateway learned of the decision.
    decided_at: Optional[str]
    #: When the gateway found the dispute.
    created_at: str
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> Dispute:
        return cls(
            dispute_id=_text(raw, "dispute_id"),
            transaction_id=_text(raw, "transaction_id"),
            payment_method=_text(raw, "payment_method"),
            amount=_text(raw, "amount"),
            currency=_text(raw, "currency"),
            reason=_text_or_none(raw, "reason"),
            status=_text(raw, "status"),
            provider_ref=_text(raw, "provider_ref"),
            opened_at=_text(raw, "opened_at"),
            evidence_due_at=_text_or_none(raw, "evidence_due_at"),
            decided_at=_text_or_none(raw, "decided_at"),
            created_at=_text(raw, "created_at"),
            raw=raw,
        )


@dataclass(frozen=True)
class DisputePage:
    """A page of a list of disputes."""

    #: Newest first.
    data: List[Dispute]
    #: Pass it as `cursor` next time; None at the end.
    next_cursor: Optional[str]
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> DisputePage:
        return cls(
            data=[Dispute.read(item) for item in _objects(raw, "data")],
            next_cursor=_text_or_none(raw, "next_cursor"),
            raw=raw,
        )


@dataclass(frozen=True)
class AmountConversion:
    """An amount in both currencies."""

    amount_htg: Decimal
    amount_usd: Decimal
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> AmountConversion:
        return cls(
            amount_htg=_decimal(raw, "amount_htg"),
            amount_usd=_decimal(raw, "amount_usd"),
            raw=raw,
        )


@dataclass(frozen=True)
class CardMinimum:
    """The smallest amount that can be charged to a card, in each currency."""

    htg: Decimal
    usd: Decimal
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> CardMinimum:
        return cls(
            htg=_decimal(raw, "HTG"),
            usd=_decimal(raw, "USD"),
            raw=raw,
        )


@dataclass(frozen=True)
class ExchangeRate:
    """The rate at which dollars are charged in gourdes."""

    base_currency: str
    quote_currency: str
    #: Gourdes for one dollar.
    rate: Decimal
    #: Set when an amount was given.
    conversion: Optional[AmountConversion]
    #: The smallest amount that can be charged to a card.
    card_minimum: CardMinimum
    example: str
    note: str
    #: ISO 8601 in UTC, with microseconds; None when the rate is fixed by the operator.
    updated_at: Optional[str]
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> ExchangeRate:
        conversion = _object_or_none(raw, "conversion")
        return cls(
            base_currency=_text(raw, "base_currency"),
            quote_currency=_text(raw, "quote_currency"),
            rate=_decimal(raw, "rate"),
            conversion=None if conversion is None else AmountConversion.read(conversion),
            card_minimum=CardMinimum.read(_object(raw, "card_minimum")),
            example=_text(raw, "example"),
            note=_text(raw, "note"),
            updated_at=_text_or_none(raw, "updated_at"),
            raw=raw,
        )


@dataclass(frozen=True)
class Health:
    """The response of a gateway that serves requests."""

    service: str
    #: The gateway's version.
    version: str
    #: ISO 8601 in UTC, with microseconds.
    timestamp: str
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> Health:
        return cls(
            service=_text(raw, "service"),
            version=_text(raw, "version"),
            timestamp=_text(raw, "timestamp"),
            raw=raw,
        )


@dataclass(frozen=True)
class Website:
    """The settings of the website of a key."""

    website_id: str
    #: The name that customers see.
    name: str
    #: test or live: the mode of the key.
    mode: str
    #: The methods with which this key can create payments.
    methods: List[str]
    #: Where the payment page sends customers back to. None: there is no way back.
    return_url: Optional[str]
    #: Where the events of this mode's payments are sent. None: webhooks are not sent.
    callback_url: Optional[str]
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> Website:
        return cls(
            website_id=_text(raw, "website_id"),
            name=_text(raw, "name"),
            mode=_text(raw, "mode"),
            methods=_texts(raw, "methods"),
            return_url=_text_or_none(raw, "return_url"),
            callback_url=_text_or_none(raw, "callback_url"),
            raw=raw,
        )


@dataclass(frozen=True)
class SessionPayment:
    """A payment of a checkout session."""

    transaction_id: str
    #: moncash, natcash or lakaypay_card.
    payment_method: str
    #: pending, processing, completed or failed.
    status: str
    #: What the customer is charged, as a decimal string.
    amount: str
    #: HTG or USD.
    currency: str
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> SessionPayment:
        return cls(
            transaction_id=_text(raw, "transaction_id"),
            payment_method=_text(raw, "payment_method"),
            status=_text(raw, "status"),
            amount=_text(raw, "amount"),
            currency=_text(raw, "currency"),
            created_at=_text(raw, "created_at"),
            raw=raw,
        )


@dataclass(frozen=True)
class CheckoutSession:
    """A checkout session. Only its status `paid` means that a payment is completed."""

    session_id: str
    #: The page to redirect the customer to.
    url: str
    #: open, processing, paid, expired or cancelled; branch on this. While it is processing, a payment may still be paid.
    status: str
    #: test or live.
    mode: str
    #: A decimal string such as "500.00"; see `peye.amounts`.
    amount: str
    #: HTG or USD.
    currency: str
    reference: Optional[str]
    description: Optional[str]
    customer: Customer
    methods: List[str]
    return_url: Optional[str]
    cancel_url: Optional[str]
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    expires_at: str
    cancelled_at: Optional[str]
    paid_at: Optional[str]
    #: The completed payment; None unless it is paid.
    transaction_id: Optional[str]
    #: The payments that the customer has started, newest first.
    payments: List[SessionPayment]
    metadata: Optional[Mapping[str, Any]]
    raw: Json = field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Json) -> CheckoutSession:
        return cls(
            session_id=_text(raw, "session_id"),
            url=_text(raw, "url"),
            status=_text(raw, "status"),
            mode=_text(raw, "mode"),
            amount=_text(raw, "amount"),
            currency=_text(raw, "currency"),
            reference=_text_or_none(raw, "reference"),
            description=_text_or_none(raw, "description"),
            customer=Customer.read(_object(raw, "customer")),
            methods=_texts(raw, "methods"),
            return_url=_text_or_none(raw, "return_url"),
            cancel_url=_text_or_none(raw, "cancel_url"),
            created_at=_text(raw, "created_at"),
            expires_at=_text(raw, "expires_at"),
            cancelled_at=_text_or_none(raw, "cancelled_at"),
            paid_at=_text_or_none(raw, "paid_at"),
            transaction_id=_text_or_none(raw, "transaction_id"),
            payments=[SessionPayment.read(each) for each in _objects(raw, "payments")],
            metadata=_object_or_none(raw, "metadata"),
            raw=raw,
        )
