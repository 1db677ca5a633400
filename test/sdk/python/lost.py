"""Creates a payment for each of REFERENCES at a stub that loses the response as FAULT says.

Prints the SDK's result for each as a line of JSON. Settings: TIMEOUT_MS, LOOKUP_WAIT_MS.
"""

from __future__ import annotations

import json
import os
import time

from common import client, fields

import peye

waits = {"timeout_ms": int(os.environ["TIMEOUT_MS"]), "lookup_wait_ms": int(os.environ["LOOKUP_WAIT_MS"])}
gateway = client(**waits)
for reference in json.loads(os.environ["REFERENCES"]):
    started = time.monotonic()
    try:
        gateway.payments.create(**fields(reference=reference, customer_name=os.environ["FAULT"]))
        outcome, message = "created", ""
    except peye.LostResponseError as lost:
        outcome, message = "unknown" if lost.found is None else "found" if lost.found else "none", lost.message
    ms = int(1000 * (time.monotonic() - started))
    print(json.dumps({"reference": reference, "outcome": outcome, "ms": ms, "message": message}))
