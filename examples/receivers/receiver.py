# A webhook receiver in Python 3.9 or newer, without dependencies:
#   PEYE_WEBHOOK_SECRET=whsec_… PEYE_MODE=test python3 receiver.py
import hashlib
import hmac
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("PEYE_WEBHOOK_SECRET", "").encode()
if not SECRET:
    raise SystemExit("Set PEYE_WEBHOOK_SECRET to the whsec_… of your website.")
# A live shop accepts live events only: anyone with a test key can create events of test payments.
MODE = os.environ.get("PEYE_MODE", "live")
MOST_BYTES = 1024 * 1024
INBOX = os.environ.get("PEYE_INBOX", "inbox")
os.makedirs(INBOX, exist_ok=True)


class Receiver(BaseHTTPRequestHandler):
    timeout = 30

    def do_POST(self):
        # The raw bytes, which the signature covers.
        length = self.headers.get("Content-Length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            self.close_connection = True  # The body is not read: no event is this large.
            return self.respond(413)
        body = self.rfile.read(int(length))
        if not is_from_peye(body, self.headers.get("X-Gateway-Signature", "")):
            return self.respond(401)
        if self.headers.get("X-Gateway-Mode") != MODE:
            self.log_error("refused: this receiver accepts events of %s payments (PEYE_MODE)", MODE)
            return self.respond(400)

        webhook = json.loads(body)
        event, data = webhook["event"], webhook["data"]
        # A refund event has the id of the refund and the id of its payment.
        subject = data.get("refund_id", data["transaction_id"])
        try:
            is_new = store_once(f"{subject} {event}", body)
        except OSError as error:
            self.log_error("%s", error)
            return self.respond(500)  # The event was not stored: Peye sends it again later.
        if is_new:
            # Find the order by the transaction_id, never by its reference alone. Do slow work in a background job.
            print(event, data["transaction_id"], data["amount"], data["currency"], flush=True)
        else:
            print(event, data["transaction_id"], "again: ignored", flush=True)
        self.respond(204)  # Respond quickly with any 2xx, to a repeated event too.

    def respond(self, status):
        self.send_response(status)
        self.end_headers()


def is_from_peye(body, signature):
    """Whether the signature is the HMAC of the body under our secret, compared in constant time."""
    expected = hmac.new(SECRET, body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())


def store_once(key, body):
    """Stores a webhook unless its key is already stored. Returns whether it was new. Here a file; in your shop, a table with a unique key."""
    try:
        with open(f"{INBOX}/{key}.json", "xb") as file:
            file.write(body)
        return True
    except FileExistsError:
        return False


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver).serve_forever()
