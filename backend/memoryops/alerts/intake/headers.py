"""Which headers of a delivery are kept, and what an Authorization header holds."""

from collections.abc import Mapping
from typing import Any, Final

from memoryops.alerts.intake.bodies import storable
from memoryops.alerts.intake.redaction import Redactor

KEPT: Final = (
    "content-type",
    "content-encoding",
    "user-agent",
    "request-id",
    "x-request-id",
    "x-webhook-id",
    "x-webhook-subscription",
    "sentry-hook-resource",
    "sentry-hook-timestamp",
    "x-amz-sns-message-type",
    "x-amz-sns-message-id",
    "x-amz-sns-topic-arn",
)
"""What helps to understand a delivery; nothing that authenticates."""

SHOWN_LIMIT: Final = 300


def kept_headers(headers: Mapping[str, str], redactor: Redactor) -> dict[str, Any]:
    """The headers that are worth keeping, without secrets."""
    return {name: redactor.redact_text(storable(headers[name])[:SHOWN_LIMIT]).value for name in KEPT if name in headers}


def bearer_of(headers: Mapping[str, str]) -> str | None:
    """The token of an `Authorization: Bearer` header; None where there is no such header."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None
