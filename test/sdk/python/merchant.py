"""The program of a merchant, for mypy: `type: ignore` marks what it must report, and an unneeded one is an error too."""

from __future__ import annotations

import os
from typing import List, Mapping, Optional

import peye

client = peye.Peye(api_key=os.environ["PEYE_KEY"], base_url="https://pay.example.ht")


def pay(order: str) -> Optional[str]:
    try:
        payment = client.payments.create(
            amount="500.00", currency="HTG", payment_method="moncash", customer_name="Marie Joseph", reference=order
        )
    except peye.LostResponseError as lost:
        return lost.found[0].transaction_id if lost.found else None
    except peye.errors.AmountTooLowError as low:
        return low.message
    return payment.payment_url


def completed() -> List[str]:
    return [payment.transaction_id for payment in client.payments.iterate(status="completed")]


def refunded(name: str, transaction_id: str) -> bool:
    refund = client.refunds.create(name, transaction_id=transaction_id, amount="250.00")
    return refund.status == "succeeded"


def choose(order: str) -> str:
    return client.checkout.sessions.create(amount="500.00", currency="HTG", reference=order).url


def receive(body: bytes, headers: Mapping[str, str]) -> str:
    event = peye.webhooks.verify(body, headers, os.environ["PEYE_WEBHOOK_SECRET"], mode="live")
    return event.data.transaction_id if isinstance(event.data, peye.Payment) else event.data.refund_id


def mistakes() -> None:
    client.payments.create(amount="5", currency="EUR", payment_method="moncash", customer_name="Marie")  # type: ignore[arg-type]
    client.payments.create(amount="5", currency="HTG", payment_method="cash", customer_name="Marie")  # type: ignore[arg-type]
    client.payments.create(amount="5", currency="HTG", payment_method="card", customer_name="Marie", referense="a")  # type: ignore[call-arg]
    client.payments.list(status="paid")  # type: ignore[arg-type]
    peye.webhooks.verify(b"", {}, "whsec_a")  # type: ignore[call-arg]
