"""`peye.payments`"""

from __future__ import annotations

import functools
import json
import time
from typing import Any, Iterator, List, Literal, Mapping, Optional

from . import amounts, errors
from ._caller import MOST_PAGE_BYTES, Caller, segment, waiting
from ._lost import explain
from ._models import CreatedPayment, Payment, PaymentPage, Verification
from ._settings import count

Currency = Literal["HTG", "USD"]
PaymentMethod = Literal["moncash", "natcash", "lakaypay_card", "card"]
Status = Literal["pending", "processing", "completed", "failed"]
Interval = Literal["daily", "weekly", "monthly", "yearly"]


class Payments:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(
        self,
        *,
        amount: amounts.Amount,
        currency: Currency,
        payment_method: PaymentMethod,
        customer_name: str,
        customer_email: Optional[str] = None,
        customer_phone: Optional[str] = None,
        reference: Optional[str] = None,
        description: Optional[str] = None,
        metadata: Optional[Mapping[str, Any]] = None,
        recurring: Optional[bool] = None,
        recurring_interval: Optional[Interval] = None,
        recurring_interval_count: Optional[int] = None,
        timeout_ms: Optional[int] = None,
        lookup_wait_ms: Optional[int] = None,
    ) -> CreatedPayment:
        """Creates a payment. The request is sent once, whatever happens.

        Store the `transaction_id` with your order before you redirect the customer to `payment_url`. `amount` is in the real currency
        unit, as a decimal string: "500.00" is 500 gourdes. `reference` is your order number; without one, the payment of a lost response
        cannot be looked up.

        Raises `LostResponseError` when the response was lost (it has the result of the lookup; the call takes at most `timeout_ms` and
        `lookup_wait_ms` together), `ConnectionError` when the gateway was not reached at all, `ApiError` when the gateway refused the
        request, and `InvalidArgumentError` for an amount that is not a number.
        """
        fields = {
            "currency": currency,
            "payment_method": payment_method,
            "customer_name": customer_name,
            "customer_email": customer_email,
            "customer_phone": customer_phone,
            "reference": reference,
            "description": description,
            "metadata": metadata,
            "recurring": recurring,
            "recurring_interval": recurring_interval,
            "recurring_interval_count": recurring_interval_count,
        }
        body = in_json(amount, {name: value for name, value in fields.items() if value is not None})
        settings = self._caller.settings
        wait_ms = settings.lookup_wait_ms if lookup_wait_ms is None else count("lookup_wait_ms", lookup_wait_ms, least=0)
        started = time.monotonic()
        try:
            answer = self._caller.order("/payments", body, timeout_ms=timeout_ms)
            if not isinstance(answer.body.get("transaction_id"), str) or not answer.body["transaction_id"]:
                raise answer.unexpected("has no transaction_id")
            return CreatedPayment.read(answer.body)
        except (errors.ConnectionError, errors.ApiError) as failure:
            if not _leaves_open(failure):
                raise
            raise explain(self._caller, started, reference, failure, wait_ms) from failure

    def retrieve(
        self, transaction_id: str, *, timeout_ms: Optional[int] = None, retries: Optional[int] = None
    ) -> Payment:
        """The payment as it is now. `status` equal to `completed` confirms it. Raises `TransactionNotFoundError`."""
        answer = self._caller.read(f"/payments/{segment(transaction_id)}", timeout_ms=timeout_ms, retries=retries)
        return answer.payment()

    def find_by_reference(
        self, reference: str, *, timeout_ms: Optional[int] = None, retries: Optional[int] = None
    ) -> List[Payment]:
        """The payments with this reference. The API returns only the newest, so there is one or none."""
        if reference == "":
            return []
        try:
            path = f"/payments/reference/{segment(reference)}"
            return [self._caller.read(path, timeout_ms=timeout_ms, retries=retries).payment()]
        except errors.TransactionNotFoundError:
            return []

    def list(
        self,
        *,
        status: Optional[Status] = None,
        payment_method: Optional[PaymentMethod] = None,
        reference: Optional[str] = None,
        from_date: Optional[str] = None,
        to_date: Optional[str] = None,
        per_page: Optional[int] = None,
        page: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_ms: Optional[int] = None,
        retries: Optional[int] = None,
    ) -> PaymentPage:
        """One page of the payments that were created with this key, newest first.

        Days are UTC, as YYYY-MM-DD. `cursor` in place of `page`: empty for the first page, then `next_cursor` of the previous page.
        """
        query = {
            "status": status,
            "payment_method": payment_method,
            "reference": reference,
            "from_date": from_date,
            "to_date": to_date,
            "per_page": per_page,
            "page": page,
            "cursor": cursor,
        }
        answer = self._caller.read("/payments", query, timeout_ms=timeout_ms, retries=retries, max_bytes=MOST_PAGE_BYTES)
        return PaymentPage.read(answer.page())

    def iterate(
        self,
        *,
        status: Optional[Status] = None,
        payment_method: Optional[PaymentMethod] = None,
        reference: Optional[str] = None,
        from_date: Optional[str] = None,
        to_date: Optional[str] = None,
        per_page: int = 100,
        timeout_ms: Optional[int] = None,
        retries: Optional[int] = None,
    ) -> Iterator[Payment]:
        """All payments that match, newest first, read in pages of 100 while you iterate.

        No payment is missed or repeated when others are created at the same time. It waits while the rate limit is reached, whatever
        `timeout_ms` is: `timeout_ms` and `retries` apply to each page.
        """
        cursor: Optional[str] = ""
        while cursor is not None:
            read = functools.partial(
                self.list,
                status=status,
                payment_method=payment_method,
                reference=reference,
                from_date=from_date,
                to_date=to_date,
                per_page=per_page,
                cursor=cursor,
                timeout_ms=timeout_ms,
                retries=retries,
            )
            page = waiting(read)
            yield from page.data
            cursor = page.next_cursor

    def verify(
        self, transaction_id: str, *, timeout_ms: Optional[int] = None, retries: Optional[int] = None
    ) -> Verification:
        """Requests the payment's status from the provider. The request is repeated in the same cases as a read.

        Use this for orders that stay open, not for every page view: it has its own rate limit.
        """
        path = f"/payments/{segment(transaction_id)}/verify"
        return Verification.read(self._caller.ask(path, timeout_ms=timeout_ms, retries=retries).data())


def in_json(amount: amounts.Amount, fields: Mapping[str, object]) -> bytes:
    """The fields of a request as JSON. The amount becomes a number with exactly its digits."""
    try:
        rest = json.dumps(fields, ensure_ascii=False, allow_nan=False)
        digits = amounts.literal(amount)
        return (f'{{"amount":{digits}}}' if rest == "{}" else f'{{"amount":{digits},{rest[1:]}').encode()
    except errors.InvalidArgumentError:
        raise
    except (TypeError, ValueError) as failure:
        raise errors.InvalidArgumentError(f"The fields cannot be written as JSON: {failure}.") from failure


def _leaves_open(failure: errors.PeyeError) -> bool:
    """Whether the payment may exist although the response is an error. A 503 from the gateway itself guarantees that it does not."""
    if isinstance(failure, errors.ConnectionError):
        return failure.sent != "nothing"
    status = failure.status or 0
    return status < 300 or (status >= 500 and failure.code not in ("service_unavailable", "not_implemented"))
