"""Checks every failure at a stub of the gateway. Settings: PEYE_URL, PEYE_KEY, and the codes with their statuses in CODES."""

from __future__ import annotations

import json
import os
import re
import resource
import time

from common import client, fields, finish, raised, same

import peye
from peye import errors

requests = 0


def count(_facts):
    global requests
    requests += 1


stub = client(on_request=count, timeout_ms=5000)
payments = stub.payments


def within(ms, wanted, call, what):
    """Checks how many requests a call makes, and that it ends within this many milliseconds."""
    global requests
    requests = 0
    began = time.monotonic()
    call()
    took = int(1000 * (time.monotonic() - began))
    same(requests, wanted, f"requests of {what}")
    same(took <= ms, True, f"{what} took {took} ms")


# Each error code has its own class, and the request is not repeated.
for code, status in json.loads(os.environ["CODES"]).items():
    name = "".join(word.capitalize() for word in re.sub("_error$", "", code).split("_")) + "Error"
    failure = raised(getattr(errors, name), lambda: payments.retrieve(code, retries=0))
    same([failure.code, failure.status, failure.request_id], [code, status, "req_stub"], code)
    same(failure.retry_after, 42 if status == 429 else None, f"retry_after of {code}")
    same(failure.errors, {"amount": ["Wrong.", "Twice."]} if code == "validation_error" else {}, f"errors of {code}")
    same(failure.message != "", True, f"the message of {code}")
same(raised(errors.ApiError, lambda: payments.retrieve("later")).code, "brand_new_code", "a code of a later version")
for script, words in {"proxy": "Bad Gateway", "firewall": "Blocked", "moved": "https://elsewhere.example/", "captive": "Wi-Fi"}.items():
    failure = raised(errors.UnexpectedResponseError, lambda: payments.retrieve(script, retries=0))
    same(words in failure.message, True, failure.message)
same(raised(peye.ConnectionError, lambda: payments.retrieve("cut", retries=0)).sent, "unknown", "cut")

# Reads and verifies are repeated, other requests are not.
within(4500, 3, lambda: same(payments.retrieve("flaky").status, "completed", "flaky"), "flaky")
within(4500, 2, lambda: same(payments.retrieve("cut-once").status, "completed", "cut-once"), "cut-once")
within(4500, 3, lambda: same(payments.verify("flaky").status, "completed", "verify"), "a verify")
began = time.monotonic()
within(4500, 2, lambda: payments.retrieve("soon-again"), "soon-again")
same(time.monotonic() - began >= 1, True, "Retry-After is kept")
within(3000, 1, lambda: raised(errors.RateLimitExceededError, lambda: payments.retrieve("much-later")), "a wait that is too long")
within(4500, 4, lambda: raised(errors.InternalError, lambda: payments.retrieve("internal_error")), "what stays broken")
within(3000, 1, lambda: raised(errors.TooManyAttemptsError, lambda: payments.retrieve("too_many_attempts")), "an invalid key")
within(3000, 2, lambda: raised(peye.ConnectionError, lambda: payments.retrieve("reset", retries=1)), "retries of a call")
for script in ("hang", "drip-headers", "drip-body"):
    within(3000, 1, lambda: raised(peye.TimeoutError, lambda: payments.retrieve(script, timeout_ms=500)), script)
within(3000, 1, lambda: raised(errors.InternalError, lambda: stub.test_helpers.complete("internal_error")), "a test helper")

# Nothing was sent.
nobody = client(base_url="http://127.0.0.1:1", timeout_ms=2000, retries=0)
same(raised(peye.ConnectionError, nobody.health).sent, "nothing", "nobody listens")
refused = raised(peye.ConnectionError, lambda: nobody.payments.create(**fields(reference="r")))
same(refused.sent, "nothing", "nobody listens to a creation")


def create(script, reference, wait_ms=900):
    return lambda: payments.create(
        **fields(customer_name=script, reference=reference),
        timeout_ms=700 if script in ("hang", "drip-body") else 5000,
        lookup_wait_ms=wait_ms,
    )


def lost(script, reference, wait_ms=900):
    return raised(peye.LostResponseError, create(script, reference, wait_ms))


# A creation is sent once, whatever happens.
for script, kind in {
    "service_unavailable": errors.ServiceUnavailableError,
    "rate_limit_exceeded": errors.RateLimitExceededError,
    "validation_error": errors.ValidationError,
    "payment_processing_failed": errors.PaymentProcessingFailedError,
    "firewall": errors.UnexpectedResponseError,
}.items():
    within(3000, 1, lambda: raised(kind, create(script, "made-now")), f"a creation with {script}")
for script in ("reset", "cut", "hang", "drip-body", "internal_error", "proxy", "captive"):
    failure = lost(script, "made-now", 8000)
    same([failure.reference, [each.status for each in failure.found]], ["made-now", ["processing"]], script)
    same("The payment was created" in failure.message, True, failure.message)
    same(isinstance(failure.__cause__, peye.PeyeError), True, "the failure itself")
same(lost("reset", "made-long-ago").found, None, "an older payment proves nothing at once")
same(lost("reset", "never").found, None, "no payment yet")
same(lost("reset", "internal_error").found, None, "the lookup fails")
same(lost("reset", None).found, None, "without a reference")

# Iterations wait for the rate limit, longer than the time limit of a call, but not for ever. They read 100 a page.
impatient = client(timeout_ms=500)
began = time.monotonic()
same(len(list(impatient.payments.iterate(status="completed"))), 2, "two pages")
same(len(list(impatient.events.iterate())), 0, "two pages of events")
same(time.monotonic() - began >= 8, True, "four waits")
raised(errors.RateLimitExceededError, lambda: list(impatient.payments.iterate(status="failed")))
raised(errors.RateLimitExceededError, lambda: impatient.payments.list(status="failed"))

# An endless body is not read for ever. The largest memory is that of the process that started this one, if that was larger.
inherited = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
raised(errors.UnexpectedResponseError, lambda: payments.retrieve("endless", retries=0, timeout_ms=60_000))
same(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss <= max(inherited, 128 * 1024), True, "memory")
raised(errors.UnexpectedResponseError, lambda: payments.retrieve("large", retries=0))

# A base URL with https, at a server without TLS, is reported at once.
no_tls = client(base_url=os.environ["PEYE_URL"].replace("http:", "https:"))
for call in (no_tls.health, lambda: no_tls.payments.create(**fields(reference="r"))):
    tls = raised(peye.TlsError, call)
    same([tls.sent, "does not use TLS" in tls.message], ["nothing", True], tls.message)

# Another transport.
asked = []


def other(request):
    asked.append(request)
    return peye.Response(200, {"X-Request-ID": "req_1"}, b'{"success":true,"service":"peye","version":"9","timestamp":"t"}')


same(client(transport=other).health(timeout_ms=1234).version, "9", "a transport")
same([asked[0].method, asked[0].body, asked[0].timeout_ms <= 1234], ["GET", None, True], "the request that the transport gets")


def broken(request):
    raise RuntimeError("of another library")


same(raised(peye.ConnectionError, client(transport=broken, retries=0).health).sent, "unknown", "a transport that raises")

finish()
