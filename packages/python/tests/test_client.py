"""Against a running service: PARLEY_URL, PARLEY_KEY and OPERATOR_TOKEN name it, CONVERSATION and MEMBER records of a store."""

import hashlib
import hmac
import json
import os
import threading
import time
import unittest
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from parley_client import Parley, ParleyError, parse_webhook, verify_webhook

URL, KEY, CONVERSATION = os.environ["PARLEY_URL"], os.environ["PARLEY_KEY"], os.environ["CONVERSATION"]
MEMBER = os.environ["MEMBER"]


class Between:
    """A proxy that answers by itself where `refuse` says so: a status, "cut" for no answer after the service's, or None."""

    def __init__(self, refuse):
        self.seen = []
        between = self

        class Handler(BaseHTTPRequestHandler):
            def handle_any(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                between.seen.append((self.command, self.path, self.headers.get("Idempotency-Key"), time.monotonic()))
                what = refuse(len(between.seen))
                if isinstance(what, int):
                    self.send_response(what)
                    self.send_header("Retry-After", "1")
                    self.end_headers()
                    self.wfile.write(b'{"error":{"code":"RATE_LIMITED","message":"Stop."}}')
                    return
                request = urllib.request.Request(URL + self.path, data=body or None, headers=dict(self.headers), method=self.command)
                with urllib.request.urlopen(request) as response:
                    answer, status = response.read(), response.status
                if what == "cut":
                    self.close_connection = True
                    return
                self.send_response(status)
                self.end_headers()
                self.wfile.write(answer)

            do_GET = do_POST = do_PATCH = handle_any

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Calls(unittest.TestCase):
    def setUp(self):
        self.parley = Parley(URL, api_key=KEY)

    def test_reads_and_writes(self):
        detail = self.parley.get_conversation(CONVERSATION)["data"]
        self.assertEqual(detail["id"], CONVERSATION)
        written = self.parley.post_message(CONVERSATION, {"text": "From Python: ä 😀", "memberId": MEMBER})["data"]
        self.assertEqual(written["text"], "From Python: ä 😀")
        texts = [one["text"] for one in self.parley.each(self.parley.list_messages, CONVERSATION)]
        self.assertIn("From Python: ä 😀", texts)

    def test_follows_pages(self):
        whole = self.parley.list_conversations(limit=100)["data"]
        pages = list(self.parley.pages(self.parley.list_conversations, limit=2))
        self.assertGreater(len(pages), 2)
        self.assertEqual([one["id"] for page in pages for one in page["data"]], [one["id"] for one in whole])
        tagged = list(self.parley.each(self.parley.list_conversations, tag=["python"]))
        self.assertEqual([one["id"] for one in tagged], [CONVERSATION])

    def test_refusals(self):
        for call, code, status in (
            (lambda: self.parley.get_conversation("none"), "NOT_FOUND", 404),
            (lambda: Parley(URL, api_key="sk_wrong").list_tags(), "INVALID_API_KEY", 401),
            (lambda: self.parley.list_conversations(limit=0), "INVALID_PARAMS", 400),
            (lambda: Parley("http://127.0.0.1:9", api_key=KEY).list_tags(), "UNREACHABLE", 0),
            (lambda: self.parley.request("GET", "/inbox"), "UNEXPECTED_ANSWER", 200),
        ):
            with self.assertRaises(ParleyError) as caught:
                call()
            self.assertEqual((caught.exception.code, caught.exception.status), (code, status))
        with self.assertRaises(ValueError):
            self.parley.get_conversation("..")
        with self.assertRaises(ValueError):
            Parley("chat.example.com")

    def test_operator(self):
        operator = Parley(URL, operator_token=os.environ["OPERATOR_TOKEN"])
        self.assertTrue(any(store["shopId"] for store in operator.each(operator.list_stores)))

    def test_a_message_whose_answer_was_lost_is_written_once(self):
        with Between(lambda count: "cut" if count == 1 else None) as between:
            parley = Parley(between.url, api_key=KEY)
            written = parley.post_message(CONVERSATION, {"text": "Only once", "memberId": MEMBER})["data"]
            keys = [key for _, _, key, _ in between.seen]
            self.assertTrue(len(keys) == 2 and keys[0] and keys[0] == keys[1])
        same = [one["id"] for one in self.parley.each(self.parley.list_messages, CONVERSATION) if one["text"] == "Only once"]
        self.assertEqual(same, [written["id"]])

    def test_other_writes_are_sent_once(self):
        with Between(lambda _: 429) as between:
            parley = Parley(between.url, api_key=KEY)
            with self.assertRaises(ParleyError) as caught:
                parley.request("POST", f"/chat/conversations/{CONVERSATION}/tags", body={"tags": ["x"]})
            self.assertEqual((caught.exception.code, caught.exception.retry_after), ("RATE_LIMITED", 1))
            self.assertEqual(len(between.seen), 1)

    def test_waits_for_the_rate_limit(self):
        with Between(lambda count: 429 if count == 1 else None) as between:
            Parley(between.url, api_key=KEY).list_tags()
            (*_, first), (*_, second) = between.seen
            self.assertGreaterEqual(second - first, 0.95)
        with Between(lambda _: 429) as between:
            impatient = Parley(between.url, api_key=KEY, max_wait=0)
            with self.assertRaises(ParleyError):
                impatient.list_tags()
            self.assertEqual(len(between.seen), 1)


class Webhooks(unittest.TestCase):
    def test_verification(self):
        body, secret, now = json.dumps({"type": "message.created", "data": {"text": "ä"}}).encode(), "whsec_1", 1_800_000_000

        def headers(of=body, by=secret, at=now):
            signature = hmac.new(by.encode(), f"{at};".encode() + of, hashlib.sha256).hexdigest()
            return {"X-Webhook-Timestamp": str(at), "X-WEBHOOK-SIGNATURE": signature}

        self.assertEqual(parse_webhook(headers(), body, secret, now=now)["data"]["text"], "ä")
        self.assertTrue(verify_webhook(headers(), body, ["other", secret], now=now + 299))
        for given, text, by, at, code in (
            ({}, body, secret, now, "WEBHOOK_UNSIGNED"),
            (headers(), body, secret, now + 301, "WEBHOOK_TOO_OLD"),
            (headers(), body + b" ", secret, now, "WEBHOOK_WRONG_SIGNATURE"),
            (headers(), body, "whsec_2", now, "WEBHOOK_WRONG_SIGNATURE"),
            (headers(by=""), body, "", now, "WEBHOOK_WRONG_SIGNATURE"),
            (headers(of=b"[]"), b"[]", secret, now, "WEBHOOK_NO_EVENT"),
        ):
            with self.assertRaises(ParleyError) as caught:
                parse_webhook(given, text, by, now=at)
            self.assertEqual(caught.exception.code, code)
        self.assertFalse(verify_webhook(headers(), body, secret, tolerance=float("nan"), now=now))


if __name__ == "__main__":
    unittest.main()
