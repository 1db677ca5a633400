"""Checks the signature of webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Iterable, Iterator, List, Literal, Mapping, Optional, Sequence, Tuple, Union

from ._models import WebhookEvent
from .errors import InvalidArgumentError, WebhookSignatureError

#: The headers of a request: those of Flask, Django or Starlette, Django's META, a WSGI environ, or ASGI's pairs of bytes.
Headers = Union[Mapping[str, Any], Iterable[Tuple[Union[str, bytes], Union[str, bytes]]]]

#: The value of the header X-Gateway-Mode: whether money moved.
Mode = Literal["live", "test"]

_SIGNATURE = "x-gateway-signature"
_MODE = "x-gateway-mode"
#: No event is this large.
_MOST_BYTES = 1024 * 1024


def verify(
    raw_body: Union[bytes, str],
    headers: Headers,
    secret: Union[str, Sequence[str]],
    *,
    mode: Mode,
    tolerance_seconds: Optional[int] = None,
    now: Optional[float] = None,
) -> WebhookEvent:
    """The event of a webhook whose signature is right, and whose mode is the one that you expect.

    Respond soon, with any 2xx. Process each pair of transaction_id and event once. `raw_body` is the bytes of the body as they were
    received, `secret` the whsec_… of your website; while you rotate it, a list of the old and the new secret.

    `mode` is which webhooks this server accepts: "live" where you fulfil orders, "test" where you develop. Others are rejected.

    `tolerance_seconds` rejects events whose time is further from now than this. It is off by default: for three days, retries have the
    time of the first attempt. `now` is Unix seconds.

    Raises `WebhookSignatureError` when the request must not be trusted; respond with 401.
    """
    secrets = _read_secrets(secret)
    _check_mode(mode)
    if isinstance(raw_body, str):
        try:
            raw_body = raw_body.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError as failure:
            raise _changed("The body is a string that cannot be encoded as bytes.") from failure
    if not isinstance(raw_body, (bytes, bytearray, memoryview)):
        raise _changed(f"The body is of type {type(raw_body).__name__}, not bytes: it was already parsed.")
    body = bytes(raw_body)
    if len(body) > _MOST_BYTES:
        raise WebhookSignatureError("too_large", f"The body has more than {_MOST_BYTES} bytes.")
    named = dict(_named(headers))
    signature = named.get(_SIGNATURE)
    if not signature:
        raise _missing(named)
    if not _is_signed(body, signature, secrets):
        raise _unsigned(body, signature, secrets)
    _compare_modes(named.get(_MODE), mode)
    try:
        event = json.loads(body)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("event"), str) or not isinstance(event.get("data"), dict):
        raise WebhookSignatureError("bad_signature", "The signature is right, but the body is not an event.")
    if tolerance_seconds is not None:
        _check_time(event.get("timestamp"), tolerance_seconds, time.time() if now is None else now)
    return WebhookEvent.read(event)


def sign(
    raw_body: Union[bytes, str], secret: str, *, mode: Mode, timestamp: Optional[int] = None
) -> Dict[str, str]:
    """The headers of a webhook with this body, for the tests of your receiver. The time is by default the one in the body."""
    (key,) = _read_secrets(secret)
    _check_mode(mode)
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    try:
        event = json.loads(body)
    except ValueError:
        event = {}
    event = event if isinstance(event, dict) else {}
    return {
        "Content-Type": "application/json",
        "X-Gateway-Event": str(event.get("event", "")),
        "X-Gateway-Timestamp": str(event.get("timestamp", int(time.time())) if timestamp is None else timestamp),
        "X-Gateway-Mode": mode,
        "X-Gateway-Signature": _signature(body, key),
    }


def _read_secrets(secret: Union[str, Sequence[str]]) -> List[str]:
    secrets = [secret] if isinstance(secret, str) else list(secret or [])
    if not secrets or not all(isinstance(one, str) and re.fullmatch(r"whsec_\S+", one) for one in secrets):
        raise InvalidArgumentError("Pass the webhook secret of your website, whsec_…, complete and without spaces around it.")
    return secrets


def _check_mode(mode: object) -> None:
    if mode not in ("live", "test"):
        raise InvalidArgumentError(
            'Set the mode of the webhooks that you expect: mode="live" where you fulfil orders, mode="test" with a test key.'
        )


def _compare_modes(given: Optional[str], expected: str) -> None:
    if given == expected:
        return
    if not given:
        raise WebhookSignatureError(
            "missing_header",
            "The header X-Gateway-Mode is missing: a proxy removes it, or it was not passed on. Without it an event of a test payment cannot be "
            "distinguished from a live one.",
        )
    raise WebhookSignatureError(
        "wrong_mode",
        "This is an event of a test payment, for which no money moved, and this server expects events of live payments."
        if given == "test"
        else f"This is a {given!r} event, and this server expects events of test payments.",
    )


def _named(headers: Headers) -> Iterator[Tuple[str, str]]:
    """The headers by their names in lower case. Accepts names in any case, the HTTP_… names of WSGI, and pairs of bytes."""
    pairs: Iterable[Tuple[Any, Any]] = headers.items() if hasattr(headers, "items") else headers
    for name, value in pairs:
        text = name.decode("latin-1") if isinstance(name, bytes) else str(name)
        value = value[0] if isinstance(value, (list, tuple)) and value else value
        value = value.decode("latin-1") if isinstance(value, bytes) else value
        if isinstance(value, str):
            yield re.sub(r"^http-", "", text.lower().replace("_", "-")), value.strip()


def _signature(body: bytes, secret: str) -> str:
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def _is_signed(body: bytes, signature: str, secrets: Sequence[str]) -> bool:
    given = signature.encode("utf-8", "surrogatepass")
    # Every secret is compared, each in constant time.
    return any([hmac.compare_digest(_signature(body, secret).encode(), given) for secret in secrets])


def _missing(named: Mapping[str, str]) -> WebhookSignatureError:
    if "x-gateway-event" in named or "x-gateway-timestamp" in named:
        hint = (
            "Other headers of a webhook arrived, so a proxy or a firewall in front of your server removes it, or your code does not pass "
            "it on."
        )
    else:
        hint = (
            "Either the request is not from Peye, or a proxy in front of your server removes the headers X-Gateway-…. Pass all headers "
            "of the request."
        )
    return WebhookSignatureError("missing_header", f"The header X-Gateway-Signature is missing. {hint}")


def _unsigned(body: bytes, signature: str, secrets: Sequence[str]) -> WebhookSignatureError:
    """The likely reason why the signature is wrong."""
    if body == b"":
        return _changed("The body is empty: other code has already read it.")
    variants = [body.strip(), body.replace(b"\xef\xbb\xbf", b"", 1)]
    try:
        parsed = json.loads(body)
        variants.append(json.dumps(parsed, ensure_ascii=False, separators=(",", ":")).encode())
    except (ValueError, RecursionError):
        # Anyone can send a body, even one with a thousand nested lists.
        pass
    if any(_is_signed(variant, signature, secrets) for variant in variants):
        return _changed("The signed body has the same content in other bytes: something parsed the body and serialized it again.")
    return WebhookSignatureError(
        "bad_signature",
        "The signature does not match this body and this secret. Compare the secret with that of your website: it may have been "
        "rotated, or belong to another website. Pass the raw body, such as Flask's request.get_data().",
    )


def _changed(what: str) -> WebhookSignatureError:
    return WebhookSignatureError(
        "body_was_changed",
        f"{what} Pass the raw body: request.get_data() in Flask, request.body in Django, await request.body() in Starlette and FastAPI, "
        "environ['wsgi.input'].read(length) in WSGI.",
    )


def _check_time(timestamp: object, tolerance_seconds: int, now: float) -> None:
    age = int(now) - (timestamp if isinstance(timestamp, int) else 0)
    if abs(age) <= tolerance_seconds:
        return
    if age > 0:
        raise WebhookSignatureError(
            "too_old",
            f"The event is {age} seconds old, and tolerance_seconds is {tolerance_seconds}. For three days, a retry has the time of the "
            "first attempt: remove tolerance_seconds to accept retries. If the event is new, compare your clock with that of the gateway.",
        )
    raise WebhookSignatureError(
        "too_old",
        f"The event is {-age} seconds in the future, and tolerance_seconds is {tolerance_seconds}: compare your clock with that of the "
        "gateway.",
    )
