"""How sources sign what they send, checked on the raw bytes."""

import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final


class Scheme(StrEnum):
    """A way to sign."""

    pagerduty = "pagerduty"
    sentry = "sentry"
    sns = "sns"


SCHEMES: Final[Mapping[str, Scheme]] = {
    "pagerduty": Scheme.pagerduty,
    "sentry": Scheme.sentry,
    "cloudwatch": Scheme.sns,
}
"""Which sources sign, and how."""

HEADERS: Final[Mapping[Scheme, str]] = {
    Scheme.pagerduty: "x-pagerduty-signature",
    Scheme.sentry: "sentry-hook-signature",
}
HEX_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
SIGNATURES_AT_MOST: Final = 10


def signatures_in(scheme: Scheme, header: str) -> list[str]:
    """The hex digests that a signature header offers; PagerDuty sends several while its secret is changed."""
    if scheme is Scheme.pagerduty:
        parts = [part.strip() for part in header.split(",")[:SIGNATURES_AT_MOST]]
        offered = [part.removeprefix("v1=") for part in parts if part.startswith("v1=")]
    else:
        offered = [header.strip()]
    return [digest for digest in map(str.lower, offered) if HEX_DIGEST.fullmatch(digest)]


def is_signed_with(secrets: Iterable[str], offered: Iterable[str], body: bytes) -> bool:
    """Whether one of the secrets makes one of the digests of the body; all pairs are compared, in constant time."""
    digests = list(offered)
    found = False
    for secret in secrets:
        expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
        for digest in digests:
            found |= hmac.compare_digest(expected, digest)
    return found
