"""Looks up what came of a creation whose answer was lost."""

from __future__ import annotations

import time
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import List, Optional

from . import errors
from ._caller import Answer, Caller, segment
from ._models import Payment

#: After this time the gateway has made the payment, or never will: see docs/retrying.md.
CERTAIN_AFTER_MS = 10_000
FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 2.0
LOOK_TIMEOUT_MS = 5_000
LAST_LOOK_RETRIES = 2
#: The gateway's clock is told in whole seconds, and its nodes may differ a little.
CLOCK_SLACK_S = 2.0


def explain(
    caller: Caller, started: float, reference: Optional[str], failure: errors.PeyeError, wait_ms: int
) -> errors.LostResponseError:
    """The error that tells what was found. `started` is when the creation began, by time.monotonic()."""
    lost = f"The answer to the creation of a payment was lost: {failure.message.rstrip('.')}. "
    if not isinstance(reference, str) or not reference:
        hint = (
            "It had no reference, so it cannot be looked up: compare with payments.list() before you create another. "
            "Give each creation a reference."
        )
        return errors.LostResponseError(lost + hint, None, None, failure)
    found = _look_up(caller, started, reference, wait_ms)
    return errors.LostResponseError(lost + _advice(reference, found, wait_ms), reference, found, failure)


def _look_up(caller: Caller, started: float, reference: str, wait_ms: int) -> Optional[List[Payment]]:
    end = time.monotonic() + wait_ms / 1000
    pause = FIRST_PAUSE_S
    while True:
        # A look that begins earlier proves nothing when it finds none.
        is_last = time.monotonic() >= end
        try:
            found = _look(caller, started, reference, LAST_LOOK_RETRIES if is_last else 0)
            if found or is_last:
                return found
        except errors.PeyeError as failure:
            is_final = isinstance(failure, errors.ApiError) and failure.status in (401, 403)
            if is_last or is_final:
                return None
        time.sleep(max(0.001, min(pause, end - time.monotonic())))
        pause = min(2 * pause, LONGEST_PAUSE_S)


def _look(caller: Caller, started: float, reference: str, retries: int) -> List[Payment]:
    try:
        path = f"/payments/reference/{segment(reference)}"
        answer = caller.read(path, timeout_ms=LOOK_TIMEOUT_MS, retries=retries)
    except errors.TransactionNotFoundError:
        return []
    payment = Payment.read(answer.data())
    return [payment] if _is_new(payment, answer, started) else []


def _is_new(payment: Payment, answer: Answer, started: float) -> bool:
    """Whether it was made since the creation began, by the gateway's own clock: ours may be wrong."""
    try:
        now = parsedate_to_datetime(answer.headers.get("date", "")).timestamp()
        created = datetime.strptime(payment.created_at, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc).timestamp()
    except (TypeError, ValueError):
        return True
    return created > now - (time.monotonic() - started) - CLOCK_SLACK_S


def _advice(reference: str, found: Optional[List[Payment]], wait_ms: int) -> str:
    if found is None:
        return (
            f'Whether the payment was made is not known, because looking up the reference "{reference}" failed too: '
            "call payments.find_by_reference() before you create another."
        )
    if found:
        return (
            f'The payment was made: {found[0].transaction_id} has the reference "{reference}" and is {found[0].status}. Store its id '
            "with your order. Its payment_url was in the lost answer only: if the customer has still to pay, create another, and "
            "count the order as paid when either of the two is."
        )
    if wait_ms < CERTAIN_AFTER_MS:
        return (
            f'No payment has the reference "{reference}" yet. Call payments.find_by_reference() again 10 seconds after the loss: '
            "if there is none then, create it again."
        )
    return f'No payment was made with the reference "{reference}". You can create it again.'
