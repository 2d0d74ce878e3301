from __future__ import annotations

import json
import re
import secrets
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

from ._errors import ParleyError
from ._operations import Operations

#: The service's window: no request may be sent for this time once it is used up.
_QUIET_SECONDS = 60.0
#: Seconds before each further try of a keyed call that got no answer.
_PAUSES = (0.5, 2.0)
#: POSTs that the service carries out once for each Idempotency-Key.
_KEYED = re.compile(r"/chat/conversations/[^/]+/(messages|notes|attributes)")


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Redirects are not followed: keys belong to the address that was given."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Parley(Operations):
    """Calls of one service. Nothing is sent until something is called; several threads may share a client.

    `max_wait`: seconds that one call may wait for the rate limit; 0 never waits. `timeout`: seconds for one answer.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        operator_token: str | None = None,
        max_wait: float = 300,
        timeout: float = 60,
    ) -> None:
        if not re.match(r"https?://[^/]", base_url):
            raise ValueError("base_url is an address with http:// or https://")
        self._root = base_url.rstrip("/")
        self._api_key = api_key
        self._operator_token = operator_token
        self._max_wait = max_wait
        self._timeout = timeout
        self._open = urllib.request.build_opener(_NoRedirects).open
        self._lock = threading.Lock()
        self._quiet_until = 0.0

    def request(
        self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Any = None, idempotency_key: str | None = None
    ) -> Any:
        """The body of an answer. Messages, notes and attributes get an Idempotency-Key of their own unless one is given.

        Raises ParleyError for a refusal, and where no answer came.
        """
        if method == "POST" and idempotency_key is None and _KEYED.fullmatch(path):
            idempotency_key = secrets.token_hex(16)
        headers = {"Accept": "application/json", **self._credentials(path)}
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            headers["Content-Type"] = "application/x-ndjson" if isinstance(body, bytes) else "application/json"
        url = self._root + path + _query_of(query or {})
        pauses = list(_PAUSES) if idempotency_key is not None else []
        is_repeatable = method in ("GET", "PUT", "DELETE") or idempotency_key is not None
        latest = time.monotonic() + self._max_wait
        while True:
            self._wait_for_turn(latest)
            request = urllib.request.Request(url, data=data, headers=headers, method=method)
            try:
                return self._send(request)
            except ParleyError as error:
                if error.status == 429 and is_repeatable and self._quiet_until <= latest:
                    continue
                if error.status not in (0, 503) or error.code == "UNEXPECTED_ANSWER" or not pauses:
                    raise
            time.sleep(pauses.pop(0))

    def pages(self, operation: Callable[..., Any], *args: Any, **query: Any) -> Iterator[Any]:
        """Every page of a list, such as `pages(parley.list_messages, conversation_id, limit=100)`."""
        while True:
            page = operation(*args, **query)
            yield page
            cursor = page["paging"]["nextCursor"]
            if cursor is None:
                return
            query["cursor"] = cursor

    def each(self, operation: Callable[..., Any], *args: Any, **query: Any) -> Iterator[Any]:
        """Every record of a list; the next page is asked for when you get there."""
        for page in self.pages(operation, *args, **query):
            yield from page["data"]

    def _credentials(self, path: str) -> dict[str, str]:
        if path.startswith("/operator/") and self._operator_token is not None:
            return {"Authorization": f"Bearer {self._operator_token}"}
        return {"X-Api-Key": self._api_key} if path.startswith("/chat/") and self._api_key is not None else {}

    def _send(self, request: urllib.request.Request) -> Any:
        try:
            with self._open(request, timeout=self._timeout) as response:
                status, headers, text = response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            with error:
                status, headers, text = error.code, error.headers, error.read()
        except (OSError, urllib.error.URLError) as error:
            raise ParleyError("UNREACHABLE", f"{self._root} cannot be reached: {error}") from error
        self._learn(status, headers)
        try:
            answer = json.loads(text)
        except ValueError:
            raise _unexpected(status, text) from None
        if 200 <= status < 300:
            return answer
        refusal = answer.get("error") if isinstance(answer, dict) else None
        if not isinstance(refusal, dict) or not isinstance(refusal.get("code"), str):
            raise _unexpected(status, text)
        raise ParleyError(
            refusal["code"],
            str(refusal.get("message")),
            status=status,
            details=answer,
            retry_after=_seconds_of(headers) if status == 429 else None,
        )

    def _learn(self, status: int, headers: Any) -> None:
        """Stops all calls of this client once the window is used up."""
        if status == 429:
            seconds = _seconds_of(headers)
        elif headers.get("X-RateLimit-Remaining") == "0":
            seconds = _QUIET_SECONDS
        else:
            return
        with self._lock:
            self._quiet_until = max(self._quiet_until, time.monotonic() + seconds)

    def _wait_for_turn(self, latest: float) -> None:
        with self._lock:
            seconds = self._quiet_until - time.monotonic()
        if seconds <= 0 or self._max_wait == 0:
            return
        if time.monotonic() + seconds > latest:
            raise ParleyError(
                "RATE_LIMITED",
                f"The rate limit is used up for {seconds:.0f} more seconds, and max_wait allows no such wait. Nothing was sent.",
                retry_after=seconds,
            )
        time.sleep(seconds)


def _seconds_of(headers: Any) -> float:
    """Retry-After in seconds. A proxy may say it as a date, or say 0: neither may make this client ask without end."""
    try:
        return max(1.0, float(headers.get("Retry-After", _QUIET_SECONDS)))
    except ValueError:
        return _QUIET_SECONDS


def _unexpected(status: int, text: bytes) -> ParleyError:
    message = f"HTTP {status} with a body that is not Parley's. Is base_url the service's address?"
    return ParleyError("UNEXPECTED_ANSWER", message, status=status, details=text[:500].decode("utf-8", "replace"))


def _query_of(query: dict[str, Any]) -> str:
    given = {
        name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items() if value is not None
    }
    return f"?{urlencode(given, doseq=True)}" if given else ""
