"""`peye.checkout`"""

from __future__ import annotations

from typing import Optional

from ._caller import Caller
from ._models import Website


class Checkout:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def website(self, *, timeout_ms: Optional[int] = None, retries: Optional[int] = None) -> Website:
        """The settings of the website of the key. A program can check its setup with them."""
        return Website.read(self._caller.read("/website", timeout_ms=timeout_ms, retries=retries).data())
