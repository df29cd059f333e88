"""Foreign JSON, read safely: whatever shape a body has, asking it for something never fails and never runs away.

A path names what stands inside ("event.data.id"); where something else stands, the answer is the empty one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any

from memoryops.alerts.values import Link, NotUnderstood
from memoryops.incidents.schemas import NAME_LIMIT, PROSE_LIMIT, TITLE_LIMIT
from memoryops.kit.schemas import is_blank

FINGERPRINT_LIMIT = 255  # characters, the longest that a vendor documents (PagerDuty's dedup_key)
HREF_LIMIT = 2_000  # characters
LINKS_LIMIT = 10
LABELS_LIMIT = 64
LABEL_KEY_LIMIT = 100  # characters
LABEL_VALUE_LIMIT = 500  # characters
NOTE_VALUE_LIMIT = 80  # characters
DEEPEST = 4
"""How many lists and objects inside each other a label's value may have."""

UNSHOWN = re.compile("[\x00\ud800-\udfff\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""What no database holds, and what shows nothing itself and makes a text look like another: its order, its gaps."""

PLACEHOLDER = re.compile(
    r"\{\{.*?\}\}|\$\{[^}]*\}|\{[#$]?[A-Z][A-Z0-9_.]+\}|\$[A-Z][A-Z0-9_]{2,}|^\*[\w ]+\*$|[<\[]no value[>\]]", re.DOTALL
)
"""What a template leaves where it had nothing to put: {{host.name}}, ${x}, {EVENT.ID}, $SERVICE, *alertDetails*."""


def clean(text: str) -> str:
    """The text without what cannot be stored or only disguises it, and without white space around it."""
    return text.strip() if text.isascii() and "\x00" not in text else UNSHOWN.sub("", text).strip()


def is_placeholder(text: str) -> bool:
    """Whether a template was left unrendered in the text: it is data to show, and names nothing."""
    return PLACEHOLDER.search(text[:PROSE_LIMIT]) is not None


def at(body: object, path: str) -> object:
    """What stands at the path, or None; a step into something that is not an object leads nowhere."""
    for step in path.split("."):
        if not isinstance(body, Mapping):
            return None
        body = body.get(step)
    return body


def mapping(body: object, path: str | None = None) -> Mapping[str, Any]:
    """The object at the path (or the body itself); an empty one where there is none."""
    found = body if path is None else at(body, path)
    return found if isinstance(found, Mapping) else {}


def items(body: object, path: str | None = None) -> Sequence[Any]:
    """The list at the path (or the body itself); an empty one where there is none."""
    found = body if path is None else at(body, path)
    return found if isinstance(found, list) else ()


def objects(body: object, path: str | None = None) -> Iterator[Mapping[str, Any]]:
    """Those of the list's entries that are objects."""
    return (entry for entry in items(body, path) if isinstance(entry, Mapping))


def scalar(value: object, limit: int = PROSE_LIMIT) -> str | None:
    """A text, number or truth value as text of at most `limit` characters; None for blank text and all else."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > 1_000:  # str() refuses what has over 4,300 digits
        return None
    if isinstance(value, int | float):
        return cut(str(value), limit)  # a number that was sent with a million digits still has them
    if not isinstance(value, str):
        return None
    text = clean(value[: 2 * limit])
    begins_visibly = "!" <= text[:1] <= "~"  # known at once of nearly every text
    return cut(text, limit) if begins_visibly or not is_blank(text) else None


def text(body: object, *paths: str, limit: int = PROSE_LIMIT) -> str | None:
    """The first text (or number, as text) that stands at one of the paths."""
    return next((found for path in paths if (found := scalar(at(body, path), limit)) is not None), None)


def word(body: object, *paths: str, limit: int = NAME_LIMIT) -> str | None:
    """The first text at one of the paths that can name something: one line, without an unrendered placeholder."""
    found = (text(body, path) for path in paths)
    return next((line(name, limit) for name in found if name and not is_placeholder(name)), None)


def line(value: str, limit: int) -> str:
    """The text as one line of at most `limit` characters."""
    if len(value) <= limit and value.isprintable():  # nearly every one is
        return " ".join(value.split())
    return cut(" ".join("".join(c if c.isprintable() else " " for c in value[: 4 * limit]).split()), limit)


def cut(value: str, limit: int) -> str:
    """The text, with an ellipsis at its end where it was longer than `limit` characters."""
    return value if len(value) <= limit else value[: limit - 1].rstrip() + "…"


def title(*candidates: str | None) -> str:
    """The first candidate of which something can be seen, as an incident's title may be written.

    Raises NotUnderstood when there is none: a body that names nothing is no alert.
    """
    for candidate in candidates:
        if candidate and (found := line(candidate, TITLE_LIMIT)) and not is_blank(found):
            return found
    raise NotUnderstood("Nothing in the body says what the alert is about: it has no title.")


def fingerprint(*parts: str | None) -> str:
    """An identity made of the parts that are given, readable where it is short and a hash where it is not."""
    given = [part for part in parts if part]
    joined = "/".join(given)
    return joined if len(joined) <= FINGERPRINT_LIMIT and joined.isprintable() else hashed(given)


def hashed(parts: Iterable[str]) -> str:
    """An identity for what has no name of its own: equal parts in equal order give the same."""
    digest = sha256()
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(encoded) + encoded)
    return f"sha256:{digest.hexdigest()}"


def hashed_labels(given: Mapping[str, object]) -> str:
    """An identity made of an alert's labels, whatever order they come in; long ones count in full.

    A label without a value is none, as it is to Prometheus: one sender leaves out what another sends empty.
    """
    pairs = sorted((str(key), whole) for key, value in given.items() if (whole := _whole(value)))
    return hashed(part for pair in pairs for part in pair)


def labels(given: Mapping[str, object] | Iterable[tuple[str, object]]) -> dict[str, str]:
    """Names and values as text, cut to what we keep; blank ones are left out, of equal names the first one counts."""
    pairs = given.items() if isinstance(given, Mapping) else given
    kept: dict[str, str] = {}
    for key, value in pairs:
        name, told = line(clean(str(key)[:PROSE_LIMIT]), LABEL_KEY_LIMIT), _told(value)
        if name and told is not None:
            kept.setdefault(name, cut(told, LABEL_VALUE_LIMIT))
        if len(kept) == LABELS_LIMIT:
            break
    return kept


def labels_note(given: Mapping[str, object]) -> str | None:
    """A note that says so when there are more labels than we keep."""
    left = len(given) - LABELS_LIMIT
    return f"{left} of {len(given)} labels {'was' if left == 1 else 'were'} left out" if left > 0 else None


def links(*candidates: tuple[str, object]) -> tuple[Link, ...]:
    """Links by their text, of those candidates that are addresses of the web; each address once."""
    found: dict[str, Link] = {}
    for name, address in candidates:
        href = clean(address) if isinstance(address, str) and len(address) <= HREF_LIMIT else ""
        if re.fullmatch(r"https?://[^\s<>\"'`\\]+", href, re.IGNORECASE) and href.isprintable():
            found.setdefault(href, Link(line(name, NAME_LIMIT) or href[:NAME_LIMIT], href))
    return tuple(islice(found.values(), LINKS_LIMIT))


def noted(*notes: str | None) -> tuple[str, ...]:
    """Those notes that say something."""
    return tuple(note for note in notes if note)


def as_stood(value: object) -> str:
    """What stood there, for a note: one short line, in quotation marks; never fails."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, int) and value.bit_length() > 1_000:
        return "a number of over 300 digits"
    shown = value if isinstance(value, str) else str(value)
    return f"'{line(clean(shown[:1_000]), NOTE_VALUE_LIMIT)}'"


def _told(value: object, depth: int = DEEPEST) -> str | None:
    if isinstance(value, list) and depth:
        parts = (_told(part, depth - 1) for part in value[:LABELS_LIMIT])
        return ", ".join(part for part in parts if part) or None
    return scalar(value)


def _whole(value: object) -> str:
    return clean(value) if isinstance(value, str) else _told(value) or ""
