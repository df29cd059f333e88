"""Names taken out of a text, each person's always for the same letter; where in doubt, a word goes."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote, urlsplit

from memoryops.postmortems.names import Name, Names, folded
from memoryops.postmortems.people import Person

SOMEBODY = "somebody"
"""Stands for a name that several people of the record share, and for an address of mail that is nobody's there."""

NOWHERE = "https://redacted.invalid/"
"""Stands for a link whose host holds a name; `.invalid` is nobody's (RFC 2606)."""

ADDRESS = re.compile(
    r"(?P<link>(?<![a-z0-9])[a-z][a-z0-9+.-]{1,20}://[^\s<>\"')\]]++)"
    r"|(?P<mail>(?<![\w.+'-])[\w.+'-]++@[\w-]++(?:\.[\w-]++)*+)",
    re.IGNORECASE,
)
UNSEEN = dict.fromkeys(map(ord, "\u200b\u2060\ufeff\u00ad"))
"""Characters that show nothing and would cut a name in two."""


@dataclass(frozen=True)
class Redaction:
    """Redacts the names of these people; the first of them is Person A."""

    persons: Sequence[Person]

    def of(self, text: str) -> str:
        """The text without their names, addresses of mail, and what of links holds a name."""
        composed = unicodedata.normalize("NFC", text).translate(UNSEEN)
        pieces, end = [], 0
        for found in ADDRESS.finditer(composed):
            pieces += [self._prose(composed[end : found.start()]), self._address(found)]
            end = found.end()
        return "".join([*pieces, self._prose(composed[end:])])

    def name(self, name: str | None) -> str | None:
        """What stands for one name as the record has it; `unknown` and the system stay themselves."""
        return None if name is None else self.of(name)

    @cached_property
    def _names(self) -> Names:
        return Names(self.persons)

    def _prose(self, text: str) -> str:
        pieces, end = [], 0
        for name in self._names.find(text, generous=True):
            start = name.start - (text[max(0, name.start - 1) : name.start] == "@")
            pieces += [text[end:start], _label(name)]
            end = name.end
        return "".join([*pieces, text[end:]])

    def _address(self, found: re.Match[str]) -> str:
        if found["link"]:
            return self._link(found["link"])
        named = next(self._names.find(f"@{found['mail'].split('@')[0]}", generous=True), None)
        return _label(named) if named else SOMEBODY

    def _link(self, link: str) -> str:
        if not self._holds_a_name(link):
            return link
        try:
            parts = urlsplit(link)
            host = parts.netloc.rsplit("@", 1)[-1]
        except ValueError:
            return NOWHERE
        return NOWHERE if self._holds_a_name(host) else f"{parts.scheme}://{host}/…"

    def _holds_a_name(self, link: str) -> bool:
        read = unquote(link)
        together = folded(re.sub(r"[\W_]+", "", read))
        return any(part in together for part in self._names.parts) or any(self._names.find(read, generous=True))


def _label(name: Name) -> str:
    return f"Person {letters(next(iter(name.places)))}" if len(name.places) == 1 else SOMEBODY


def letters(place: int) -> str:
    """A, B, … Z, AA, AB, … for 0, 1, …"""
    text, rest = "", place + 1
    while rest:
        rest, one = divmod(rest - 1, 26)
        text = chr(ord("A") + one) + text
    return text
