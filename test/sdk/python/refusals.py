"""Checks the refusals of a real gateway. Settings: PEYE_URL, and the keys PEYE_KEY, LIVE_KEY, DEAD_KEY, DEAD_WEBSITE_KEY.

The gateway allows two verifications of a payment in a minute, and three invalid keys in an hour.
"""

from __future__ import annotations

import os
from dataclasses import replace

from common import client, fields, finish, raised, same

from peye import errors
from peye._transport import send


def changing(change):
    """A client whose requests are changed on their way."""
    return client(retries=0, transport=lambda request: send(change(request)))


def with_headers(request, **headers):
    named = {**request.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return replace(request, headers={name: value for name, value in named.items() if value is not None})


peye = client()
live = client(api_key=os.environ["LIVE_KEY"])
unknown = client(api_key="tk_test_" + "a" * 32)
paid = peye.payments.create(**fields()).transaction_id
peye.test_helpers.complete(paid)


def verify_too_often():
    for _ in range(3):
        peye.payments.verify(paid, retries=0)


def try_until_it_is_enough():
    for _ in range(9):
        try:
            unknown.health()
        except errors.InvalidApiKeyError:
            pass


for kind, call in (
    (errors.AmountTooLowError, lambda: peye.payments.create(**fields(payment_method="natcash", amount="19.99"))),
    (errors.AmountTooHighError, lambda: peye.payments.create(**fields(amount="75000.01"))),
    (errors.PaymentMethodNotAvailableError, lambda: live.payments.create(**fields())),
    (errors.PaymentMethodNotApprovedError, lambda: live.payments.create(**fields(payment_method="card"))),
    (errors.ValidationError, lambda: peye.payments.create(**fields(amount="5.001"))),
    (errors.PayloadTooLargeError, lambda: peye.payments.create(**fields(metadata={"a": "a" * 70000}))),
    (errors.ActionNotAllowedError, lambda: live.test_helpers.complete(paid)),
    (errors.EventsTestOnlyError, lambda: live.events.list()),
    (errors.TransactionNotFoundError, lambda: peye.payments.retrieve("915840412345678")),
    (errors.TransactionNotFoundError, lambda: peye.payments.verify("no/such?id")),
    (errors.PaymentAlreadyFinalError, lambda: peye.test_helpers.fail(paid)),
    (errors.InvalidCursorError, lambda: peye.events.list(after="nonsense")),
    (errors.InvalidCursorError, lambda: peye.payments.list(cursor="nonsense")),
    (errors.ValidationError, lambda: list(peye.payments.iterate(from_date="yesterday"))),
    (errors.ValidationError, lambda: peye.exchange_rate.retrieve(amount="9999999999999")),
    (errors.ApiKeyInactiveError, lambda: client(api_key=os.environ["DEAD_KEY"]).health()),
    (errors.WebsiteInactiveError, lambda: client(api_key=os.environ["DEAD_WEBSITE_KEY"]).health()),
    (errors.RequestHeaderFieldsTooLargeError, lambda: client(user_agent="a" * 20000).health()),
    (errors.MissingApiKeyError, lambda: changing(lambda sent: with_headers(sent, X_Api_Key=None)).health()),
    (errors.NotFoundError, lambda: changing(lambda sent: replace(sent, url=sent.url + "/nowhere")).health()),
    (errors.MethodNotAllowedError, lambda: changing(lambda sent: replace(sent, method="DELETE")).health()),
    (errors.NotImplementedError, lambda: changing(lambda sent: replace(sent, method="FOO")).health()),
    (
        errors.UnsupportedMediaTypeError,
        lambda: changing(lambda sent: with_headers(sent, Content_Type="text/plain")).payments.create(**fields()),
    ),
    (errors.RateLimitExceededError, verify_too_often),
    (errors.InvalidApiKeyError, unknown.health),
    (errors.TooManyAttemptsError, try_until_it_is_enough),
):
    failure = raised(kind, call)
    same((failure.request_id or "").startswith("req_"), True, f"the id of the request of {kind}")
    same(failure.retry_after is not None, failure.status == 429, f"retry_after of {kind}")
finish()
