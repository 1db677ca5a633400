"""`peye.checkout`"""

from __future__ import annotations

import re
from typing import Any, List, Literal, Mapping, Optional

from . import amounts, errors
from ._caller import Answer, Caller
from ._models import CheckoutSession, Website
from ._payments import in_json

SessionMethod = Literal["moncash", "natcash", "lakaypay_card"]


class Checkout:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self.sessions = CheckoutSessions(caller)

    def website(self, *, timeout_ms: Optional[int] = None, retries: Optional[int] = None) -> Website:
        """The settings of the website of the key. A program can check its setup with them."""
        return Website.read(self._caller.read("/website", timeout_ms=timeout_ms, retries=retries).data())


class CheckoutSessions:
    """`peye.checkout.sessions`: pages where the customer of one order chooses the method. At most one payment of a session completes."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(
        self,
        *,
        amount: amounts.Amount,
        currency: str,
        reference: Optional[str] = None,
        description: Optional[str] = None,
        customer_name: Optional[str] = None,
        customer_email: Optional[str] = None,
        customer_phone: Optional[str] = None,
        metadata: Optional[Mapping[str, Any]] = None,
        methods: Optional[List[SessionMethod]] = None,
        return_url: Optional[str] = None,
        cancel_url: Optional[str] = None,
        expires_at: Optional[str] = None,
        timeout_ms: Optional[int] = None,
        retries: Optional[int] = None,
    ) -> CheckoutSession:
        """Creates a session: redirect the customer to its `url`.

        The request is repeated in the same cases as a read, because a session that no customer sees expires unpaid. `expires_at` is a time
        with its UTC offset, within 30 days.
        """
        fields = {
            "currency": currency,
            "reference": reference,
            "description": description,
            "customer_name": customer_name,
            "customer_email": customer_email,
            "customer_phone": customer_phone,
            "metadata": metadata,
            "methods": methods,
            "return_url": return_url,
            "cancel_url": cancel_url,
            "expires_at": expires_at,
        }
        body = in_json(amount, {name: value for name, value in fields.items() if value is not None})
        return _session(self._caller.ask("/sessions", body, timeout_ms=timeout_ms, retries=retries))

    def retrieve(
        self, session_id: str, *, timeout_ms: Optional[int] = None, retries: Optional[int] = None
    ) -> CheckoutSession:
        """The session as it is now: the status `paid` confirms it."""
        return _session(self._caller.read(_path(session_id), timeout_ms=timeout_ms, retries=retries))

    def cancel(
        self, session_id: str, *, timeout_ms: Optional[int] = None, retries: Optional[int] = None
    ) -> CheckoutSession:
        """No payment can be started any more. Branch on the status of the result: a session that was paid stays paid."""
        return _session(self._caller.ask(f"{_path(session_id)}/cancel", timeout_ms=timeout_ms, retries=retries))


def _session(answer: Answer) -> CheckoutSession:
    data = answer.data()
    if not isinstance(data.get("session_id"), str):
        raise answer.unexpected("has no session")
    return CheckoutSession.read(data)


def _path(session_id: str) -> str:
    if not isinstance(session_id, str) or not re.fullmatch(r"[A-Za-z0-9_]{1,64}", session_id):
        raise errors.InvalidArgumentError(
            "A session_id is the text that starts with cos_ in the response to sessions.create()."
        )
    return f"/sessions/{session_id}"
