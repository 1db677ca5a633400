"""Looks up the payment of a create request whose response was lost."""

from __future__ import annotations

import re
import time
from datetime import datetime, timezone
from typing import List, Optional, Union

from . import errors
from ._caller import Caller, segment
from ._models import Payment

#: When the payment is looked up after the loss, within lookup_wait_ms. The later times are for lookups that failed.
LOOKS_AT_S = (0.0, 1.0, 3.0, 6.0, 10.0, 12.0, 14.0)
LOOK_TIMEOUT_MS = 5_000
#: After this time the gateway has created the payment, or never will: see docs/retrying.md.
CERTAIN_AFTER_S = 10.0
#: How much the clocks of two nodes, and two counters of time within a call, may differ together.
CLOCK_SLACK_S = 2.0
#: A payment this much older than the call was not created by it, even if the gateway's clock was set in the meantime.
CERTAINLY_OLDER_S = 3600.0

#: The result of a lookup: the payments that were found, the id of a payment that this call may or may not have created, or None.
Look = Union[List[Payment], str, None]


def explain(
    caller: Caller, started: float, reference: Optional[str], failure: errors.PeyeError, wait_ms: int
) -> errors.LostResponseError:
    """The error that says what was found. `started` is when the create request started, by time.monotonic()."""
    lost = f"The response to the create request was lost: {failure.message.rstrip('.')}. "
    if not isinstance(reference, str) or not reference:
        hint = (
            "The request had no reference, so its payment cannot be looked up: search payments.list() before you create another. "
            "Pass a reference with each request."
        )
        return errors.LostResponseError(lost + hint, None, None, failure)
    looked = _look_up(caller, started, reference, wait_ms / 1000)
    found = looked if isinstance(looked, list) else None
    return errors.LostResponseError(lost + _advice(reference, looked), reference, found, failure)


def _look_up(caller: Caller, started: float, reference: str, wait_s: float) -> Look:
    """Looks up the payment until it is found, is certainly absent, or the time is over. None when nothing is known by then."""
    lost = time.monotonic()
    last: Look = None
    for at_s in LOOKS_AT_S:
        if at_s >= wait_s:
            break
        # The previous lookup lasted until after this time.
        if at_s > 0 and time.monotonic() - lost > at_s:
            continue
        time.sleep(max(0.0, lost + at_s - time.monotonic()))
        since_s = time.monotonic() - lost
        is_certain = since_s >= CERTAIN_AFTER_S
        timeout_ms = max(1, min(LOOK_TIMEOUT_MS, int((wait_s - since_s) * 1000)))
        try:
            last = _look(caller, started, reference, timeout_ms)
        except errors.PeyeError as failure:
            # The key was deactivated: the next lookup would fail in the same way.
            if isinstance(failure, errors.ApiError) and failure.status in (401, 403):
                break
            continue
        if is_certain or (isinstance(last, list) and last):
            return last
    # An empty result is not certain yet: the payment may still appear.
    return last if isinstance(last, str) else None


def _look(caller: Caller, started: float, reference: str, timeout_ms: int) -> Look:
    try:
        answer = caller.read(f"/payments/reference/{segment(reference)}", timeout_ms=timeout_ms)
    except errors.TransactionNotFoundError:
        return []
    payment = answer.payment()
    older_by = _older_by_s(payment, answer.headers.get("x-gateway-time", ""), started)
    if older_by is not None and older_by <= CLOCK_SLACK_S:
        return [payment]
    return [] if older_by is not None and older_by > CERTAINLY_OLDER_S else payment.transaction_id


def _older_by_s(payment: Payment, gateway_time: str, started: float) -> Optional[float]:
    """How long before the start of this call a payment was created.

    Only times of the gateway are compared, created_at with X-Gateway-Time: neither this machine's clock nor the Date of a proxy is read.
    None when the gateway's time is missing.
    """
    now, created = _read_s(gateway_time), _read_s(payment.created_at)
    return None if now is None or created is None else now - created - (time.monotonic() - started)


def _read_s(text: str) -> Optional[float]:
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{1,6}Z", text):
        return None
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc).timestamp()
    except ValueError:
        return None


def _advice(reference: str, looked: Look) -> str:
    later = "at least 10 seconds after the loss, before you create another."
    if looked is None:
        return (
            f'It is not known yet whether a payment with the reference "{reference}" exists: call payments.find_by_reference(), {later}'
        )
    if isinstance(looked, str):
        return (
            f'The newest payment with the reference "{reference}" is {looked}. It is not known whether this call created that payment: it '
            f"did unless your order already has that transaction_id. Call payments.find_by_reference(), {later}"
        )
    if looked:
        return (
            f'The payment was created: {looked[0].transaction_id} has the reference "{reference}" and is {looked[0].status}. Store its id '
            "with your order. Its payment_url is lost: if the customer still has to pay, create another payment, and "
            "count the order as paid when either payment completes."
        )
    return f'This call created no payment with the reference "{reference}". You can create it again.'
