"""The programs of these tests start with this file: it has checks that end the program."""

from __future__ import annotations

import os
from typing import Any, Callable, Type, TypeVar

import peye

checks = 0
Failure = TypeVar("Failure", bound=peye.PeyeError)


def client(**options: Any) -> peye.Peye:
    return peye.Peye(**{"api_key": os.environ["PEYE_KEY"], "base_url": os.environ["PEYE_URL"], **options})


def same(actual: object, expected: object, what: str) -> None:
    global checks
    if actual != expected or type(actual) is not type(expected):
        raise AssertionError(f"{what}: {actual!r} is not {expected!r}")
    checks += 1


def raised(kind: Type[Failure], call: Callable[[], object]) -> Failure:
    """Returns the error that a call raises. Its class must be exactly this one."""
    global checks
    try:
        call()
    except peye.PeyeError as failure:
        if type(failure) is not kind:
            raise AssertionError(f"{failure!r} in place of {kind}") from failure
        checks += 1
        return failure  # type: ignore[return-value]
    raise AssertionError(f"{kind} was not raised")


def fields(**changes: Any) -> Any:
    return {
        "amount": "500.00",
        "currency": "HTG",
        "payment_method": "moncash",
        "customer_name": "Marie Joseph",
        **changes,
    }


def finish() -> None:
    print(checks, "checks")
