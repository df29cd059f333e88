"""The people that a record names, and by which words of their names they go."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from memoryops.incidents.milestones import SYSTEM
from memoryops.kit.dependencies import UNKNOWN_ACTOR

NOBODY = frozenset({SYSTEM, UNKNOWN_ACTOR})
MOST = 200
"""People that are suggested and looked for in a check of wording; redaction looks for everybody."""

SHORTEST_PART = 2
SHORTEST_HANDLE = 5
LONGEST_NAME = 200

TEAM_WORDS = (
    "agent api automation bot call crew desk engineering engineers group oncall operations operator ops "
    "platform service squad sre support system team teams"
)
TEAMS = frozenset(TEAM_WORDS.split())
"""Words of names that are no person's: such a name counts as a whole, since its words are words of every report."""


@dataclass(frozen=True)
class Person:
    """One person: the name in the record, the words that mean that person alone, and those that others share."""

    name: str
    also: tuple[str, ...]
    shared: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, the longest first."""
        return tuple(sorted({self.name, *self.also, *self.shared}, key=lambda name: (-len(name), name)))


def people(named: Iterable[str | None]) -> tuple[Person, ...]:
    """The people among these names, each once, in the order in which they are first named.

    First names, last names, and the part before an address's @ count too.
    """
    names: dict[str, str] = {}
    for name in named:
        folded = " ".join(unicodedata.normalize("NFC", name or "")[:LONGEST_NAME].split())
        if folded and folded not in NOBODY and any(char.isalpha() for char in folded):
            names.setdefault(folded.casefold(), folded)
    parts = {name: _parts(name) for name in names.values()}
    bearers = Counter(part.casefold() for some in parts.values() for part in {one.casefold(): one for one in some})
    return tuple(_person(name, some, bearers) for name, some in parts.items())


def _person(name: str, parts: tuple[str, ...], bearers: Counter[str]) -> Person:
    alone = tuple(part for part in parts if bearers[part.casefold()] == 1)
    return Person(name, alone, tuple(part for part in parts if part not in alone))


def _parts(name: str) -> tuple[str, ...]:
    before_at = name.split("@", 1)[0] if re.fullmatch(r"[^@\s]+@[^@\s]+", name) else name
    if not TEAMS.isdisjoint(re.split(r"[\W_]+", name.casefold())):
        return (before_at,)
    chunks = re.split(r"[\s._]+", before_at)
    pieces = re.split(r"[\W_]+", before_at) if before_at != before_at.lower() else []
    words = [word for word in [*chunks, *pieces] if len(word) >= SHORTEST_PART and word[0].isalpha()]
    handles = [f"{words[0][0]}{words[-1]}"] if len(words) > 1 and len(words[-1]) + 1 >= SHORTEST_HANDLE else []
    return tuple(dict.fromkeys([before_at, *words, *handles]))
