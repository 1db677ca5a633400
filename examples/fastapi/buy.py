"""The shop's page, and the form that starts a payment. The webhook that reports the result is in shop.py."""

import logging
import os
import uuid

import peye
from fastapi.responses import HTMLResponse, RedirectResponse
from shop import app

PRICE = "500.00"
# A customer waits for these calls: 8 s for the gateway, and 10 s to look for a payment whose response was lost.
client = peye.Peye(
    api_key=os.environ["PEYE_KEY"], base_url=os.environ["PEYE_URL"], timeout_ms=8_000, lookup_wait_ms=10_000
)


@app.get("/", response_class=HTMLResponse)
def show():
    return f'<h1>Kafe</h1><form method="post" action="/buy"><button>{PRICE} HTG</button></form>'


@app.post("/buy")
def buy():
    # Your shop stores the order here, and then the payment's transaction_id, before the customer leaves.
    order = f"order-{uuid.uuid4()}"
    try:
        payment = client.payments.create(
            amount=PRICE, currency="HTG", payment_method="moncash", customer_name="Marie Joseph", reference=order
        )
    except peye.PeyeError as failure:
        # After a lost response a payment may exist, but the customer does not get its page, so it expires unpaid.
        logging.error("%s", failure)
        return HTMLResponse("Please try again.", status_code=502)
    return RedirectResponse(payment.payment_url, status_code=303)
