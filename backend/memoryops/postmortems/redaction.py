"""Names taken out of a text, each person's always for the same letter."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from memoryops.postmortems.people import Person, is_a_name, pattern

ADDRESS_TAIL = r"(?:@[\w.-]{1,200}\w)?"
"""The rest of an e-mail address, which says where a person works."""


@dataclass(frozen=True)
class Redaction:
    """Redacts the names of these people; the first of them is Person A."""

    persons: Sequence[Person]

    def of(self, text: str) -> str:
        """The text without their names, however long or short they are written there."""
        composed = unicodedata.normalize("NFC", text)
        return composed if self._names is None else self._names.sub(self._redacted, composed)

    def name(self, name: str | None) -> str | None:
        """What stands for one name as the record has it; `unknown` and the system stay themselves."""
        return None if name is None else self.of(name)

    @cached_property
    def _names(self) -> re.Pattern[str] | None:
        names = pattern(self.persons)
        return None if names is None else re.compile(rf"(?<!\w)(@?)({names}){ADDRESS_TAIL}(?!\w)", re.IGNORECASE)

    @cached_property
    def _labels(self) -> dict[str, tuple[str, str]]:
        """By name in small letters: the name as recorded, and what stands for it."""
        labels: dict[str, tuple[str, str]] = {}
        for place, person in enumerate(self.persons):
            for name in person.names:
                labels.setdefault(name.casefold(), (name, f"Person {letters(place)}"))
        return labels

    def _redacted(self, found: re.Match[str]) -> str:
        name = " ".join(found[2].split())
        recorded, label = self._labels[name.casefold()]
        addressed = found[1] or "@" in found[0]
        return label if is_a_name(name, recorded, "@" if addressed else "") else found[0]


def letters(place: int) -> str:
    """A, B, … Z, AA, AB, … for 0, 1, …"""
    text, rest = "", place + 1
    while rest:
        rest, one = divmod(rest - 1, 26)
        text = chr(ord("A") + one) + text
    return text
