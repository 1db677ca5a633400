"""The options of a client, checked."""

from __future__ import annotations

import platform
import re
from typing import Any, Callable, Dict, Optional
from urllib.parse import urlsplit

from . import _transport
from ._version import VERSION
from .errors import InvalidArgumentError

API_PATH = "/api/gateway/v1"
REFUNDS_PATH = "/api/refunds/v1"
CHECKOUT_PATH = "/api/checkout/v1"

#: A function that is called after each request with its details: method, url, attempt, duration_ms, status, request_id, error.
OnRequest = Callable[[Dict[str, Any]], None]


class Settings:
    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        timeout_ms: int,
        retries: int,
        lookup_wait_ms: int,
        transport: Optional[_transport.Transport],
        on_request: Optional[OnRequest],
        user_agent: Optional[str],
    ) -> None:
        self.api_key = _read_key(api_key)
        root = _read_root(base_url)
        self.api_url = root + API_PATH
        self.refunds_url = root + REFUNDS_PATH
        self.checkout_url = root + CHECKOUT_PATH
        self.timeout_ms = count("timeout_ms", timeout_ms, least=1)
        self.retries = count("retries", retries, least=0)
        self.lookup_wait_ms = count("lookup_wait_ms", lookup_wait_ms, least=0)
        self.transport: _transport.Transport = transport or _transport.send
        self.on_request = on_request
        self.user_agent = _read_user_agent(user_agent)

    def __repr__(self) -> str:
        """Everything but the key."""
        return f"<Peye {self.api_url} {self.api_key[:8]}…>"


def count(name: str, value: object, *, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InvalidArgumentError(f"{name} must be a whole number of at least {least}.")
    return value


def _read_key(key: object) -> str:
    if not isinstance(key, str) or key == "":
        raise InvalidArgumentError("Set api_key to the tk_test_… or tk_live_… key of your website.")
    if re.fullmatch(r"tk_(test|live)_[0-9A-Za-z]{32,128}", key):
        return key
    if key.startswith("whsec_"):
        raise InvalidArgumentError("api_key is the webhook secret. The key begins with tk_test_ or tk_live_.")
    if key.strip() != key:
        raise InvalidArgumentError("api_key has spaces or a line break around it.")
    raise InvalidArgumentError(
        "api_key is incomplete or malformed: a key is tk_test_ or tk_live_ and at least 32 letters and digits."
    )


def _read_root(url: object) -> str:
    """The gateway's address without a path of the API."""
    form = r"https?://[^\s/?#@]+(/[^\s?#]*)?"
    if not isinstance(url, str) or not re.fullmatch(form, url, re.IGNORECASE) or not _has_host(url):
        raise InvalidArgumentError("Set base_url to the address of your gateway, such as https://pay.example.ht.")
    url = url.rstrip("/")
    return url[: -len(API_PATH)] if url.endswith(API_PATH) else url


def _has_host(url: str) -> bool:
    """Whether a URL names a host and a port to connect to. Without them, a failed request would look like a lost response."""
    try:
        parts = urlsplit(url)
        return parts.port != 0 and bool((parts.hostname or "").encode("idna"))
    except ValueError:
        return False


def _read_user_agent(application: Optional[str]) -> str:
    if application is not None and not re.fullmatch(r"[\x20-\x7e]+", application):
        raise InvalidArgumentError("user_agent must be a line of ASCII text.")
    own = f"peye-python/{VERSION} python/{platform.python_version()}"
    return own if application is None else f"{own} {application}"
