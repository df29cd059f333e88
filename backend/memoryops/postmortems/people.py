"""The people that a record names, and how their names stand in prose."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from memoryops.incidents.milestones import SYSTEM
from memoryops.kit.dependencies import UNKNOWN_ACTOR

NOBODY = frozenset({SYSTEM, UNKNOWN_ACTOR})
MOST = 200
"""Names that are looked for; no incident has more people, whatever sends alerts."""

SHORTEST_FIRST_NAME = 3


@dataclass(frozen=True)
class Person:
    """One person: the name in the record, and the words that also mean that person and nobody else of the record."""

    name: str
    also: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, the longest first."""
        return tuple(sorted({self.name, *self.also}, key=lambda name: (-len(name), name)))


def people(named: Iterable[str | None]) -> tuple[Person, ...]:
    """The people among these names, each once, in the order in which they are first named.

    First names and the part before an address's @ count too, unless two people of the record share them.
    """
    names: dict[str, str] = {}
    for name in named:
        folded = " ".join(unicodedata.normalize("NFC", name or "").split())
        if folded and folded not in NOBODY and any(char.isalpha() for char in folded):
            names.setdefault(folded.casefold(), folded)
    known = list(names.values())[:MOST]
    parts = {name: _parts(name) for name in known}
    shared = [part.casefold() for some in parts.values() for part in some]
    return tuple(
        Person(name, tuple(part for part in parts[name] if shared.count(part.casefold()) == 1)) for name in known
    )


def _parts(name: str) -> tuple[str, ...]:
    before_at = name.split("@", 1)[0] if re.fullmatch(r"[^@\s]+@[^@\s]+", name) else name
    words = [word for word in re.split(r"[\s._]+", before_at) if len(word) >= SHORTEST_FIRST_NAME and word[0].isalpha()]
    return tuple(dict.fromkeys([before_at, *words]))


def pattern(persons: Iterable[Person]) -> str | None:
    """A regular expression of all their names, the longest first; None without any."""
    names = {name for person in persons for name in person.names}
    if not names:
        return None
    return "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in sorted(names, key=lambda one: (-len(one), one)))


def is_a_name(found: str, recorded: str, before: str) -> bool:
    """Whether a word that spells a name means it: `will` and `mark` in small letters do so only behind an @.

    `recorded` is the name as the record has it, `before` the text that precedes the word.
    """
    written_small = found == found.lower() and found != recorded
    return not written_small or before.endswith("@")
