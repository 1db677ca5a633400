"""Checks the parts of the SDK that need no gateway: amounts, options, webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
import time
from decimal import Decimal

from common import finish, raised, same

import peye
from peye import amounts, webhooks
from peye._payments import in_json
from peye._transport import send

wrong = peye.InvalidArgumentError

for text, minor in {"500.00": 50000, "500": 50000, "0.5": 50, "0": 0, "0.01": 1, "500.000": 50000, "9" * 30: int("9" * 30 + "00")}.items():
    same(amounts.to_minor(text), minor, f"to_minor {text}")
same([amounts.to_minor(5), amounts.to_minor(Decimal("5E+2")), amounts.to_minor(Decimal("0.10"))], [500, 50000, 10], "numbers")
for minor, text in {50000: "500.00", 0: "0.00", 5: "0.05", -5: "-0.05", -12345: "-123.45"}.items():
    same(amounts.from_minor(minor), text, f"from_minor {minor}")
for bad in ("", " 5", "5 ", "+5", "-5", "5,00", "1e3", "5.", ".5", "05", "5\n", "0.001", "1,000.00", "٥", 0.5, None, True, [], Decimal("NaN"), -5):
    raised(wrong, lambda: amounts.to_minor(bad))  # type: ignore[arg-type]
same([amounts.equal("500", "500.00"), amounts.equal("500.01", "500.1")], [True, False], "equal")
same([amounts.compare("2", "10.00"), amounts.compare("10", "2"), amounts.compare(5, "5.0")], [-1, 1, 0], "compare")
for bad in (0.1 + 0.2, 1e300, float("inf"), float("nan"), -5.0, "5,00", None, "1e3"):
    raised(wrong, lambda: in_json(bad, {}))  # type: ignore[arg-type]
same(in_json("500.10", {"metadata": {}}), b'{"amount":500.10,"metadata": {}}', "the digits of an amount")
same(in_json(19.99, {}), b'{"amount":19.99}', "a float of hundredths")
for unwritable in ({"a": object()}, {"a": float("nan")}, {"a": "\ud800"}):
    raised(wrong, lambda: in_json("5", unwritable))

# Options.
good = {"api_key": "tk_test_" + "a" * 32, "base_url": "https://pay.example.ht"}
for option in (
    {"api_key": ""},
    {"api_key": None},
    {"api_key": "tk_test_short"},
    {"api_key": "whsec_" + "a" * 32},
    {"api_key": good["api_key"] + "\n"},
    {"base_url": ""},
    {"base_url": "pay.example.ht"},
    {"base_url": "https://a b"},
    {"base_url": "https://pay.example.ht?x=1"},
    {"base_url": "https://me:pw@pay.example.ht"},
    {"base_url": "https://pay.example.ht:99999"},
    {"base_url": "https://pay.example.ht:https"},
    {"base_url": "https://pay..example.ht"},
    {"base_url": "https://[::1"},
    {"timeout_ms": 0},
    {"timeout_ms": "5"},
    {"retries": -1},
    {"lookup_wait_ms": 1.5},
    {"user_agent": "a\r\nb: c"},
):
    failure = raised(wrong, lambda: peye.Peye(**{**good, **option}))  # type: ignore[arg-type]
    same("aaaa" in failure.message, False, "no key in a message")

for address in ("http://127.0.0.1:8080", "https://[::1]:8443/peye/", "https://péyé.example.ht", "http://gateway", "HTTPS://pay.example.ht."):
    same(type(peye.Peye(**{**good, "base_url": address})), peye.Peye, address)

# Webhooks.
secret = "whsec_" + "b" * 32
text = (
    '{"event":"payment.success","timestamp":1795269991,"data":{"transaction_id":"915840412345678","amount":"500.00","currency":"HTG",'
    '"status":"completed","description":"kafe é / 😀","metadata":{"a":[]}}}'
)
body = text.encode()
signed = webhooks.sign(body, secret, mode="test")
signature = signed["X-Gateway-Signature"]
same(signature, hmac.new(secret.encode(), body, hashlib.sha256).hexdigest(), "sign")
same([signed["X-Gateway-Event"], signed["X-Gateway-Timestamp"]], ["payment.success", "1795269991"], "the headers of a webhook")
for name, headers in {
    "as they leave": signed,
    "lower case": {key.lower(): value for key, value in signed.items()},
    "WSGI and Django's META": {"REQUEST_METHOD": "POST", "wsgi.input": object(), "HTTP_X_GATEWAY_SIGNATURE": signature, "HTTP_X_GATEWAY_MODE": "test"},
    "ASGI": [(b"host", b"shop"), (b"x-gateway-signature", signature.encode()), (b"x-gateway-mode", b"test")],
    "in lists": {"X-Gateway-Signature": [signature], "X-Gateway-Mode": ["test"]},
}.items():
    event = webhooks.verify(body, headers, secret, mode="test")  # type: ignore[arg-type]
    same([event.event, event.timestamp, event.data.amount], ["payment.success", 1795269991, "500.00"], name)
same(webhooks.verify(text, signed, secret, mode="test").data.description, "kafe é / 😀", "text")
same(webhooks.verify(body, signed, ["whsec_new", secret], mode="test").data.transaction_id, "915840412345678", "the old secret next to the new one")
refunded = b'{"event":"refund.reversed","timestamp":1795269991,"data":{"refund_id":"order-1","transaction_id":"915840412345678","status":"reversed"}}'
event = webhooks.verify(refunded, webhooks.sign(refunded, secret, mode="test"), secret, mode="test")
assert isinstance(event.data, peye.Refund)
same([event.event, event.data.refund_id, event.data.status], ["refund.reversed", "order-1", "reversed"], "the event of a refund")


def refused(reason, words, raw, headers, **options):
    failure = raised(peye.WebhookSignatureError, lambda: webhooks.verify(raw, headers, secret, **{"mode": "test", **options}))
    same(failure.reason, reason, failure.message)
    same(words in failure.message, True, f"{words} in: {failure.message}")


parsed = json.loads(body)
refused("missing_header", "proxy", body, {})
refused("missing_header", "proxy", body, {"X-Gateway-Signature": ""})
refused("missing_header", "in front of your server removes it", body, {"HTTP_X_GATEWAY_EVENT": "payment.success"})
refused("bad_signature", "secret", body, {"X-Gateway-Signature": "0" * 64})
refused("bad_signature", "secret", body, {"X-Gateway-Signature": signature.upper()})
refused("bad_signature", "secret", body, {"X-Gateway-Signature": "é" + signature[1:]})
refused("bad_signature", "secret", body.replace(b"500.00", b"5000.00"), signed)
refused("bad_signature", "secret", body, webhooks.sign(body, "whsec_another", mode="test"))
refused("body_was_changed", "request.get_data()", parsed, signed)
refused("body_was_changed", "request.get_data()", json.dumps(parsed).encode(), signed)
refused("body_was_changed", "request.get_data()", json.dumps(parsed, indent=2).encode(), signed)
refused("body_was_changed", "request.get_data()", body + b"\n", signed)
refused("body_was_changed", "empty", b"", signed)
refused("body_was_changed", "cannot be encoded as bytes", "\ud800", signed)
deep = b"[" * 100_000 + b"]" * 100_000
refused("bad_signature", "secret", deep, signed)
deep_signature = hmac.new(secret.encode(), deep, hashlib.sha256).hexdigest()
refused("bad_signature", "not an event", deep, {"X-Gateway-Signature": deep_signature, "X-Gateway-Mode": "test"})
refused("wrong_mode", "expects events of test payments", body, {**signed, "X-Gateway-Mode": "live"})
refused("wrong_mode", "expects events of live payments", body, signed, mode="live")
refused("missing_header", "X-Gateway-Mode is missing", body, {key: value for key, value in signed.items() if key != "X-Gateway-Mode"})
refused("too_large", "more than 1048576 bytes", b" " * 1_048_577, signed)
same(webhooks.verify(body, webhooks.sign(body, secret, mode="live"), secret, mode="live").event, "payment.success", "a live event")
for mode in ("", "Live", None):
    raised(wrong, lambda: webhooks.verify(body, signed, secret, mode=mode))  # type: ignore[arg-type]
    raised(wrong, lambda: webhooks.sign(body, secret, mode=mode))  # type: ignore[arg-type]
refused("too_old", "compare your clock", body, signed, tolerance_seconds=300, now=1795269991 + 301)
refused("too_old", "compare your clock", body, signed, tolerance_seconds=300, now=1795269991 - 301)
same(webhooks.verify(body, signed, secret, mode="test", tolerance_seconds=300, now=1795269991 + 300).event, "payment.success", "tolerance")
same(webhooks.verify(body, signed, secret, mode="test", now=1795269991 + 3 * 86400).event, "payment.success", "a retry after days")
other = b'{"event":"test","timestamp":1,"data":{"transaction_id":"0"}}'
same(webhooks.verify(other, webhooks.sign(other, secret, mode="test"), secret, mode="test").event, "test", "an event that is not known")
for none in ("", "secret", None, [], f" {secret}", f"{secret}\n"):
    raised(wrong, lambda: webhooks.verify(body, signed, none, mode="test"))  # type: ignore[arg-type]


def answering(status, answer):
    return peye.Peye(**good, timeout_ms=800, lookup_wait_ms=0, transport=lambda request: peye.Response(status, {}, answer))


# Responses of a broken gateway or of a proxy, and wrong arguments of a caller.
for seconds in ("1" + "0" * 400, "-5", "9" * 30):
    said = f'{{"success":false,"error":"internal_error","message":"Away.","retry_after":{seconds}}}'.encode()
    same(raised(peye.errors.InternalError, answering(500, said).health).retry_after, None, f"retry_after of {seconds[:9]}")
unlooked = raised(peye.LostResponseError, lambda: answering(500, b"").payments.create(
    amount="5", currency="HTG", payment_method="moncash", customer_name="Marie", reference=1042))  # type: ignore[arg-type]
same(unlooked.found, None, "a reference that is no text is not looked up")
raised(wrong, lambda: answering(500, b"").payments.retrieve(915840412345678))  # type: ignore[arg-type]

# A response that says success, but has no payment, or is too large.
unexpected = peye.UnexpectedResponseError
empty = answering(200, b'{"success":true}')
for call in (
    lambda: empty.payments.retrieve("1"),
    lambda: empty.payments.find_by_reference("1"),
    empty.payments.list,
    empty.events.list,
    lambda: empty.test_helpers.complete("1"),
):
    raised(unexpected, call)


def large(length):
    return b'{"success":true,"service":"peye","data":[],"more":"' + b"x" * length + b'"}'


same("more than 1048576 bytes" in raised(unexpected, answering(200, large(1_048_576)).health).message, True, "too large")
same(answering(200, large(7 * 1_048_576)).payments.list().data, [], "a page may be larger")
raised(unexpected, answering(200, large(8 * 1_048_576)).payments.list)
invalid = b'{"success":false,"error":"validation_error","message":"The given data was invalid","errors":{"amount":["The amount field is required."]}}'
named = raised(peye.errors.ValidationError, answering(422, invalid).health)
same(named.message, "The given data was invalid. The amount field is required.", "a message names the fields")

seen = []
shown = peye.Peye(**good, transport=lambda request: seen.append(request) or peye.Response(200, {}, b'{"success":true}'))
shown.health()
same([good["api_key"] in repr(each) for each in (shown, *seen)], [False, False], "no key in what a log shows")

# Resolving the name, connecting to its addresses and TLS share one time limit.
def timed(name, address, resolve, scheme="http"):
    resolver = socket.getaddrinfo
    socket.getaddrinfo = resolve
    request = peye.Request("GET", f"{scheme}://{address[0]}:{address[1]}/", {}, None, 600, 1024)
    started = time.monotonic()
    try:
        failure = raised(peye.TimeoutError, lambda: send(request))
    finally:
        socket.getaddrinfo = resolver
    same(time.monotonic() - started < 1.0, True, f"{name}: within its time, not {time.monotonic() - started:.1f} s")
    same(failure.sent, "nothing", f"{name}: nothing was sent")


full = socket.create_server(("127.0.0.1", 0), backlog=0)
here = full.getsockname()
waiting = []
for _ in range(3):
    waiting.append(socket.socket())
    waiting[-1].setblocking(False)
    waiting[-1].connect_ex(here)
entry = (socket.AF_INET, socket.SOCK_STREAM, 6, "", here)
timed("a name that is never found", here, lambda *_: time.sleep(3) or [entry])
timed("two addresses that do not respond", here, lambda *_: [entry, entry])
silent = socket.create_server(("127.0.0.1", 0))
at = silent.getsockname()
timed("a server that says nothing to TLS", at, lambda *_: [(*entry[:4], at), (*entry[:4], at)], "https")

finish()
