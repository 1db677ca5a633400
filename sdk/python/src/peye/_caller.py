"""Sends requests, repeats them where that is safe, and turns each response into an Answer or an error."""

from __future__ import annotations

import json
import random
import re
import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, Mapping, NoReturn, Optional, TypeVar
from urllib.parse import quote, urlencode

from . import errors
from ._models import Payment, Refund
from ._settings import Settings, count
from ._transport import Request, Response

#: The statuses after which a read or a verify is repeated.
PASSING_STATUSES = (408, 429, 500, 502, 503, 504)
FIRST_WAIT_S = 0.25
LONGEST_WAIT_S = 8.0
#: Longer times are ignored: no program waits that long, and a clock may not be able to count them.
LONGEST_RETRY_AFTER_S = 1_000_000_000


MOST_BYTES = 1024 * 1024
#: Enough for a page of 100 payments, each with the most metadata that a request can have.
MOST_PAGE_BYTES = 8 * MOST_BYTES
#: When the rate limit refuses a page of an iteration: how often it waits at most, and how long each time at most.
MOST_PAGE_WAITS = 10
LONGEST_PAGE_WAIT_S = 300

Page = TypeVar("Page")


@dataclass(frozen=True)
class Answer:
    """A successful response: the whole body, and the headers with names in lower case."""

    status: int
    body: Mapping[str, Any]
    headers: Mapping[str, str]

    def data(self) -> Mapping[str, Any]:
        """The object in the member `data`, which most endpoints return."""
        data = self.body.get("data")
        return data if isinstance(data, dict) else {}

    def payment(self) -> Payment:
        """The payment in the member `data`. Raises `UnexpectedResponseError` when there is none."""
        data = self.data()
        if not isinstance(data.get("transaction_id"), str):
            raise self.unexpected("has no payment")
        return Payment.read(data)

    def refund(self) -> Refund:
        """The refund in the member `data`. Raises `UnexpectedResponseError` when there is none."""
        data = self.data()
        if not isinstance(data.get("refund_id"), str):
            raise self.unexpected("has no refund")
        return Refund.read(data)

    def page(self) -> Mapping[str, Any]:
        """The whole body. Raises `UnexpectedResponseError` when its member `data` is not a list."""
        if not isinstance(self.body.get("data"), list):
            raise self.unexpected("has no list")
        return self.body

    def unexpected(self, what: str) -> errors.UnexpectedResponseError:
        """The error for a response that has a success status, but not the expected content."""
        return errors.UnexpectedResponseError(
            f"The response, HTTP {self.status}, {what}.",
            code="unexpected_response",
            status=self.status,
            request_id=self.headers.get("x-request-id"),
        )


def waiting(read: Callable[[], Page]) -> Page:
    """Reads a page for an iteration. While the rate limit is reached, waits for as many seconds as the gateway states."""
    waits = 0
    while True:
        try:
            return read()
        except errors.RateLimitExceededError as limited:
            seconds = max(1, limited.retry_after or 1)
            if waits >= MOST_PAGE_WAITS or seconds > LONGEST_PAGE_WAIT_S:
                raise
        time.sleep(seconds)
        waits += 1


@dataclass(frozen=True)
class Limits:
    timeout_ms: int
    max_bytes: int


class Caller:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def read(
        self,
        path: str,
        query: Optional[Mapping[str, object]] = None,
        *,
        timeout_ms: Optional[int] = None,
        retries: Optional[int] = None,
        max_bytes: int = MOST_BYTES,
    ) -> Answer:
        """Sends a GET, and repeats it while the failure may be temporary and the time limit allows it. None values are omitted."""
        given = {name: str(value) for name, value in (query or {}).items() if value is not None}
        search = f"?{urlencode(given, quote_via=quote)}" if given else ""
        return self._repeat("GET", path + search, timeout_ms, retries, max_bytes=max_bytes)

    def ask(
        self, path: str, body: Optional[bytes] = None, *, timeout_ms: Optional[int] = None, retries: Optional[int] = None
    ) -> Answer:
        """Sends a POST that is safe to repeat, and repeats it as `read` does."""
        return self._repeat("POST", path, timeout_ms, retries, body)

    def put(
        self, path: str, body: bytes, *, timeout_ms: Optional[int] = None, retries: Optional[int] = None
    ) -> Answer:
        """Sends a PUT, and repeats it as `read` does."""
        return self._repeat("PUT", path, timeout_ms, retries, body)

    def order(self, path: str, body: Optional[bytes], *, timeout_ms: Optional[int] = None) -> Answer:
        """Sends a POST once."""
        return self._send(Limits(self._timeout_ms(timeout_ms), MOST_BYTES), "POST", path, body, attempt=1)

    def _timeout_ms(self, given: Optional[int]) -> int:
        return self.settings.timeout_ms if given is None else count("timeout_ms", given, least=1)

    def _repeat(
        self,
        method: str,
        path: str,
        timeout_ms: Optional[int],
        retries: Optional[int],
        body: Optional[bytes] = None,
        max_bytes: int = MOST_BYTES,
    ) -> Answer:
        end = time.monotonic() + self._timeout_ms(timeout_ms) / 1000
        most = self.settings.retries if retries is None else count("retries", retries, least=0)
        attempt = 1
        while True:
            try:
                limits = Limits(max(1, int((end - time.monotonic()) * 1000)), max_bytes)
                return self._send(limits, method, path, body, attempt)
            except (errors.ConnectionError, errors.ApiError) as failure:
                wait_s = _wait_s(attempt, failure.retry_after)
                if attempt > most or not _is_transient(failure) or time.monotonic() + wait_s >= end:
                    raise
            time.sleep(wait_s)
            attempt += 1

    def _send(self, limits: Limits, method: str, path: str, body: Optional[bytes], attempt: int) -> Answer:
        settings = self.settings
        headers = {"X-Api-Key": settings.api_key, "Accept": "application/json", "User-Agent": settings.user_agent}
        if body is not None:
            headers["Content-Type"] = "application/json"
        url = _base_of(settings, path) + path
        facts: Dict[str, Any] = {"method": method, "url": url, "attempt": attempt}
        facts.update(status=None, request_id=None, error=None)
        started = time.monotonic()
        try:
            response = settings.transport(Request(method, url, headers, body, limits.timeout_ms, limits.max_bytes))
            named = {name.lower(): value for name, value in response.headers.items()}
            facts.update(status=response.status, request_id=named.get("x-request-id"))
            if len(response.body) > limits.max_bytes:
                answer = Answer(response.status, {}, named)
                raise answer.unexpected(f"has more than {limits.max_bytes} bytes")
            return _read(Response(response.status, named, response.body))
        except errors.PeyeError as failure:
            facts["error"] = failure.code
            raise
        except Exception as failure:
            # An error of a custom transport: it is not known whether the request was sent.
            facts["error"] = "connection_error"
            raise errors.ConnectionError(f"The transport failed: {failure}.") from failure
        finally:
            self._report({**facts, "duration_ms": int((time.monotonic() - started) * 1000)})

    def _report(self, facts: Dict[str, Any]) -> None:
        try:
            if self.settings.on_request is not None:
                self.settings.on_request(facts)
        except Exception:
            # An error of on_request must not look like a failure of the request.
            pass


def _base_of(settings: Settings, path: str) -> str:
    if path.startswith(("/refunds", "/disputes")):
        return settings.refunds_url
    return settings.checkout_url if path.startswith(("/sessions", "/website")) else settings.api_url


def segment(text: str) -> str:
    """A part of a path."""
    if not isinstance(text, str):
        raise errors.InvalidArgumentError(f"{text!r} is not a string, so it cannot be part of a URL.")
    try:
        return quote(text, safe="")
    except UnicodeError as failure:
        raise errors.InvalidArgumentError(f"{text!r} cannot be part of a URL.") from failure


def _read(response: Response) -> Answer:
    try:
        body = json.loads(response.body)
    except ValueError:
        body = None
    is_success = 200 <= response.status < 300
    if is_success and isinstance(body, dict) and body.get("success") is True:
        return Answer(response.status, body, response.headers)
    _refuse(response, None if is_success else body)


def _refuse(response: Response, body: object) -> NoReturn:
    stated = body if isinstance(body, dict) and all(isinstance(body.get(name), str) for name in ("error", "message")) else {}
    code: str = stated.get("error", "unexpected_response")
    fields = stated.get("errors")
    kind = errors.API_ERRORS.get(code, errors.ApiError) if stated else errors.UnexpectedResponseError
    raise kind(
        _message(stated) if stated else _foreign_message(response),
        code=code,
        status=response.status,
        request_id=response.headers.get("x-request-id"),
        retry_after=_retry_after(stated, response.headers),
        errors=fields if isinstance(fields, dict) else None,
    )


def _message(stated: Mapping[str, Any]) -> str:
    """The gateway's message, followed by what is wrong with each field."""
    fields = stated.get("errors")
    texts = [re.sub(r"(\w)$", r"\1.", stated["message"])]
    for of_field in fields.values() if isinstance(fields, dict) else ():
        texts += [text for text in (of_field if isinstance(of_field, list) else [of_field]) if isinstance(text, str)]
    return " ".join(texts)


def _foreign_message(response: Response) -> str:
    if 300 <= response.status < 400:
        to = response.headers.get("location", "an unknown address")
        return f"HTTP {response.status} redirects to {to}. Set base_url to the gateway's own address: redirects are not followed."
    if response.status < 300:
        return f"The response was truncated, or is not the gateway's: HTTP {response.status} with {_shown(response.body)}"
    return (
        f"The response, HTTP {response.status}, is not the gateway's: a proxy or a firewall in front of it responded, or base_url is wrong. "
        "It sent "
        + _shown(response.body)
    )


def _retry_after(stated: Mapping[str, Any], headers: Mapping[str, str]) -> Optional[int]:
    seconds = stated.get("retry_after")
    if isinstance(seconds, int) and 0 <= seconds < LONGEST_RETRY_AFTER_S:
        return seconds
    header = headers.get("retry-after", "")
    return int(header) if re.fullmatch(r"[0-9]{1,9}", header) else None


def _is_transient(failure: errors.PeyeError) -> bool:
    if isinstance(failure, errors.ApiError):
        # An invalid response with a success status was truncated: a repeated request may succeed. An invalid key is never sent in a loop.
        status = failure.status or 0
        return (status < 300 or status in PASSING_STATUSES) and not isinstance(failure, errors.TooManyAttemptsError)
    return not isinstance(failure, errors.TlsError)


def _wait_s(attempt: int, retry_after: Optional[int]) -> float:
    """The wait doubles each time. A random part is subtracted, so that clients that failed together do not all retry at the same moment."""
    longest = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** min(attempt - 1, 10))
    return max(random.uniform(longest / 2, longest), float(retry_after or 0))


def _shown(body: bytes) -> str:
    return f'"{re.sub(r"[^ -~]+", " ", body[:200].decode("latin-1"))}".' if body else "no body."
