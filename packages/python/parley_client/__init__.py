"""The API of Parley, open-source live chat for online stores."""

from ._client import Parley
from ._errors import ParleyError
from ._webhooks import parse_webhook, verify_webhook

__all__ = ["Parley", "ParleyError", "parse_webhook", "verify_webhook"]
