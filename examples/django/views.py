import os

import peye
from django.http import HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST


@csrf_exempt
@require_POST
def receive(request):
    try:
        event = peye.webhooks.verify(request.body, request.headers, os.environ["PEYE_WEBHOOK_SECRET"], mode="test")
    except peye.WebhookSignatureError:
        return HttpResponse(status=401)
    print(event.event, event.data.transaction_id)
    return HttpResponse(status=204)
