"""What a prose names: incident ids and ticket-like ids, however they are spelt.

A text is read several times: as it stands, with encodings undone, and as a
browser would show it. Of each reading a skeleton is made, in which look-alike
letters, digits of every script and every dash are the plain ones and invisible
characters are gone. What cannot be seen here is an id that is paraphrased
("the payment outage of last spring") or written in another language's words.
"""

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote

from memoryops.analysis.quotes import is_dash, is_invisible
from memoryops.analysis.spellings import (
    ADVISORY,
    BARE_NUMBER_PATTERNS,
    ESCAPE,
    INCIDENT_PATTERNS,
    KEYED,
    LISTED,
    LOOKALIKES,
    NOUN_AND_NUMBER,
    NUMBER_SIGN,
    ORDINARY,
    TERM,
    TRACKERS,
)

# Each round undoes one layer of encoding; honest text needs one or two.
MAX_LAYERS = 4


@dataclass(frozen=True)
class Mention:
    """One name found in a text. `number` is an incident's or a ticket's, where it could be read."""

    text: str
    number: str | None = None


def incident_mentions(text: str, *, known_numbers: frozenset[str] = frozenset()) -> frozenset[Mention]:
    """Every incident id in the text, and every bare number that reads as one.

    A bare number ("incident 504 errors", "INC-101 and 100") that is a quantity
    is left alone when it is one of `known_numbers` or carries a unit.
    """
    found: set[Mention] = set()
    for reading in readings(text):
        plain = skeleton(reading).casefold()
        certain = [match for pattern in INCIDENT_PATTERNS for match in pattern.finditer(plain)]
        bare = (match for pattern in BARE_NUMBER_PATTERNS for match in pattern.finditer(plain))
        for match in (*certain, *(match for match in bare if not _is_quantity(match, known_numbers))):
            found.add(_incident(match))
            found.update(_listed_after(plain, match.end(), known_numbers))
    return frozenset(found)


def ticket_mentions(text: str) -> frozenset[Mention]:
    """Every ticket-like id that is not an incident's: ABC-123, CVE-…, GHSA-…, #1234, ticket 1234."""
    found: set[Mention] = set()
    for reading in readings(text):
        plain = skeleton(reading, fold_letters=False)
        found.update(Mention(m[0].casefold()) for m in KEYED.finditer(plain) if _is_ticket(plain, m))
        found.update(Mention(re.sub(r"[\s_-]+", "-", m[0].casefold())) for m in ADVISORY.finditer(plain))
        found.update(Mention(f"#{m[1]}", m[1]) for m in NUMBER_SIGN.finditer(plain))
        found.update(_noun_mention(m) for m in NOUN_AND_NUMBER.finditer(plain) if not m["unit"])
    return frozenset(found)


def reorders_text(text: str) -> bool:
    """Whether the text holds a character that shows Latin letters in another order than they stand."""
    return any("\u202d" in reading or "\u202e" in reading for reading in readings(text))


def is_layered_too_deeply(text: str) -> bool:
    """Whether encodings are nested deeper than `MAX_LAYERS`, which no honest text is."""
    for _ in range(MAX_LAYERS):
        text, before = _escapes_undone(unquote(html.unescape(text))), text
        if text == before:
            return False
    return True


@lru_cache(32)
def readings(text: str) -> tuple[str, ...]:
    """The text as it stands, with each layer of encoding undone, and each of these as it would be shown."""
    layers = [*_layers(text), *_layers(_without_markup(text))]
    return tuple(dict.fromkeys([*layers, *(_shown(layer) for layer in layers)]))


def skeleton(text: str, *, fold_letters: bool = True) -> str:
    """The text in plain letters, digits and dashes: what a reader takes it for."""
    return _without_thin_space(text).translate(_LIKE_LATIN if fold_letters else _PLAIN)


def _layers(text: str) -> Iterator[str]:
    """The text, its plain form, and so on with each encoding undone: a disguise may lie over an encoding."""
    yield text
    for _ in range(MAX_LAYERS):
        plain = skeleton(text, fold_letters=False)
        if plain != text:
            yield plain
        decoded = _escapes_undone(unquote(html.unescape(plain)))
        if decoded in (text, plain):
            return
        text = decoded
        yield text


def _escapes_undone(text: str) -> str:
    return ESCAPE.sub(lambda match: chr(min(int(match[1] or match[2] or match[3], 16), 0x10FFFF)), text)


def _shown(text: str) -> str:
    """The text without HTML tags, Markdown links, emphasis and escapes."""
    return _without_markup(re.sub(r"[_\\]+", "", _without_markup(text)))


def _without_markup(text: str) -> str:
    """The text without what is markup and cannot be part of an encoding."""
    text = re.sub(r"</?[A-Za-z][^<>]*>", "", _without_comments(text))
    text = re.sub(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])", r"\1", text)
    return re.sub(r"[*~`]+|\{\s*\}", "", text)


def _without_comments(text: str) -> str:
    """The text without HTML comments; behind the last end of one there is none to look for."""
    head, end, tail = text.rpartition("-->")
    return re.sub(r"<!--.*?-->", "", head + end, flags=re.DOTALL) + tail


def _without_thin_space(text: str) -> str:
    """Digits that only a hair's breadth separates are read as one number."""
    text = text.replace("№", "#")
    return re.sub(r"(?<=\d)[\u2006\u2008-\u200a\u202f\u205f](?=\d)", "", text)


class _Plain(dict[int, str]):
    """For `str.translate`: each character as a plain letter, digit or dash, worked out when first met."""

    def __init__(self, *, fold_letters: bool) -> None:
        self._fold_letters = fold_letters

    def __missing__(self, code: int) -> str:
        return self.setdefault(code, _plain_forms(chr(code), self._fold_letters))


def _plain_forms(char: str, fold_letters: bool) -> str:
    """What the character looks like, before its compatibility form is taken: Ϲ is a C to the eye and a Σ to NFKD."""
    if letter := LOOKALIKES.get(char.casefold()):
        return letter if fold_letters else char
    return "".join(_plain(part, fold_letters) for part in unicodedata.normalize("NFKD", char))


def _plain(char: str, fold_letters: bool) -> str:
    if is_invisible(char) or unicodedata.category(char) in {"Mn", "Me"}:
        return ""
    if is_dash(char):
        return "-"
    digit = unicodedata.numeric(char, None)
    if digit is not None and digit in range(10):
        return str(int(digit))
    return _badge(char) or (LOOKALIKES.get(char.casefold(), char) if fold_letters else char)


def _badge(char: str) -> str | None:
    """The letter in a boxed, circled or flag letter, which have no compatibility form."""
    for first in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6):
        if first <= ord(char) < first + 26:
            return chr(ord("A") + ord(char) - first)
    return None


def _incident(match: re.Match[str]) -> Mention:
    token = match.groupdict().get("number") or ""
    return Mention(" ".join(match[0].split()), token if token.isascii() and token.isdigit() else None)


def _listed_after(text: str, end: int, known_numbers: frozenset[str]) -> Iterator[Mention]:
    """The bare numbers that go on a list of ids: "INC-101, 102 and 103"."""
    while match := LISTED.match(text, end):
        end = match.end()
        if match["number"] not in known_numbers and not _is_quantity(match, known_numbers):
            yield Mention(match["number"], match["number"])


def _is_quantity(match: re.Match[str], known_numbers: frozenset[str]) -> bool:
    """Whether the number counts or measures something: a unit follows, or a noun and the number is known."""
    return bool(match["unit"]) or (bool(match["noun"]) and match["number"] in known_numbers)


def numbers(texts: Iterable[str]) -> frozenset[str]:
    """The numbers of two digits and more that stand in the texts outside any incident id."""
    rest = (re.sub(r"(?i)inc(?:ident)?s?[\W_]{0,3}\d+", " ", skeleton(text)) for text in texts)
    whole = re.compile(r"(?<![\w-])(?<!\d[.,:])\d{2,}(?!\w|[.,:]\d)")
    return frozenset(number for text in rest for number in whole.findall(text))


def _noun_mention(match: re.Match[str]) -> Mention:
    return Mention(f"{match['word'].casefold()} {match['number']}", match["number"])


def _is_ticket(text: str, match: re.Match[str]) -> bool:
    """Whether PREFIX-NUMBER reads as a tracker's key, and not as a term of the trade."""
    prefix, number = match["prefix"], match["number"]
    if TERM.fullmatch(match[0]) or skeleton(prefix).casefold() in {"inc", "incident", "incidents"}:
        return False
    inside = match.start() > 0 and text[match.start() - 1] in "-_."
    if prefix.isupper() and match["dash"] == "-" and not inside:
        return True
    if prefix.casefold() in TRACKERS and not inside:
        return True
    # Two digits behind a name may still be a replica's ("payment-api-12", "shard_10").
    fewest = 2 if match["dash"] == "-" and not inside else 3
    return len(number.replace("-", "")) >= fewest and prefix.casefold() not in ORDINARY


_PLAIN = _Plain(fold_letters=False)
_LIKE_LATIN = _Plain(fold_letters=True)
