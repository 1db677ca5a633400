import os

import peye
from fastapi import FastAPI, Request, Response

app = FastAPI()


@app.post("/webhooks")
async def receive(request: Request):
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > 1024 * 1024:
            return Response(status_code=413)
    try:
        event = peye.webhooks.verify(body, request.headers, os.environ["PEYE_WEBHOOK_SECRET"], mode="test")
    except peye.WebhookSignatureError:
        return Response(status_code=401)
    print(event.event, event.data.transaction_id)
    return Response(status_code=204)
