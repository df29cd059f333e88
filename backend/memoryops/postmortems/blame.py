"""A gentle check of a text for blame: pure, explained, and never in anybody's way.

What it finds is wording: phrases that judge the past by what was known later, that explain with a person where a
system let it happen, or that name somebody as the doer of a fault. Code, quotations and links are left alone.
"""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge

from memoryops.postmortems.blame_words import (
    ADVICE,
    BEFORE_A_NAME,
    BETWEEN,
    FAULT_OF,
    FAULTS,
    LEFT_OUT,
    PEOPLE,
    PHRASES,
    SOMEBODY,
    BlameKind,
)
from memoryops.postmortems.names import Names
from memoryops.postmortems.people import MOST, Person
from memoryops.postmortems.prose import prose_only
from memoryops.postmortems.sections import SectionKey

MOST_FINDINGS = 50
LOOK_BACK = 60
"""Characters before a word that are looked at; the phrases that may stand there are shorter."""

FREE, ENDS = r"(?<!\w)(?<!\w-)", r"(?!-?\w)"
COMPILED = {kind: re.compile(rf"{FREE}(?:{phrase}){ENDS}", re.IGNORECASE) for kind, phrase in PHRASES.items()}
BY_SOMEBODY = re.compile(rf"{FREE}{SOMEBODY}\s{{1,3}}{BETWEEN}(?:{FAULTS}){ENDS}", re.IGNORECASE)
FAULT = re.compile(rf"(?:{FAULT_OF}|\s{{1,3}}{BETWEEN}(?:{FAULTS})){ENDS}", re.IGNORECASE)
BEFORE = re.compile(rf"{FREE}(?:{BEFORE_A_NAME})\s{{1,3}}\Z", re.IGNORECASE)
LEFT = re.compile(rf"{FREE}(?:{LEFT_OUT}){ENDS}", re.IGNORECASE)
BY_PEOPLE = re.compile(rf"{FREE}(?:{PEOPLE})\s{{1,3}}{BETWEEN}\Z", re.IGNORECASE)

NOBODY = Names(())

Place = tuple[int, int, BlameKind]


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


Findings = Mapping[SectionKey, tuple[Finding, ...]]


def check_blame(section: str, text: str, names: Names = NOBODY) -> tuple[Finding, ...]:
    """What of the section's text may read as blame, in order, the first `MOST_FINDINGS`; `names` are the record's."""
    found: list[Place] = []
    for start, end, kind in _candidates(prose_only(text), names):
        if not found or start >= found[-1][1]:
            found.append((start, end, kind))
        if len(found) == MOST_FINDINGS:
            break
    return tuple(
        Finding(section, start, end, text[start:end], kind, ADVICE[kind].why, ADVICE[kind].instead)
        for start, end, kind in found
    )


async def check_sections(texts: Mapping[SectionKey, str], persons: Sequence[Person]) -> Findings:
    """What of each section's text may read as blame; checked beside the event loop, which a long text would hold up."""
    return await asyncio.to_thread(_check_sections, texts, persons)


def _check_sections(texts: Mapping[SectionKey, str], persons: Sequence[Person]) -> Findings:
    names = Names(persons[:MOST])
    return {key: check_blame(key.value, text, names) for key, text in texts.items()}


def _candidates(prose: str, names: Names) -> Iterator[Place]:
    """In reading order, of those that begin together first what says most; none is sought before its turn."""
    streams = [_faults_of(prose, names), _matches(BY_SOMEBODY, prose, BlameKind.person)]
    streams += [_matches(phrase, prose, kind) for kind, phrase in COMPILED.items()]
    return merge(*streams, _left_out(prose), key=lambda place: place[0])


def _matches(phrase: re.Pattern[str], prose: str, kind: BlameKind) -> Iterator[Place]:
    return ((found.start(), found.end(), kind) for found in phrase.finditer(prose))


def _left_out(prose: str) -> Iterator[Place]:
    """What people failed to do; what a machine failed to do is a fact."""
    for found in LEFT.finditer(prose):
        if BY_PEOPLE.search(prose, max(0, found.start() - LOOK_BACK), found.start()):
            yield found.start(), found.end(), BlameKind.omission


def _faults_of(prose: str, names: Names) -> Iterator[Place]:
    """Where somebody of the record is named as the doer; whose name several share is not guessed."""
    for name in names.find(prose):
        after = FAULT.match(prose, name.end)
        before = BEFORE.search(prose, max(0, name.start - LOOK_BACK), name.start)
        if len(name.places) == 1 and (after or before):
            start = before.start() if before else name.start
            yield start, after.end() if after else name.end, BlameKind.person
