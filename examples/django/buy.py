"""The shop's page, and the form that starts a payment. The webhook that reports the result is in views.py."""

import logging
import os
import uuid

import peye
from django.http import HttpResponse, HttpResponseRedirect
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

PRICE = "500.00"
# A customer waits for these calls: 8 s for the gateway, and 10 s to look for a payment whose response was lost.
client = peye.Peye(
    api_key=os.environ["PEYE_KEY"], base_url=os.environ["PEYE_URL"], timeout_ms=8_000, lookup_wait_ms=10_000
)


@require_GET
def shop(request):
    return HttpResponse(f'<h1>Kafe</h1><form method="post" action="/buy"><button>{PRICE} HTG</button></form>')


# Anyone may start a payment, so this form needs no CSRF token. In a project that checks tokens, put one into the form.
@csrf_exempt
@require_POST
def buy(request):
    # Your shop stores the order here, and then the payment's transaction_id, before the customer leaves.
    order = f"order-{uuid.uuid4()}"
    try:
        payment = client.payments.create(
            amount=PRICE, currency="HTG", payment_method="moncash", customer_name="Marie Joseph", reference=order
        )
    except peye.PeyeError as failure:
        # After a lost response a payment may exist, but the customer does not get its page, so it expires unpaid.
        logging.error("%s", failure)
        return HttpResponse("Please try again.", status=502)
    response = HttpResponseRedirect(payment.payment_url)
    response.status_code = 303
    return response
