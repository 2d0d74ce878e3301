from __future__ import annotations

from typing import Any


class ParleyError(Exception):
    """What went wrong with a call. Branch on `code`; `message` is for people and may change.

    Codes of the client itself: UNREACHABLE (no answer came; whether a write was carried out is unknown),
    UNEXPECTED_ANSWER (something else answered, such as a proxy), and those of webhooks (`parse_webhook`).
    """

    def __init__(
        self, code: str, message: str, *, status: int = 0, details: Any = None, retry_after: float | None = None
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        #: The HTTP status; 0 where nothing answered, or nothing was asked.
        self.status = status
        #: The whole body of a refusal.
        self.details = details
        #: Seconds to stop for, with RATE_LIMITED.
        self.retry_after = retry_after
