"""A gentle check of a text for blame: pure, explained, and never in anybody's way.

What it finds is wording: phrases that judge the past by what was known later, that explain with a person where a
system let it happen, or that name somebody as the doer of a fault. Code, quotations and links are left alone.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memoryops.postmortems.blame_words import (
    ADVICE,
    BEFORE_A_NAME,
    BETWEEN,
    FAULT_OF,
    FAULTS,
    MACHINE,
    PHRASES,
    SOMEBODY,
    BlameKind,
)
from memoryops.postmortems.people import Person, is_a_name, pattern
from memoryops.postmortems.prose import prose_only

MOST_FINDINGS = 50


@dataclass(frozen=True)
class Finding:
    """A phrase, where it stands (in characters of the section's text), why it may hurt, and what to write instead."""

    section: str
    start: int
    end: int
    phrase: str
    kind: BlameKind
    why: str
    instead: str


COMPILED = {kind: re.compile(rf"(?<!\w)(?:{phrase})(?!\w)", re.IGNORECASE) for kind, phrase in PHRASES.items()}
BY_SOMEBODY = re.compile(rf"(?<!\w){SOMEBODY}\s{{1,3}}{BETWEEN}(?:{FAULTS})(?!\w)", re.IGNORECASE)


def check_blame(section: str, text: str, persons: Sequence[Person] = ()) -> tuple[Finding, ...]:
    """What of the section's text may read as blame, in reading order; `persons` are those that the record names."""
    prose = prose_only(text)
    found: list[tuple[BlameKind, int, int]] = []
    for kind, start, end in _candidates(prose, persons):
        if not any(start < other_end and other_start < end for _, other_start, other_end in found):
            found.append((kind, start, end))
    found.sort(key=lambda one: one[1])
    return tuple(
        Finding(section, start, end, text[start:end], kind, ADVICE[kind].why, ADVICE[kind].instead)
        for kind, start, end in found[:MOST_FINDINGS]
    )


def _candidates(prose: str, persons: Sequence[Person]) -> Iterator[tuple[BlameKind, int, int]]:
    """Those that say most first, since of two that overlap the first is kept."""
    for found in _faults_of(prose, persons):
        yield BlameKind.person, found.start(), found.end()
    for found in BY_SOMEBODY.finditer(prose):
        yield BlameKind.person, found.start(), found.end()
    for kind, phrase in COMPILED.items():
        for found in phrase.finditer(prose):
            if kind is not BlameKind.omission or not MACHINE.search(prose[max(0, found.start() - 60) : found.start()]):
                yield kind, found.start(), found.end()


def _faults_of(prose: str, persons: Sequence[Person]) -> Iterator[re.Match[str]]:
    names = pattern(persons)
    if names is None:
        return
    recorded = {name.casefold(): name for person in persons for name in person.names}
    fault = rf"(?:{FAULT_OF}|\s{{1,3}}{BETWEEN}(?:{FAULTS})(?!\w))"
    after, before = rf"(?<!\w)(?P<name>{names}){fault}", rf"(?<!\w)(?:{BEFORE_A_NAME})\s{{1,3}}(?P<name>{names})(?!\w)"
    for wanted in (after, before):
        for found in re.finditer(wanted, prose, re.IGNORECASE):
            name = " ".join(found["name"].split())
            if is_a_name(name, recorded[name.casefold()], prose[: found.start("name")][-1:]):
                yield found
