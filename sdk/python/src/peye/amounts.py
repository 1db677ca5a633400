"""Amounts as in the API: decimal strings such as "500.00", without floating point.

Minor units are hundredths: centimes of a gourde, cents of a dollar.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Union

from .errors import InvalidArgumentError

#: The accepted types of an amount. A float must be a number of hundredths.
Amount = Union[str, int, Decimal, float]

_DECIMAL = re.compile(r"(0|[1-9][0-9]*)(?:\.([0-9]+))?")


def to_minor(amount: Union[str, int, Decimal]) -> int:
    """`"500.00"` is 50000. Raises InvalidArgumentError for an amount that is not a number, or has more than two decimals."""
    parts = _DECIMAL.fullmatch(_text(amount))
    if parts is None:
        raise _no_decimal(amount)
    hundredths = (parts[2] or "").rstrip("0")
    if len(hundredths) > 2:
        raise InvalidArgumentError(f"The amount {amount} has more than two decimals.")
    return int(parts[1] + hundredths.ljust(2, "0"))


def from_minor(minor: int) -> str:
    """50000 is `"500.00"`."""
    sign = "-" if minor < 0 else ""
    return f"{sign}{abs(minor) // 100}.{abs(minor) % 100:02d}"


def equal(a: Union[str, int, Decimal], b: Union[str, int, Decimal]) -> bool:
    """Whether two amounts are the same: "500" and "500.00" are. Compare the currencies as well."""
    return to_minor(a) == to_minor(b)


def compare(a: Union[str, int, Decimal], b: Union[str, int, Decimal]) -> int:
    """-1 when the first amount is less than the second, 0 when they are equal, 1 when it is more."""
    first, second = to_minor(a), to_minor(b)
    return (first > second) - (first < second)


def literal(amount: Amount) -> str:
    """An amount as a JSON number with exactly its digits."""
    if isinstance(amount, float):
        # Above this limit, a float cannot hold hundredths.
        text = f"{amount:.2f}" if abs(amount) < 1e13 else ""
        if text == "" or float(text) != amount:
            raise _no_decimal(amount)
    else:
        text = _text(amount)
    if _DECIMAL.fullmatch(text) is None:
        raise _no_decimal(amount)
    return text


def _text(amount: object) -> str:
    if isinstance(amount, bool) or not isinstance(amount, (str, int, Decimal)):
        raise _no_decimal(amount)
    return format(amount, "f") if isinstance(amount, Decimal) else str(amount)


def _no_decimal(amount: object) -> InvalidArgumentError:
    return InvalidArgumentError(
        f'{amount!r} is not an amount. Pass a decimal string such as "500.00", without signs or separators.'
    )
