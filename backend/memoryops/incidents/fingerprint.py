"""Exact identity of an error: the same error in the same service gives the same fingerprint, for ever.

Rules of `v1`, applied in this order to the Unicode-normalised (NFKC), lower-cased error text:

    <uuid>   8-4-4-4-12 hexadecimal groups
    <time>   ISO 8601 dates and date-times, and clock times of at least hours and minutes
    <ip>     IPv4 addresses and IPv6 addresses of three or more groups, with their port
    <hex>    0x… addresses, and hexadecimal words of eight or more characters that hold a digit
    <num>    numbers of four or more digits
    then every run of white space becomes one space, and the ends are trimmed.

Shorter numbers stay: an HTTP 504 is not an HTTP 502. Changing a rule means a new version, never a changed `v1`.
"""

import hashlib
import re
import unicodedata
from dataclasses import dataclass

VERSION = "v1"

_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])"), "<uuid>"),
    (
        re.compile(
            r"(?<!\d)\d{4}[-/]\d{2}[-/]\d{2}"
            r"(?:[t ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?:\s?z|\s?[+-]\d{2}:?\d{2})?)?(?!\d)"
        ),
        "<time>",
    ),
    (re.compile(r"(?<![\d:.])\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?![\d:])"), "<time>"),
    (re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\d.])"), "<ip>"),
    (
        re.compile(
            r"(?<![0-9a-f:])(?:\[(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}\](?::\d{1,5})?|(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}|::(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})(?![0-9a-f:])"
        ),
        "<ip>",
    ),
    (re.compile(r"(?<!\w)0x[0-9a-f]+(?!\w)"), "<hex>"),
    (re.compile(r"(?<!\w)(?=[a-f]*\d)[0-9a-f]*[a-f][0-9a-f]*(?<=[0-9a-f]{8})(?!\w)"), "<hex>"),
    (re.compile(r"(?<!\d)\d{4,}(?!\d)"), "<num>"),
)


@dataclass(frozen=True)
class Fingerprint:
    """The identity (`value`) and the text it was made from (`normalised`), so that a repeat can be defended."""

    value: str
    normalised: str


def fingerprint(workspace_id: str, service: str, error: str | None) -> Fingerprint | None:
    """The fingerprint of an error, or None where there is no error text to identify."""
    normalised = normalise(error or "")
    if not normalised:
        return None
    identity = "\x1f".join((workspace_id, normalise_service(service), normalised))
    return Fingerprint(f"{VERSION}:{hashlib.sha256(identity.encode()).hexdigest()}", normalised)


def normalise_service(service: str) -> str:
    """Service names differ in case and space by habit, not by meaning."""
    return " ".join(unicodedata.normalize("NFKC", service).lower().split())


def normalise(error: str) -> str:
    """The error text without what changes from one occurrence to the next."""
    text = unicodedata.normalize("NFKC", error).lower()
    for pattern, placeholder in _RULES:
        text = pattern.sub(placeholder, text)
    return " ".join(text.split())
