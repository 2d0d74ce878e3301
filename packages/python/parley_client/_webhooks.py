from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any

from ._errors import ParleyError


def verify_webhook(
    headers: Mapping[str, str], body: bytes, secret: str | Sequence[str], *, tolerance: float = 300, now: float | None = None
) -> bool:
    """Whether a delivery is signed with the secret, and recent. Compares in constant time.

    `body` is exactly what came, before any parsing. Several secrets are taken while one subscription replaces another.
    `tolerance` is in seconds; the signature itself never expires.
    """
    return _fault(headers, body, secret, tolerance, now) is None


def parse_webhook(
    headers: Mapping[str, str], body: bytes, secret: str | Sequence[str], *, tolerance: float = 300, now: float | None = None
) -> dict[str, Any]:
    """The event of a delivery that is signed with the secret, and recent.

    Raises ParleyError otherwise: WEBHOOK_UNSIGNED, WEBHOOK_TOO_OLD, WEBHOOK_WRONG_SIGNATURE, WEBHOOK_NO_EVENT. Answer 401.
    """
    wrong = _fault(headers, body, secret, tolerance, now)
    if wrong is not None:
        raise wrong
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if isinstance(event, dict) and isinstance(event.get("type"), str):
        return event
    raise ParleyError("WEBHOOK_NO_EVENT", "The delivery is signed, but its body is no event.")


def _fault(
    headers: Mapping[str, str], body: bytes, secret: str | Sequence[str], tolerance: float, now: float | None
) -> ParleyError | None:
    timestamp, signature = _header(headers, "x-webhook-timestamp"), _header(headers, "x-webhook-signature")
    if not re.fullmatch(r"[0-9]{1,15}", timestamp) or not re.fullmatch(r"[0-9a-f]{64}", signature):
        return ParleyError(
            "WEBHOOK_UNSIGNED", "X-Webhook-Timestamp or X-Webhook-Signature is missing, or is not what Parley sends."
        )
    # Not within, rather than beyond: a tolerance that is not a number must be rejected.
    if not abs((time.time() if now is None else now) - int(timestamp)) <= tolerance:
        return ParleyError("WEBHOOK_TOO_OLD", f"X-Webhook-Timestamp is more than {tolerance} seconds away from now.")
    signed = timestamp.encode() + b";" + body
    for one in [secret] if isinstance(secret, str) else secret:
        expected = hmac.new(one.encode(), signed, hashlib.sha256).hexdigest()
        if one and hmac.compare_digest(expected, signature):
            return None
    return ParleyError(
        "WEBHOOK_WRONG_SIGNATURE",
        "X-Webhook-Signature does not fit the body and the secret. Is the body exactly what came in?",
    )


def _header(headers: Mapping[str, str], name: str) -> str:
    return next((str(value) for key, value in headers.items() if key.lower() == name), "")
