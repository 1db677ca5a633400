"""A shop in one file, with Flask: README.md shows how to try it."""

import logging
import os
import secrets
import sqlite3
from urllib.parse import quote

import peye
from flask import Flask, redirect, request

PRICE = "500.00"
SECRET = os.environ["PEYE_WEBHOOK_SECRET"]
KEY = os.environ["PEYE_KEY"]
# Webhooks of the other mode are refused: the event of a test payment must not pay a live order.
MODE = "live" if KEY.startswith("tk_live_") else "test"
MOST_BYTES = 1024 * 1024

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
# A customer waits for these calls: 8 s for the gateway, and 10 s to look for a payment whose response was lost.
client = peye.Peye(
    api_key=KEY, base_url=os.environ["PEYE_URL"], timeout_ms=8_000, lookup_wait_ms=10_000, user_agent="example-shop"
)


@app.get("/")
def show_shop():
    return page(
        "Kafe Ayisyen",
        f'<p>{PRICE} HTG</p><form method="post" action="/buy"><input name="name" placeholder="Your name" required>'
        " <button>Buy</button></form>",
    )


@app.post("/buy")
def buy():
    name = request.form.get("name", "").strip()
    if not name:
        return page("Please enter your name"), 422
    # The order is stored before its payment is created, so that its number always finds both.
    number = secrets.token_hex(8)
    with database() as db:
        db.execute("INSERT INTO orders (number, name) VALUES (?, ?)", (number, name))
    try:
        payment = client.payments.create(
            amount=PRICE, currency="HTG", payment_method="moncash", customer_name=name, reference=number
        )
        remember(number, payment.transaction_id)
        return redirect(payment.payment_url or "/", 303)
    except peye.LostResponseError as lost:
        # The payment may exist, but its address is lost. The customer starts another one. Each of them can pay its order.
        for found in lost.found or []:
            remember(number, found.transaction_id)
        logging.error("%s", lost)
        return page("The connection to the payment service failed", "<p>You have not paid. Please try again.</p>"), 502
    except peye.PeyeError as failure:
        logging.error("%s %s %s", failure.code, failure.request_id, failure)
        return page("The payment could not be started", "<p>Please try again later.</p>"), 502


@app.post("/webhooks")
def receive():
    try:
        # The signature covers the raw body, which request.json does not return.
        event = peye.webhooks.verify(request.get_data(), request.headers, SECRET, mode=MODE)
    except peye.WebhookSignatureError as refused:
        logging.error("%s", refused)
        return "", 401
    if event.event == "payment.success" and is_ours(event.data):
        # If the payment cannot be stored, this raises: the response is a 500, and the webhook comes again.
        pay(event.data)
    return "", 204


def is_ours(payment):
    """Whether an order has this payment. Its reference alone proves nothing: anyone with a test key can send any reference."""
    with database() as db:
        row = db.execute("SELECT number FROM payments WHERE transaction_id = ?", (payment.transaction_id,)).fetchone()
    if row:
        return row[0] == payment.reference
    try:
        # The response to its creation was lost, so no order has its id yet. If our own key can read it, it is ours.
        return client.payments.retrieve(payment.transaction_id).reference == payment.reference
    except peye.errors.TransactionNotFoundError:
        return False


@app.get("/thanks")
def thanks():
    """The return URL of the website. The gateway adds the reference, which is the order's number."""
    return redirect("/orders/" + quote(request.args.get("reference", ""), safe=""), 303)


@app.get("/orders/<number>")
def follow(number):
    """The page that the customer returns to. The return proves nothing, so the payments are read from the gateway."""
    with database() as db:
        payments = db.execute("SELECT transaction_id FROM payments WHERE number = ?", (number,)).fetchall()
    if status_of(number) == "open":
        for (transaction_id,) in payments:
            payment = client.payments.retrieve(transaction_id)
            if payment.status == "completed":
                pay(payment)
    status = status_of(number)
    if status is None:
        return page("Order not found"), 404
    return page(f"Order {number}", f"<p>{status}</p>")


def pay(payment):
    """Marks the order of a payment as paid, once, when the requested amount was paid."""
    if payment.currency != "HTG" or not peye.amounts.equal(payment.amount, PRICE):
        logging.error("%s is of %s %s", payment.transaction_id, payment.amount, payment.currency)
        return
    with database() as db:
        db.execute("UPDATE orders SET status = 'paid' WHERE number = ? AND status = 'open'", (payment.reference,))


def remember(number, transaction_id):
    with database() as db:
        db.execute("INSERT INTO payments (transaction_id, number) VALUES (?, ?)", (transaction_id, number))


def status_of(number):
    with database() as db:
        row = db.execute("SELECT status FROM orders WHERE number = ?", (number,)).fetchone()
    return row and row[0]


def database():
    db = sqlite3.connect(os.environ.get("ORDERS", "orders.db"))
    db.execute("CREATE TABLE IF NOT EXISTS orders (number TEXT PRIMARY KEY, name TEXT, status TEXT DEFAULT 'open')")
    db.execute("CREATE TABLE IF NOT EXISTS payments (transaction_id TEXT PRIMARY KEY, number TEXT)")
    return db


def page(title, html=""):
    return f"<!doctype html><meta name=viewport content='width=device-width'><title>{title}</title><h1>{title}</h1>{html}"


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ.get("PORT", "4000")))
