"""A client of one Peye gateway with one API key."""

from __future__ import annotations

import functools
import json
from typing import Iterator, Optional

from . import amounts
from ._caller import MOST_PAGE_BYTES, Caller, segment, waiting
from ._checkout import Checkout
from ._models import Event, EventPage, ExchangeRate, Health, Payment
from ._payments import Payments
from ._refunds import Disputes, Refunds
from ._settings import OnRequest, Settings
from ._transport import Transport


class Peye:
    """A client of one Peye gateway with one API key. It can be shared by threads.

    - `api_key`: tk_test_… or tk_live_…
    - `base_url`: the gateway's origin, such as https://pay.example.ht
    - `timeout_ms`: how long a call takes at most, with its retries and the waits between them
    - `retries`: how often a read, a verify or a request for a refund is retried at most
    - `lookup_wait_ms`: how long all lookups together may take after the response to a create request was lost. With 10000 or less, they
      can find a payment, but cannot prove that there is none
    - `transport`: a function that sends requests in place of the standard library, see `peye.Request` and `peye.Response`
    - `on_request`: is called after each request with its details, for your log
    - `user_agent`: the name of your application, which is added to the User-Agent

    Raises `InvalidArgumentError` for an option in a wrong format. Every error that the client raises is a `peye.PeyeError`.
    """

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        timeout_ms: int = 35_000,
        retries: int = 3,
        lookup_wait_ms: int = 15_000,
        transport: Optional[Transport] = None,
        on_request: Optional[OnRequest] = None,
        user_agent: Optional[str] = None,
    ) -> None:
        settings = Settings(
            api_key=api_key,
            base_url=base_url,
            timeout_ms=timeout_ms,
            retries=retries,
            lookup_wait_ms=lookup_wait_ms,
            transport=transport,
            on_request=on_request,
            user_agent=user_agent,
        )
        self._caller = Caller(settings)
        self.payments = Payments(self._caller)
        self.refunds = Refunds(self._caller)
        self.disputes = Disputes(self._caller)
        self.events = Events(self._caller)
        self.exchange_rate = ExchangeRates(self._caller)
        self.checkout = Checkout(self._caller)
        self.test_helpers = TestHelpers(self._caller)

    def __repr__(self) -> str:
        return repr(self._caller.settings)

    def health(self, *, timeout_ms: Optional[int] = None, retries: Optional[int] = None) -> Health:
        """Checks that the gateway accepts this key, and returns its version."""
        return Health.read(self._caller.read("/health", timeout_ms=timeout_ms, retries=retries).body)


class Events:
    """`peye.events`: events of final test payments, oldest first, for development without a public address. Test keys only."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        wait: Optional[int] = None,
        timeout_ms: Optional[int] = None,
        retries: Optional[int] = None,
    ) -> EventPage:
        """One page of the feed. Store its `next_cursor`, and pass it as `after` next time.

        `wait`: seconds to wait for the next event when there is no new one, up to 25. Keep it below `timeout_ms`.
        """
        query = {"after": after, "limit": limit, "wait": wait}
        answer = self._caller.read("/events", query, timeout_ms=timeout_ms, retries=retries, max_bytes=MOST_PAGE_BYTES)
        return EventPage.read(answer.page())

    def iterate(
        self,
        *,
        after: Optional[str] = None,
        limit: int = 100,
        timeout_ms: Optional[int] = None,
        retries: Optional[int] = None,
    ) -> Iterator[Event]:
        """All events up to the newest, after a cursor or from the first one, read in pages of 100.

        It waits while the rate limit is reached, whatever `timeout_ms` is.
        """
        has_more = True
        while has_more:
            read = functools.partial(self.list, after=after, limit=limit, timeout_ms=timeout_ms, retries=retries)
            page = waiting(read)
            yield from page.data
            after, has_more = page.next_cursor, page.has_more


class ExchangeRates:
    """`peye.exchange_rate`"""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def retrieve(
        self,
        *,
        amount: Optional[amounts.Amount] = None,
        timeout_ms: Optional[int] = None,
        retries: Optional[int] = None,
    ) -> ExchangeRate:
        """How many gourdes are charged for a dollar. With `amount`, this many gourdes are also converted to dollars."""
        query = {"amount": None if amount is None else amounts.literal(amount)}
        answer = self._caller.read("/exchange-rate", query, timeout_ms=timeout_ms, retries=retries)
        return ExchangeRate.read(answer.data())


class TestHelpers:
    """`peye.test_helpers`: completes or fails a test payment, as its page would. Test keys only; each call is sent once."""

    #: Tells pytest that this class contains no tests.
    __test__ = False

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def complete(self, transaction_id: str, *, timeout_ms: Optional[int] = None) -> Payment:
        """Pays a test payment."""
        path = f"/test_helpers/payments/{segment(transaction_id)}/complete"
        return self._caller.order(path, None, timeout_ms=timeout_ms).payment()

    def fail(
        self, transaction_id: str, failure_reason: Optional[str] = None, *, timeout_ms: Optional[int] = None
    ) -> Payment:
        """Lets a test payment fail, as `declined` unless a reason such as `insufficient_balance` is given."""
        path = f"/test_helpers/payments/{segment(transaction_id)}/fail"
        body = None if failure_reason is None else json.dumps({"failure_reason": failure_reason}).encode()
        return self._caller.order(path, body, timeout_ms=timeout_ms).payment()
