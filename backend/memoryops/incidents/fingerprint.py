"""Exact identity of an error: the same error in the same service gives the same fingerprint, for ever.

Rules of `v1`, applied in this order to the Unicode-normalised (NFKC), case-folded error text:

    <uuid>   8-4-4-4-12 hexadecimal groups
    <time>   dates and date-times of ISO 8601, access logs, syslog and HTTP, and clock times of hours and minutes
    <ip>     IPv4 addresses and IPv6 addresses of three or more groups, with their port
    <hex>    0x… addresses, and hexadecimal words of eight or more characters with both a digit and a letter
    <num>    numbers of four or more digits
    then every run of white space becomes one space, and the ends are trimmed.

Shorter numbers stay: an HTTP 504 is not an HTTP 502. Changing a rule means a new version, never a changed `v1`.
Each pattern is linear in the text: what it repeats without bound it never gives back.
"""

import hashlib
import re
import unicodedata
from dataclasses import dataclass

VERSION = "v1"

_CLOCK = r"\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d++)?)?"
_ZONE = r"(?:\s?(?:z|gmt|utc|[+-]\d{2}:?\d{2})(?!\w))?"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
_GROUP = r"[0-9a-f]{1,4}"
_IPV6 = (
    rf"(?:\[(?:[0-9a-f]{{0,4}}:){{2,7}}[0-9a-f]{{0,4}}\](?::\d{{1,5}})?"
    rf"|(?:{_GROUP}:){{3,7}}{_GROUP}"
    rf"|(?:{_GROUP}:){{1,6}}(?::{_GROUP}){{1,6}}"
    rf"|::(?:{_GROUP}:){{0,6}}{_GROUP})"
)

_RULES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.ASCII), placeholder)
    for pattern, placeholder in (
        (r"(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])", "<uuid>"),
        (rf"(?<!\d)\d{{4}}[-/]\d{{2}}[-/]\d{{2}}(?:[t ]{_CLOCK}{_ZONE})?(?!\d)", "<time>"),
        (rf"(?<!\d)\d{{1,2}}[/ -]{_MONTH}[/ -]\d{{4}}[: ]{_CLOCK}{_ZONE}(?!\d)", "<time>"),
        (rf"(?<!\w){_MONTH} {{1,2}}\d{{1,2}} {_CLOCK}(?!\d)", "<time>"),
        (rf"(?<![\d:.]){_CLOCK}{_ZONE}(?!\d|:\d)", "<time>"),
        (r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?!\d|\.\d)", "<ip>"),
        (rf"(?<![\w:]){_IPV6}(?!\w|:[0-9a-f])", "<ip>"),
        (r"(?<!\w)0x[0-9a-f]++(?!\w)", "<hex>"),
        (r"(?<!\w)(?=[a-f]*+\d)(?=\d*+[a-f])[0-9a-f]{8,}+(?!\w)", "<hex>"),
        (r"(?<!\d)\d{4,}+", "<num>"),
    )
)


@dataclass(frozen=True)
class Fingerprint:
    """The identity (`value`) and the text it was made from (`normalised`), so that a repeat can be defended.

    `exact` tells apart what the rules take for the same: it is of the text with nothing but case and space folded.
    """

    value: str
    normalised: str
    exact: str


def fingerprint(workspace_id: str, service: str, error: str | None) -> Fingerprint | None:
    """The fingerprint of an error, or None where there is no error text to identify."""
    normalised = normalise(error or "")
    if not normalised:
        return None
    owner = (workspace_id, normalise_service(service))
    return Fingerprint(
        value=f"{VERSION}:{_hash(*owner, normalised)}",
        normalised=normalised,
        exact=f"exact:{_hash(*owner, ' '.join(_folded(error or '').split()))}",
    )


def normalise_service(service: str) -> str:
    """Service names differ in case and space by habit, not by meaning."""
    return " ".join(_folded(service).split())


def normalise(error: str) -> str:
    """The error text without what changes from one occurrence to the next."""
    text = _folded(error)
    for pattern, placeholder in _RULES:
        text = pattern.sub(placeholder, text)
    return " ".join(text.split())


def _hash(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
