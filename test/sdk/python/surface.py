"""Calls every method of the SDK at a gateway. Settings: PEYE_URL, PEYE_KEY."""

from __future__ import annotations

import os
from datetime import datetime, timedelta, timezone
from decimal import Decimal

from common import client, fields, finish, raised, same
from peye import _transport, amounts, errors

requests = []


def tell(facts):
    requests.append(facts)
    raise RuntimeError("a hook that fails disturbs nothing")


peye = client(on_request=tell, user_agent="shop/2.1")
same(peye.health().service, "peye", "health")
same([requests[0][name] for name in ("method", "status", "attempt", "error")], ["GET", 200, 1, None], "on_request")
same(os.environ["PEYE_KEY"] in repr(requests), False, "the hook does not get the key")
same(os.environ["PEYE_KEY"] in repr(peye), False, "repr does not show the key")
same(client(base_url=os.environ["PEYE_URL"] + "/api/gateway/v1/").health().service, "peye", "a base_url with the API's path")

# A creation with all optional fields.
metadata = {"cart": 88, "note": 'Jòj "é" 😀 </script>', "list": [1, 2.5], "big": "12345678901234567890"}
reference = "òd / 1042?#%."
created = peye.payments.create(
    **fields(
        amount="74999.80",
        reference=reference,
        customer_email="marie@example.com",
        customer_phone="+509 37 00 0001",
        description="De sache kafe",
        metadata=metadata,
    )
)
same(created.amount, "74999.80", "amount")
same(created.status, "processing", "status")
same((created.payment_url or "").startswith(os.environ["PEYE_URL"]), True, "payment_url")
same(created.conversion, None, "no conversion")
payment = peye.payments.retrieve(created.transaction_id)
same([payment.reference, payment.description, payment.metadata], [reference, "De sache kafe", metadata], "the sent fields")
customer = payment.customer
same([customer.name, customer.email, customer.phone], ["Marie Joseph", "marie@example.com", "+509 37 00 0001"], "customer")
same(peye.payments.find_by_reference(reference), [payment], "by its reference")
same(peye.payments.find_by_reference("none"), [], "an unknown reference")
for odd in (".", "..", "a/../b"):
    transaction_id = peye.payments.create(**fields(reference=odd)).transaction_id
    same(peye.payments.find_by_reference(odd)[0].transaction_id, transaction_id, f"the reference {odd}")
for amount, shown in ((500, "500.00"), ("500", "500.00"), ("500.5", "500.50"), (500.5, "500.50"), (Decimal("20.10"), "20.10")):
    same(peye.payments.create(**fields(amount=amount)).amount, shown, f"the amount {amount!r}")
same(peye.payments.retrieve(peye.payments.create(**fields(metadata={})).transaction_id).metadata, {}, "metadata without members")

# Methods whose create responses have their own fields.
dollars = peye.payments.create(**fields(amount="10.00", currency="USD"))
same([dollars.amount, dollars.currency], ["1305.00", "HTG"], "dollars are converted")
conversion = dollars.conversion
assert conversion is not None
same(
    [conversion.original_amount, conversion.exchange_rate, conversion.charged_amount],
    [Decimal("10"), Decimal("130.5"), Decimal("1305")],
    "conversion",
)
same(type(peye.payments.create(**fields(payment_method="natcash")).natcash_reference), str, "natcash")
card = peye.payments.create(**fields(payment_method="card", currency="USD", amount="25.00"))
same([card.status, card.payment_url, type(card.client_secret)], ["requires_payment_method", None, str], "card")
again = peye.payments.create(
    **fields(payment_method="lakaypay_card", recurring=True, recurring_interval="monthly", recurring_interval_count=2)
)
same(again.status, "processing", "recurring")

# The test helpers, verify, lists and the feed.
same(peye.test_helpers.complete(created.transaction_id).status, "completed", "complete")
failed = peye.test_helpers.fail(card.transaction_id, "insufficient_balance")
same([failed.status, failed.failure_reason, failed.completed_at], ["failed", "insufficient_balance", None], "fail")
same(peye.test_helpers.fail(dollars.transaction_id).failure_reason, "declined", "fail without a reason")
verified = peye.payments.verify(created.transaction_id)
same([verified.transaction_id, verified.status], [created.transaction_id, "completed"], "verify")
everything = list(peye.payments.iterate(per_page=2))
page = peye.payments.list(per_page=100)
same(everything, page.data, "all, page by page")
same([len(everything), page.pagination.last_page], [page.pagination.total, 1], "pagination")
same(peye.payments.list(per_page=1, page=2).data, everything[1:2], "page")
today = datetime.now(timezone.utc)
days = {"from_date": f"{today - timedelta(1):%Y-%m-%d}", "to_date": f"{today + timedelta(1):%Y-%m-%d}"}
same(len(peye.payments.list(status="completed", payment_method="moncash", **days).data), 1, "filters")
same(len(list(peye.payments.iterate(status="failed"))), 2, "a filter over all")
kinds = [(event.event, event.data.status) for event in peye.events.iterate(limit=1)]
same(kinds, [("payment.success", "completed"), ("payment.failed", "failed"), ("payment.failed", "failed")], "the feed")
feed = peye.events.list(limit=2)
same([feed.has_more, feed.events_removed, len(feed.data)], [True, False, 2], "a page of the feed")
same(peye.events.list(after=feed.next_cursor).data[0].data.transaction_id, dollars.transaction_id, "after a cursor")
rate = peye.exchange_rate.retrieve()
same(
    [rate.rate, rate.conversion, rate.card_minimum.htg, rate.card_minimum.usd],
    [Decimal("130.5"), None, Decimal("65.25"), Decimal("0.5")],
    "exchange rate",
)
converted = peye.exchange_rate.retrieve(amount="1000").conversion
assert converted is not None
same(converted.amount_usd, Decimal("7.66"), "an amount in dollars")
same(amounts.equal(rate.card_minimum.usd, "0.50"), True, "decimals are amounts")

website = peye.checkout.website()
same((website.mode, website.methods, website.return_url), ("test", ["moncash", "natcash", "lakaypay_card", "card"], "https://shop.example/thanks"), "the website")

session = peye.checkout.sessions.create(
    amount="250.00", currency="HTG", reference="òd", metadata={"cart": 88}, methods=["natcash", "moncash"]
)
same(
    (session.status, session.amount, session.methods, session.metadata, session.payments),
    ("open", "250.00", ["moncash", "natcash"], {"cart": 88}, []),
    "a session",
)
same(peye.checkout.sessions.retrieve(session.session_id), session, "read a session")
same(peye.checkout.sessions.cancel(session.session_id).status, "cancelled", "cancel a session")
raised(errors.InvalidArgumentError, lambda: peye.checkout.sessions.retrieve("a/b"))
raised(errors.NotFoundError, lambda: peye.checkout.sessions.retrieve("cos_none"))

# Refunds. The responses to the first two requests for one are lost.
lost = []


def lossy(request):
    response = _transport.send(request)
    lost.append(request.method)
    if len(lost) < 3:
        raise ConnectionError("lost")
    return response


part: dict = {"transaction_id": created.transaction_id, "amount": "120.50", "reason": "òd"}
refund = client(transport=lossy).refunds.create("one", **part)
same([lost, refund.amount, refund.reason, refund.status, refund.ended_at], [["PUT"] * 3, "120.50", "òd", "manual", None], "a refund")
same(peye.refunds.create("one", **part), refund, "the same request")
same(peye.refunds.retrieve("one"), refund, "read")
same(peye.refunds.create("two", transaction_id=created.transaction_id).amount, "74879.30", "the rest")
mine = peye.refunds.iterate(transaction_id=created.transaction_id, status="manual", per_page=1)
same([each.refund_id for each in mine], ["two", "one"], "all refunds, page by page")
refunds = peye.refunds.list(per_page=1)
same([len(refunds.data), isinstance(refunds.next_cursor, str)], [1, True], "a page of refunds")
same(peye.refunds.list(per_page=1, cursor=refunds.next_cursor).data[0].refund_id, "one", "the next page of refunds")
for error, name, given in (
    (errors.RefundConflictError, "one", {**part, "amount": "1"}),
    (errors.RefundExceedsPaymentError, "three", part),
    (errors.PaymentNotCompletedError, "three", {"transaction_id": dollars.transaction_id}),
    (errors.InvalidArgumentError, "a/b", part),
):
    raised(error, lambda: peye.refunds.create(name, **given))
raised(errors.RefundNotFoundError, lambda: peye.refunds.retrieve("none"))

# Disputes: test payments have none.
same(peye.disputes.list(transaction_id=created.transaction_id, status="opened").data, [], "no disputes")
urls = []


def paged(request):
    urls.append(request.url.partition("/api/")[2])
    is_last = len(urls) == 2
    item = b'{"dispute_id":"dsp_1","status":"opened"}' if is_last else b'{"dispute_id":"dsp_2","status":"opened"}'
    cursor = b"null" if is_last else b'"dsp_2"'
    return _transport.Response(200, {}, b'{"success":true,"data":[' + item + b'],"next_cursor":' + cursor + b"}")


disputes = client(transport=paged).disputes.iterate(status="opened")
same([each.dispute_id for each in disputes], ["dsp_2", "dsp_1"], "all disputes, page by page")
page = "refunds/v1/disputes?status=opened&per_page=100&cursor="
same(urls, [page, f"{page}dsp_2"], "the pages of disputes")

finish()
