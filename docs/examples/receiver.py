"""A receiver of Parley's webhooks: python3 receiver.py, with the subscription's secret in WEBHOOK_SECRET.

It answers 204 before it does anything with the event, and does nothing twice: the same event may come again.
"""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from parley_client import ParleyError, parse_webhook

SECRET = os.environ["WEBHOOK_SECRET"]
seen: set[str] = set()  # yours is a table: a restart forgets this one


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            event = parse_webhook(dict(self.headers), body, SECRET)
        except ParleyError:
            self.answer(401)
            return
        self.answer(204)
        if event["eventId"] in seen:
            return
        seen.add(event["eventId"])
        print(event["type"], event["data"].get("conversationId"), flush=True)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
    print(f"Listening on {server.server_port}", flush=True)
    server.serve_forever()
