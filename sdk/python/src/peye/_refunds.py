"""`peye.refunds` and `peye.disputes`"""

from __future__ import annotations

import functools
import json
import re
from typing import Iterator, Literal, Optional

from . import amounts, errors
from ._caller import Caller, waiting
from ._models import Dispute, DisputePage, Refund, RefundPage
from ._payments import in_json

DisputeStatus = Literal["opened", "won", "lost"]
RefundKind = Literal["gateway", "external"]
RefundStatus = Literal["requested", "approved", "sent", "unknown", "manual", "succeeded", "failed", "reversed"]


class Refunds:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(
        self,
        refund_id: str,
        *,
        transaction_id: str,
        amount: Optional[amounts.Amount] = None,
        reason: Optional[str] = None,
        timeout_ms: Optional[int] = None,
        retries: Optional[int] = None,
    ) -> Refund:
        """Requests a refund under a name that you choose, such as order-1042-refund: 1 to 64 letters, digits, - and _.

        The same name and fields always return the same refund, so the request is repeated in the same cases as a read, and you can repeat
        the call. The money is returned when the status is `succeeded`. `amount` is in the currency that the customer was charged in; by
        default it is what is left of the payment.

        Raises `ApiError` when the gateway refused the request, `ConnectionError` when the response was lost (repeat the call with the same
        name), and `InvalidArgumentError` for a name or an amount in a wrong format.
        """
        path = _path(refund_id)
        fields = {"transaction_id": transaction_id, "reason": reason}
        given = {name: value for name, value in fields.items() if value is not None}
        body = json.dumps(given).encode() if amount is None else in_json(amount, given)
        return self._caller.put(path, body, timeout_ms=timeout_ms, retries=retries).refund()

    def retrieve(self, refund_id: str, *, timeout_ms: Optional[int] = None, retries: Optional[int] = None) -> Refund:
        """The refund as it is now. Raises `RefundNotFoundError`."""
        return self._caller.read(_path(refund_id), timeout_ms=timeout_ms, retries=retries).refund()

    def list(
        self,
        *,
        transaction_id: Optional[str] = None,
        status: Optional[RefundStatus] = None,
        kind: Optional[RefundKind] = None,
        per_page: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_ms: Optional[int] = None,
        retries: Optional[int] = None,
    ) -> RefundPage:
        """One page of the refunds of the key's website, newest first.

        `cursor`: empty for the first page, then `next_cursor` of the previous page.
        """
        query = {"transaction_id": transaction_id, "status": status, "kind": kind, "per_page": per_page, "cursor": cursor}
        return RefundPage.read(self._caller.read("/refunds", query, timeout_ms=timeout_ms, retries=retries).page())

    def iterate(
        self,
        *,
        transaction_id: Optional[str] = None,
        status: Optional[RefundStatus] = None,
        kind: Optional[RefundKind] = None,
        per_page: int = 100,
        timeout_ms: Optional[int] = None,
        retries: Optional[int] = None,
    ) -> Iterator[Refund]:
        """All refunds that match, newest first, read in pages of 100.

        It waits while the rate limit is reached, whatever `timeout_ms` is.
        """
        cursor: Optional[str] = ""
        while cursor is not None:
            read = functools.partial(self.list, transaction_id=transaction_id, status=status, kind=kind, per_page=per_page)
            page = waiting(functools.partial(read, cursor=cursor, timeout_ms=timeout_ms, retries=retries))
            yield from page.data
            cursor = page.next_cursor


class Disputes:
    """Card payments that customers dispute at their bank. Evidence is sent in the provider's dashboard."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        transaction_id: Optional[str] = None,
        status: Optional[DisputeStatus] = None,
        per_page: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_ms: Optional[int] = None,
        retries: Optional[int] = None,
    ) -> DisputePage:
        """One page of the disputes of the key's website, newest first.

        `cursor`: empty for the first page, then `next_cursor` of the previous page.
        """
        query = {"transaction_id": transaction_id, "status": status, "per_page": per_page, "cursor": cursor}
        return DisputePage.read(self._caller.read("/disputes", query, timeout_ms=timeout_ms, retries=retries).page())

    def iterate(
        self,
        *,
        transaction_id: Optional[str] = None,
        status: Optional[DisputeStatus] = None,
        per_page: int = 100,
        timeout_ms: Optional[int] = None,
        retries: Optional[int] = None,
    ) -> Iterator[Dispute]:
        """All disputes that match, newest first, read in pages of 100.

        It waits while the rate limit is reached, whatever `timeout_ms` is.
        """
        cursor: Optional[str] = ""
        while cursor is not None:
            read = functools.partial(self.list, transaction_id=transaction_id, status=status, per_page=per_page, cursor=cursor)
            page = waiting(functools.partial(read, timeout_ms=timeout_ms, retries=retries))
            yield from page.data
            cursor = page.next_cursor


def _path(refund_id: str) -> str:
    if not isinstance(refund_id, str) or not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", refund_id):
        raise errors.InvalidArgumentError(
            "A refund_id is your own name for the refund, such as order-1042-refund: 1 to 64 letters, digits, - and _. "
            "Use the same name when you repeat a request."
        )
    return f"/refunds/{refund_id}"
