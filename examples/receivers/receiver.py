"""A webhook receiver in Python, without dependencies: PEYE_WEBHOOK_SECRET=whsec_… python3 receiver.py"""

import hashlib
import hmac
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["PEYE_WEBHOOK_SECRET"].encode()
PORT = int(os.environ.get("PORT", "4000"))

# In your shop this is a table with a unique key: a webhook can arrive more than once, and your server can restart.
handled = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The raw bytes: parse them only after the signature was checked.
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        expected = hmac.new(SECRET, body, hashlib.sha256).hexdigest()
        given = self.headers.get("X-Gateway-Signature", "")
        if not hmac.compare_digest(expected.encode(), given.encode()):
            self.answer(401)
            return

        webhook = json.loads(body)
        key = (webhook["data"]["transaction_id"], webhook["event"])
        if key not in handled:
            handled.add(key)
            # Do here what must happen once, or better: write it down here and do it later.
            print(webhook["event"], key[0], webhook["data"]["amount"], webhook["data"]["currency"], flush=True)
        self.answer(204)  # any 2xx, quickly

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_arguments):
        pass


ThreadingHTTPServer(("127.0.0.1", PORT), Receiver).serve_forever()
