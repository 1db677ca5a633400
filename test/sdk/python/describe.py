"""Prints the requests that the SDK sends and the names that it knows, to be compared with the OpenAPI document."""

from __future__ import annotations

import dataclasses
import inspect
import json
from urllib.parse import parse_qs, urlsplit

import peye

OPTIONS = {"timeout_ms", "lookup_wait_ms", "retries"}
sent = []


def record(request):
    url = urlsplit(request.url)
    path = url.path.replace("/api/gateway/v1", "").replace("/api/refunds/v1", "").replace("/api/checkout/v1", "")
    call = f"{request.method} {path}"
    body = json.loads(request.body or b"{}")
    sent.append({"call": call, "query": list(parse_qs(url.query, keep_blank_values=True)), "body": list(body)})
    is_page = call in ("GET /payments", "GET /events", "GET /refunds", "GET /disputes")
    one = b'{"success":true,"transaction_id":"1","data":{"transaction_id":"1","refund_id":"1","session_id":"1"}}'
    return peye.Response(200, {}, b'{"success":true,"data":[]}' if is_page else one)


def call(method):
    """Calls a method with all of its parameters."""
    method(**{name: "1" for name in inspect.signature(method).parameters if name not in OPTIONS})


client = peye.Peye(api_key="tk_test_" + "a" * 32, base_url="http://127.0.0.1:1", transport=record)
call(client.payments.create)
call(client.payments.list)
client.payments.retrieve("TRANSACTION_ID")
client.payments.find_by_reference("REFERENCE")
client.payments.verify("TRANSACTION_ID")
call(client.events.list)
call(client.exchange_rate.retrieve)
client.test_helpers.complete("TRANSACTION_ID")
client.test_helpers.fail("TRANSACTION_ID", "declined")
client.refunds.create("REFUND_ID", transaction_id="1", amount="1", reason="1")
client.refunds.retrieve("REFUND_ID")
call(client.refunds.list)
call(client.disputes.list)
client.checkout.website()
call(client.checkout.sessions.create)
client.checkout.sessions.retrieve("SESSION_ID")
client.checkout.sessions.cancel("SESSION_ID")
client.health()

models = {
    name: [field.name for field in dataclasses.fields(model) if field.name != "raw"]
    for name, model in vars(peye).items()
    if dataclasses.is_dataclass(model) and hasattr(model, "read")
}
print(json.dumps({"sent": sent, "models": models, "codes": list(peye.errors.API_ERRORS), "version": peye.__version__}))
