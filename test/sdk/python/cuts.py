"""Creates payments through a proxy and prints the SDK's result for each as a line of JSON.

Settings: FROM, TO, TIMEOUT_MS, LOOKUP_WAIT_MS.
"""

from __future__ import annotations

import json
import os

from common import client, fields

import peye

waits = {"timeout_ms": int(os.environ["TIMEOUT_MS"]), "lookup_wait_ms": int(os.environ["LOOKUP_WAIT_MS"])}
gateway = client(**waits)


def create(reference):
    try:
        return {"outcome": "created", "ids": [gateway.payments.create(**fields(reference=reference)).transaction_id]}
    except peye.LostResponseError as lost:
        ids = [each.transaction_id for each in lost.found or []]
        return {"outcome": "unknown" if lost.found is None else "found" if ids else "none", "ids": ids}
    except peye.ConnectionError as failure:
        return {"outcome": "refused" if failure.sent == "nothing" else "broken", "ids": [], "why": failure.message}


for number in range(int(os.environ["FROM"]), int(os.environ["TO"])):
    print(json.dumps({"reference": f"order-{number}", **create(f"order-{number}")}))
