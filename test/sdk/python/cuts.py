"""Creates payments through a proxy that cuts connections, and prints what the SDK says of each. FROM, TO, TIMEOUT_MS, LOOKUP_WAIT_MS."""

from __future__ import annotations

import json
import os

from common import client, fields

import peye

waits = {"timeout_ms": int(os.environ["TIMEOUT_MS"]), "lookup_wait_ms": int(os.environ["LOOKUP_WAIT_MS"])}
gateway = client(**waits)
for number in range(int(os.environ["FROM"]), int(os.environ["TO"])):
    told = {"reference": f"order-{number}"}
    try:
        created = gateway.payments.create(**fields(reference=f"order-{number}"))
        told.update(outcome="created", id=created.transaction_id)
    except peye.LostResponseError as lost:
        told.update(outcome="lost", found=None if lost.found is None else [each.transaction_id for each in lost.found])
    except peye.ConnectionError:
        told.update(outcome="nothing sent")
    print(json.dumps(told))
